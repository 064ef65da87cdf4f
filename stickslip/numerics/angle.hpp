// The angle of a vector, without branches, so that loops over many vectors vectorise.
//
// Within 4e-16 rad of atan2: a polynomial on |t| ≤ tan(π/8), reached by one division. The coefficients interpolate
// atan(√u)/√u at Chebyshev nodes of 0 ≤ u ≤ tan²(π/8).
#pragma once

#include <numbers>

#include "stickslip/numerics/kernel_target.hpp"

namespace stickslip::numerics {

// Angle of (x, y) with x, y ≥ 0, from 0 to π/2. (0, 0) gives 0.
STICKSLIP_KERNEL_PART double quadrant_angle(double x, double y) noexcept {
  constexpr double tan_pi_8 = 0.41421356237309503;
  const bool steep = y > x;
  const double small = steep ? x : y, large = steep ? y : x;
  const bool middle = small > tan_pi_8 * large;  // atan t = π/4 + atan((t − 1)/(t + 1))
  const double numerator = middle ? small - large : small;
  const double denominator = middle ? small + large : large;
  const double t = numerator / (denominator > 0.0 ? denominator : 1.0);
  const double u = t * t, u2 = u * u, u4 = u2 * u2;
  const double low =
      (0.999999999999999965 + u * -0.333333333333284386) + u2 * (0.199999999988551101 + u * -0.142857141809764668);
  const double mid =
      (0.111111061804559452 + u * -0.0909077307480841379) + u2 * (0.0768995349630685776 + u * -0.0664023393042940859);
  const double high = (0.0568834922680901048 + u * -0.0434805221571646248) + u2 * 0.0211353731576932452;
  const double angle = (middle ? std::numbers::pi / 4.0 : 0.0) + t * (low + u4 * (mid + u4 * high));
  return steep ? std::numbers::pi / 2.0 - angle : angle;
}

// Angle of (x, y), from 0 to 2π.
STICKSLIP_KERNEL_PART double circle_angle(double x, double y) noexcept {
  const double half = quadrant_angle(x < 0.0 ? -x : x, y < 0.0 ? -y : y);
  const double upper = x < 0.0 ? std::numbers::pi - half : half;
  return y < 0.0 ? 2.0 * std::numbers::pi - upper : upper;
}

}  // namespace stickslip::numerics
