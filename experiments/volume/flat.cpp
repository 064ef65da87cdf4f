// Flat faces on each other: the wrench is continuous under the smallest tilts, and towers rest.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>

#include "experiments/lcp/pictures.hpp"
#include "experiments/stages.hpp"
#include "experiments/volume/bench.hpp"
#include "experiments/volume/volume.hpp"

namespace stickslip::experiments::volume {

namespace flat_experiment {
namespace {

constexpr double mu = 0.5;
constexpr double least_tilt = 1e-12, largest_tilt = 1e-3;  // [rad]

// The cube on a slab, its lowest corner at the surface, tilted about an axis along neither side.
sim::World tilted(double tilt, double side_speed) {
  const Eigen::Quaterniond orientation = turned(tilt, {0.6, 0.8, 0.0});
  const double lowest = (orientation.toRotationMatrix() * cube().vertices()).row(2).minCoeff();
  sim::World world;
  world.add_body({.shapes = {{geometry::Polyhedron::box({0.3, 0.3, 0.1})}},
                  .mass = 0.0,
                  .surface = rough(mu),
                  .position = {0.0, 0.0, -0.05}});
  world.add_body({.shapes = {{cube()}},
                  .mass = cube_mass,
                  .surface = rough(mu),
                  .position = {0.0, 0.0, -lowest},
                  .orientation = orientation,
                  .velocity = {side_speed, 0.0, 0.0}});
  world.add_contact_model({});
  return world;
}

// Of the first step, on the cube about its centre: force over its weight, torque over that and half a side.
Vec<6> wrench_at(double tilt, double side_speed) {
  sim::World world = tilted(tilt, side_speed);
  Stepping stepping(world);
  stepping.step();
  const sim::BodyState& body = world.body(1);
  const double inertia = cube_side * cube_side / 6.0;
  Vec<6> wrench;
  wrench << (body.velocity - Vec<3>(side_speed, 0.0, 0.0)) / stepping.h() + Vec<3>(0.0, 0.0, gravity),
      inertia / (0.5 * cube_side) * body.angular_velocity() / stepping.h();
  return wrench / gravity;
}

double largest_jump(int samples, double side_speed) {
  double jump = 0.0;
  Vec<6> last = Vec<6>::Zero();
  for (int i = 0; i < samples; ++i) {
    const double tilt = least_tilt * std::pow(largest_tilt / least_tilt, static_cast<double>(i) / (samples - 1));
    const Vec<6> wrench = wrench_at(tilt, side_speed);
    if (i > 0) jump = std::max(jump, (wrench - last).norm());
    last = wrench;
  }
  return jump;
}

void jumps(Result& result, Stages& stages, bool is_full) {
  std::vector<int> counts = {100, 400, 1600};
  if (is_full) counts.push_back(6400);
  record::Series series("jumps", "Largest jump of the wrench between neighbouring tilts",
                        {{"samples", "1"}, {"at rest", "1"}, {"sliding", "1"}});
  for (const int count : counts) {
    series.append({static_cast<double>(count), largest_jump(count, 0.0), largest_jump(count, 0.5)});
    stages.next(count)(1.0);
  }
  // Four times as many samples: a quarter of the jump, if it is steep and no jump.
  for (const char* const column : {"at rest", "sliding"}) {
    const std::vector<double>& jump = series[column];
    for (std::size_t i = 1; i < jump.size(); ++i)
      result.checks.push_back(equal(std::string("flat on flat, ") + column + ": jump with " +
                                        std::to_string(counts[i]) + " tilts over that with " +
                                        std::to_string(counts[i - 1]),
                                    "1", 0.25, jump[i] / jump[i - 1], 0.05));
  }
  result.series.push_back(std::move(series));
  record::Panel panel{"", {"tilts between 1e-12 and 1e-3 rad", "1", 1.0, true}, {"largest jump", "m g", 1.0, true}, {}};
  panel.marks.push_back({record::MarkKind::line, "jumps", {"samples", "at rest"}, "at rest", record::Colour::blue});
  panel.marks.push_back({record::MarkKind::line, "jumps", {"samples", "sliding"}, "sliding", record::Colour::red});
  result.figures.push_back(
      {"jumps",
       "A cube flat on a slab: the wrench between neighbouring tilts",
       "Force over the weight, torque over that and half a side. What falls with the spacing is steep, not a jump.",
       {panel}});
}

void let_go(Result& result) {
  double drift = 0.0;
  int unsolved = 0;
  for (int i = 0; i <= 9; ++i) {
    sim::World world = tilted(least_tilt * std::pow(10.0, i), 0.0);
    Stepping stepping(world);
    stepping.run(0.6);
    const Vec<3> at = world.body(1).position;
    stepping.run(0.6);
    drift = std::max(drift, (world.body(1).position - at).norm());
    unsolved += stepping.unsolved();
  }
  result.checks.push_back(at_most("flat on flat, let go from any tilt: drift at rest", "m", 1e-12, drift));
  check_solved(result, "flat on flat, let go from any tilt", unsolved);
}

struct Tower {
  const char* name;
  int count;
  double h;
  double shift, yaw;  // disorder, up to [m, rad]
  double top;         // mass of the highest over the others'
  double most;        // it may move [m]
};
constexpr std::array towers = {Tower{"five cubes", 5, 1e-3, 0.0, 0.0, 1.0, 1e-6},
                               Tower{"five cubes, 2 mm and 20 mrad of disorder", 5, 1e-3, 2e-3, 0.02, 1.0, 1e-6},
                               Tower{"ten cubes, 5 ms", 10, 5e-3, 0.0, 0.0, 1.0, 50e-6},
                               Tower{"five cubes, the highest 100 times as heavy", 5, 1e-3, 0.0, 0.0, 100.0, 20e-6}};

void stand(Result& result, const Tower& tower, double until, record::Series& table) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  sim::World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough(mu));
  for (int i = 0; i < tower.count; ++i) {
    const double x = tower.shift * any(random), y = tower.shift * any(random), yaw = tower.yaw * any(random);
    world.add_body({.shapes = {{cube()}},
                    .mass = cube_mass * (i + 1 == tower.count ? tower.top : 1.0),
                    .surface = rough(mu),
                    .position = {x, y, (i + 0.5) * cube_side},
                    .orientation = turned(yaw, Vec<3>::UnitZ())});
  }
  world.add_contact_model({});
  const auto places = [&] {
    Eigen::Matrix3Xd all(3, tower.count);
    for (int i = 0; i < tower.count; ++i) all.col(i) = world.body(i + 1).position;
    return all;
  };
  Stepping stepping(world, tower.h);
  const Eigen::Matrix3Xd start = places();
  stepping.run(0.5 * until);
  const Eigen::Matrix3Xd middle = places();
  stepping.run(0.5 * until);
  const double moved = (places() - start).colwise().norm().maxCoeff();
  const double later = (places() - middle).colwise().norm().maxCoeff();
  table.append({1e6 * moved, later});
  result.checks.push_back(
      at_most(std::string("tower of ") + tower.name + ": moves", "µm", 1e6 * tower.most, 1e6 * moved));
  result.checks.push_back(
      at_most(std::string("tower of ") + tower.name + ": moves in the second half", "m", 1e-12, later));
  check_solved(result, std::string("tower of ") + tower.name, stepping.unsolved());
}

// The tower of five in its first steps.
record::Scene scene(Result& result) {
  sim::World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough(mu));
  for (int i = 0; i < 5; ++i)
    world.add_body({.shapes = {{cube()}},
                    .mass = cube_mass,
                    .surface = rough(mu),
                    .position = {0.0, 0.0, (i + 0.5) * cube_side + 0.01 * (i + 1)}});
  world.add_contact_model({});
  Stepping stepping(world);
  stepping.film(0.01);
  stepping.run(0.6);
  std::vector<record::Shape> shapes = filmed(result, "tower", stepping.recording(), record::Colour::blue, "cube");
  shapes.push_back(lcp::ground_shape(result, "tower_ground", Vec<3>::Zero(), {0.5, 0.5}));
  return lcp::scene_of("scene_tower", "Five cubes let go 10 mm above each other",
                       "They land flat on each other, without a rebound, and stand.", std::move(shapes));
}

