// What friction of a turning contact integrates to, shape by shape, by formulas of their own: the yardstick for the
// library's limit surfaces, and nothing of theirs.
//
//   (1)  J = ∫ p ρ/‖ρ‖ dA,   M = ∫ p ‖ρ‖ dA          ρ from the centre of rotation c
//   (2)  turning with ω > 0:  f = (J_y, −J_x),   τ = −(M + c·J) about the origin of c
//
// p  pressure with ∫ p dA = 1; μ = 1, fn = 1
// c  from the centre of pressure [m]
//
// Round shapes in polar coordinates about c: the integral along a ray is elementary, that over directions is one of a
// smooth periodic function, which the trapezoidal rule takes to rounding; where c lies outside, sin θ = (R/c) sin t makes
// it so. Hertz's pressure seen from outside, the line and the rectangle are elementary throughout.
#pragma once

#include "stickslip/core/planar.hpp"

namespace stickslip::experiments::planar {

struct TurningIntegrals {
  Vec<2> j;  // J
  double m;  // M [m]
};

// Eq. 2, for ω of either sign.
Wrench2 turning_wrench(const TurningIntegrals& integrals, const Vec<2>& c, double omega);

// c is not on the rim.
TurningIntegrals disc_integrals(double radius, const Vec<2>& c);
TurningIntegrals annulus_integrals(double inner, double outer, const Vec<2>& c);
// p ∝ √(1 − (ρ/radius)²).
TurningIntegrals hertz_integrals(double radius, const Vec<2>& c);
// Along x, p ∝ 1 + gradient s, s from the middle.
TurningIntegrals line_integrals(double length, double gradient, const Vec<2>& c);
TurningIntegrals rectangle_integrals(const Vec<2>& size, const Vec<2>& c);

}  // namespace stickslip::experiments::planar
