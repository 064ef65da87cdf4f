// An arm of two driven hinges pushes a box along a straight line: how well it follows, and what its motors do.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>

#include <stickslip/sim/world.hpp>

namespace {

using namespace stickslip;

constexpr double link_length = 0.3, height = 0.05, dt = 1e-3;  // [m], [m], [s]

// Those of the two hinges, 0 as they were added, with the finger at (x, y).
std::array<double, 2> angles(double x, double y) {
  const double bend = std::acos((x * x + y * y) / (2.0 * link_length * link_length) - 1.0);
  return {std::atan2(y, x) - bend / 2.0, bend - std::numbers::pi / 2.0};
}

// The finger goes 15 cm along x within a second; it starts and stops gently.
std::array<double, 2> wanted(double t) {
  const double s = std::min(t, 1.0);
  return angles(link_length + 0.15 * s * s * (3.0 - 2.0 * s), link_length);
}

}  // namespace

int main() {
  sim::World world;
  const sim::Surface rough{.mu_s = 0.4, .mu_k = 0.4};
  world.add_plane({0, 0, 1}, 0.0, rough);
  const int box = world.add_body({.shapes = {{geometry::Polyhedron::box({0.1, 0.1, 0.1})}},
                                  .mass = 0.5,
                                  .surface = rough,
                                  .position = {0.4, 0.3, 0.05}});
  const auto beam = geometry::Polyhedron::box({link_length, 0.03, 0.03});
  const int upper = world.add_body({.shapes = {{beam}}, .mass = 1.0, .position = {link_length / 2, 0, height}});
  const int lower = world.add_body({.shapes = {{beam}},
                                    .mass = 0.6,
                                    .position = {link_length, link_length / 2, height},
                                    .orientation = Eigen::Quaterniond(1, 0, 0, 1)});
  const int finger = world.add_body({.shapes = {{geometry::Sphere{0.03}}},
                                     .mass = 0.1,
                                     .surface = {.mu_s = 0.2, .mu_k = 0.2},
                                     .position = {link_length, link_length, height}});

  const friction::Coulomb bearing({.mu_c = 0.02, .mu_s = 0.03});  // in a hinge: N m
  const int shoulder =
      world.add_hinge(upper, sim::the_world, {0, 0, height}, {0, 0, 1}, {.limits = {}, .friction = bearing});
  const int elbow = world.add_hinge(lower, upper, {link_length, 0, height}, {0, 0, 1},
                                    {.limits = sim::JointLimits{-1.5, 1.5}, .friction = bearing});
  world.add_fixed(finger, lower);

  const auto steer = [&](double /*share*/) {
    const auto now = wanted(world.time()), then = wanted(world.time() + dt);
    for (std::size_t i = 0; i < 2; ++i) {
      world.drive(i == 0 ? shoulder : elbow, {.target = (now[i] + then[i]) / 2.0,
                                              .stiffness = 400.0,
                                              .damping = 10.0,
                                              .target_velocity = (then[i] - now[i]) / dt,
                                              .max_effort = 20.0});
    }
  };
  steer(0.0);
  const sim::Recording run = world.run({.until = 1.2, .dt = dt, .progress = steer});

  double aside = 0.0, open = 0.0;
  for (const Vec<3>& position : run[finger].position) aside = std::max(aside, std::abs(position.y() - link_length));
  for (const Vec<2>& error : run.joint(elbow).error) open = std::max(open, error[0]);
  const auto largest = [&run](int joint) {
    double most = 0.0;
    for (const double effort : run.joint(joint).effort) most = std::max(most, std::abs(effort));
    return most;
  };
  const Vec<3> tip = world.body(finger).position, pushed = world.body(box).position;
  std::printf(
      "the finger ends at x = %.4f m, y = %.4f m, told 0.4500 and 0.3000; at most %.2f mm off its line\n"
      "the box was pushed to x = %.4f m, y = %.4f m\n"
      "largest efforts %.3f and %.3f N m; the shoulder bears %.3f N; joints open by %.0e m at most, %s\n",
      tip.x(), tip.y(), 1e3 * aside, pushed.x(), pushed.y(), largest(shoulder), largest(elbow),
      world.joint(shoulder).reaction[2], open, std::string(name_of(run.report.status)).c_str());
}
