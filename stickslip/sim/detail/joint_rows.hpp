// The rows of a joint in a step, as the solvers of islands need them. J is that of the middle of the step, q ⊕ (h/2) v.
//
//   (1)  constraint   J (v + v⁺) + ε Λ = 0: on the mean of the velocities, by which positions move, so that it does no work
//   (2)  limit        0 ≤ u⁺ + ε Λ + d ⟂ Λ ≥ 0: d and its numbers as for contacts, stepper.hpp
//   (3)  drive        Λ = h (k (q* + (θ − 1/2) h u* − q̄) + b (u* − ū)), |Λ| ≤ h max_effort
//                     q̄ = q + h ((1 − θ)/2 u + (3θ − 1)/2 u⁺),   ū = (1 − θ) u + θ u⁺,   θ = 1/(1 − e⁻ᶻ) − 1/z,   z = w h (b + k h)
//   (4)  friction     Λ = h f(ū), ū = (u + u⁺)/2: by tangents, one after the other; dry friction |Λ| ≤ h F, u⁺ = 0 between the bounds
//
// q, u     position and velocity along what the joint leaves free, before the step; u⁺ after it
// w        J M⁻¹ Jᵀ of a row;  ε = 1e-6 of its mean over the constraint rows of a kind, and of that of limits: redundant joints share
//          loads by equal compliance
// θ        1/2 for soft drives, of second order; 1 for stiff ones, which are damped: stable for all k, b ≥ 0, as θ ≥ 1/2
//
// Rows in angles are multiplied by the joint's lever, their impulses divided by it: all rows have m/s and N·s.
// Velocities of bodies that move by forces are those of the step, ω = R Ω with R of the start: J has R of the start over R of the middle
// in it. Bodies that move as told add 2 J v to (1) and J v to the others.
#pragma once

#include <array>
#include <cstdint>

#include "stickslip/sim/detail/joint_friction.hpp"
#include "stickslip/sim/detail/joint_geometry.hpp"

namespace stickslip::sim::detail {

inline constexpr double joint_compliance = 1e-6;

enum class JointRole : std::uint8_t { point, orientation, limit, drive, friction };

struct JointRow {
  JointRole role;
  std::array<Vec<6>, 2> J;  // per velocity of a and of b; zero where that does not move by forces
  double d, epsilon, low, high;
  Vec<3> direction;  // of the force or torque on a
  double unit;       // 1, or the lever of a row in angles
  bool is_angular;
  bool is_struck;  // of a limit: whether it began the step open or approaching
  double impulse;
};

// A constraint at given poses: world axes, angles times the lever.
struct Constraint {
  std::array<Vec<6>, 2> J;
  Vec<3> direction;
  double violation;  // [m]
  bool is_angular;
};
struct Constraints {
  std::array<Constraint, 6> rows;
  int size = 0;
};
void set_constraints(const Joint& joint, const JointGeometry& geometry, Constraints& to) noexcept;

// What the joint leaves free, one row; of a hinge or slider.
Constraint free_row(const Joint& joint, const JointGeometry& geometry) noexcept;

struct StepBody;

struct StepJoint {
  std::array<int, 2> body;
  std::array<JointRow, JointState::most_rows> rows;
  int size = 0;  // rows; 0: the joint was removed
  // Along what is free, not times a lever: J, its w, what bodies that move as told add, and the velocity before the step.
  std::array<Vec<6>, 2> free;
  double w = 0.0, told = 0.0, u = 0.0;
  int friction_row = -1;  // −1: none
  FrictionLine friction;

  // velocity(body): six numbers; not called for the world.
  template <class Velocity>
  double free_velocity(Velocity velocity) const noexcept {
    double sum = told;
    for (std::size_t side = 0; side < 2; ++side) {
      if (body[side] != the_world) sum += free[side].dot(velocity(body[side]));
    }
    return sum;
  }
};

// The tangent of friction at the mean velocity u, where its impulse is given.
void set_tangent(const Joint& joint, const JointState& state, double u, double impulse, double h,
                 StepJoint& to) noexcept;

// a, b: the bodies with their poses in the middle of the step; b may be null, the world.
void set_rows(const Joint& joint, const JointState& state, const StepBody& a, const StepBody* b, double h,
              StepJoint& to) noexcept;

}  // namespace stickslip::sim::detail
