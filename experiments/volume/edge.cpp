#include "experiments/volume/edge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stickslip::experiments::volume {

namespace {

constexpr double watched = 3.0;  // [s]

}  // namespace

sim::World box_over_edge(const EdgeBox& box, const EdgeStart& start, double d, const Contact& contact) {
  const sim::Surface surface = rough(edge_mu_s, edge_mu_k);
  const geometry::Polyhedron shape = geometry::Polyhedron::box(box.size);
  const double reach = -(start.orientation.toRotationMatrix() * shape.vertices()).row(2).minCoeff();
  sim::World world;
  world.add_body({.shapes = {{geometry::Polyhedron::box(Vec<3>::Constant(table_side))}},
                  .mass = 0.0,
                  .surface = surface,
                  .position = {-0.5 * table_side, 0.0, -0.5 * table_side}});
  world.add_body({.shapes = {{shape}},
                  .mass = box.mass,
                  .surface = surface,
                  .position = {d, 0.0, start.gap + reach},
                  .orientation = start.orientation,
                  .inertia = box.inertia ? std::optional(Eigen::Matrix3d(*box.inertia * Eigen::Matrix3d::Identity()))
                                         : std::nullopt});
  world.add_plane(Vec<3>::UnitZ(), -table_side, surface);
  if (contact) world.add_contact_model(*contact);
  return world;
}

double lean_of(const Eigen::Quaterniond& orientation) {
  const Vec<3> up = orientation * Vec<3>::UnitZ();
  return std::atan2(std::hypot(up.x(), up.y()), up.z());
}

bool Watch::is_decided(const sim::BodyState& body, double t) {
  constexpr double slow = 1e-6, calm = 0.2;
  if (lean_of(body.orientation) >= fallen_lean || body.position.z() < lowest_) {
    falls_ = true;
    when_ = t;
    return true;
  }
  if (speed_of(body, radius_) > slow) rested_ = t;
  return t - rested_ >= calm;
}

double time_to_lean(const EdgeBox& box, const EdgeStart& start, double d, const Contact& contact) {
  sim::World world = box_over_edge(box, start, d, contact);
  Stepping stepping(world, start.h);
  double before = 0.0;
  while (world.time() < watched) {
    stepping.step();
    const double lean = lean_of(world.body(1).orientation);
    if (lean >= fallen_lean) return world.time() - stepping.h() * (lean - fallen_lean) / (lean - before);
    before = lean;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

EdgeEnd let_go(const EdgeBox& box, const EdgeStart& start, double d, const Contact& contact, double film) {
  sim::World world = box_over_edge(box, start, d, contact);
  Stepping stepping(world, start.h);
  if (film > 0.0) stepping.film(0.01, film);
  Watch watch(box.size.z(), 0.0);
  bool is_decided = false;
  while (world.time() < (is_decided ? film : watched)) {
    stepping.step();
    is_decided = is_decided || watch.is_decided(world.body(1), world.time());
  }
  return {watch.falls(), watch.when(), stepping.unsolved(), std::move(stepping.recording())};
}

double falls_from(const EdgeBox& box, const EdgeStart& start, double step, double lowest, const Contact& contact) {
  double least = 3.0 * step;
  for (int i = 2; i * step >= lowest; --i) {
    if (i != 0 && !let_go(box, start, i * step, contact).falls) break;
    least = i * step;
  }
  return least;
}

}  // namespace stickslip::experiments::volume
