// Coins thrown on a table: they roll, wobble and come to rest flat, and never gain energy.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "experiments/lcp/pictures.hpp"
#include "experiments/stages.hpp"
#include "experiments/volume/bench.hpp"
#include "experiments/volume/parts.hpp"

namespace stickslip::experiments::volume {

namespace coins_experiment {
namespace {

constexpr double radius = 0.012, thickness = 0.002, mass = 0.007, mu = 0.3;  // [m, m, kg]

geometry::Polyhedron coin() {
  constexpr int corners = 24;
  std::vector<Vec<2>> outline;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / corners;
    outline.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  return geometry::Polyhedron::prism(outline, thickness);
}

struct Throw {
  double tilt, spin;  // [rad, rad/s]
};
struct Thrown {
  double rise;     // of the energy above its least so far, over that at the start
  double upright;  // |cosine| of the axis' angle from the vertical, at the end
  double speed;    // at the end [m/s]
  int unsolved;
  sim::Recording recording;
};

Thrown throw_coin(const Throw& one, double until) {
  sim::World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough(mu));
  world.add_body({.shapes = {{coin()}},
                  .mass = mass,
                  .surface = rough(mu),
                  .position = {0.0, 0.0, 0.02},
                  .orientation = turned(one.tilt, Vec<3>::UnitX()),
                  .velocity = {0.1, 0.0, 0.0},
                  .angular_velocity = {2.0, 1.0, one.spin}});
  world.add_contact_model({});
  const auto energy = [&] { return world.kinetic_energy() + world.potential_energy(); };
  const double start = energy();
  Stepping stepping(world);
  stepping.film(0.01);
  Thrown thrown{};
  double least = start;
  bool has_touched = false;
  while (world.time() < until) {
    stepping.step();
    has_touched = has_touched || !world.state().volumes.empty();
    if (!has_touched) continue;
    least = std::min(least, energy());
    thrown.rise = std::max(thrown.rise, (energy() - least) / start);
  }
  const sim::BodyState& body = world.body(1);
  thrown.upright = std::abs((body.orientation * Vec<3>::UnitZ()).z());
  thrown.speed = speed_of(body, radius);
  thrown.unsolved = stepping.unsolved();
  thrown.recording = std::move(stepping.recording());
  return thrown;
}

// A coin that spins flat slides until the torque 2 μ m g R/3 has stopped m R²/2: 3 R ω/(4 μ g).
void spin_flat(Result& result) {
  constexpr double spin = 200.0;
  sim::World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough(mu));
  world.add_body({.shapes = {{coin()}},
                  .mass = mass,
                  .surface = rough(mu),
                  .position = {0.0, 0.0, 0.5 * thickness},
                  .angular_velocity = {0.0, 0.0, spin}});
  world.add_contact_model({});
  Stepping stepping(world);
  double slid = 0.0;
  while (world.time() < 0.8) {
    stepping.step();
    if (!world.state().volumes.empty() && world.state().volumes.front().slip_speed > 0.0) slid = world.time();
  }
  // The polygon of 24 corners is smaller than the disc: 0.4 % in time.
  const double truth = 3.0 * radius * spin / (4.0 * mu * gravity);
  result.checks.push_back(equal("coin, flat at 200 rad/s: slides for", "s", truth, slid, 0.01 * truth));
  check_solved(result, "coin, flat at 200 rad/s", stepping.unsolved());
}

}  // namespace
}  // namespace coins_experiment

void coins(Result& result, const Progress& progress, Extent extent) {
  using namespace coins_experiment;
  constexpr std::array tilts = {0.2, 0.5, 0.9, 1.2, 1.5};
  constexpr std::array spins = {0.0, 20.0, 80.0, 200.0};
  std::vector<Throw> throws;
  for (const double tilt : tilts) {
    for (const double spin : spins) {
      // The fastest and steepest take seconds of rolling.
      if (extent == Extent::full || (spin == 20.0 || (spin == 200.0 && tilt < 1.0))) throws.push_back({tilt, spin});
    }
  }
  Stages stages(progress, static_cast<double>(throws.size()) + 1.0);
  spin_flat(result);
  stages.next(1.0)(1.0);
  record::Series table("coins", "Coins at the end",
                       {{"tilt", "rad"}, {"spin", "rad/s"}, {"upright", "1"}, {"speed", "m/s"}, {"rise", "1"}});
  double rise = 0.0, speed = 0.0;
  int unsolved = 0;
  std::vector<record::Shape> shapes;
  constexpr double still_rolling = 150.0;
  for (const Throw& one : throws) {
    // Nearly upright and fast it rolls for seconds: 12 s are enough for all.
    const double until = one.tilt > 1.0 && one.spin > still_rolling ? 12.0 : extent == Extent::full ? 3.0 : 1.0;
    const Thrown thrown = throw_coin(one, until);
    rise = std::max(rise, thrown.rise);
    unsolved += thrown.unsolved;
    const bool stands = thrown.upright < 1e-3;
    if (!stands) {
      speed = std::max(speed, thrown.speed);
      result.checks.push_back(at_least(
          "coin, tilt " + to_text(one.tilt) + " rad, " + to_text(one.spin) + " rad/s: lies flat, cosine of its axis",
          "1", 1.0 - 1e-9, thrown.upright));
    }
    table.append({one.tilt, one.spin, thrown.upright, thrown.speed, thrown.rise});
    if (one.spin == 20.0 && one.tilt == 1.5)
      shapes = filmed(result, "coin", thrown.recording, record::Colour::yellow, "coin");
    stages.next(1.0)(1.0);
  }
  result.checks.push_back(at_most("coins: fastest at the end, of those that do not stand", "m/s", 1e-10, speed));
  result.checks.push_back(at_most("coins: rise of energy over that at the start", "1", 1e-3, rise));
  check_solved(result, "coins", unsolved);
  result.series.push_back(std::move(table));
  result.tables.push_back({"Thrown coins", "coins", {}});
  shapes.push_back(lcp::ground_shape(result, "coin_ground", {0.02, 0.0, 0.0}, {0.16, 0.12}));
  result.scenes.push_back(lcp::scene_of("scene_coin", "A coin settles",
                                        "Thrown nearly on its rim, 20 rad/s: it falls, wobbles and lies flat.",
                                        std::move(shapes)));
}

}  // namespace stickslip::experiments::volume
