#include "stickslip/sim/state.hpp"

#include "stickslip/core/at.hpp"
#include "stickslip/sim/detail/joint_geometry.hpp"
#include "stickslip/sim/detail/joint_rows.hpp"
#include "stickslip/sim/model.hpp"

namespace stickslip::sim {

void State::advance_time(double step) noexcept {
  const bool goes_on = step == h && t == t_begin + static_cast<double>(steps) * h;
  if (!goes_on) {
    t_begin = t;
    steps = 0;
  }
  h = step;
  ++steps;
  t = t_begin + static_cast<double>(steps) * h;
}

double kinetic_energy(const RigidBody& body, const BodyState& now) noexcept {
  return 0.5 * (body.mass * now.velocity.squaredNorm() + now.spin.dot(body.inertia * now.spin));
}

double kinetic_energy(const Model& model, const State& state) noexcept {
  double sum = 0.0;
  for (int i = 0; i < model.size(); ++i) {
    if (model.has(i)) sum += kinetic_energy(model[i], state.bodies[at(i)]);
  }
  return sum;
}

double potential_energy(const Model& model, const State& state) noexcept {
  double sum = 0.0;
  for (int i = 0; i < model.size(); ++i) {
    if (!model.has(i)) continue;
    sum -= model[i].mass * model.options.gravity.dot(state.bodies[static_cast<std::size_t>(i)].position);
  }
  return sum;
}

JointReading joint_reading(const Model& model, const State& state, int joint) noexcept {
  const Joint& given = *model.joints[at(joint)];
  const JointState& now = state.joints[at(joint)];
  const detail::JointGeometry geometry = detail::geometry_of(given, state.bodies);
  double position = required, velocity = required;
  if (given.has_position()) {
    position = now.position;
    const detail::Constraint free = detail::Constraint::free(given, geometry);
    velocity = 0.0;
    for (std::size_t side = 0; side < 2; ++side) {
      if (given.body[side] == the_world) continue;
      const BodyState& body = state.bodies[at(given.body[side])];
      velocity += free.velocity(side, body.twist());
    }
    if (free.is_angular) velocity /= given.lever;
  }
  return {position,
          velocity,
          now.effort,
          now.reaction,
          geometry.open_distance(given.kind),
          geometry.open_angle(given.kind)};
}

}  // namespace stickslip::sim
