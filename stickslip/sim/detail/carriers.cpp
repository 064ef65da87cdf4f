#include "stickslip/sim/detail/carriers.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <Eigen/Geometry>

#include "stickslip/core/at.hpp"

namespace stickslip::sim::detail {

namespace {

// Displacements of a body, (1) and (2).
struct Along {
  Vec<6> carried, held_back;
};

// As if what is at `place` were fixed to the support, which is carried itself where it is on joints.
Along along_with(const StepBody& support, const Vec<3>& place, double h) noexcept {
  const Vec<6> moves_by = support.moves ? support.mean() : support.moves_by;
  const Vec<3> arm = place - support.position, turn = h * moves_by.tail<3>();
  const double angle = turn.norm();
  Vec<3> arm_after = arm, as_cayley = turn;
  if (angle > 0.0) {
    arm_after = Eigen::AngleAxisd(angle, turn / angle) * arm;
    as_cayley *= 2.0 * std::tan(0.5 * std::min(angle, 3.0)) / angle;
  }
  const auto velocity = [](const Vec<6>& twist, const Vec<3>& at_arm) -> Vec<3> {
    return twist.head<3>() + Vec<3>(twist.tail<3>()).cross(at_arm);
  };
  Vec<6> before, after, displacement;
  before << velocity(support.v, arm), support.v.tail<3>();
  after << velocity(support.next, arm_after), support.next.tail<3>();
  displacement << h * moves_by.head<3>() + (arm_after - arm), as_cayley;
  Vec<6> carried = displacement - 0.5 * h * (before + after);
  if (support.moves) carried << velocity(support.carried, arm), support.carried.tail<3>();
  return {carried, 0.5 * h * (after - before)};
}

// Without what the joint leaves free.
void leave_free(const Model& model, const StepData& data, int j, int support, const Vec<3>& place,
                Vec<6>& of) noexcept {
  const Joint& joint = *model.joints[at(j)];
  const std::size_t side = joint.body[0] == support ? 0 : 1;
  const StepBody& by = data.bodies[at(support)];
  const Vec<3> axis = by.R * (joint.frame[side].rotation() * Vec<3>::UnitZ());
  const Vec<3> arm = place - (by.position + by.R * joint.frame[side].position());
  const auto without_turn = [&](const Vec<3>& turn) {
    of.head<3>() -= turn.cross(arm);
    of.tail<3>() -= turn;
  };
  if (joint.kind == JointKind::slider) of.head<3>() -= axis.dot(of.head<3>()) * axis;
  if (joint.kind == JointKind::hinge) without_turn(axis.dot(of.tail<3>()) * axis);
  if (joint.kind == JointKind::ball) without_turn(of.tail<3>());
}

}  // namespace

bool Carriers::Carrier::is_before(const Carrier& other) const noexcept {
  const auto key = [](const Carrier& c) {
    return std::tuple(c.group, c.rides, c.slips, c.body, c.joint, c.normal.x(), c.normal.y(), c.normal.z());
  };
  return key(*this) < key(other);
}

bool Carriers::Carrier::is_like(const Carrier& other) const noexcept {
  return !is_before(other) && !other.is_before(*this);
}

void Carriers::add(Groups& groups, const Updates& updates, const StepData& data, const std::array<int, 2>& pair,
                   double load, bool slips, int joint, const Vec<3>& normal) {
  // Bodies with a prescribed motion carry all others, bodies on joints those that ride on them.
  const auto rank = [&](int b) { return !data.moves(b) ? 0 : updates.carries()[at(b)] != 0 ? 1 : 2; };
  if (!(load > 0.0) || pair[0] == the_world || pair[1] == the_world || rank(pair[0]) == rank(pair[1])) return;
  const std::size_t side = rank(pair[0]) > rank(pair[1]) ? 0 : 1;
  const int carried = pair[side];
  all_.push_back({groups.root(carried), rank(carried) == 2, slips, pair[1 - side], joint,
                  slips ? normal : Vec<3>(Vec<3>::Zero()), load});
}

void Carriers::find(const Model& model, Groups& groups, const Updates& updates, const StepData& data) {
  all_.clear();
  for (const StepContact& contact : data.contacts) {
    // Not where sliding turns around.
    const bool sticks = contact.is_soft ? contact.slip.isZero(0.0)
                                        : !contact.slides && contact.u_next.tail<2>().norm() <= model.options.v_th;
    add(groups, updates, data, contact.body, contact.impulse[0], !sticks, no_joint, contact.axes.row(0));
  }
  for (const StepVolume& volume : data.volumes) {
    if (!volume.is_active) continue;
    const bool sticks = volume.response.slip.isZero(0.0);
    add(groups, updates, data, volume.body, data.h * volume.load(), !sticks, no_joint, volume.axes.row(2));
  }
  for (std::size_t j = 0; j < data.joints.size(); ++j) {
    const StepJoint& joint = data.joints[j];
    if (joint.size == 0) continue;
    double load = 0.0;
    for (int k = 0; k < joint.constraints; ++k) load += std::abs(joint.rows[at(k)].impulse);
    add(groups, updates, data, joint.body, load, false, static_cast<int>(j), Vec<3>::Zero());
  }
}

// Contacts that carry alike count as one; what slips counts only where nothing sticks. Loads become shares.
void Carriers::merge() {
  std::ranges::sort(all_, [](const Carrier& a, const Carrier& b) { return a.is_before(b); });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all_.size();) {
    const int group = all_[i].group;
    const bool rides = all_[i].rides, slips = all_[i].slips;
    const std::size_t first = kept;
    double sum = 0.0;
    for (; i < all_.size() && all_[i].group == group && all_[i].rides == rides; ++i) {
      const Carrier now = all_[i];
      if (now.slips != slips) continue;
      sum += now.load;
      if (kept > first && all_[kept - 1].is_like(now)) {
        all_[kept - 1].load += now.load;
      } else {
        all_[kept++] = now;
      }
    }
    for (std::size_t k = first; k < kept; ++k) all_[k].load /= sum;
  }
  all_.resize(kept);
}

