#include "stickslip/core/pose3.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace stickslip {

namespace {

void require_direction(const char* subject, const char* argument, const Eigen::Ref<const Eigen::VectorXd>& entries) {
  const double largest = entries.cwiseAbs().maxCoeff();
  if (entries.allFinite() && largest >= std::numeric_limits<double>::min()) return;
  std::string text = std::string(subject) + ": " + argument + " = (";
  for (Eigen::Index i = 0; i < entries.size(); ++i) text.append(i == 0 ? "" : ", ").append(to_text(entries(i)));
  throw InvalidArgument(text + ") must be finite and not zero");
}

// Length 1 whatever the length was: squares of the entries neither over- nor underflow. What was scaled before stays as it is, since
// scaling it again may change its last bit: eight roundings of the scaling and as many of this sum.
Eigen::Quaterniond scaled(const Eigen::Quaterniond& q) {
  require_direction("Pose3", "rotation (w, x, y, z)", Vec<4>(q.w(), q.x(), q.y(), q.z()));
  if (std::abs(q.squaredNorm() - 1.0) <= 8.0 * std::numeric_limits<double>::epsilon()) return q;
  return Eigen::Quaterniond(q.coeffs() / q.coeffs().cwiseAbs().maxCoeff()).normalized();
}

// sin x/x.
double sinc(double x) noexcept {
  return x == 0.0 ? 1.0 : std::sin(x) / x;
}

// (φ − sin φ)/φ³ = Σ (−1)ᵏ φ²ᵏ/(2k + 3)!, summed where the difference would cancel.
double cubic_rest(double angle) noexcept {
  if (angle > 1.0) return (angle - std::sin(angle)) / (angle * angle * angle);
  constexpr int terms = 8;  // the ninth is below 1e-16 of the first
  const double squared = angle * angle;
  double sum = 1.0;
  for (int k = terms - 1; k > 0; --k) sum = 1.0 - squared * sum / ((2 * k + 2) * (2 * k + 3));
  return sum / 6.0;
}

// Eq. 5.
Eigen::Quaterniond turn(const Vec<3>& r) noexcept {
  const double half = 0.5 * norm(r);
  Eigen::Quaterniond q;
  q.w() = std::cos(half);
  q.vec() = 0.5 * sinc(half) * r;
  return q;
}

Eigen::Matrix3d cross_matrix(const Vec<3>& p) noexcept {
  Eigen::Matrix3d m;
  m << 0.0, -p(2), p(1), p(2), 0.0, -p(0), -p(1), p(0), 0.0;
  return m;
}

}  // namespace

Pose3::Pose3(const Vec<3>& position, const Eigen::Quaterniond& rotation)
    : position_(position), rotation_(scaled(rotation)) {}

Pose3 Pose3::from_axis_angle(const Vec<3>& position, const Vec<3>& axis, double angle) {
  require_direction("Pose3", "axis", axis);
  return {position, turn(angle * unit(axis, norm(axis))), unchecked};
}

Pose3 Pose3::exp(const Vec<6>& displacement) noexcept {
  const Vec<3> rho = displacement.head<3>(), r = displacement.tail<3>();
  const double angle = norm(r), half = sinc(0.5 * angle);
  // (1 − cos φ)/φ² = ½ (sin(φ/2)/(φ/2))², which does not cancel.
  const Vec<3> across = r.cross(rho);
  return {rho + 0.5 * half * half * across + cubic_rest(angle) * r.cross(across), turn(r), unchecked};
}

Pose3 Pose3::inverse() const noexcept {
  const Eigen::Quaterniond back = rotation_.conjugate();
  return {-(back * position_), back, unchecked};
}

Pose3 operator*(const Pose3& X_AB, const Pose3& X_BC) noexcept {
  return {X_AB.point(X_BC.position_), X_AB.rotation_ * X_BC.rotation_, unchecked};
}

Twist3 Pose3::twist(const Twist3& V_B) const noexcept {
  Twist3 V;
  V << vector(V_B.head<3>()), vector(V_B.tail<3>());
  return twist_at(V, -position_);
}

Wrench3 Pose3::wrench(const Wrench3& F_B) const noexcept {
  Wrench3 F;
  F << vector(F_B.head<3>()), vector(F_B.tail<3>());
  return wrench_at(F, -position_);
}

Eigen::Matrix4d Pose3::matrix() const noexcept {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.topLeftCorner<3, 3>() = rotation_.toRotationMatrix();
  m.topRightCorner<3, 1>() = position_;
  return m;
}

Eigen::Matrix<double, 6, 6> Pose3::adjoint() const noexcept {
  const Eigen::Matrix3d r = rotation_.toRotationMatrix();
  Eigen::Matrix<double, 6, 6> ad;
  ad << r, cross_matrix(position_) * r, Eigen::Matrix3d::Zero(), r;
  return ad;
}

Eigen::Matrix<double, 6, 6> Pose3::dual_adjoint() const noexcept {
  const Eigen::Matrix3d r = rotation_.toRotationMatrix();
  Eigen::Matrix<double, 6, 6> dual;
  dual << r, Eigen::Matrix3d::Zero(), cross_matrix(position_) * r, r;
  return dual;
}

Pose3 Pose3::after_body_twist(const Twist3& V_B, double dt) const noexcept {
  return *this * exp(V_B * dt);
}

Pose3 Pose3::after_world_twist(const Twist3& V_W, double dt) const noexcept {
  return {position_ + dt * V_W.head<3>(), turn(dt * V_W.tail<3>()) * rotation_, unchecked};
}

}  // namespace stickslip
