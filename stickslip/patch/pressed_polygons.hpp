// Convex polygons under linear pressures, the contact area of a step, and the power that sliding on them dissipates.
//
//   (1)  p = a0 + a1 x + a2 y ≥ 0 on each polygon [Pa]
//   (2)  ψ(s) = Σ ∫ p ‖N s‖ dA,   N = [1 0 −y; 0 1 x]        with ∇ψ, ∇²ψ, and ∇ψ of the pressures 1, x, y in place of p
//   (3)  C = Σ ∫ p NᵀN dA
//
// x, y   from an origin of the caller's, which lies about as near as the polygons are large [m]
// s      slip or twist (s_x, s_y, s_θ) at that origin [m, m, rad]
//
// A step changes all pressures at once, by δa0 + δa1 x + δa2 y: ∂ψ/∂a_j is ψ of the pressures 1, x, y on the same polygons.
//
// Near the centre of rotation by sums over edges: with ρ from the centre, n, t, d, s1, s2, r1, r2 as in detail/edge_integrals.hpp, l =
// asinh(s2/|d|) − asinh(s1/|d|), E1 = r2 − r1, E2 = ½ (s2 r2 − s1 r1 − d² l), p = p_c + b·ρ, and p = P0 + P1 s along the edge,
//   (4)  q = ∫ p ρ/‖ρ‖ ds = n d (P0 l + P1 E1) + t (P0 E1 + P1 E2)
//   (5)  G = ∫ p ∂(ρ/‖ρ‖)/∂ρ dA = Σ q nᵀ − (∫ ρ/‖ρ‖ dA) bᵀ,   ∇²ψ of the translations = adj(G)/|s_θ|;   the rest by ∇²ψ s = 0
// Polygons that are four times their extent away from it by 5 × 5 Gauss points on each triangle of a fan: 5e-13, continuous to pure sliding,
// and without the differences of large numbers that steep pressures on small polygons would leave in the sums. These differences are worst
// on slivers, such as lie along an edge where a steep side dips into the other body by nanometres: 1e-16 |∇p| extent³/∫ p dA, 1e-7 of the
// load of all. A sliver, area < 1e-3 extent², that bears less than 1e-5 of the load has Gauss points wherever the centre is.
// Polygons that are together hardly more than a line, area < 0.01 reach²: pressed_line.hpp.
//
// Memory is kept; nothing allocates once sizes repeat. Cost: 0.2 µs for ψ of a quadrilateral with all its derivatives.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "stickslip/core/vector.hpp"
#include "stickslip/patch/patch_friction.hpp"
#include "stickslip/patch/pressed_line.hpp"

namespace stickslip::patch {

// ∫ xⁱ yʲ dA, i + j ≤ 3, in the order 1, x, y, x², xy, y², x³, x²y, xy², y³.
using AreaMoments = std::array<double, 10>;
// Of a polygon with corners counter-clockwise.
AreaMoments area_moments(std::span<const Vec<2>> corners) noexcept;

class PressedPolygons {
 public:
  // One more polygon, convex, corners counter-clockwise; p ≥ 0 on it but for rounding: not checked.
  void clear() noexcept;
  void add(std::span<const Vec<2>> corners, const AreaMoments& moments, const Vec<3>& a);
  // To be called after the last one.
  void finish() noexcept;

  double area() const noexcept { return moments_[0]; }
  double load() const noexcept { return loads_[0]; }  // ∫ p dA [N]
  const AreaMoments& moments() const noexcept { return moments_; }
  // ∫ p (1, x, y, x², xy, y²) dA.
  const std::array<double, 6>& loads() const noexcept { return loads_; }
  Vec<2> cop() const noexcept { return cop_; }
  double reach() const noexcept { return reach_; }  // ℓ: of the farthest corner from the CoP [m]
  double u() const noexcept { return u_; }  // ∫ p ‖ρ‖² dA/∫ p dA about the CoP, at least 1e-6 ℓ² [m²]
  bool is_line() const noexcept { return is_line_; }
  // What rounding of the sums over edges may leave in ∇ψ, over ∫ p dA: eps Σ |∇p| (4 extent)³/∫ p dA, as far away as the centre may be.
  double rounding() const noexcept { return rounding_; }

  Matrix3 stiffness() const noexcept;          // C
  Matrix3 stiffness_by(int j) const noexcept;  // ∂C/∂a_j

  // s ≠ 0.
  Support support(const Vec<3>& s) const noexcept;

 private:
  struct Polygon {
    int first, count;  // in corners_
    double extent;     // of the farthest corner from the first [m]; 0: Gauss points everywhere
    double area, load;
    Vec<3> a;
  };

  bool is_near(const Polygon& polygon, const Vec<3>& s) const noexcept;
  void add_near(const Vec<3>& s, Support& to) const noexcept;
  void add_far(const Vec<3>& s, Support& to) const noexcept;

  std::vector<Polygon> polygons_;
  std::vector<Vec<2>> corners_;
  AreaMoments moments_{};
  std::array<double, 6> loads_{};
  Vec<2> cop_ = Vec<2>::Zero();
  double reach_ = 0.0, u_ = 0.0, rounding_ = 0.0;
  bool is_line_ = false;
  PressedLine line_;
};

}  // namespace stickslip::patch
