// How far a bristle reaches: the two lengths that β of friction/yield.hpp is made of, for cells and for reduced patches.
#pragma once

#include <cmath>

#include "stickslip/friction/yield.hpp"
#include "stickslip/numerics/kernel_target.hpp"

namespace stickslip::patch::detail {

struct Reach {
  double length;     // ‖z‖
  double projected;  // ε ‖z‖
};

// Of ‖z‖² and v̂·z. Callers divide by the length, so ‖z‖² > 0: they add to it what is nothing in their units. Plain numbers
// only: a struct handed on within a loop would keep it from becoming vector code.
STICKSLIP_KERNEL_PART Reach reach(double length2, double along) noexcept {
  const double length = std::sqrt(length2);
  return {length, friction::aligned_length(length, along)};
}

// β of both lengths and β̄.
STICKSLIP_KERNEL_PART double beta_of(double length, double projected, double yielded) noexcept {
  return projected / length * yielded;
}

}  // namespace stickslip::patch::detail
