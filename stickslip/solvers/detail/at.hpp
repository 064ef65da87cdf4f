// A signed number as an index of the standard library's containers.
#pragma once

#include <cstddef>

namespace stickslip::solvers::detail {

constexpr std::size_t at(int i) noexcept {
  return static_cast<std::size_t>(i);
}

}  // namespace stickslip::solvers::detail
