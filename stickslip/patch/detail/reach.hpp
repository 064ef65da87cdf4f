// How far one bristle of a cell reaches: the two lengths that β of friction/yield.hpp is made of.
#pragma once

#include <cmath>

#include "stickslip/friction/yield.hpp"
#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/patch/detail/distributed_kernels.hpp"

namespace stickslip::patch::detail::cellwise {

struct Reach {
  double length;     // ‖z‖ > 0: 1e-100 for z = 0
  double projected;  // ε ‖z‖
};

// Deflections in units of z_unit. Plain numbers only: a struct handed on within a loop would keep it from becoming vector
// code.
STICKSLIP_KERNEL_PART Reach reach(double vx, double vy, double per_speed, double zx, double zy) noexcept {
  const double length = std::sqrt((zx * zx + 1e-200) + zy * zy);
  return {length, friction::aligned_length(length, (vx * zx + vy * zy) * per_speed)};
}

// β̄ of a length.
STICKSLIP_KERNEL_PART double yielded(const LawNumbers& law, double length, double per_g) noexcept {
  return law.yield.yielded(length, law.yield.bend(per_g));
}

}  // namespace stickslip::patch::detail::cellwise
