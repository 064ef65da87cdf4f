// A cube that is pushed at its base: when it breaks away, how it then slides, and how far it slides after it has landed.
#include <cmath>

#include "stickslip/patch/limit_surface.hpp"

#include "experiments/stages.hpp"
#include "experiments/volume/bench.hpp"
#include "experiments/volume/break_away.hpp"
#include "experiments/volume/parts.hpp"

namespace stickslip::experiments::volume {

namespace pushes_experiment {
namespace {

constexpr double weight = cube_mass * gravity;

// The limits of a square under uniform pressure, μ = 0.5: μ m g; μ m g a (√2 + asinh 1)/6; with an arm by the exact limit surface.
void check_limits(Result& result) {
  const double mu = 0.5;
  const double spin = mu * weight * cube_side * (std::sqrt(2.0) + std::asinh(1.0)) / 6.0;
  constexpr double arm = 0.02;  // [m]
  const patch::LimitSurface surface(patch::Pressure::rectangle({cube_side, cube_side}));
  const double with_arm = mu * weight / surface.gauge({1.0, 0.0, arm});
  const struct {
    const char *name, *unit;
    BaseLoad load;
    double limit;
  } all[] = {{"pushed at the base: slips at", "N", {1.0, 0.0}, mu * weight},
             {"turned: slips at", "N·m", {0.0, 1.0}, spin},
             {"pushed with an arm of 20 mm: slips at", "N", {1.0, -arm}, with_arm}};
  for (const auto& one : all) {
    const BreakAway found = break_away(one.load, rough(mu), {}, one.limit, 2e-4);
    result.checks.push_back(equal(one.name, one.unit, one.limit, found.size, 1e-3 * one.limit));
    check_solved(result, one.name, found.unsolved);
  }
}

// μs = 0.5, μk = 0.3: a force that grows to 2.46 N and stays.
void ramp(Result& result) {
  constexpr double mu_s = 0.5, mu_k = 0.3, most = 2.46;
  constexpr double rate = 0.5, limit = mu_s * weight;  // [N/s, N]
  sim::World world = cube_on_ground(rough(mu_s, mu_k));
  Stepping stepping(world);
  stepping.run(0.2);
  double slipped_at = 0.0, size = 0.0;
  double from = 0.0, speed = 0.0;  // when the cube was faster than 0.2 m/s, where friction is kinetic, and how fast
  while (world.body(1).velocity.x() < 1.0 && world.time() < 10.0) {
    size = std::min(most, size + rate * stepping.h());
    load_base(world, {1.0, 0.0}, size);
    stepping.step();
    if (slipped_at == 0.0 && slips(world)) slipped_at = size;
    if (from == 0.0 && world.body(1).velocity.x() > 0.2) {
      from = world.time();
      speed = world.body(1).velocity.x();
    }
  }
  const double acceleration = (world.body(1).velocity.x() - speed) / (world.time() - from);
  const double truth = (most - mu_k * weight) / cube_mass;
  result.checks.push_back(equal("force that grows, μk < μs: slips at", "N", limit, slipped_at, 1e-3 * limit));
  result.checks.push_back(equal("force that stays, μk < μs: acceleration", "m/s²", truth, acceleration, 1e-3 * truth));
  check_solved(result, "force that grows, μk < μs", stepping.unsolved());
}

// Dropped flat with a side speed, turning blocked: the impact takes μk v_z of it.
void landing(Result& result) {
  constexpr double mu_k = 0.3, height = 0.1, speed = 2.0, blocked = 1e6;
  sim::World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough(0.5, mu_k));
  world.add_body({.shapes = {{cube()}},
                  .mass = cube_mass,
                  .surface = rough(0.5, mu_k),
                  .position = {0.0, 0.0, 0.5 * cube_side + height},
                  .velocity = {speed, 0.0, 0.0},
                  .inertia = Eigen::Matrix3d(blocked * Eigen::Matrix3d::Identity())});
  world.add_contact_model({});
  Stepping stepping(world);
  stepping.run(1.2);
  const double falls = std::sqrt(2.0 * height / gravity), left = speed - mu_k * gravity * falls;
  const double truth = left * left / (2.0 * mu_k * gravity);
  result.checks.push_back(equal("cube that lands flat at 2 m/s: slides", "m", truth,
                                world.body(1).position.x() - speed * falls, 1e-3 * truth));
  check_solved(result, "cube that lands flat", stepping.unsolved());
}

}  // namespace
}  // namespace pushes_experiment

void pushes(Result& result, const Progress& progress, Extent) {
  Stages stages(progress, 3.0);
  pushes_experiment::check_limits(result);
  stages.next(1.0)(1.0);
  pushes_experiment::ramp(result);
  stages.next(1.0)(1.0);
  pushes_experiment::landing(result);
  stages.next(1.0)(1.0);
}

}  // namespace stickslip::experiments::volume
