// What the friction of a pressure that looks the same from every side depends on, as a table over the distance of the
// centre of rotation (CoR).
//
// The contact has radius 1. With c the distance of the CoR from its centre, and x = c or 1/c, whichever is ≤ 1:
//   (1)  c ≤ 1:  f = x F(x)         τ = r − x² S(x)      f′(c) = G(x)
//   (2)  c ≥ 1:  f = 1 − x² F(x)    τ = x S(x)           f′(c) = x³ G(x)            τ′(c) = −c f′(c)
// so that the limits of pure spin and pure slide are exact, and forces, torques and derivatives near them keep their
// digits. F, S, G are integrals over rings of radius ρ that carry the share w dρ of the load; with the elliptic
// integrals B, D, E, F of complete_elliptic.hpp, each over π/2, at m = (ρ/c)² where ρ ≤ c, (c/ρ)² where ρ ≥ c:
//   (3)  c ≤ 1, ρ ≤ c:  F: E/c       S: ρ (1 − (ρ/c) B)/c²     G: m D/c
//        c ≤ 1, ρ ≥ c:  F: B/ρ       S: F/ρ                    G: D/ρ
//   (4)  c ≥ 1:         F: ρ² F      S: ρ² B                   G: ρ² D
// Each function is a Chebyshev sum of 33 terms in t:
//   (5)  x = t²/(t² + (1−t)²),   t = √x/(√x + √(1−x))
// F and S behave like (1−x)^{2+q} ln(1−x) where the pressure ends like (1−ρ)^q, and like x^{1+k} where it starts like
// 1 − ρ^k. Eq. 5 doubles these powers, and the map costs two roots; in x itself four digits are lost.
//
// f, τ  magnitude of force and of torque about the centre, for μ = 1 and fn = 1
// r     torque of a pure spin
//
// [Goyal 1991] for the integrals; Eqs. 1–5 ours.
#pragma once

#include <array>
#include <functional>

namespace stickslip::patch {

struct AxisymmetricTable {
  static constexpr int nodes = 33, pairs = (nodes + 1) / 2;  // terms, and pairs of an even and an odd one
  static constexpr int row = 6;                              // F, S, G, each with an even and an odd term

  // Factors of T₂ₙ and T₂ₙ₊₁ (of 2t − 1), n by n: F₂ₙ, F₂ₙ₊₁, S₂ₙ, S₂ₙ₊₁, G₂ₙ, G₂ₙ₊₁.
  using Sums = std::array<double, pairs * row>;

  alignas(16) Sums inner;  // Eq. 1
  alignas(16) Sums outer;  // Eq. 2
  double r;
};

// p as a function of ρ and of gap = 1 − ρ, each with all its digits; it is not asked at ρ = 0 or gap = 0. ∫ p dA need
// not be 1. Integrates Eqs. 3, 4 to 1e-13 if p is smooth inside; about a millisecond.
AxisymmetricTable axisymmetric_table(const std::function<double(double rho, double gap)>& pressure);

}  // namespace stickslip::patch
