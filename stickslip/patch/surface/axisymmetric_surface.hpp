// Friction of a contact whose pressure looks the same from every side: a ball on a plane, a round foot, a fingertip.
//
//   (1)  force = −f(c) v_t/‖v_t‖,   torque = −sgn(ω) τ(c),   c = ‖v_t‖/|ω|
//   (2)  with N = max(‖v_t‖, a|ω|), x = c/a or a/c ≤ 1, and f′(c) = df/dc = −τ′(c)/c:
//        −∂force/∂v_t = (f/‖v_t‖) (1 − v̂ v̂ᵀ) + h₁ v̂ v̂ᵀ
//        ∂force/∂ω = ∂torque/∂v_t = sgn(ω) h₂ v̂    −∂torque/∂ω = h₃
//        (h₁, h₂, h₃) = (f′, c f′, c² f′)/|ω| = G/N · (1, a x, a² x²) for c ≤ a,  G/N · (x², a x, a²) for c ≥ a
//
// a     radius of the contact [m]
// f, τ  magnitude of force and of torque about the centre, for μ = 1 and fn = 1 [–], [m]; G: axisymmetric_table.hpp
// r     torque of a pure spin [m]
//
// Twist (vx, vy, ω) of B at the centre, wrench on B about it, against the motion. wrench(0) = 0; not finite in, NaN
// out. Error of f and τ/a ≤ 1e-10 for pressures that vary over the radius as a whole, of a f′ ≤ 3e-6, worst at the rim.
// Finer features cost digits: measured 1e-8 for a bell of width a/4, 4e-5 for a/20, 5e-3 for a jump inside, which
// is not allowed for; 5e-9 for a rim like (a − ρ)^{−1/2}.
// [Goyal 1991], [Waltersson 2024]; the table ours. 33 terms a function, two chains of 17; no allocation; 1.7 kB.
#pragma once

#include <functional>

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/patch_friction.hpp"
#include "stickslip/patch/pressure.hpp"
#include "stickslip/patch/surface/axisymmetric_table.hpp"

namespace stickslip::patch {

class AxisymmetricSurface {
 public:
  // Integrate the table of this very shape: the most exact there is, about a millisecond. Throw InvalidArgument unless
  // radius > 0; a profile that is negative or not finite somewhere, or zero everywhere; an exponent out of range
  // (HertzFamily).
  explicit AxisymmetricSurface(const Hertz& shape);
  explicit AxisymmetricSurface(const Axisymmetric& shape);
  // profile(ρ) ≥ 0 up to a factor, smooth on 0 < ρ < radius; it is not asked at the ends.
  AxisymmetricSurface(const std::function<double(double)>& profile, double radius);
  // A table that is there already. radius > 0.
  AxisymmetricSurface(const AxisymmetricTable& table, double radius) noexcept : table_(table), radius_(radius) {}

  double radius() const noexcept { return radius_; }
  double r() const noexcept { return table_.r * radius_; }

  Wrench2 wrench(const Twist2& v) const noexcept;
  // Zero at rest, where the derivative does not exist.
  Response response(const Twist2& v) const noexcept;

 private:
  AxisymmetricTable table_;
  double radius_;
};

}  // namespace stickslip::patch
