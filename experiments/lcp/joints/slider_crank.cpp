// A slider-crank whose piston strikes and pushes a box up a slope, down which it slides again: joints, a drive and contacts with impacts
// and friction in one problem.
//
//   (1)  x = r cos φ + √(l² − r² sin² φ): where the piston is when the crank is at φ
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "experiments/lcp/joints/joints.hpp"
#include "experiments/lcp/motion_scene.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp::joints_experiment {

namespace piston {
namespace {

using record::Colour;
using record::Dash;
using record::MarkKind;
using sim::World;

constexpr double crank = 0.08, rod = 0.3;                   // lengths [m]
constexpr double head = 0.1, box_side = 0.2;                // sides of the piston and of the box [m]
constexpr double speed = 3.0 * std::numbers::pi;            // of the crank [rad/s]
constexpr double slope = std::numbers::pi / 9.0, mu = 0.2;  // falls against x
constexpr double push_time = 10.0;                          // [s]
constexpr double touching = 1e-6;                           // [m]

void run(Result& result, const Progress& progress) {
  // The slope is level in the picture, and gravity tilted.
  World world({.gravity = gravity * Vec<3>(-std::sin(slope), 0.0, -std::cos(slope))});
  const sim::Surface surface{.mu_s = mu, .mu_k = mu};
  world.add_plane(Vec<3>::UnitZ(), -0.5 * box_side, surface);
  // Drawn back: the crank points against x.
  const Vec<3> pin(-crank, 0.0, 0.0), wrist(rod - crank, 0.0, 0.0);
  const int crank_body = world.add_body(bar(Vec<3>::Zero(), pin, 0.02, 1.0));
  const int rod_body = world.add_body(bar(pin, wrist, 0.02, 0.5));
  const int head_body = world.add_body({.shapes = {{geometry::Polyhedron::box(Vec<3>::Constant(head))}},
                                        .mass = 1.0,
                                        .surface = surface,
                                        .position = wrist});
  const int box = world.add_body({.shapes = {{geometry::Polyhedron::box(Vec<3>::Constant(box_side))}},
                                  .mass = 2.0,
                                  .surface = surface,
                                  .position = wrist + Vec<3>(0.5 * (head + box_side) + 0.02, 0.0, 0.0)});
  world.set_collision(crank_body, head_body, false);
  // About −y, by which x turns towards z.
  const int shaft = world.add_hinge(crank_body, sim::the_world, Vec<3>::Zero(), -Vec<3>::UnitY());
  world.add_hinge(rod_body, crank_body, pin, -Vec<3>::UnitY());
  world.add_hinge(head_body, rod_body, wrist, -Vec<3>::UnitY());
  const int guide = world.add_slider(head_body, sim::the_world, Vec<3>::UnitX());

  record::Series series("slider_crank", "A slider-crank that pushes a box",
                        {{"t", "s"}, {"piston", "m"}, {"box", "m"}, {"torque", "N m"}});
  sim::Recording recording;
  recording.begin(world.model(), world.state());
  const long steps = std::lround(push_time / h);
  double opening = 0.0, kinematics = 0.0, overlap = 0.0;
  int unsolved = 0, strikes = 0, pushes = 0;
  bool was_apart = true;
  for (long i = 1; i <= steps; ++i) {
    const double t = (static_cast<double>(i) - 0.5) * h;
    const double ramp = std::min(1.0, t / 0.5);  // half a second to speed up
    const double angle = t < 0.5 ? speed * t * t : speed * (t - 0.25);
    world.drive(shaft, {.target = angle, .stiffness = 500.0, .damping = 20.0, .target_velocity = speed * ramp});
    if (!world.step(h).converged()) ++unsolved;
    const double phi = std::numbers::pi + world.joint(shaft).position, x = wrist[0] + world.joint(guide).position;
    const double exact = crank * std::cos(phi) + std::sqrt(rod * rod - std::pow(crank * std::sin(phi), 2));
    const double face = x + 0.5 * head, back = world.body(box).position[0] - 0.5 * box_side;
    kinematics = std::max(kinematics, std::abs(x - exact));
    opening = std::max(opening, largest_opening(world));
    overlap = std::max(overlap, face - back);
    const bool is_apart = back - face > touching;
    if (!is_apart) ++pushes;
    if (was_apart && !is_apart) ++strikes;
    was_apart = is_apart;
    if (i % 5 == 0 && world.time() < 4.0) series.append({world.time(), face, back, world.joint(shaft).effort});
    if (i % 20 == 0 && world.time() < 4.0) recording.add(world.model(), world.state());
    if (i % 1000 == 0) progress(static_cast<double>(i) / static_cast<double>(steps));
  }
  result.series.push_back(std::move(series));
  result.checks.push_back(equal("slider-crank, 10 s: steps that were not solved", "1", 0.0, unsolved, 0.0));
  result.checks.push_back(at_most("slider-crank: joints open", "m", 1e-6, opening));
  result.checks.push_back(at_most("slider-crank: piston against the crank's angle", "m", 1e-6, kinematics));
  result.checks.push_back(at_most("slider-crank: overlap of piston and box", "m", 1e-4, overlap));
  result.checks.push_back(at_least("slider-crank: strikes", "1", 10.0, strikes));
  result.checks.push_back(at_least("slider-crank: steps in which the piston pushes", "1", 1000.0, pushes));
  record::Panel positions{"", {"time", "s"}, {"position along the slope", "m"}, {}};
  positions.marks = {
      {MarkKind::line, "slider_crank", {"t", "piston"}, "face of the piston", Colour::blue},
      {MarkKind::line, "slider_crank", {"t", "box"}, "lower face of the box", Colour::red, Dash::dashed}};
  record::Panel torque{"drive", {"time", "s"}, {"torque", "N m"}, {}};
  torque.marks = {{MarkKind::line, "slider_crank", {"t", "torque"}, "", Colour::ink}};
  result.figures.push_back({"slider_crank",
                            "A slider-crank pushes a box up a slope of 20°",
                            "The piston throws the box up; it slides back against μ = 0.2 and is struck again.",
                            {positions, torque}});
  result.scenes.push_back(motion_scene(result, recording, "scene_slider_crank", "A slider-crank and a box",
                                       "The slope is drawn level: gravity points down and to the crank."));
  result.scenes.back().azimuth = -75.0;
}

}  // namespace
}  // namespace piston

void slider_crank(Result& result, const Progress& progress) {
  piston::run(result, progress);
}

}  // namespace stickslip::experiments::lcp::joints_experiment
