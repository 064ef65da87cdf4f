// Motion and force of a planar body: a twist (vx, vy, ω) and a wrench (fx, fy, τ), both at a reference point.
//
// vx, vy [m/s] velocity of the reference point, ω [rad/s] counter-clockwise; fx, fy [N], τ [N·m] about the reference
// point. Power is twist·wrench. Moving the reference point by an offset d:
//   (1)  v' = (vx − ω dy, vy + ω dx, ω)          (2)  w' = (fx, fy, τ − (dx fy − dy fx))
#pragma once

#include "stickslip/core/vector.hpp"

namespace stickslip {

using Twist2 = Vec<3>;
using Wrench2 = Vec<3>;

// The same twist, expressed at the point at offset d from the reference point: Eq. 1.
inline Twist2 twist_at(const Twist2& v, const Vec<2>& d) noexcept {
  return {v(0) - v(2) * d(1), v(1) + v(2) * d(0), v(2)};
}

// The same wrench, expressed at the point at offset d from the reference point: Eq. 2.
inline Wrench2 wrench_at(const Wrench2& w, const Vec<2>& d) noexcept {
  return {w(0), w(1), w(2) - (d(0) * w(1) - d(1) * w(0))};
}

}  // namespace stickslip
