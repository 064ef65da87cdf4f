// A convex polynomial of degree four that stands in for a limit surface: smooth, cheap both ways.
//
//   (1)  gauge(w)⁴ = Q(h) = ε ‖h‖⁴ + Σ c_i (a_i·h)⁴,   h = (fx, fy, τ/r),   c_i ≥ 0
//   (2)  twist(w) ∝ −S⁻¹ ∇Q(h),   S = diag(1, 1, r)
//   (3)  wrench(v) = S h with ∇Q(h) ∝ −S v and Q(h) = 1
//
// a_i  fixed directions over half the sphere
// c_i  weights, the non-negative least-squares fit of Q = 1 at points of the true surface
// ε    1e-3: keeps Q strictly convex, and Eq. 3 well posed, whatever the weights
// r    torque of a pure spin [m], > 0
// Frame, other symbols and signs are those of limit_surface.hpp.
//
// A sum of fourth powers with positive weights is convex, so no semidefinite program is needed. Facets and edges of the
// true surface come out rounded.
// [Zhou 2016] for convex quartics as limit surfaces, by sums of squares; the fit here is ours. Cost: gauge, twist about
// 60 multiplications; wrench some six Newton steps. No allocation after construction.
#pragma once

#include <span>

#include <Eigen/Core>

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/patch_friction.hpp"

namespace stickslip::patch {

class QuarticSurface {
 public:
  // Fits wrenches of the true surface; there and mirrored at the origin Q should be 1. Throws InvalidArgument unless
  // r > 0 and there are 15 finite wrenches or more.
  QuarticSurface(std::span<const Wrench2> wrenches, double r);

  double r() const noexcept { return r_; }

  Wrench2 wrench(const Twist2& v) const noexcept;
  Response response(const Twist2& v) const noexcept;
  double gauge(const Wrench2& w) const noexcept;
  Twist2 twist(const Wrench2& w) const noexcept;

 private:
  // The second derivatives of Q are quadratic forms: those of (xx, yy, zz, yz, xz, xy) are the rows, applied to the
  // same products of h. ∇Q = Hh/3, Q = h·∇Q/4.
  using Forms = Eigen::Matrix<double, 6, 6>;

  Matrix3 hessian(const Vec<3>& h) const noexcept;
  // The h with ∇Q(h) = q; q is a unit vector.
  Vec<3> with_gradient(const Vec<3>& q) const noexcept;
  Vec<3> scale() const noexcept { return {1.0, 1.0, r_}; }

  Forms forms_ = Forms::Zero();
  double r_;
};

}  // namespace stickslip::patch
