// The joints of an island: their rows in its problems, and what follows the velocities found.
#include <algorithm>
#include <cmath>

#include "stickslip/core/at.hpp"
#include "stickslip/sim/detail/island_solver.hpp"
#include "stickslip/sim/detail/joint_friction.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double friction_accuracy = 1e-6;  // of the force held without slipping

// Calls f(joint, row, its number among all rows of the island).
template <class Joints, class Function>
void for_each_joint_row(Joints& joints, const Island& island, Function f) {
  std::size_t number = 0;
  for (const int j : island.joints) {
    auto& joint = joints[at(j)];
    for (int k = 0; k < joint.size; ++k) f(joint, joint.rows[at(k)], number++);
  }
}

}  // namespace

// All rows of the joints for the velocities of a step; for a displacement that may not open them the constraints alone.
void IslandSolver::add_joints(const StepData& data, const Island& island, bool with_velocities) {
  problem_.rows.clear();
  for (const int j : island.joints) {
    const StepJoint& joint = data.joints[at(j)];
    const int first = place(data, joint.body[0]), second = place(data, joint.body[1]);
    for (int k = 0; k < joint.size; ++k) {
      const JointRow& row = joint.rows[at(k)];
      if (!with_velocities && row.role > JointRole::orientation) break;
      problem_.rows.push_back(
          {first, second, row.J[0], row.J[1], with_velocities ? row.d : 0.0, row.epsilon, row.low, row.high});
    }
  }
}

// Whether the velocities found give another gyroscopic torque, another tangent of friction, or stiffer joints: all are then set.
bool IslandSolver::follow_joints(const Model& model, StepData& data, const Island& island) const {
  if (island.joints.empty()) return false;
  bool is_changed = false;
  const double negligible = model.options.tolerance * standard_gravity * data.h;
  for (const int b : island.bodies) {
    StepBody& body = data.bodies[at(b)];
    const RigidBody& given = model[b];
    const auto middle = [&](const Vec<6>& after) -> Vec<3> {
      return 0.5 * body.R.transpose() * (body.v + after).tail<3>();
    };
    const Vec<3> without = middle(body.free), with = middle(body.next);
    if (data.h * with.norm() > 1.0) continue;  // turns so long have no middle
    const Vec<3> wanted =
        data.h * body.R *
        Vec<3>(given.inverse_inertia * (without.cross(given.inertia * without) - with.cross(given.inertia * with)));
    if (given.radius * (wanted - body.gyroscopic).norm() <= negligible) continue;
    body.gyroscopic = wanted;
    is_changed = true;
  }
  const bool is_stiffened = !island.contacts.empty() && !data.is_soft(island);
  for (const int j : island.joints) {
    StepJoint& joint = data.joints[at(j)];
    for (int k = 0; is_stiffened && k < joint.constraints; ++k) {
      JointRow& row = joint.rows[at(k)];
      if (row.stiffened != 0.0 || row.impulse == 0.0) continue;
      row.stiffened = row.epsilon * row.impulse;
      row.d -= row.stiffened;
      is_changed = true;
    }
    if (joint.friction_row < 0) continue;
    const Joint& given = *model.joints[at(j)];
    const friction::AnyLaw& law = *given.options.friction;
    if (is_dry(law)) continue;
    const JointState& state = data.joint_states[at(j)];
    const double u =
        0.5 * (joint.u + joint.free_velocity([&](int b) -> const Vec<6>& { return data.bodies[at(b)].next; }));
    const JointRow& row = joint.rows[at(joint.friction_row)];
    const double impulse = row.unit * row.impulse;
    const double root = joint.friction.root(law, state, u, impulse, joint.w, data.h);
    // Less than the solver's tolerance would not differ from none.
    const double away = std::abs(root - impulse);
    if (away <= friction_accuracy * data.h * friction_scale(law) || row.unit * joint.w * away <= negligible) continue;
    set_tangent(given, state, joint.friction.velocity(root), root, data.h, joint);
    is_changed = true;
  }
  return is_changed;
}

