// Where a planar body is: the pose X_AB of its frame B in a frame A.
//
//   (1)  p_A = R p_B + (x, y),   R = [cos θ, −sin θ; sin θ, cos θ]
//   (2)  X_AC = X_AB X_BC
//   (3)  V_A = Ad V_B,   F_A = Ad⁻ᵀ F_B,   Ad = [R, (y, −x)ᵀ; 0, 1],   so that V_A·F_A = V_B·F_B
//   (4)  exp(d) = ((sin φ/φ) ρ + ((1 − cos φ)/φ) (−ρy, ρx), φ),   d = (ρx, ρy, φ)
//   (5)  after dt with V_B constant, the twist of B in B at its origin:        X_WB exp(V_B dt)
//   (6)  after dt with V_W constant, that twist in the axes of the world:      (x, y, θ) + V_W dt
//
// x, y [m]    origin of B in A; θ [rad] from A's axes to B's, counter-clockwise, not wrapped: it counts turns
// V, F        twist and wrench at the origin of the frame they are named after, in its axes, see planar.hpp
// Any finite numbers; what is not finite spreads. No allocation; exp, matrices and the changes of frame cost one sin and cos.
#pragma once

#include "stickslip/core/planar.hpp"

namespace stickslip {

struct Pose2 {
  double x = 0.0, y = 0.0, theta = 0.0;

  static Pose2 from_coordinates(const Vec<3>& q) noexcept { return {q(0), q(1), q(2)}; }
  // Eq. 4: of a displacement (m, m, rad), a twist times a time.
  static Pose2 exp(const Vec<3>& displacement) noexcept;

  Vec<2> position() const noexcept { return {x, y}; }
  Vec<3> coordinates() const noexcept { return {x, y, theta}; }
  Eigen::Matrix2d rotation() const noexcept;

  Pose2 inverse() const noexcept;
  friend Pose2 operator*(const Pose2& X_AB, const Pose2& X_BC) noexcept;  // Eq. 2

  // A point, and a vector that has no place, of B in A: Eq. 1 with and without (x, y).
  Vec<2> point(const Vec<2>& p_B) const noexcept { return rotation() * p_B + position(); }
  Vec<2> vector(const Vec<2>& v_B) const noexcept { return rotation() * v_B; }
  // Eq. 3.
  Twist2 twist(const Twist2& V_B) const noexcept;
  Wrench2 wrench(const Wrench2& F_B) const noexcept;

  Eigen::Matrix3d matrix() const noexcept;        // of homogeneous coordinates: (p_A, 1) = M (p_B, 1)
  Eigen::Matrix3d adjoint() const noexcept;       // Ad
  Eigen::Matrix3d dual_adjoint() const noexcept;  // Ad⁻ᵀ

  Pose2 after_body_twist(const Twist2& V_B, double dt) const noexcept { return *this * exp(V_B * dt); }  // Eq. 5
  Pose2 after_world_twist(const Twist2& V_W, double dt) const noexcept {                                 // Eq. 6
    return from_coordinates(coordinates() + V_W * dt);
  }

  bool operator==(const Pose2&) const = default;
};

}  // namespace stickslip
