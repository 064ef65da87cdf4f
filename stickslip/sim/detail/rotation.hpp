// How a rigid body turns: Euler's equations by the midpoint rule, orientation by the Cayley map. Without contacts angular momentum and
// energy are kept exactly.
#pragma once

#include <cmath>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "stickslip/core/vector.hpp"

namespace stickslip::sim::detail {

inline Eigen::Matrix3d cross_matrix(const Vec<3>& a) noexcept {
  Eigen::Matrix3d m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

// Ω⁺ of I (Ω⁺ − Ω) + h Ω_m × I Ω_m = h τ, all in body axes, by Newton's method. A spin of many turns per step, for which it does not
// converge, takes the step in halves, up to a million parts: energy stays, though turns so long are no longer told apart.
inline Vec<3> spin_after(const Eigen::Matrix3d& inertia, const Vec<3>& spin, const Vec<3>& torque, double h,
                         int halvings = 20) noexcept {
  Vec<3> next = spin;
  const auto defect = [&](const Vec<3>& omega) -> Vec<3> {
    const Vec<3> middle = 0.5 * (spin + omega);
    return inertia * (omega - spin) + h * (middle.cross(inertia * middle) - torque);
  };
  Vec<3> left = defect(next);
  const double scale = (inertia * spin).squaredNorm() + (h * torque).squaredNorm();
  // Quadratic convergence ends at rounding within a few steps while h Ω is below about 1.
  for (int k = 0; k < 12 && left.squaredNorm() > 1e-32 * scale; ++k) {
    const Vec<3> middle = 0.5 * (spin + next);
    const Eigen::Matrix3d slope = inertia + 0.5 * h * (cross_matrix(middle) * inertia - cross_matrix(inertia * middle));
    const Vec<3> trial = next - slope.inverse() * left, left_there = defect(trial);
    if (!(left_there.squaredNorm() < left.squaredNorm())) break;
    next = trial;
    left = left_there;
  }
  if (left.squaredNorm() <= 1e-24 * scale || halvings == 0 || !std::isfinite(scale)) return next;
  const Vec<3> half = spin_after(inertia, spin, torque, 0.5 * h, halvings - 1);
  return spin_after(inertia, half, torque, 0.5 * h, halvings - 1);
}

// q v q*: Eigen's own, which compilers do not put in place.
inline Vec<3> rotated(const Eigen::Quaterniond& q, const Vec<3>& v) noexcept {
  const Vec<3> twice = 2.0 * q.vec().cross(v);
  return v + q.w() * twice + q.vec().cross(twice);
}

// q · cay(θ), θ in body axes.
inline Eigen::Quaterniond turned(const Eigen::Quaterniond& q, const Vec<3>& theta) noexcept {
  const Eigen::Quaterniond by(1.0, 0.5 * theta.x(), 0.5 * theta.y(), 0.5 * theta.z());
  return (q * by).normalized();
}

}  // namespace stickslip::sim::detail
