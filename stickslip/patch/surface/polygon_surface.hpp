// The steady friction wrench of polygons under uniform, linear or piecewise linear pressure, exact for every centre of rotation.
//
// A turning patch (angular velocity ω, centre of rotation c = (−vy, vx)/ω, ρ measured from c) bears
//   (1)  f = −sgn(ω) ẑ×∫ p ρ/‖ρ‖ dA,    τ = −sgn(ω) (∫ p ‖ρ‖ dA + c·∫ p ρ/‖ρ‖ dA)
// with the integrals of detail/edge_integrals.hpp. Far away (‖c‖ = R ≥ 4 ℓ) the two parts of τ nearly cancel; there
// the same integrals are taken of h = ‖ρ‖ − R, whose constant and linear parts drop out by hand. With x from the CoP,
// e = (−vy, vx)/‖v_t‖, κ = ω/‖v_t‖, a = x·e, b = x × e and p = p0 + g·x:
//   (2)  w = b²/(√((1 − κa)² + κ²b²) + 1 − κa),   h = κ w − a
//   (3)  H = ∫ h dA = ⅓ ∮ ((x·n) h − (e·n) w) ds,   Q = ⅓ ∮ ((x·n) w − (e·n) w (a − ½κw)) ds
//   (4)  G = ∫ (g·x) h dA = ¼ (∮ (g·x) ((x·n) h − (e·n) w) ds + (g·e) Q)
//   (5)  f = −ẑ×(∮ n p h ds − g H),   τ = −(∮ (x·n) p h ds − 2 p0 H − 3 G)
// which are smooth through κ = 0, pure sliding; eight Gauss points per edge leave 1e-14.
//
// All are linear in p: where each of several pieces has its own, they are the sums over the pieces.
//
// p  pressure [1/m²], ∫ p dA = 1        ℓ  distance of the farthest vertex from the CoP [m]
//
// Twists and wrenches at the CoP, μ = 1, fn = 1. wrench(0) = 0; a twist that is not finite gives NaN.
// Error about 1e-13 of the greatest force and torque at most, for slender shapes of area A times ℓ²/A. Eqs. 1–5 ours.
// Cost: a logarithm, two square roots, a division an edge. No table, no allocation.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::patch {

namespace detail {
struct ScaledTwist;
}

class PolygonSurface {
 public:
  PolygonSurface(const PolygonRegion& region, const Vec<2>& cop);
  PolygonSurface(const LinearPieces& shape, const Vec<2>& cop);

  Wrench2 wrench(const Twist2& v) const noexcept;

 private:
  // Lengths from the CoP in units of ℓ. The outward normal is (ty, −tx).
  struct Edge {
    double x, y;    // where it starts
    double tx, ty;  // direction
    double length;
  };

  // Edges that bound one linear pressure, p ℓ² = p0 + g·x.
  struct Piece {
    std::size_t first, count;
    double p0, gx, gy;
  };

  void measure(const geometry::Polygon& polygon, const Vec<2>& cop) noexcept;
  void add_edges(const geometry::Polygon& polygon, const Vec<2>& cop);
  template <bool linear>
  Wrench2 near_wrench(const Piece& piece, const detail::ScaledTwist& v) const noexcept;
  template <bool linear>
  Wrench2 far_wrench(const Piece& piece, const detail::ScaledTwist& v) const noexcept;

  std::vector<Edge> edges_;
  std::vector<Piece> pieces_;
  double length_ = 0.0;  // ℓ
};

}  // namespace stickslip::patch
