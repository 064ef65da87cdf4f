#include "experiments/volume/bench.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/lcp/pictures.hpp"

namespace stickslip::experiments::volume {

sim::Surface rough(double mu) {
  return rough(mu, mu);
}

sim::Surface rough(double mu_s, double mu_k) {
  return {.mu_s = mu_s, .mu_k = mu_k};
}

geometry::Polyhedron cube() {
  return geometry::Polyhedron::box(Vec<3>::Constant(cube_side));
}

sim::World cube_on_ground(const sim::Surface& surface, const sim::Volume& volume) {
  sim::World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, surface);
  world.add_body(
      {.shapes = {{cube()}}, .mass = cube_mass, .surface = surface, .position = {0.0, 0.0, 0.5 * cube_side}});
  world.add_contact_model(volume);
  return world;
}

std::vector<Vec<2>> disc_outline(int corners, double radius) {
  const double turn = 2.0 * std::numbers::pi / corners;
  const double reach = radius * std::sqrt(turn / std::sin(turn));
  std::vector<Vec<2>> outline;
  outline.reserve(static_cast<std::size_t>(corners));
  for (int i = 0; i < corners; ++i)
    outline.emplace_back(reach * std::cos((i + 0.5) * turn), reach * std::sin((i + 0.5) * turn));
  return outline;
}

double upright_inertia(const geometry::Polyhedron& shape, double mass) {
  return mass / shape.volume() * shape.inertia()(2, 2);
}

void push_at(sim::World& world, int body, const Vec<3>& force, const Vec<3>& point) {
  world.set_force(body, force);
  world.set_torque(body, (point - world.body(body).position).cross(force));
}

double yaw_of(const Eigen::Quaterniond& orientation) {
  return 2.0 * std::atan2(orientation.z(), orientation.w());
}

double turn_of(const Eigen::Quaterniond& orientation) {
  return 2.0 * std::atan2(orientation.vec().norm(), std::abs(orientation.w()));
}

Eigen::Quaterniond turned(double angle, const Vec<3>& axis) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
}

double speed_of(const sim::BodyState& body, double radius) {
  return body.velocity.norm() + radius * body.spin.norm();
}

void Stepping::film(double record_dt, double until) {
  filmed_until_ = until;
  every_ = std::max(1L, std::lround(record_dt / h_));
  recording_.begin(world_.model(), world_.state());
}

void Stepping::step() {
  const sim::StepReport report = world_.step(h_);
  ++steps_;
  if (!report.converged()) {
    ++unsolved_;
    residual_ = std::max(residual_, report.residual * gravity * h_);
  }
  if (every_ == 0 || world_.time() > filmed_until_) return;
  recording_.count(report);
  if (steps_ % every_ == 0) recording_.add(world_.model(), world_.state());
}

void Stepping::run(double seconds) {
  const long steps = std::lround(seconds / h_);
  for (long i = 0; i < steps; ++i) step();
}

std::vector<record::Shape> filmed(Result& result, const std::string& prefix, const sim::Recording& recording,
                                  record::Colour colour, const std::string& label) {
  std::vector<record::Shape> shapes = lcp::moving_bodies(result, prefix, recording, colour, label);
  for (std::size_t i = 1; i < shapes.size(); ++i) shapes[i].label.clear();
  return shapes;
}

void check_solved(Result& result, const std::string& quantity, int unsolved) {
  result.checks.push_back(at_most(quantity + ": steps that did not converge", "1", 0.0, unsolved));
}

}  // namespace stickslip::experiments::volume
