// What the contacts of the last step of rigid bodies did, one by one.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "stickslip/core/at.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"

namespace stickslip::scene::detail {

// Force and torque on body a about the first point, and the opposite ones on body b about the second: mean over the step, world axes.
struct ContactForce {
  int a, b;
  std::array<Vec<3>, 2> points;
  Vec<3> normal;  // from b to a
  Vec<3> force, torque;
  Vec<3> shock;  // what impacts at the start of the step contributed to the force
  bool
      is_ahead;  // arms from the centres of mass to the points are those that bodies have after the step, not before it
};

// Calls f(contact) for each. `before` are the bodies at the start of that step, by which tangent axes may be fixed.
template <class Function>
void for_each_contact(const sim::Model& model, const std::vector<sim::BodyState>& before, const sim::State& state,
                      Function f) {
  const Vec<3> none = Vec<3>::Zero();
  // Points that were solved together with volumes are among them.
  for (const sim::VolumeState& volume : state.volumes) {
    // Pressures are those of where bodies will be, wrenches that are fitted of where they are.
    const sim::Volume* model_of_pair = model.volume_between(volume.id.body_a, volume.id.body_b);
    const bool is_point = std::ranges::binary_search(state.contacts.points, volume.id, {}, &contact::ContactPoint::id);
    f(ContactForce{.a = volume.id.body_a,
                   .b = volume.id.body_b,
                   .points = volume.acted_at,
                   .normal = volume.normal,
                   .force = volume.wrench.head<3>(),
                   .torque = volume.wrench.tail<3>(),
                   .shock = none,
                   .is_ahead = !is_point && model_of_pair != nullptr && !model_of_pair->is_fitted()});
  }
  const bool by_body = model.options.axes == sim::TangentAxes::body;
  for (std::size_t i = 0; i < state.contacts.points.size(); ++i) {
    const Vec<3>& impulse = state.impulses[i];
    const contact::ContactPoint& point = state.contacts.points[i];
    if (impulse.isZero(0.0) || std::ranges::binary_search(state.volumes, point.id, {}, &sim::VolumeState::id)) continue;
    const Vec<3>& n = point.normal;
    // The axes of contact impulses, as stepper.hpp has them.
    const auto axis = [&](const Vec<3>& unit) {
      return by_body ? Vec<3>(before[at(point.id.body_a)].orientation * unit) : unit;
    };
    Vec<3> along = axis(Vec<3>::UnitX());
    if (std::abs(along.dot(n)) > 0.9) along = axis(Vec<3>::UnitY());
    const Vec<3> t1 = (along - along.dot(n) * n).normalized(), t2 = n.cross(t1);
    const auto force_of = [&](const Vec<3>& of) -> Vec<3> { return (of[0] * n + of[1] * t1 + of[2] * t2) / state.h; };
    f(ContactForce{.a = point.id.body_a,
                   .b = point.id.body_b,
                   .points = {point.point, point.point},
                   .normal = n,
                   .force = force_of(impulse),
                   .torque = none,
                   .shock = force_of(state.shocks[i]),
                   .is_ahead = false});
  }
}

}  // namespace stickslip::scene::detail
