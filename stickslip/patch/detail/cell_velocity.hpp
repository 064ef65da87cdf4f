// The velocity of one cell, as all loops see it.
#pragma once

#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/patch/detail/distributed_kernels.hpp"

namespace stickslip::patch::detail::cellwise {

// Added to ‖v‖², so that rest needs no case of its own: v̂ is then zero, and everything finite.
inline constexpr double at_rest = 1e-270;

struct Velocity {
  double x, y;  // [m/s]
};

STICKSLIP_KERNEL_PART Velocity velocity(const PlainTwist& v, double x, double y) noexcept {
  return {v.vx - v.omega * y, v.vy + v.omega * x};
}

STICKSLIP_KERNEL_PART double speed_squared(const PlainTwist& v, double x, double y) noexcept {
  const Velocity c = velocity(v, x, y);
  return (c.x * c.x + at_rest) + c.y * c.y;
}

}  // namespace stickslip::patch::detail::cellwise
