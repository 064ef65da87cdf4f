#include "stickslip/sim/detail/turned_bodies.hpp"

#include <algorithm>
#include <optional>

#include "stickslip/core/at.hpp"

namespace stickslip::sim::detail {

void TurnedBodies::find(const Model& model, const State& state, const StepData& data, std::span<const int> present,
                        const contact::ContactSet& found, std::span<const int> match) {
  is_turned_.assign(data.bodies.size(), 0);
  const auto turns = [&data](int b) {
    const StepBody& body = data.bodies[at(b)];
    return !body.moves && !(body.next.tail<3>().isZero(0.0) && body.moves_by.tail<3>().isZero(0.0));
  };
  // Joints that hold a body: to the world, or to one that forces do not move.
  const auto holds = [&data](const std::optional<Joint>& joint) {
    return joint && joint->kind != JointKind::spring && !(data.moves(joint->body[0]) && data.moves(joint->body[1]));
  };
  if (std::ranges::none_of(present, turns) && std::ranges::none_of(model.joints, holds)) return;
  groups_.begin(data.bodies.size());
  const auto for_each_pair = [&](auto f) {
    for (std::size_t i = 0; i < found.points.size(); ++i) {
      if (match[i] >= 0 && state.impulses[at(match[i])][0] > 0.0)
        f(found.points[i].id.body_a, found.points[i].id.body_b);
    }
    for (const VolumeState& volume : state.volumes) f(volume.id.body_a, volume.id.body_b);
    for (const std::optional<Joint>& joint : model.joints) {
      if (joint && joint->kind != JointKind::spring && joint->body[1] != the_world) f(joint->body[0], joint->body[1]);
    }
  };
  for_each_pair([&](int a, int b) {
    if (data.moves(a) && data.moves(b)) groups_.join(a, b);
  });
  for_each_pair([&](int a, int b) {
    if (turns(a)) is_turned_[at(groups_.root(b))] = 1;
    if (turns(b)) is_turned_[at(groups_.root(a))] = 1;
  });
  // What also stands on something that stands still is held by that.
  const auto stands_on = [&](int a, int b) {
    if (data.moves(a) && !data.moves(b) && data.bodies[at(b)].stands_still()) is_standing_[at(groups_.root(a))] = 1;
  };
  is_standing_.assign(data.bodies.size(), 0);
  for (std::size_t i = 0; i < found.points.size(); ++i) {
    if (match[i] < 0 || !(state.impulses[at(match[i])][0] > 0.0)) continue;
    stands_on(found.points[i].id.body_a, found.points[i].id.body_b);
    stands_on(found.points[i].id.body_b, found.points[i].id.body_a);
  }
  for (const std::optional<Joint>& joint : model.joints) {
    if (!holds(joint)) continue;
    const std::size_t root = at(groups_.root(data.moves(joint->body[0]) ? joint->body[0] : joint->body[1]));
    if (is_standing_[root] == 0) is_turned_[root] = 1;
  }
  for (const int b : present) is_turned_[at(b)] = turns(b) ? 1 : is_turned_[at(groups_.root(b))];
}

Vec<3> TurnedBodies::turning_of(const Model& model, const StepData& data, const StepContact& contact) const noexcept {
  const std::size_t larger = model[contact.body[0]].radius > model[contact.body[1]].radius ? 0 : 1;
  if (is_turned_[at(contact.body[larger])] == 0) return Vec<3>::Zero();
  const StepBody &of = data.bodies[at(contact.body[larger])], &other = data.bodies[at(contact.body[1 - larger])];
  const Vec<3> spin = of.next.tail<3>();
  const Vec<3> turn = data.h * (of.moves ? spin : Vec<3>(of.moves_by.tail<3>()));
  // Of what goes along the velocities turn within the step: the chord of an arc.
  const Vec<3> along = data.h * (other.v - of.v).head<3>(), bent = turn.cross(along);
  const Vec<3> way = along + 0.5 * bent + turn.cross(bent) / 6.0;
  Vec<3> turning = contact.axes * spin.cross(way);
  turning[0] = 0.0;
  return larger == 0 ? turning : Vec<3>(-turning);
}

}  // namespace stickslip::sim::detail
