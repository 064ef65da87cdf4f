// A plate between two round pads, its centre of mass beside them, pressed by a force that swings: it turns a little in every period.
#include <cmath>
#include <numbers>

#include "experiments/lcp/pictures.hpp"
#include "experiments/stages.hpp"
#include "experiments/volume/bench.hpp"
#include "experiments/volume/parts.hpp"

namespace stickslip::experiments::volume {

namespace plates_experiment {
namespace {

using geometry::Polyhedron;

constexpr double beside = 0.025, radius = 0.015, mu = 0.6;  // [m]
constexpr double held_by = 4.402;                           // the force that just holds it, by an ellipsoid [N]
constexpr double degrees = 180.0 / std::numbers::pi;

struct Turned {
  double angle, way;   // of the plate, and of its point between the pads [rad, m]
  double angle_later;  // how much of the angle came after the first second [rad]
};

Turned turn(Result& result, const std::string& name, bool swings, double until, const sim::Volume& volume = {}) {
  sim::World world;
  const int plate = world.add_body({.shapes = {{Polyhedron::box({0.12, 0.004, 0.04})}},
                                    .mass = 0.2,
                                    .surface = rough(mu),
                                    .position = {beside, 0.0, 0.0}});
  const Polyhedron disc = Polyhedron::prism(disc_outline(32, radius), 0.01);
  std::vector<int> pads;
  for (const double side : {1.0, -1.0}) {
    pads.push_back(world.add_body({.shapes = {{disc}},
                                   .mass = 0.1,
                                   .surface = rough(mu),
                                   .position = {0.0, side * 0.007, 0.0},
                                   .orientation = turned(0.5 * std::numbers::pi, Vec<3>::UnitX())}));
    world.add_slider(pads.back(), sim::the_world, Vec<3>::UnitY());
  }
  world.add_contact_model(volume);
  Stepping stepping(world);
  const auto angle = [&] {
    const Eigen::Quaterniond& q = world.body(plate).orientation;
    return 2.0 * std::atan2(q.y(), q.w());
  };
  const long steps = std::lround(until / stepping.h()), second = std::lround(1.0 / stepping.h());
  double at_first = 0.0;
  for (long i = 1; i <= steps; ++i) {
    const double phase = 2.0 * std::numbers::pi * static_cast<double>(i % 100) / 100.0;  // 10 Hz
    const double force = held_by * (swings ? 1.4 + 0.5 * std::sin(phase) : 2.0);
    world.set_force(pads[0], {0.0, -force, 0.0});
    world.set_force(pads[1], {0.0, force, 0.0});
    stepping.step();
    if (i == second) at_first = angle();
  }
  check_solved(result, name, stepping.unsolved());
  const sim::BodyState& body = world.body(plate);
  const Vec<3> gripped = body.position - body.orientation * Vec<3>(beside, 0.0, 0.0);
  return {angle(), std::hypot(gripped.x(), gripped.z()), angle() - at_first};
}

}  // namespace
}  // namespace plates_experiment

void plates(Result& result, const Progress& progress, Extent extent) {
  using namespace plates_experiment;
  Stages stages(progress, 3.0);
  const Turned still = turn(result, "plate, steady grip", false, extent == Extent::full ? 10.0 : 3.0);
  result.checks.push_back(at_most("plate, steady grip: turns", "deg", 0.002, degrees * std::abs(still.angle)));
  // Rounding alone.
  result.checks.push_back(
      at_most("plate, steady grip: turns after the first second", "deg", 1e-12, degrees * std::abs(still.angle_later)));
  stages.next(1.0)(1.0);
  // Integrated without stickslip: rigid plate, the limit surface of a disc under uniform pressure.
  constexpr double angle = 19.51, way = 1.916;  // [deg, mm] in 10 s
  const Turned swung = turn(result, "plate, swinging grip", true, 10.0);
  result.checks.push_back(
      equal("plate, swinging grip: turns in 10 s", "deg", angle, degrees * swung.angle, 0.01 * angle));
  result.checks.push_back(equal("plate, swinging grip: slides in 10 s", "mm", way, 1e3 * swung.way, 0.01 * way));
  stages.next(1.0)(1.0);
  // The same, with an ellipsoid of r = 10 mm: two thirds of the pads' radius.
  constexpr double by_ellipsoid = 14.013;  // [deg] in 10 s
  const Turned other =
      turn(result, "plate, swinging grip, ellipsoid", true, 10.0, {.surface = patch::BristleSurface::ellipsoid});
  result.checks.push_back(equal("plate, swinging grip, ellipsoid: turns in 10 s", "deg", by_ellipsoid,
                                degrees * other.angle, 0.01 * by_ellipsoid));
  stages.next(1.0)(1.0);
}

}  // namespace stickslip::experiments::volume
