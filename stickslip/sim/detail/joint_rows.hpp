// The rows of a joint in a step, as the solvers of islands need them. J is that of the middle of the step, q ⊕ (h/2) v.
//
//   (1)  constraint   J (v + v⁺) + ε Λ = 0: on the mean of the velocities, by which positions move, so that it does no work. Beside contacts
//        it is solved again as J (v + v⁺) + ε (Λ − Λ₁) = 0 with the impulse Λ₁ found first: what joints give way in a step is put back
//        afterwards, by positions and velocities, and what friction holds beside them would creep by it
//   (2)  limit        0 ≤ u⁺ + ε Λ + d ⟂ Λ ≥ 0: d and its numbers as for contacts, stepper.hpp
//   (3)  drive        Λ = h (k (q* + (θ − 1/2) h u* − q̄) + b (u* − ū)), |Λ| ≤ h max_effort
//                     q̄ = q + h ((1 − θ)/2 u + (3θ − 1)/2 u⁺),   ū = (1 − θ) u + θ u⁺,   θ = 1/(1 − e⁻ᶻ) − 1/z,   z = w h (b + k h)
//        spring       the same with q* = rest, u* = 0. Of a spring between points q = ‖p‖ − h u/2, p between them in the middle: what
//                     (p, before the step) is along the line of the middle, so that for rest 0 it stores what it takes, exactly
//   (4)  friction     Λ = h f(ū), ū = (u + u⁺)/2: by tangents, one after the other; dry friction |Λ| ≤ h F, u⁺ = 0 between the bounds
//
// q, u     position and velocity along what the joint leaves free, before the step; u⁺ after it
// w        J M⁻¹ Jᵀ of a row;  ε = 1e-6 of its mean over the constraint rows of a kind, and of that of limits: redundant joints share
//          loads by equal compliance
// θ        1/2 for soft drives, of second order; 1 for stiff ones, which are damped: stable for all k, b ≥ 0, as θ ≥ 1/2
//
// Rows in angles are multiplied by the joint's lever, their impulses divided by it: all rows have m/s and N·s.
// Velocities of bodies that move by forces are those of the step, ω = R Ω with R of the start: J has R of the start over R of the middle
// in it. Bodies with a prescribed motion add J (v + v⁺) to (1) and J v⁺ to the others, v and v⁺ those of the start and the end of the step.
// They move by Simpson's rule; what that is beside the mean of v and v⁺, carriers.hpp adds to the displacement of what they hold.
#pragma once

#include <array>
#include <cstdint>

#include "stickslip/sim/detail/joint_friction.hpp"
#include "stickslip/sim/detail/joint_geometry.hpp"

namespace stickslip::sim::detail {

inline constexpr double joint_compliance = 1e-6;
enum class JointRole : std::uint8_t { point, orientation, limit, drive, spring, friction };

struct JointRow {
  JointRole role;
  std::array<Vec<6>, 2> J;  // per velocity of a and of b; zero where that does not move by forces
  double d, epsilon, low, high;
  Vec<3> direction;  // of the force or torque on a
  double unit;       // 1, or the lever of a row in angles
  bool is_angular;
  bool is_struck;    // of a limit: whether it began the step open or approaching
  double stiffened;  // ε Λ₁ of (1) [m/s]
  double impulse;
};

// A direction that a joint forbids, or leaves free, at given poses: J = ± (direction, turning) of a and of b, or ± (0, turning) of a row in
// angles, which is times the lever. World axes.
struct Constraint {
  Vec<3> direction;
  std::array<Vec<3>, 2> turning;
  double violation;  // [m]
  bool is_angular;

  // J v of one body.
  double velocity(std::size_t side, const Vec<6>& v) const noexcept {
    const double u = turning[side].dot(v.tail<3>()) + (is_angular ? 0.0 : direction.dot(v.head<3>()));
    return side == 0 ? u : -u;
  }
  void write_jacobian(std::size_t side, Vec<6>& J) const noexcept {
    const double sign = side == 0 ? 1.0 : -1.0;
    J.head<3>() = (is_angular ? 0.0 : sign) * direction;
    J.tail<3>() = sign * turning[side];
  }

