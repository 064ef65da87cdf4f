// The friction of a triangle under linear pressure, seen from afar: sums over 5 × 5 Gauss points.
//
//   (1)  gradient[3 j + k] = ∫ b_j (Nᵀ N s/‖N s‖)_k dA,   b = (1, x, y)
//   (2)  hessian = ∫ p h hᵀ/‖N s‖ dA: xx, xy, xθ, yy, yθ, θθ,   h = Nᵀ (ẑ×N s)/‖N s‖
//
// N as in pressed_polygons.hpp. No allocation.
#pragma once

namespace stickslip::patch::detail {

struct TriangleSums {
  double gradient[9];
  double hessian[6];
};

// triangle: x, y of the corners, counter-clockwise. a: of the pressure a0 + a1 x + a2 y. Where N s vanishes at a
// point, that point is left out.
void add_triangle(const double* triangle, const double* a, const double* s, TriangleSums& sums) noexcept;

}  // namespace stickslip::patch::detail