// Formulations have joints as equations alone. A row that was between its bounds is one at first, the others are impulses.
void IslandSolver::begin_joints(const StepData& data, const Island& island) {
  settlings_ = 0;
  row_states_.clear();
  for_each_joint_row(data.joints, island, [&](const StepJoint&, const JointRow& row, std::size_t) {
    row_states_.push_back(row.impulse <= row.low    ? RowState::low
                          : row.impulse >= row.high ? RowState::high
                                                    : RowState::inside);
  });
  held_.assign(island.bodies.size(), Vec<6>::Zero());
  hold_bounds(data, island);
}

// What rows at their bounds do to the velocities of bodies.
void IslandSolver::hold_bounds(const StepData& data, const Island& island) {
  for (Vec<6>& v : held_) v.setZero();
  for_each_joint_row(data.joints, island, [&](const StepJoint& joint, const JointRow& row, std::size_t number) {
    if (row_states_[number] == RowState::inside) return;
    const double impulse = row_states_[number] == RowState::low ? row.low : row.high;
    for (std::size_t side = 0; side < 2; ++side) {
      if (!data.moves(joint.body[side])) continue;
      const StepBody& body = data.bodies[at(joint.body[side])];
      Vec<6>& v = held_[at(data.local[at(joint.body[side])])];
      v.head<3>() += impulse * body.inverse_mass * row.J[side].head<3>();
      v.tail<3>() += impulse * (body.inverse_inertia * row.J[side].tail<3>());
    }
  });
}

void IslandSolver::give_joints(const StepData& data, const Island& island) {
  const auto equations = std::ranges::count(row_states_, RowState::inside);
  formulation::Joints& to = given_joints_;
  to.bodies.resize(equations, 2);
  to.jacobian.resize(equations, 12);
  to.velocity.resize(equations);
  to.violation.resize(0);
  to.stiffness.resize(0);
  to.damping.resize(equations);
  Eigen::Index next = 0;
  for_each_joint_row(data.joints, island, [&](const StepJoint& joint, const JointRow& row, std::size_t number) {
    if (row_states_[number] != RowState::inside) return;
    // The second body may be the ground, the first not.
    const std::size_t first = data.moves(joint.body[0]) ? 0 : 1, second = 1 - first;
    to.bodies(next, 0) = data.local[at(joint.body[first])];
    to.bodies(next, 1) = data.moves(joint.body[second]) ? data.local[at(joint.body[second])] : formulation::ground;
    to.jacobian.row(next) << row.J[first].transpose(), row.J[second].transpose();
    to.velocity[next] = -row.d;
    to.damping[next] = 1.0 / (row.epsilon * unit_ * data.h);
    ++next;
  });
}

// Reads the impulses of joints. True where rows have to change between equation and bound: then to be solved again.
bool IslandSolver::settle_joints(StepData& data, const Island& island) {
  if (island.joints.empty()) return false;
  bool is_changed = false;
  Eigen::Index next = 0;
  for_each_joint_row(data.joints, island, [&](const StepJoint& joint, JointRow& row, std::size_t number) {
    RowState& state = row_states_[number];
    const RowState before = state;
    if (state == RowState::inside) {
      row.impulse = unit_ * motion_.joint_impulses[next++];
      if (row.impulse < row.low) state = RowState::low;
      if (row.impulse > row.high) state = RowState::high;
    } else {
      const double u = joint.product(row.J, [&](int b) -> Vec<6> {
        if (!data.moves(b)) return Vec<6>::Zero();
        return motion_.velocities.row(data.local[at(b)]).transpose();
      });
      const double y = u + row.d + row.epsilon * row.impulse;
      if (state == RowState::low ? y < 0.0 : y > 0.0) state = RowState::inside;
    }
    is_changed = is_changed || state != before;
    if (state != RowState::inside) row.impulse = state == RowState::low ? row.low : row.high;
  });
  hold_bounds(data, island);
  return is_changed && ++settlings_ < most_settlings;
}

}  // namespace stickslip::sim::detail
