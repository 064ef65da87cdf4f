// All Hertz-like pressures p ∝ (1 − (ρ/a)^k)^{1/k} as one table over k, for contacts whose shape changes with the load.
//
//   (1)  r/a  = (2/3) Γ(1+3/k)²/(Γ(1+2/k) Γ(1+4/k))
//   (2)  u/a² = (1/2) Γ(1+3/k) Γ(1+4/k)/(Γ(1+2/k) Γ(1+5/k))
//   (3)  each number of AxisymmetricTable is a Chebyshev sum of 17 terms in κ = 1/√(k + 0.6)
//
// a     radius [m], > 0
// k     exponent [–], 0.5 ≤ k ≤ 200: 2 is a ball on a plane, towards infinity the pressure becomes uniform
// r, u  torque of a pure spin and viscous torque of a unit spin, for μ = 1 and fn = 1 [m], [m²]
//
// Eqs. 1, 2 from ∫ s^n (1 − s^k)^{1/k} ds = B((n+1)/k, 1+1/k)/k over 0 ≤ s ≤ 1. Of the variables tried for Eq. 3
// (powers of k and of k + const, ln k) this one spreads the error most evenly. Largest error of a slice against the
// exact table: 2e-8 of f and τ/a, 5e-7 of their derivatives. r of a slice is Eq. 1, to rounding.
// [Waltersson 2024, Eq. 43]; Eqs. 1–3 ours. Made once in about 20 ms, 28 kB; a slice about 1 µs, no allocation.
#pragma once

#include <optional>

#include <Eigen/Core>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/surface/axisymmetric_surface.hpp"
#include "stickslip/patch/surface/axisymmetric_table.hpp"

namespace stickslip::patch {

class HertzFamily {
 public:
  static constexpr double lowest_exponent = 0.5, highest_exponent = 200.0;

  // The one table; made when first asked for. Threads may ask at the same time.
  static const HertzFamily& table();

  static std::optional<Violation> check(double radius, double exponent) noexcept;

  // Eqs. 1, 2 for a = 1.
  static double r(double exponent) noexcept;
  static double u(double exponent) noexcept;

  // Integrated for this very exponent instead of interpolated: about a millisecond. Throws InvalidArgument.
  static AxisymmetricTable integrated(double exponent);

  // The surface for this shape. Throws InvalidArgument.
  AxisymmetricSurface at(double radius, double exponent) const;

 private:
  HertzFamily();

  static constexpr int terms = 17, rows = 2 * AxisymmetricTable::pairs * AxisymmetricTable::row;
  Eigen::Array<double, rows, terms> factors_;  // a column a term; rows: those of `inner`, then those of `outer`
};

}  // namespace stickslip::patch
