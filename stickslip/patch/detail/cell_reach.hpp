// How far the bristle of a cell reaches, and how far it has yielded, in the units of distributed_kernels.hpp.
#pragma once

#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/patch/detail/distributed_kernels.hpp"
#include "stickslip/patch/detail/reach.hpp"

namespace stickslip::patch::detail::cellwise {

// The length of z = 0 is 1e-100 z_unit.
STICKSLIP_KERNEL_PART Reach cell_reach(double vx, double vy, double per_speed, double zx, double zy) noexcept {
  return reach((zx * zx + 1e-200) + zy * zy, (vx * zx + vy * zy) * per_speed);
}

// β̄ of a length.
STICKSLIP_KERNEL_PART double yielded(const LawNumbers& law, double length, double per_g) noexcept {
  return law.yield.yielded(length, law.yield.bend(per_g));
}

}  // namespace stickslip::patch::detail::cellwise
