// Four numbers at once, for kernels. Halves of what is eight long: g++ 12 keeps vectors of eight that live through a loop in memory.
#pragma once

#include "stickslip/numerics/kernel_target.hpp"

namespace stickslip::solvers::detail {

using Four [[gnu::vector_size(32), gnu::may_alias]] = double;

STICKSLIP_KERNEL_PART const Four& load(const double* from) noexcept {
  return *reinterpret_cast<const Four*>(from);
}

STICKSLIP_KERNEL_PART void store(const Four& value, double* to) noexcept {
  *reinterpret_cast<Four*>(to) = value;
}

}  // namespace stickslip::solvers::detail
