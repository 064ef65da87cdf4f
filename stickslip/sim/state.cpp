#include "stickslip/sim/state.hpp"

#include "stickslip/sim/model.hpp"

namespace stickslip::sim {

double kinetic_energy(const Model& model, const State& state) noexcept {
  double sum = 0.0;
  for (int i = 0; i < model.size(); ++i) {
    if (!model.has(i)) continue;
    const RigidBody& body = model[i];
    const BodyState& now = state.bodies[static_cast<std::size_t>(i)];
    sum += 0.5 * (body.mass * now.velocity.squaredNorm() + now.spin.dot(body.inertia * now.spin));
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

}  // namespace stickslip::sim