void Carriers::carry(const Model& model, std::span<const int> present, Groups& groups, const Updates& updates,
                     StepData& data) {
  const auto carries = [&](int b) {
    return updates.carries()[at(b)] != 0 || (!data.bodies[at(b)].moves && !data.bodies[at(b)].is_uniform());
  };
  if (std::ranges::none_of(present, carries)) return;
  find(model, groups, updates, data);
  merge();
  for (const bool rides : {false, true}) {
    for (const int b : present) {
      if (data.bodies[at(b)].moves && (updates.carries()[at(b)] == 0) == rides)
        carry(model, rides, groups.root(b), updates, data, b);
    }
  }
}

void Carriers::carry(const Model& model, bool rides, int root, const Updates& updates, StepData& data, int b) const {
  StepBody& body = data.bodies[at(b)];
  const auto key = [](const Carrier& of) { return std::pair(of.group, of.rides); };
  for (auto it = std::ranges::lower_bound(all_, std::pair(root, rides), {}, key);
       it != all_.end() && key(*it) == std::pair(root, rides); ++it) {
    Along along = along_with(data.bodies[at(it->body)], body.position, data.h);
    for (Vec<6>* of : {&along.carried, &along.held_back}) {
      if (it->slips) *of << it->normal.dot(of->head<3>()) * it->normal, Vec<3>::Zero();
      if (it->joint != no_joint) leave_free(model, data, it->joint, it->body, body.position, *of);
    }
    body.carried += it->load * along.carried;
    if (updates.of_bodies()[at(b)] != Update::mean) body.held_back += it->load * along.held_back;
  }
}

}  // namespace stickslip::sim::detail