Result run(const Progress& progress, bool is_full) {
  Result result;
  constexpr double per_tower = 1000.0;
  Stages stages(progress, (is_full ? 8500.0 : 2100.0) + per_tower * (towers.size() + 1.0));
  jumps(result, stages, is_full);
  let_go(result);
  stages.next(per_tower)(1.0);
  const double until = is_full ? 60.0 : 10.0;
  record::Series table("towers", "How far towers move", {{"moved", "µm"}, {"in the second half", "m"}});
  std::vector<std::string> rows;
  for (const Tower& tower : towers) {
    // The first stands for a minute in any case.
    stand(result, tower, &tower == &towers.front() ? 60.0 : until, table);
    rows.emplace_back(tower.name);
    stages.next(per_tower)(1.0);
  }
  result.series.push_back(std::move(table));
  result.tables.push_back({"Towers that stand", "towers", rows});
  result.scenes = {scene(result)};
  result.parameters = {{"mu", mu},
                       {"cube, side", cube_side, "m"},
                       {"cube, mass", cube_mass, "kg"},
                       {"h, unless stated", 1e3 * millisecond, "ms"},
                       {"time of towers", until, "s"}};
  stages.finish();
  return result;
}

Result run_reduced(const Progress& progress) {
  return run(progress, false);
}
Result run_full(const Progress& progress) {
  return run(progress, true);
}

}  // namespace
}  // namespace flat_experiment

Experiment flat() {
  return {.name = "volume-flat",
          .paper = "Wakisaka2017",
          .figure = "contact volumes, flat on flat",
          .summary = "a cube flat on a slab under tilts of 1e-12 to 1e-3 rad, and towers for a minute",
          .run = &flat_experiment::run_reduced,
          .is_long = true,
          .run_full = &flat_experiment::run_full};
}

}  // namespace stickslip::experiments::volume
