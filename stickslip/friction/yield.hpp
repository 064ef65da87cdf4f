// How far the bristles of Elasto-Plastic friction have yielded: the share β of the slip that LuGre would have.
//
//   (1)  β = ε β̄,   ε = (v̂·ẑ + 1)/2
//   (2)  β̄ = 0                    for ‖z‖ ≤ s_ba z_max
//          = sin²(π u/2)          between, u = (‖z‖/z_max − s_ba)/(1 − s_ba)
//          = 1                    for ‖z‖ ≥ z_max
//
// s_ba  break-away ratio [–], 0 < s_ba < 1: the share of the greatest deflection that is purely elastic
//
// Point laws, distributed and reduced patches all take β from here. They have ‖z‖ and v̂·z at hand in different
// forms, so both parts take the length, and no division is made that the caller has made already:
// ε ‖z‖ = aligned_length(‖z‖, v̂·z), β̄ = yielded(‖z‖, bend(1/z_max)).
// [Dupont 2002], for vectors [Waltersson 2024, Eqs. 10–12; the last case of Eq. 2 is printed there with the inequality
// reversed]. Cost: about twenty multiplications; no branch, call or
// allocation, so that loops over it become vector code.
#pragma once

#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/numerics/rise.hpp"

namespace stickslip::friction {

// ε ‖z‖, Eq. 1, of ‖z‖ and v̂·z. Rounding may pass ε = 0, which must not count.
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar aligned_length(Scalar length, Scalar along) noexcept {
  const Scalar projected = 0.5 * (length + along);
  return projected > 0.0 ? projected : Scalar(0.0);
}

// Bristles that slip from the start, β = 1, as LuGre has them.
struct FullSlip {
  static constexpr bool has_springs = false;
};

// Bristles that are springs up to break-away: the curve of Eq. 2.
template <class Scalar>
struct BasicYield {
  static constexpr bool has_springs = true;  // up to s_ba z_max, so that they hold without drifting

  Scalar s_ba{0.0};
  Scalar per_range{1.0};  // 1/(1 − s_ba)
  Scalar middle{0.5};     // u − ½ = ‖z‖ per_range/z_max − middle

  BasicYield() = default;
  explicit BasicYield(const Scalar& break_away)
      : s_ba(break_away), per_range(1.0 / (1.0 - break_away)), middle(break_away * per_range + 0.5) {}

  // What `yielded` needs of z_max.
  STICKSLIP_KERNEL_PART Scalar bend(Scalar per_z_max) const noexcept { return per_z_max * per_range; }
  // β̄: exactly 0 while a bristle is a spring.
  STICKSLIP_KERNEL_PART Scalar yielded(Scalar length, Scalar bend) const noexcept {
    return numerics::rise_about_middle(Scalar(bend * length - middle));
  }
  // dβ̄/d(‖z‖/z_max) where β̄ is known: π √(β̄ (1 − β̄)) du/d(‖z‖/z_max).
  STICKSLIP_KERNEL_PART Scalar slope(Scalar yielded) const noexcept {
    return numerics::rise_slope(yielded) * per_range;
  }
};

using Yield = BasicYield<double>;

}  // namespace stickslip::friction
