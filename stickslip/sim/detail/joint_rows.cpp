#include "stickslip/sim/detail/joint_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/formulation/relaxation.hpp"
#include "stickslip/sim/detail/joint_friction.hpp"
#include "stickslip/sim/detail/step_data.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Of friction, against the response of the joint: the impulse of flatter ones would be lost in rounding.
constexpr double flattest = 1e-3;
// Drives that change the velocity by less, of itself, are none.
constexpr double weakest = 1e-30;
// Stiffer drives would be lost in rounding; they still reach their target within the step.
constexpr double least_compliance = 1e-8;  // of w

// Exact for a velocity that decays by a drive alone: joint_rows.hpp (3).
double theta_of(double z) noexcept {
  if (z < 1e-3) return 0.5 + z / 12.0;
  return std::clamp(-1.0 / std::expm1(-z) - 1.0 / z, 0.5, 1.0);
}

// Rows of one joint, made one after the other.
class RowsOfStep {
 public:
  RowsOfStep(const Joint& joint, const JointState& state, const StepBody& a, const StepBody* b, double h,
             StepJoint& to) noexcept
      : joint_(joint), state_(state), body_{&a, b}, h_(h), to_(to) {
    to_.body = joint.body;
    to_.size = 0;
    to_.friction_row = -1;
  }

  void add_constraints(const JointGeometry& geometry) noexcept {
    std::array<double, 2> sum{}, count{};
    for_each_constraint(joint_, geometry, [&](const Constraint& from) {
      JointRow& row = add(from.is_angular ? JointRole::orientation : JointRole::point, from);
      row.d = moving_ + 2.0 * mean_;
      sum[from.is_angular ? 1 : 0] += w_;
      count[from.is_angular ? 1 : 0] += 1.0;
    });
    to_.constraints = to_.size;
    for (int k = 0; k < to_.size; ++k) {
      JointRow& row = to_.rows[static_cast<std::size_t>(k)];
      const std::size_t kind = row.is_angular ? 1 : 0;
      row.epsilon = joint_compliance * sum[kind] / count[kind];
    }
  }

  void add_free(const JointGeometry& geometry) noexcept {
    const Constraint free = Constraint::free(joint_, geometry);
    JointRow& row = add(JointRole::drive, free);
    --to_.size;
    const double unit = row.unit;
    to_.free = {row.J[0] / unit, row.J[1] / unit};
    to_.prescribed = prescribed_ / unit;
    to_.u = before_ / unit;
    to_.w = w_ / (unit * unit);
    add_limits(free);
    if (state_.drive) add_drive(JointRole::drive, free, *state_.drive, state_.position);
    if (const auto& spring = joint_.options.spring) {
      const bool is_between_points = joint_.kind == JointKind::spring;
      const double position = is_between_points ? geometry.gap.norm() - 0.5 * h_ * to_.u : state_.position;
      add_drive(JointRole::spring, free,
                {.target = spring->rest.value_or(0.0), .stiffness = spring->stiffness, .damping = spring->damping},
                position);
    }
    if (joint_.options.friction) add_friction(free, *joint_.options.friction);
  }

 private:
  JointRow& add(JointRole role, const Constraint& from, double sign = 1.0) noexcept {
    JointRow& row = to_.rows[static_cast<std::size_t>(to_.size)];
    row.role = role;
    row.direction = sign * from.direction;
    row.unit = from.is_angular ? joint_.lever : 1.0;
    row.is_angular = from.is_angular;
    row.is_struck = false;
    row.stiffened = 0.0;
    row.impulse = state_.impulses[static_cast<std::size_t>(to_.size)];
    row.low = -infinity;
    row.high = infinity;
    before_ = moving_ = prescribed_ = mean_ = w_ = 0.0;
    for (std::size_t side = 0; side < 2; ++side) {
      row.J[side].setZero();
      const StepBody* body = body_[side];
      if (body == nullptr) continue;
      if (!body->moves) {
        before_ += sign * from.velocity(side, body->v);
        prescribed_ += sign * from.velocity(side, body->next);
        mean_ += sign * from.velocity(side, body->mean());
        continue;
      }
      const double signed_side = side == 0 ? sign : -sign;
      const Vec<3> turning = body->turn.transpose() * (signed_side * from.turning[side]);
      row.J[side].tail<3>() = turning;
      moving_ += turning.dot(body->v.tail<3>());
      w_ += turning.dot(body->inverse_inertia * turning);
      if (from.is_angular) continue;
      const Vec<3> along = signed_side * from.direction;
      row.J[side].head<3>() = along;
      moving_ += along.dot(body->v.head<3>());
      w_ += body->inverse_mass;
    }
    before_ += moving_;
    ++to_.size;
    return row;
  }

