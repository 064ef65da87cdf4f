// Friction of a contact along a straight line that slides and spins, in closed form; uniform or linear pressure.
//
// Coordinates along the line and across it, from the foot of the centre of rotation (CoR): y along the line, h the
// distance of the CoR from it. With ρ² = y² + h² and p = p₀ + p₁ y on y₁ ≤ y ≤ y₂:
//   (1)  (f_along, f_across, torque) = −sgn(ω) ∫ (h, y, y (y + σ₀)) p/ρ dy
//   (2)  ∫ 1/ρ = asinh(y/|h|)   ∫ y/ρ = ρ   ∫ y²/ρ = ½ (y ρ − h² asinh(y/|h|))   ∫ y³/ρ = ρ (ρ²/3 − h²)
//
// σ₀      position of the foot along the line, from the CoP [m]
// p₀, p₁  pressure per length at the foot [1/m], and its slope [1/m²]
//
// Twist (vx, vy, ω) of B at the CoP, wrench on B about it, against the motion, for μ = 1 and fn = 1. wrench(0) = 0; not
// finite in, NaN out. Eq. 2 loses digits like the third power of the CoR's distance, so from three times the reach (the
// CoP's distance to the far end) on, ten Gauss points take over, with the torque as the sum of σ² times
//   (3)  (sin φ(σ) − sin φ(0))/σ = ω (v_along² + q q₀ − v_across(0) v_across(σ))/(q q₀ (q + q₀))
// φ the direction of motion, q the speed at σ and q₀ at the CoP: it neither cancels nor stops at the pure slide.
// Error ≤ 1e-13 of force, torque/r. [Goyal 1991], Eq. 3 ours. One logarithm, or ten square roots; no allocation.
#pragma once

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::patch {

class LineSurface {
 public:
  // Throws InvalidArgument unless length > 0, |gradient| ≤ 2/length and angle and CoP are finite.
  LineSurface(const Line& line, const Vec<2>& cop);

  Wrench2 wrench(const Twist2& v) const noexcept;

 private:
  // Wrench along and across the line; lengths, also that in the torque, in units of the reach.
  Wrench2 near(double along, double across, double spin) const noexcept;
  Wrench2 far(double along, double across, double spin) const noexcept;

  Vec<2> direction_;        // of growing s
  double reach_;            // [m]
  double start_, end_;      // from the CoP [reach]
  double density_, slope_;  // of the pressure at the CoP [1/reach], [1/reach²]
};

}  // namespace stickslip::patch
