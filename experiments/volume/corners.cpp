// Contacts that are hardly an area: a wedge that slides and turns on its edge, a pyramid that does so on its vertex.
#include <cmath>

#include "experiments/stages.hpp"
#include "experiments/volume/base_slide.hpp"
#include "experiments/volume/bench.hpp"
#include "experiments/volume/parts.hpp"

namespace stickslip::experiments::volume {

namespace corners_experiment {
namespace {

constexpr double mass = 1.0, mu = 0.3, speed = 0.5, inertia = 1e-3;
constexpr double blocked = 1e6;  // inertia about horizontal axes, so that neither falls over [kg m²]

struct End {
  double x, y, yaw;
  double spin;  // when it stopped sliding [rad/s]
  int unsolved;
};

End slide(const Eigen::Matrix3Xd& points, double spin) {
  const geometry::Polyhedron shape = geometry::Polyhedron::from_points(points);
  sim::World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough(mu));
  world.add_body({.shapes = {{shape}},
                  .mass = mass,
                  .surface = rough(mu),
                  .position = {0.0, 0.0, shape.centre().z()},
                  .velocity = {speed, 0.0, 0.0},
                  .angular_velocity = {0.0, 0.0, spin},
                  .inertia = Eigen::Matrix3d(Vec<3>(blocked, blocked, inertia).asDiagonal())});
  world.add_contact_model({});
  Stepping stepping(world);
  double kept = spin;
  while (world.time() < 0.4) {
    stepping.step();
    if (world.body(1).velocity.norm() > 1e-6) kept = world.body(1).spin.z();
  }
  const sim::BodyState& body = world.body(1);
  return {body.position.x(), body.position.y(), yaw_of(body.orientation), kept, stepping.unsolved()};
}

}  // namespace
}  // namespace corners_experiment

void corners(Result& result, const Progress& progress, Extent) {
  using namespace corners_experiment;
  Stages stages(progress, 2.0);
  Eigen::Matrix3Xd wedge(3, 6), pyramid(3, 5);
  wedge << -0.05, 0.05, -0.05, 0.05, -0.05, 0.05,  //
      -0.05, -0.05, 0.05, 0.05, 0.0, 0.0,          //
      0.1, 0.1, 0.1, 0.1, 0.0, 0.0;
  pyramid << -0.05, 0.05, 0.05, -0.05, 0.0,  //
      -0.05, -0.05, 0.05, 0.05, 0.0,         //
      0.1, 0.1, 0.1, 0.1, 0.0;
  // As narrow as a line for quadrature; no height, for nothing shifts the pressure.
  constexpr double narrow = 1e-5;
  const BaseEnd line = integrate({{{-0.05, -narrow}, {0.05, -narrow}, {0.05, narrow}, {-0.05, narrow}},
                                  mass,
                                  inertia,
                                  0.0,
                                  mu,
                                  {speed, 0.0},
                                  10.0},
                                 2e-3);
  const End edge = slide(wedge, 10.0);
  result.checks.push_back(
      at_most("wedge on its edge: end, off by", "mm", 0.05, 1e3 * std::hypot(edge.x - line.x, edge.y - line.y)));
  result.checks.push_back(equal("wedge on its edge: yaw", "rad", line.yaw, edge.yaw, 1e-3 * line.yaw));
  check_solved(result, "wedge on its edge", edge.unsolved);
  stages.next(1.0)(1.0);
  const End tip = slide(pyramid, 20.0);
  const double way = speed * speed / (2.0 * mu * gravity);
  result.checks.push_back(equal("pyramid on its vertex: distance", "mm", 1e3 * way, 1e3 * tip.x, 1e-3 * 1e3 * way));
  result.checks.push_back(equal("pyramid on its vertex: spin kept", "rad/s", 20.0, tip.spin, 20.0 * 1e-3));
  check_solved(result, "pyramid on its vertex", tip.unsolved);
  stages.next(1.0)(1.0);
}

}  // namespace stickslip::experiments::volume
