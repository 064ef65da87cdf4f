// What the contacts of the last step of rigid bodies did, one by one.
#pragma once

#include <algorithm>
#include <cmath>

#include "stickslip/core/at.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"

namespace stickslip::scene::detail {

// Calls f(a, b, points, normal, force, torque) for each: force and torque on body a about the first point, and the opposite ones on body b
// about the second, mean over the step, world axes.
// `before` are the bodies at the start of that step, by which tangent axes may be fixed.
template <class Function>
void for_each_contact(const sim::Model& model, const std::vector<sim::BodyState>& before, const sim::State& state,
                      Function f) {
  // Points that were solved together with volumes are among them.
  for (const sim::VolumeState& volume : state.volumes) {
    f(volume.id.body_a, volume.id.body_b, volume.acted_at, volume.normal, Vec<3>(volume.wrench.head<3>()),
      Vec<3>(volume.wrench.tail<3>()));
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
    const Vec<3> force = (impulse[0] * n + impulse[1] * t1 + impulse[2] * t2) / state.h;
    f(point.id.body_a, point.id.body_b, {point.point, point.point}, n, force, Vec<3>(Vec<3>::Zero()));
  }
}

}  // namespace stickslip::scene::detail
