#include "stickslip/sim/detail/angular_momentum.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "stickslip/core/at.hpp"
#include "stickslip/sim/detail/rotation.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double negligible = 1e-15;  // of the sum of what bodies have of angular momentum

// An island as one body.
struct Whole {
  double mass = 0.0, size = 0.0;  // size: of the parts of the angular momentum
  Vec<3> centre = Vec<3>::Zero(), velocity = Vec<3>::Zero(), momentum = Vec<3>::Zero();  // the latter angular
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
};

Whole whole_of(const Model& model, const StepData& data, const Island& island, std::span<const BodyState> bodies) {
  Whole whole;
  for (const int b : island.bodies) {
    if (!data.bodies[at(b)].is_touched()) continue;
    whole.mass += model[b].mass;
    whole.centre += model[b].mass * bodies[at(b)].position;
    whole.velocity += model[b].mass * bodies[at(b)].velocity;
  }
  whole.centre /= whole.mass;
  whole.velocity /= whole.mass;
  for (const int b : island.bodies) {
    if (!data.bodies[at(b)].is_touched()) continue;
    const RigidBody& given = model[b];
    const BodyState& body = bodies[at(b)];
    const Vec<3> arm = body.position - whole.centre, apart = body.velocity - whole.velocity;
    const Eigen::Matrix3d R = body.orientation.toRotationMatrix(), across = cross_matrix(arm);
    const Vec<3> orbital = given.mass * arm.cross(apart), own = R * (given.inertia * body.spin);
    whole.momentum += orbital + own;
    whole.size += orbital.norm() + own.norm();
    whole.inertia += R * given.inertia * R.transpose() - given.mass * across * across;
  }
  return whole;
}

double kinetic_energy(const Model& model, const StepData& data, const Island& island,
                      std::span<const BodyState> bodies) {
  double sum = 0.0;
  for (const int b : island.bodies) {
    if (data.bodies[at(b)].is_touched()) sum += sim::kinetic_energy(model[b], bodies[at(b)]);
  }
  return sum;
}

}  // namespace

bool touches_itself_alone(const StepData& data, const Island& island) {
  const auto moves = [&data](const std::array<int, 2>& pair) { return data.moves(pair[0]) && data.moves(pair[1]); };
  const auto of_contact = [&](int c) {
    const StepContact& contact = data.contacts[at(c)];
    return (contact.impulse.isZero(0.0) && contact.shock.isZero(0.0)) || moves(contact.body);
  };
  const auto of_volume = [&](int k) {
    const StepVolume& volume = data.volumes[at(k)];
    return !(volume.load() > 0.0) || moves(volume.body);
  };
  return std::ranges::all_of(island.contacts, of_contact) && std::ranges::all_of(island.volumes, of_volume);
}

void keep_angular_momentum(const Model& model, const StepData& data, const Island& island,
                           std::span<const BodyState> now, std::span<BodyState> next) {
  if (!island.joints.empty() || !touches_itself_alone(data, island)) return;
  if (std::ranges::none_of(island.bodies, [&data](int b) { return data.bodies[at(b)].is_touched(); })) return;
  const Whole before = whole_of(model, data, island, now), after = whole_of(model, data, island, next);
  Vec<3> lacks = before.momentum - after.momentum;
  const double allowed = kinetic_energy(model, data, island, next);
  const Vec<3> centre = 0.5 * (before.centre + after.centre);
  for (const int b : island.bodies) {
    const StepBody& body = data.bodies[at(b)];
    if (!body.is_touched()) continue;
    const BodyState &from = now[at(b)], &to = next[at(b)];
    const Vec<3> force = body.load.head<3>(), torque = body.load.tail<3>();
    lacks += data.h * ((0.5 * (from.position + to.position) - centre).cross(force) + torque);
  }
  if (!(lacks.norm() > negligible * (before.size + after.size))) return;
  const auto decomposition = after.inertia.ldlt();
  const Vec<3> turn = decomposition.solve(lacks), together = decomposition.solve(after.momentum) + turn;
  if (!turn.allFinite()) return;
  for (const int b : island.bodies) {
    if (!data.bodies[at(b)].is_touched()) continue;
    BodyState& body = next[at(b)];
    body.velocity += turn.cross(body.position - after.centre);
    body.spin += body.orientation.conjugate() * turn;
  }
  const double kinetic = kinetic_energy(model, data, island, next);
  const double of_whole = 0.5 * (after.mass * after.velocity.squaredNorm() + together.dot(after.inertia * together));
  if (!(kinetic > allowed && kinetic > of_whole)) return;
  const double share = std::sqrt(std::max(0.0, (allowed - of_whole) / (kinetic - of_whole)));
  for (const int b : island.bodies) {
    if (!data.bodies[at(b)].is_touched()) continue;
    BodyState& body = next[at(b)];
    const Vec<3> velocity = after.velocity + together.cross(body.position - after.centre);
    const Vec<3> spin = body.orientation.conjugate() * together;
    body.velocity = velocity + share * (body.velocity - velocity);
    body.spin = spin + share * (body.spin - spin);
  }
}

}  // namespace stickslip::sim::detail
