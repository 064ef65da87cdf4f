// Cubes that fall: over the edge of a table, against the pendulum, and onto the ground from any side.
#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "experiments/lcp/pictures.hpp"
#include "experiments/stages.hpp"
#include "experiments/volume/bench.hpp"
#include "experiments/volume/parts.hpp"
#include "experiments/volume/pendulum.hpp"

namespace stickslip::experiments::volume {

namespace falls_experiment {
namespace {

struct Tipped {
  double off;  // the largest difference until the pendulum is at 0.8 rad [rad]
  int unsolved;
  sim::Recording recording;
};

Tipped tip(double h) {
  constexpr double past = 5e-3, until = 0.8;
  sim::World world;
  const sim::Surface surface = rough(2.0);
  world.add_body({.shapes = {{geometry::Polyhedron::box({0.3, 0.3, 0.1})}},
                  .mass = 0.0,
                  .surface = surface,
                  .position = {-0.15, 0.0, -0.05}});
  world.add_body({.shapes = {{cube()}}, .mass = cube_mass, .surface = surface, .position = {past, 0.0, 0.05}});
  world.add_contact_model({});
  Stepping stepping(world, h);
  stepping.film(5e-3);
  Pendulum pendulum(past);
  double off = 0.0;
  for (;;) {
    stepping.step();
    pendulum.step(h);
    if (pendulum.turned() > until) break;
    off = std::max(off, std::abs(turn_of(world.body(1).orientation) - pendulum.turned()));
  }
  return {off, stepping.unsolved(), std::move(stepping.recording())};
}

struct Dropped {
  double deepest, rise, rest;  // [m], of the energy over what is lost in all, [s]
  int unsolved;
};

Dropped drop(const Eigen::Quaterniond& orientation, double side_speed, double mu_k) {
  constexpr double height = 0.1, until = 1.2, slow = 1e-4;
  const geometry::Polyhedron shape = cube();
  const auto lowest = [&](const Vec<3>& position, const Eigen::Quaterniond& q) {
    return position.z() + (q.toRotationMatrix() * shape.vertices()).row(2).minCoeff();
  };
  sim::World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough(0.5, mu_k));
  world.add_body({.shapes = {{shape}},
                  .mass = cube_mass,
                  .surface = rough(0.5, mu_k),
                  .position = {0.0, 0.0, height - lowest(Vec<3>::Zero(), orientation)},
                  .orientation = orientation,
                  .velocity = {side_speed, 0.0, 0.0}});
  world.add_contact_model({});
  const auto energy = [&] { return world.kinetic_energy() + world.potential_energy(); };
  const double start = energy();
  Stepping stepping(world);
  Dropped dropped{};
  double least = start;
  bool has_touched = false;
  while (world.time() < until) {
    stepping.step();
    has_touched = has_touched || !world.state().volumes.empty();
    const sim::BodyState& body = world.body(1);
    dropped.deepest = std::max(dropped.deepest, -lowest(body.position, body.orientation));
    least = std::min(least, energy());
    if (has_touched) dropped.rise = std::max(dropped.rise, energy() - least);
    if (speed_of(body, 0.5 * cube_side) > slow) dropped.rest = world.time();
  }
  dropped.rise /= start - energy();
  dropped.unsolved = stepping.unsolved();
  return dropped;
}

}  // namespace
}  // namespace falls_experiment

void falls(Result& result, const Progress& progress, Extent) {
  using namespace falls_experiment;
  Stages stages(progress, 3.0);
  Tipped tipped = tip(1e-3);
  const Tipped finer = tip(2e-4);
  result.checks.push_back(at_most("tipping over an edge, 1 ms: off the pendulum by", "rad", 0.03, tipped.off));
  // Of first order in the step: a fifth of it, and a little more.
  result.checks.push_back(at_most("tipping over an edge: 0.2 ms over 1 ms", "1", 0.3, finer.off / tipped.off));
  check_solved(result, "tipping over an edge", tipped.unsolved + finer.unsolved);
  std::vector<record::Shape> shapes = filmed(result, "tip", tipped.recording, record::Colour::blue, "cube");
  shapes.front().colour = record::Colour::grey;
  std::swap(shapes.front().label, shapes.back().label);
  result.scenes.push_back(lcp::scene_of("scene_tip", "A cube tips over the edge of a table",
                                        "Its centre of mass is 5 mm past the edge, μ = 2.", std::move(shapes)));
  stages.next(1.0)(1.0);

  for (const double mu_k : {0.5, 0.3}) {
    const std::string name = "32 drops, μk = " + to_text(mu_k);
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    Dropped worst{};
    for (int i = 0; i < 32; ++i) {
      const double w = normal(random), x = normal(random), y = normal(random), z = normal(random);
      const Dropped one = drop(Eigen::Quaterniond(w, x, y, z).normalized(), i % 2 == 0 ? 0.0 : 1.0, mu_k);
      worst = {std::max(worst.deepest, one.deepest), std::max(worst.rise, one.rise), std::max(worst.rest, one.rest),
               worst.unsolved + one.unsolved};
    }
    result.checks.push_back(at_most(name + ": penetration", "mm", mu_k == 0.5 ? 0.5 : 0.6, 1e3 * worst.deepest));
    result.checks.push_back(at_most(name + ": rise of energy over what is lost", "%", 0.5, 100.0 * worst.rise));
    result.checks.push_back(at_most(name + ": at rest within", "s", 1.0, worst.rest));
    check_solved(result, name, worst.unsolved);
    stages.next(1.0)(1.0);
  }
}

}  // namespace stickslip::experiments::volume
