// Complete elliptic integrals, in the combinations that a rotating ring or disc needs, each without cancellation.
//
//   (1)  B = (E − (1−m) K)/m     (2)  D = (K − E)/m     (3)  C = (D − B)/m     (4)  F = (π/2 − E)/m
//
// K, E  of the first and second kind: K = ∫ dφ/√(1 − m sin²φ), E = ∫ √(1 − m sin²φ) dφ over 0 ≤ φ ≤ π/2
// m     parameter, 0 ≤ m ≤ 1; K = B + D, E = B + (1−m) D
// k1    √(1−m), a second argument so that m near 1 keeps its digits
//
// By the arithmetic–geometric mean: aₙ₊₁ = (aₙ + bₙ)/2, bₙ₊₁ = √(aₙ bₙ), cₙ = √(aₙ² − bₙ²), from a₀ = 1, b₀ = k1:
//   (5)  2K/π = 1/a∞     (6)  1 − E/K = ½ Σ 2ⁿ cₙ²     (7)  1 − a∞ = Σ cₙ over n ≥ 1
// with eₙ = cₙ/m carried instead of cₙ, which makes Eqs. 1–4 sums of few terms at any m, also m = 0. The standard
// library's functions are not in every standard library, are slower, and give only K and E, from which Eqs. 1–4 cancel.
// K and D are infinite at m = 1; k1 is held above 1e-10 there, so (1−m) D vanishes as it should. Error of C, D, B, F: a
// few 1e-16, growing with K where m → 1. [Abramowitz 1964, 17.6]. Three to six square roots, no allocation.
#pragma once

#include <algorithm>
#include <cmath>

namespace stickslip::numerics {

// Each divided by π/2.
struct CompleteElliptic {
  double b, d, c, f;

  double e(double one_minus_m) const noexcept { return b + one_minus_m * d; }
};

inline CompleteElliptic complete_elliptic(double m, double k1) noexcept {
  k1 = std::max(k1, 1e-10);
  double a = 0.5 * (1.0 + k1), g = std::sqrt(k1);
  double e = 0.25 / a, power = 1.0;  // e₁ = (1 − k1)/(2m) = 1/(2 (1 + k1)), 2ⁿ⁻¹
  double sum = e, squares = e * e;   // Σ eₙ, Σ 2ⁿ⁻¹ eₙ²
  while (m * e > 1e-8 * a) {         // past this the next cₙ is below 1e-16
    const double product = a * g;
    a = 0.5 * (a + g);
    g = std::sqrt(product);
    e = 0.25 * m * e * e / a;  // cₙ₊₁ = cₙ²/(4 aₙ₊₁)
    power *= 2.0;
    sum += e;
    squares += power * e * e;
  }
  sum += 0.25 * m * e * e / a;
  const double k = 1.0 / a, t = m * squares;
  return {k * (0.5 - t), k * (0.5 + t), 2.0 * k * squares, k * (0.5 + t - sum)};
}

}  // namespace stickslip::numerics
