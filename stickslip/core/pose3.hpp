// Where a body is in space: the pose X_AB of its frame B in a frame A.
//
//   (1)  p_A = R p_B + p
//   (2)  X_AC = X_AB X_BC
//   (3)  V_A = Ad V_B,   F_A = Ad⁻ᵀ F_B,   Ad = [R, [p]× R; 0, R],   Ad⁻ᵀ = [R, 0; [p]× R, R],   so that V_A·F_A = V_B·F_B
//   (4)  exp(d) = (ρ + (1 − cos φ)/φ² (r × ρ) + (φ − sin φ)/φ³ (r × (r × ρ)), exp r),   d = (ρ, r), φ = ‖r‖
//   (5)  exp r  = (cos φ/2, (sin φ/2)/φ r) as a quaternion: the turn by φ about r
//   (6)  after dt with V_B constant, the twist of B in B at its origin:        X_WB exp(V_B dt)
//   (7)  after dt with V_W constant, that twist in the axes of the world:      p + v dt, exp(ω dt) R
//
// p [m]       origin of B in A
// R           from B's axes to A's, held as a unit quaternion. Four numbers are (w, x, y, z) everywhere; q and −q are the
//             same rotation. Products are scaled back to length 1, so that it stays a rotation however many follow
// V, F        twist and wrench at the origin of the frame they are named after, in its axes, linear part first, see
//             spatial.hpp
// Any finite numbers; what is not finite spreads. No allocation.
#pragma once

#include <Eigen/Geometry>

#include "stickslip/core/error.hpp"
#include "stickslip/core/spatial.hpp"

namespace stickslip {

class Pose3 {
 public:
  Pose3() noexcept : position_(Vec<3>::Zero()), rotation_(Eigen::Quaterniond::Identity()) {}
  // The quaternion (w, x, y, z) is scaled to length 1, unless it has that but for rounding: a pose made of another's numbers is the
  // same to the last bit. Throws InvalidArgument where it is zero or not finite.
  Pose3(const Vec<3>& position, const Eigen::Quaterniond& rotation);
  // By `angle` [rad] about the axis, of any length. Throws InvalidArgument where the axis is zero or not finite.
  static Pose3 from_axis_angle(const Vec<3>& position, const Vec<3>& axis, double angle);
  // Eq. 4: of a displacement (m, rad), a twist times a time.
  static Pose3 exp(const Vec<6>& displacement) noexcept;

  const Vec<3>& position() const noexcept { return position_; }
  const Eigen::Quaterniond& rotation() const noexcept { return rotation_; }
  Vec<4> quaternion() const noexcept { return {rotation_.w(), rotation_.x(), rotation_.y(), rotation_.z()}; }

  Pose3 inverse() const noexcept;
  friend Pose3 operator*(const Pose3& X_AB, const Pose3& X_BC) noexcept;  // Eq. 2

  // A point, and a vector that has no place, of B in A: Eq. 1 with and without p.
  Vec<3> point(const Vec<3>& p_B) const noexcept { return rotation_ * p_B + position_; }
  Vec<3> vector(const Vec<3>& v_B) const noexcept { return rotation_ * v_B; }
  // Eq. 3.
  Twist3 twist(const Twist3& V_B) const noexcept;
  Wrench3 wrench(const Wrench3& F_B) const noexcept;

  Eigen::Matrix4d matrix() const noexcept;                    // of homogeneous coordinates: (p_A, 1) = M (p_B, 1)
  Eigen::Matrix<double, 6, 6> adjoint() const noexcept;       // Ad
  Eigen::Matrix<double, 6, 6> dual_adjoint() const noexcept;  // Ad⁻ᵀ

  Pose3 after_body_twist(const Twist3& V_B, double dt) const noexcept;   // Eq. 6
  Pose3 after_world_twist(const Twist3& V_W, double dt) const noexcept;  // Eq. 7

 private:
  // A quaternion of length 1 but for rounding.
  Pose3(const Vec<3>& position, const Eigen::Quaterniond& rotation, Unchecked) noexcept
      : position_(position), rotation_(rotation.normalized()) {}

  Vec<3> position_;
  Eigen::Quaterniond rotation_;
};

}  // namespace stickslip
