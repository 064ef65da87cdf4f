#include "stickslip/core/pose2.hpp"

#include <cmath>

namespace stickslip {

Pose2 Pose2::exp(const Vec<3>& displacement) noexcept {
  const double angle = displacement(2), half = 0.5 * angle;
  // (1 − cos φ)/φ = sin(φ/2) · sin(φ/2)/(φ/2), which does not cancel.
  const double along = angle == 0.0 ? 1.0 : std::sin(angle) / angle;
  const double across = half == 0.0 ? 0.0 : std::sin(half) * std::sin(half) / half;
  return {along * displacement(0) - across * displacement(1), along * displacement(1) + across * displacement(0),
          angle};
}

Eigen::Matrix2d Pose2::rotation() const noexcept {
  const double c = std::cos(theta), s = std::sin(theta);
  Eigen::Matrix2d r;
  r << c, -s, s, c;
  return r;
}

Pose2 Pose2::inverse() const noexcept {
  const Vec<2> p = -(rotation().transpose() * position());
  return {p(0), p(1), -theta};
}

Pose2 operator*(const Pose2& X_AB, const Pose2& X_BC) noexcept {
  const Vec<2> p = X_AB.point(X_BC.position());
  return {p(0), p(1), X_AB.theta + X_BC.theta};
}

Twist2 Pose2::twist(const Twist2& V_B) const noexcept {
  const Vec<2> v = vector(V_B.head<2>());
  return twist_at(Twist2(v(0), v(1), V_B(2)), -position());
}

Wrench2 Pose2::wrench(const Wrench2& F_B) const noexcept {
  const Vec<2> f = vector(F_B.head<2>());
  return wrench_at(Wrench2(f(0), f(1), F_B(2)), -position());
}

Eigen::Matrix3d Pose2::matrix() const noexcept {
  Eigen::Matrix3d m = Eigen::Matrix3d::Identity();
  m.topLeftCorner<2, 2>() = rotation();
  m.topRightCorner<2, 1>() = position();
  return m;
}

Eigen::Matrix3d Pose2::adjoint() const noexcept {
  Eigen::Matrix3d ad = Eigen::Matrix3d::Identity();
  ad.topLeftCorner<2, 2>() = rotation();
  ad.topRightCorner<2, 1>() = Vec<2>(y, -x);
  return ad;
}

Eigen::Matrix3d Pose2::dual_adjoint() const noexcept {
  Eigen::Matrix3d dual = Eigen::Matrix3d::Identity();
  dual.topLeftCorner<2, 2>() = rotation();
  dual.bottomLeftCorner<1, 2>() = Vec<2>(-y, x).transpose() * rotation();
  return dual;
}

}  // namespace stickslip
