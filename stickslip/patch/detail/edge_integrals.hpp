// The distance from a point integrated along a straight edge, and over a rectangle: what makes the friction of polygons
// and rasters exact.
//
// With ρ measured from the point (the centre of rotation), an edge has the outward normal n and the tangent t, the
// signed distance d = ρ·n, tangent coordinates s1 < s2 of its ends and their radii r1, r2:
//   (1)  I = ∫ ‖ρ‖ ds = ½ (s2 r2 − s1 r1 + d² L),   L = asinh(s2/|d|) − asinh(s1/|d|)
//   (2)  B = ∫ ‖ρ‖ (b·ρ) ds = (b·n) d I + (b·t) (r2³ − r1³)/3
// Sums over the edges of a polygon give, by the divergence theorem (‖ρ‖ is homogeneous of degree one),
//   (3)  ∫ ‖ρ‖ dA = ⅓ Σ d I              (4)  ∫ ρ/‖ρ‖ dA = Σ n I
//   (5)  ∫ ‖ρ‖ (b·ρ) dA = ¼ Σ d B        (6)  ∫ (b·ρ) ρ/‖ρ‖ dA = Σ n B − b ∫ ‖ρ‖ dA
// A rectangle needs only its corners: mixed antiderivatives of the two components of ρ/‖ρ‖ and of ‖ρ‖,
//   (7)  U = ½ (y r + x² asinh(y/|x|)),   V = ½ (x r + y² asinh(x/|y|)),   W = ⅓ (x U + y V)
//
// Lengths are to be of the order of one: below d² = 1e-290 the logarithm is left out, whose term is then far below
// rounding. Equations 1–7 ours. Cost: one logarithm and one division an edge, two of each a corner.
#pragma once

#include <cmath>

namespace stickslip::patch::detail {

inline constexpr double no_logarithm_below = 1e-290;

// L of Eq. 1; 0 where d is, which no sum has without a factor d.
inline double edge_logarithm(double d2, double s1, double s2, double r1, double r2) noexcept {
  if (!(d2 > no_logarithm_below)) [[unlikely]]
    return 0.0;
  // asinh(s/|d|) = ±ln((|s| + r)/|d|): sums of equal sign only, so that nothing cancels.
  const double p1 = std::abs(s1) + r1, p2 = std::abs(s2) + r2;
  const bool before = s1<0.0, beyond = s2> 0.0;
  const double above = (before ? p1 : 1.0) * (beyond ? p2 : 1.0);
  const double below = before ? (beyond ? d2 : p2) : p1;
  return std::log(above / below);
}

// I of Eq. 1.
inline double edge_integral(double d, double s1, double s2, double r1, double r2) noexcept {
  const double d2 = d * d;
  return 0.5 * (s2 * r2 - s1 * r1 + d2 * edge_logarithm(d2, s1, s2, r1, r2));
}

// U, V, W of Eq. 7.
struct CornerIntegrals {
  double u, v, w;
};

inline CornerIntegrals corner_integrals(double x, double y) noexcept {
  const double x2 = x * x, y2 = y * y, r = std::sqrt(x2 + y2), ax = std::abs(x), ay = std::abs(y);
  const double ln_y = x2 > no_logarithm_below ? std::copysign(std::log((ay + r) / ax), y) : 0.0;
  const double ln_x = y2 > no_logarithm_below ? std::copysign(std::log((ax + r) / ay), x) : 0.0;
  const double u = 0.5 * (y * r + x2 * ln_y), v = 0.5 * (x * r + y2 * ln_x);
  return {u, v, (x * u + y * v) * (1.0 / 3.0)};
}

}  // namespace stickslip::patch::detail