  void add_limits(const Constraint& free) noexcept {
    if (!joint_.options.limits) return;
    const auto& [low, high] = *joint_.options.limits;
    for (const double sign : {1.0, -1.0}) {
      JointRow& row = add(JointRole::limit, free, sign);
      const double gap = row.unit * (sign > 0.0 ? state_.position - low : high - state_.position);
      row.d = prescribed_ +
              (gap > 0.0 ? gap / h_ : std::max(formulation::default_beta * gap / h_, -push_acceleration * h_));
      row.epsilon = joint_compliance * w_;
      row.low = 0.0;
      row.is_struck = strikes(gap, before_, h_);
    }
  }

  // A drive, or a spring, which is one with a target that stays.
  void add_drive(JointRole role, const Constraint& free, const Drive& drive, double position) noexcept {
    const double theta = theta_of(to_.w * h_ * (drive.damping + drive.stiffness * h_));
    const double give = h_ * (h_ * drive.stiffness * 0.5 * (3.0 * theta - 1.0) + drive.damping * theta);
    if (!(give * to_.w > weakest)) return;
    JointRow& row = add(role, free);
    const double pull = h_ * (drive.stiffness * (drive.target + (theta - 0.5) * h_ * drive.target_velocity - position -
                                                 h_ * 0.5 * (1.0 - theta) * to_.u) +
                              drive.damping * (drive.target_velocity - (1.0 - theta) * to_.u));
    row.epsilon = std::max(row.unit * row.unit / give, least_compliance * w_);
    row.d = prescribed_ - row.unit * pull / give;
    if (!drive.max_effort) return;
    row.high = h_ * *drive.max_effort / row.unit;
    row.low = -row.high;
  }

  void add_friction(const Constraint& free, const friction::AnyLaw& law) noexcept {
    to_.friction_row = to_.size;
    JointRow& row = add(JointRole::friction, free);
    if (is_dry(law)) {
      row.epsilon = joint_compliance * w_;
      row.d = prescribed_;
      row.high = h_ * dry_force(law, to_.u) / row.unit;
      row.low = -row.high;
      return;
    }
    to_.friction.begin();
    JointFrictionState memory = state_.friction;
    const double force = step_friction(law, memory, state_.position, to_.u, h_);
    set_tangent(joint_, state_, to_.u, h_ * force, h_, to_);
  }

  const Joint& joint_;
  const JointState& state_;
  std::array<const StepBody*, 2> body_;
  double h_;
  StepJoint& to_;
  // Of the row added last: J v before the step, and what bodies moved by forces add to it; what those with a prescribed motion add at the
  // end of the step, and the mean of that and what they add at its start; and w.
  double before_ = 0.0, moving_ = 0.0, prescribed_ = 0.0, mean_ = 0.0, w_ = 0.0;
};

}  // namespace

void set_tangent(const Joint& joint, const JointState& state, double u, double impulse, double h,
                 StepJoint& to) noexcept {
  JointRow& row = to.rows[static_cast<std::size_t>(to.friction_row)];
  // Neither so flat that (4) cannot be solved for u⁺, nor steeper than the constraints.
  const double slope = std::clamp(friction_slope(*joint.options.friction, state.friction, state.position, u, h),
                                  flattest / (to.w * h), 1.0 / (joint_compliance * to.w * h));
  row.epsilon = 2.0 * row.unit * row.unit / (h * slope);
  row.d = row.unit * (to.prescribed + to.u - 2.0 * u - 2.0 * impulse / (h * slope));
}

void set_rows(const Joint& joint, const JointState& state, const StepBody& a, const StepBody* b, double h,
              StepJoint& to) noexcept {
  const JointGeometry geometry(joint, a.middle, b != nullptr ? b->middle : BodyPose{});
  RowsOfStep rows(joint, state, a, b, h, to);
  rows.add_constraints(geometry);
  if (joint.has_position()) rows.add_free(geometry);
}

}  // namespace stickslip::sim::detail
