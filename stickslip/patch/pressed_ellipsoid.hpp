// The ellipsoid that is often taken for the limit surface of a pressure, to compare the exact one with.
//
//   (1)  ψ(s) = f √(‖s_c‖² + r² s_θ²) = √(sᵀ A s),   s_c = (s_x − s_θ y_c, s_y + s_θ x_c)
//   (2)  A = [f², 0, −f² y_c; 0, f², f² x_c; −f² y_c, f² x_c, f² ‖c‖² + R²],   R = f r = ψ_exact(y_c, −x_c, 1)
//   (3)  ∇ψ = A s/ψ,   ∇²ψ = (A − ∇ψ ∇ψᵀ)/ψ,   ∂∇ψ/∂a_j = (A_j s − ½ (sᵀ A_j s/ψ) ∇ψ)/ψ,   A_j = ∂A/∂a_j
//   (4)  ∂R/∂a_j = ψ_exact of the pressure 1, x or y there + ∇ψ_exact · (∂y_c/∂a_j, −∂x_c/∂a_j, 0)
//
// f, c   load [N] and centre of pressure [m];  R: the torque, about the CoP, of turning about it, over μ [N·m];  s, a_j of pressed_polygons.hpp
//
// ψ is that of the exact surface for pure sliding and for turning about the CoP; in between the wrench differs, by up to 17 % of f on a square.
// Nothing is left out of its derivatives. Ours. Cost: one evaluation of the exact ψ to begin with; no allocation.
#pragma once

#include <array>

#include "stickslip/patch/pressed_polygons.hpp"

namespace stickslip::patch {

class PressedEllipsoid {
 public:
  // The load of `area` is > 0: not checked.
  explicit PressedEllipsoid(const PressedPolygons& area) noexcept;

  // s ≠ 0.
  Support support(const Vec<3>& s) const noexcept;

 private:
  Matrix3 A_;
  std::array<Matrix3, 3> A_by_;  // ∂A/∂a_j
};

}  // namespace stickslip::patch