  // Of a direction fixed to b, for a slider, or to the world: the arm on b then goes to its own point.
  static Constraint of_point(const JointGeometry& g, const Vec<3>& n, bool is_fixed_to_b) noexcept {
    const Vec<3> arm_b = is_fixed_to_b ? Vec<3>(g.arm[1] + g.gap) : g.arm[1];
    return {n, {g.arm[0].cross(n), arm_b.cross(n)}, n.dot(g.gap), false};
  }
  static Constraint of_turn(const Vec<3>& n, double lever, double violation) noexcept {
    const Vec<3> scaled = lever * n;
    return {n, {scaled, scaled}, lever * violation, true};
  }
  // What the joint leaves free; of a hinge, slider or spring.
  static Constraint free(const Joint& joint, const JointGeometry& g) noexcept {
    if (joint.kind == JointKind::spring) return of_point(g, g.line(), false);
    return joint.kind == JointKind::slider ? of_point(g, g.axis(), true) : of_turn(g.axis(), joint.lever, 0.0);
  }
};

// Calls f(constraint) for each direction that the joint forbids.
template <class Function>
void for_each_constraint(const Joint& joint, const JointGeometry& g, Function f) {
  if (joint.kind == JointKind::spring) return;
  const bool slides = joint.kind == JointKind::slider;
  for (int k = 0; k < (slides ? 2 : 3); ++k)
    f(Constraint::of_point(g, slides ? Vec<3>(g.axes.col(k)) : Vec<3>(Vec<3>::Unit(k)), slides));
  if (joint.kind == JointKind::ball) return;
  const bool turns = joint.kind == JointKind::hinge;
  const Vec<3> twist = g.twist(joint.kind);
  for (int k = 0; k < (turns ? 2 : 3); ++k) {
    const Vec<3> n = turns ? Vec<3>(g.axes.col(k)) : Vec<3>(Vec<3>::Unit(k));
    f(Constraint::of_turn(n, joint.lever, n.dot(twist)));
  }
}

struct StepBody;

struct StepJoint {
  std::array<int, 2> body;
  std::array<JointRow, JointState::most_rows> rows;
  std::array<double, JointState::most_rows> shocks;  // impulses of the rows by impacts at the start of the step
  int size = 0;                                      // rows; 0: the joint was removed, or is a spring without force
  int constraints = 0;                               // those of them that are: the first
  double taken = 0.0;  // of the kinetic energy, by the constraints [J]: 0 but for velocities that do not fit
  // Along what is free, not times a lever: J, its w, what bodies with a prescribed motion add to J v⁺, and the velocity before the step.
  std::array<Vec<6>, 2> free;
  double w = 0.0, prescribed = 0.0, u = 0.0;
  int friction_row = -1;  // −1: none
  FrictionLine friction;
  JointGeometry end;  // after the step

  // J v. velocity(body): six numbers; not called for the world.
  template <class Velocity>
  double product(const std::array<Vec<6>, 2>& J, Velocity velocity) const noexcept {
    double sum = 0.0;
    for (std::size_t side = 0; side < 2; ++side) {
      if (body[side] != the_world) sum += J[side].dot(velocity(body[side]));
    }
    return sum;
  }
  template <class Velocity>
  double free_velocity(Velocity velocity) const noexcept {
    return prescribed + product(free, velocity);
  }
};

// The tangent of friction at the mean velocity u, where its impulse is given.
void set_tangent(const Joint& joint, const JointState& state, double u, double impulse, double h,
                 StepJoint& to) noexcept;

// a, b: the bodies with their poses in the middle of the step; b may be null, the world.
void set_rows(const Joint& joint, const JointState& state, const StepBody& a, const StepBody* b, double h,
              StepJoint& to) noexcept;

}  // namespace stickslip::sim::detail
