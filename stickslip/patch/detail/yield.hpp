// How far Elasto-Plastic bristles have yielded: β of elasto_plastic.hpp, Eqs. 2 and 3, with deflections in units of
// z_unit. Found without a division,
//   (1)  ‖z‖,   ε ‖z‖ = (‖z‖ + v̂·z)/2,   β̄ = sin²(π u/2),   u = (‖z‖/z_max − s_ba)/(1 − s_ba)
// because who needs β = β̄ ε has one to do anyway.
#pragma once

#include <cmath>

#include "stickslip/numerics/rise.hpp"
#include "stickslip/patch/detail/cell_velocity.hpp"

namespace stickslip::patch::detail::cellwise {

using numerics::rise;

struct Reach {
  double length;     // ‖z‖ > 0: 1e-100 for z = 0
  double projected;  // ε ‖z‖
};

// Plain numbers only: a struct handed on within a loop would keep it from becoming vector code.
STICKSLIP_KERNEL_PART Reach reach(double vx, double vy, double per_speed, double zx, double zy) noexcept {
  const double length = std::sqrt((zx * zx + 1e-200) + zy * zy);
  const double projected = 0.5 * (length + (vx * zx + vy * zy) * per_speed);
  return {length, projected > 0.0 ? projected : 0.0};  // rounding may pass ε = 0
}

// β̄ of a length.
STICKSLIP_KERNEL_PART double yielded(const LawNumbers& law, double length, double per_g) noexcept {
  return rise((length * per_g - law.s_ba) * law.per_yield);
}

}  // namespace stickslip::patch::detail::cellwise
