#include "stickslip/sim/detail/updates.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/core/at.hpp"
#include "stickslip/sim/detail/settling.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double negligible_work =
    1e-9;  // of kinetic energy + m g R: what the compliance of contacts at rest gives back
constexpr double negligible_turn = 1e-14;  // [rad/s]: rounding of a gyroscopic torque
constexpr double most_paid = 1e-2;         // of the kinetic energy of a group with joints, in a step

bool pushes(const StepContact& contact) noexcept {
  return contact.impulse[0] > 0.0;
}

// Of two bodies the one that moves.
int mover(const StepData& data, const std::array<int, 2>& pair) noexcept {
  return data.moves(pair[0]) ? pair[0] : pair[1];
}

}  // namespace

void Updates::join(std::span<const Island> islands, Groups& groups, const StepData& data) {
  groups.begin(data.bodies.size());
  const auto join_moving = [&](const std::array<int, 2>& pair) {
    if (data.moves(pair[0]) && data.moves(pair[1])) groups.join(pair[0], pair[1]);
  };
  for (const StepContact& contact : data.contacts) {
    if (pushes(contact)) join_moving(contact.body);
  }
  for (const StepJoint& joint : data.joints) {
    if (joint.size > 0) join_moving(joint.body);
  }
  // An island with volumes goes as one.
  for (const Island& island : islands) {
    if (island.volumes.empty()) continue;
    for (const int b : island.bodies) groups.join(island.bodies.front(), b);
  }
}

// Of two bodies of which one moves.
Updates::Group& Updates::group_of(Groups& groups, const StepData& data, const std::array<int, 2>& pair) {
  const int body = mover(data, pair), other = body == pair[0] ? pair[1] : pair[0];
  Group& group = groups_[at(groups.root(body))];
  if (!data.moves(other) && other != the_world && !data.bodies[at(other)].stands_still()) group.is_driven = true;
  return group;
}

// Whether one of two bodies that forces move is on joints and the other is not: then it carries that.
bool Updates::is_carried(const StepData& data, const std::array<int, 2>& pair) const noexcept {
  return data.moves(pair[0]) && data.moves(pair[1]) && is_jointed_[at(pair[0])] != is_jointed_[at(pair[1])];
}

void Updates::add_joints(Groups& groups, const StepData& data) {
  is_jointed_.assign(data.bodies.size(), 0);
  for (const StepJoint& joint : data.joints) {
    if (joint.size == 0) continue;
    const bool is_constrained = joint.constraints > 0;  // else it is a spring
    Group& group =
        is_constrained ? group_of(groups, data, joint.body) : groups_[at(groups.root(mover(data, joint.body)))];
    if (is_constrained) {
      group.is_held |= !(data.moves(joint.body[0]) && data.moves(joint.body[1]));
      for (const int b : joint.body) {
        if (data.moves(b)) is_jointed_[at(b)] = 1;
      }
    }
    for (int k = 0; k < joint.size; ++k) {
      const JointRow& row = joint.rows[at(k)];
      if (row.role != JointRole::limit || !(row.impulse > 0.0)) continue;
      if (row.is_struck) {
        group.update = Update::end_of_impact;
        group.must_end = true;
      }
      group.work += row.impulse * joint.product(row.J, [&](int b) { return data.bodies[at(b)].mean(); });
    }
  }
}

void Updates::add_contacts(Groups& groups, StepData& data) {
  for (const StepContact& contact : data.contacts) {
    if (!pushes(contact)) continue;
    for (const int b : contact.body) data.bodies[at(b)].is_pressed = true;
    Group& group = group_of(groups, data, contact.body);
    if (strikes(contact.gap, contact.u[0], data.h)) {
      // That a contact yields to its load is no impact.
      const bool is_impact = strikes(contact.gap, contact.u[0] + contact.yielding, data.h, impact_acceleration);
      group.update = std::max(group.update, is_impact ? Update::end_of_impact : Update::end);
      group.must_end |= !is_carried(data, contact.body);
    }
    // Impulses act on spins that the gyroscopic torque has turned already.
    Vec<3> sum = contact.u + contact.u_next;
    for (std::size_t side = 0; side < 2; ++side) {
      const StepBody& body = data.bodies[at(contact.body[side])];
      if (!body.moves || body.gyration.squaredNorm() < negligible_turn * negligible_turn) continue;
      const Vec<3> turned = contact.axes * body.gyration.cross(contact.arm[side]);
      sum += side == 0 ? turned : Vec<3>(-turned);
    }
    group.work += 0.5 * contact.impulse.dot(sum);
  }
}

void Updates::add_volumes(std::span<const Island> islands, Groups& groups, StepData& data) {
  for (const Island& island : islands) {
    for (const int k : island.volumes) {
      const StepVolume& volume = data.volumes[at(k)];
      Group& group = group_of(groups, data, volume.body);
      for (const int b : volume.body) data.bodies[at(b)].is_pressed |= volume.load() > 0.0;
      const bool is_smooth =
          volume.settings->moves_by_mean() && (!(volume.load() > 0.0) || (volume.is_old && volume.changes_little()));
      if (is_smooth) continue;
      group.update = Update::end_of_impact;
      group.must_end |= !is_carried(data, volume.body);
    }
  }
}

void Updates::choose(const Model& model, std::span<const int> present, std::span<const Island> islands, Groups& groups,
                     StepData& data) {
  join(islands, groups, data);
  groups_.assign(data.bodies.size(), {});
  add_joints(groups, data);
  add_contacts(groups, data);
  add_volumes(islands, groups, data);
  for (const int b : present) {
    const StepBody& body = data.bodies[at(b)];
    if (!body.moves) continue;
    Group& group = groups_[at(groups.root(b))];
    if (group.is_held) group.kinetic += body.kinetic_energy(body.next);
    if (group.work > 0.0) group.scale += energy_scale(model, body, b);
  }
  updates_.assign(data.bodies.size(), Update::mean);
  carries_.assign(data.bodies.size(), 0);
  for (const int b : present) {
    const Group& group = groups_[at(groups.root(b))];
    Update update = group.update;
    if (group.work > negligible_work * group.scale) {
      const bool may_pay = group.is_held && !group.is_driven && update == Update::mean;
      if (may_pay && group.work <= most_paid * group.kinetic) {
        data.bodies[at(b)].next *= std::sqrt(1.0 - group.work / group.kinetic);
      } else {
        update = Update::end_of_impact;
      }
    }
    const bool carries = update != Update::mean && group.is_held && !group.must_end && is_jointed_[at(b)] != 0;
    carries_[at(b)] = carries ? 1 : 0;
    updates_[at(b)] = carries ? Update::mean : update;
  }
}

}  // namespace stickslip::sim::detail
