// The way from 0 to 1 that a bristle takes from spring to slip: half a period of a sine.
//
//   (1)  r(u) = sin²(πu/2) = ½ + ½ sin(πc), c = u − ½, for 0 ≤ u ≤ 1; 0 below and 1 above
//   (2)  r′(u) = π √(r (1 − r)) = π sin(πu/2) cos(πu/2)
//   (3)  r″(u) = π² (½ − r)
//   (4)  r(1 − u) = 1 − r(u)
//
// Two forms. Whoever knows u takes rise_about_middle, a polynomial in c² that interpolates at Chebyshev nodes: within 5e-16,
// and exactly 0 for u ≤ 0, or springs would drift. Whoever solves an equation for u takes rise_from_end, which has all digits
// of r and r′ near u = 0, and by Eq. 4 near u = 1: there the first has r to within the rounding of 1 only, and a root would
// have half the digits. No branch or call, so that a loop over either becomes vector code; the functions of Scalar take any type
// of number that can be compared.
#pragma once

#include <cmath>
#include <numbers>

#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/numerics/vector_math.hpp"

namespace stickslip::numerics {

// r, Eq. 1, of c = u − ½.
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar rise_about_middle(Scalar c) noexcept {
  const Scalar above = c > -0.5 ? c : Scalar(-0.5), w = above < 0.5 ? above : Scalar(0.5), t = w * w, t2 = t * t;
  const Scalar a01 = 1.5707963267948963 - t * 2.5838563900248928, a23 = 1.2750820199309338 - t * 0.299632264412612;
  const Scalar a45 = 0.041072939408155214 - t * 0.0036851821632652077;
  const Scalar a67 = 0.0002329935079021689 - t * 1.0566813676026484e-05;
  const Scalar sine = 0.5 + w * ((a01 + t2 * a23) + (t2 * t2) * (a45 + t2 * a67));
  return c > -0.5 + 1e-8 ? sine : Scalar(0.0);  // below, it is less than rounding
}

// r and r′ at the distance w from the end where r is 0, |w| ≤ ½; there r is even and r′ odd.
struct RiseFromEnd {
  double value;
  double slope;
};

STICKSLIP_KERNEL_PART RiseFromEnd rise_from_end(double w) noexcept {
  const double sine = quarter_sine(w), cosine = quarter_cosine(w);
  return {sine * sine, std::numbers::pi * (sine * cosine)};
}

// r′, Eq. 2, of r itself. Rounding may have passed 1.
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar rise_slope(Scalar r) noexcept {
  using std::sqrt;
  return r < 1.0 ? Scalar(std::numbers::pi * sqrt(r * (1.0 - r))) : Scalar(0.0);
}

// r″, Eq. 3, of r itself.
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar rise_curvature(Scalar r) noexcept {
  return std::numbers::pi * std::numbers::pi * (0.5 - r);
}

}  // namespace stickslip::numerics
