// A twist as the surfaces use it: only its direction matters, so it may be scaled to a size whose squares neither over-
// nor underflow.
#pragma once

#include <cmath>
#include <limits>

#include "stickslip/core/planar.hpp"

namespace stickslip::patch::detail {

struct ScaledTwist {
  double x, y;  // velocity of the reference point, in some unit
  double spin;  // angular velocity times the unit of length, in the same unit
  double size;  // |x| + |y| + |spin|; zero for the zero twist, not finite if an entry is not
};

[[gnu::noinline, gnu::cold]] inline ScaledTwist rescaled_twist(const Twist2& v, double length) noexcept {
  const double largest = v.cwiseAbs().maxCoeff();
  if (!v.allFinite()) return {0.0, 0.0, 0.0, std::numeric_limits<double>::quiet_NaN()};
  if (largest == 0.0) return {0.0, 0.0, 0.0, 0.0};
  // By powers of two in two goes: subnormal numbers keep their digits.
  const int exponent = std::ilogb(largest);
  double x = std::scalbn(v(0), -exponent), y = std::scalbn(v(1), -exponent);
  double spin = std::scalbn(v(2), -exponent) * length;
  const double size = std::abs(x) + std::abs(y) + std::abs(spin);
  x /= size;
  y /= size;
  spin /= size;
  return {x, y, spin, 1.0};
}

inline ScaledTwist scaled_twist(const Twist2& v, double length) noexcept {
  const double spin = v(2) * length, size = std::abs(v(0)) + std::abs(v(1)) + std::abs(spin);
  if (size > 1e-100 && size < 1e100) [[likely]] {
    return {v(0), v(1), spin, size};
  }
  return rescaled_twist(v, length);
}

}  // namespace stickslip::patch::detail
