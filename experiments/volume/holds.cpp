// Cubes that friction must hold without creep: on a slope, shaken or not, and under a load that rocks.
#include <cmath>
#include <numbers>

#include "experiments/lcp/pictures.hpp"
#include "experiments/stages.hpp"
#include "experiments/volume/bench.hpp"
#include "experiments/volume/parts.hpp"

namespace stickslip::experiments::volume {

namespace holds_experiment {
namespace {

constexpr double frequency = 10.0;  // [Hz]

// Speed from 1 s on, counted over whole periods.
double creep_on_slope(Result& result, bool is_shaken, double mu_k, double h, double until) {
  constexpr double mu = 0.5, mass = 1.0, counted_from = 1.0;
  const double slope = 0.5 * std::atan(mu);
  const Eigen::Quaterniond tilt = turned(slope, Vec<3>::UnitY());
  const Vec<3> normal = tilt * Vec<3>::UnitZ(), downhill = tilt * Vec<3>::UnitX();
  sim::World world;
  world.add_plane(normal, 0.0, rough(mu, mu_k));
  world.add_body({.shapes = {{cube()}},
                  .mass = mass,
                  .surface = rough(mu, mu_k),
                  .position = 0.5 * cube_side * normal,
                  .orientation = tilt});
  world.add_contact_model({});
  Stepping stepping(world, h);
  const double amplitude = is_shaken ? 0.3 * mu * mass * gravity * std::cos(slope) : 0.0;
  const long period = std::lround(1.0 / (frequency * h)), steps = std::lround(until / h);
  Vec<3> start = Vec<3>::Zero();
  for (long i = 0; i < steps; ++i) {
    if (i == std::lround(counted_from / h)) start = world.body(1).position;
    const double phase = 2.0 * std::numbers::pi * static_cast<double>(i % period) / static_cast<double>(period);
    if (is_shaken) world.set_force(1, amplitude * std::sin(phase) * downhill);
    stepping.step();
  }
  check_solved(result, "slope, μk = " + to_text(mu_k) + (is_shaken ? ", shaken, " : ", ") + lcp::in_ms(h),
               stepping.unsolved());
  return (world.body(1).position - start).norm() / (until - counted_from);
}

struct Rocked {
  double drift, turn;  // [m/s, rad/s]
};

// Held against 0.8 N and 0.02 N·m while the centre of pressure goes round an ellipse of ±25 and ±15 mm.
Rocked rock(Result& result, double load_share, double until) {
  constexpr double force = 0.8, torque = 0.02, x = 0.025, y = 0.015, weight = cube_mass * gravity;
  constexpr double grows = 0.5, counted_from = 2.0;  // [s]
  sim::World world = cube_on_ground(rough(0.5));
  Stepping stepping(world);
  stepping.run(0.2);
  const long steps = std::lround(until / stepping.h()), first = std::lround(counted_from / stepping.h());
  Vec<3> start = Vec<3>::Zero();
  double yaw = 0.0;
  for (long i = 0; i < steps; ++i) {
    if (i == first) {
      start = world.body(1).position;
      yaw = yaw_of(world.body(1).orientation);
    }
    const double t = static_cast<double>(i) * stepping.h(), share = std::min(1.0, t / grows);
    const double phase = 2.0 * std::numbers::pi * frequency * static_cast<double>(i % 100) * stepping.h();
    const double load = weight * (1.0 + share * load_share * std::sin(phase + 1.0));
    const Vec<3> cop = share * Vec<3>(x * std::sin(phase), y * std::cos(phase), 0.0);
    const Vec<3> along(share * force, 0.0, 0.0), below(0.0, 0.0, -0.5 * cube_side);
    world.set_force(1, along + Vec<3>(0.0, 0.0, weight - load));
    world.set_torque(1, below.cross(along) + cop.cross(Vec<3>(0.0, 0.0, -load)) + Vec<3>(0.0, 0.0, share * torque));
    stepping.step();
  }
  check_solved(result, "rocking, load ± " + to_text(100.0 * load_share) + " %", stepping.unsolved());
  const double counted = until - counted_from;
  return {(world.body(1).position - start).norm() / counted,
          std::abs(yaw_of(world.body(1).orientation) - yaw) / counted};
}

}  // namespace
}  // namespace holds_experiment

void holds(Result& result, const Progress& progress, Extent extent) {
  using namespace holds_experiment;
  Stages stages(progress, 8.0);
  const double until = extent == Extent::full ? 60.0 : 11.0;
  for (const double mu_k : {0.5, 0.3}) {
    for (const bool is_shaken : {false, true}) {
      if (mu_k < 0.5 && !is_shaken) continue;
      for (const double h : {1e-3, 5e-3}) {
        const std::string name = "slope of half the friction angle, μk = " + to_text(mu_k) +
                                 (is_shaken ? ", shaken, " : ", ") + lcp::in_ms(h) + ": creep";
        result.checks.push_back(at_most(name, "m/s", 1e-12, creep_on_slope(result, is_shaken, mu_k, h, until)));
        stages.next(1.0)(1.0);
      }
    }
  }
  for (const double load_share : {0.0, 0.3}) {
    const Rocked rocked = rock(result, load_share, extent == Extent::full ? 20.0 : 7.0);
    const std::string name = "rocking, load ± " + to_text(100.0 * load_share) + " %: ";
    result.checks.push_back(at_most(name + "drift", "m/s", 1e-10, rocked.drift));
    // Bristles hold the turn about the normal of the ground. A body whose tilt goes around, here by 2e-7 rad ten times per second, turns by
    // the area that its tilt sweeps: 10 Hz · π (2e-7)² = 1e-12 rad/s, as a coin that rolls on its edge without spin does.
    result.checks.push_back(at_most(name + "turning", "rad/s", 1e-11, rocked.turn));
    stages.next(1.0)(1.0);
  }
}

}  // namespace stickslip::experiments::volume
