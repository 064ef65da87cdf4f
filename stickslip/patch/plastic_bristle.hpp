// Friction of an area that is pressed on another: every point a spring of stiffness σ0 p, sliding together by greatest dissipation.
//
//   (1)  minimise over the slip s:   ½ σ0 (e* − s)ᵀ C (e* − s) + μ ψ(s)
//   (2)  w = −σ0 C (e* − s) = −μ ∇ψ(s);   it sticks, s = 0, exactly where the limit surface's gauge of σ0 C e* is at most μ
//
// e*     displacement (x, y, θ) of the area against the other since it last slid, with that of the step, at the origin [m, m, rad]
// s      how much of it the step slides; e* − s stays for the next one
// w      force and torque on the area about the origin [N, N, N·m]
// C, ψ   of pressed_polygons.hpp;  μ [–] ≥ 0;  σ0 [1/m] > 0: stiffness per unit of load, so that μ/σ0 is how far it gives before sliding
//
// It is the drift-free Elasto-Plastic model with the transition at the limit itself: elastic inside, the associated flow on the surface, and
// it dissipates μ ψ(s) ≥ 0. About the CoP, with s_θ times √u, C is ∫ p dA times the identity, and s is along the d of unit length that makes
//   (3)  m(d) = w*·d − μ ψ(d),   w* = σ0 C e*,   largest;   s = m d/(σ0 ∫ p dA); it sticks where that m is ≤ 0
// found by Newton's method on the sphere, to 1e-11 μ ∫ p dA or to what rounding leaves, up to 3e-7 seen on steep slivers; where m is not
// positive yet, by that on the gauge w*·d/ψ(d). Before that a test that is sufficient: |w*_t| + 2 ℓ |w*_θ|/u ≤ μ ∫ p dA, for the torque
// alone that the area can bear is at least μ ∫ p dA u/(2 ℓ), and what it can bear is convex; for the same reason a gauge is known to be
// below μ long before it is known.
//   (4)  ∂w/∂e* = −σ0 X C,   ∂w/∂a_j = −μ g_j − X (σ0 C_j e₁ − μ g_j),   X = μ H (σ0 C + μ H)⁻¹,   e₁ = e* − s
//        sticking: −σ0 C and −σ0 C_j e*
// H = ∇²ψ(s), C_j, g_j: ∂C/∂a_j, ∂∇ψ/∂a_j. ψ is the exact one, or that of pressed_ellipsoid.hpp, for which the tests hold as well: its torque
// alone is μ ∫ p ‖ρ‖ dA ≥ μ ∫ p dA u/ℓ. Ours. Cost: 5 to 12 evaluations of ψ where it slides, none in most contacts at rest.
#pragma once

#include <cstdint>

#include "stickslip/core/names.hpp"
#include "stickslip/patch/pressed_polygons.hpp"

namespace stickslip::patch {

// Which ψ: that of the pressure, or the ellipsoid with the same force and the same torque about the CoP.
enum class BristleSurface : std::uint8_t { exact, ellipsoid };

struct BristleResponse {
  Vec<3> wrench;
  Vec<3> slip;              // zero: it sticks
  Matrix3 by_displacement;  // ∂w/∂e*
  Matrix3 by_pressure;      // column j: ∂w/∂a_j
  int evaluations;          // of ψ
  bool is_solved;           // to the accuracy above

  bool slides() const noexcept { return slip != Vec<3>::Zero(); }
};

// guess: a slip from which to start, such as that of the step before; zero: none. The load of `area` is > 0: not checked.
BristleResponse press_bristles(const PressedPolygons& area, double mu, double sigma0, const Vec<3>& trial,
                               const Vec<3>& guess, BristleSurface surface = BristleSurface::exact) noexcept;

}  // namespace stickslip::patch

template <>
struct stickslip::Names<stickslip::patch::BristleSurface> {
  static constexpr Named<patch::BristleSurface> table[] = {{patch::BristleSurface::exact, "exact"},
                                                           {patch::BristleSurface::ellipsoid, "ellipsoid"}};
};
