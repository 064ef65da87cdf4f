// Friction of a uniformly pressed disc or ring that slides and spins, in closed form.
//
// For a disc of radius R whose centre of rotation (CoR) is the distance c from its centre, with the elliptic integrals
// B, C, D, E of complete_elliptic.hpp:
//   (1)  c ≤ R, m = (c/R)²:   f = (4/3π) (c/R) (B + E)     τ = (4/9π) R ((3−m) B + (1−m) (3−2m) D)
//   (2)  c ≥ R, m = (R/c)²:   f = (4/3π) (B + E)           τ = (4/9π) (R²/c) (3B + C − D)
//   (3)  annulus, a ≤ ρ ≤ b:  f = (b² f_b − a² f_a)/(b² − a²), τ likewise
//   (4)  ring of radius ρ:    f, τ/ρ = (2/π) x B, (2/π) E  for c ≤ ρ, the other way round for c ≥ ρ;   m = x²,
//        x = min(c, ρ)/max(c, ρ)
//
// f, τ  magnitude of force and of torque about the centre, for μ = 1 and fn = 1 [–], [m]
// R, a, b  radii [m], > 0; 0 ≤ a < b
//
// Twist (vx, vy, ω) of B at the centre, wrench on B about it, against the motion: axial_motion.hpp. wrench(0) = 0; not
// finite in, NaN out. Every term of Eqs. 1, 2 is positive or harmless, so the error stays near 1e-15 of each of f and τ
// wherever the CoR is. Eq. 3 loses digits like b/(b − a): past a/b = 0.99 Eq. 4 is integrated over the ring instead,
// with ten points on either side of the CoR; error ≤ 1e-12.
// [Goyal 1991]; the forms free of cancellation ours. One arithmetic–geometric mean a disc, two an annulus, ten or
// twenty a ring with a/b > 0.99. No allocation.
#pragma once

#include "stickslip/core/planar.hpp"

namespace stickslip::patch {

class DiscSurface {
 public:
  // Throws InvalidArgument unless radius > 0.
  explicit DiscSurface(double radius);

  double radius() const noexcept { return radius_; }

  Wrench2 wrench(const Twist2& v) const noexcept;

 private:
  double radius_;
};

class AnnulusSurface {
 public:
  // Throws InvalidArgument unless 0 ≤ inner < outer.
  AnnulusSurface(double inner, double outer);

  double inner() const noexcept { return inner_; }
  double outer() const noexcept { return outer_; }

  Wrench2 wrench(const Twist2& v) const noexcept;

 private:
  double inner_, outer_;
};

}  // namespace stickslip::patch
