// A signed number as an index of the standard library's containers.
#pragma once

#include <concepts>
#include <cstddef>

namespace stickslip {

template <std::integral Integer>
constexpr std::size_t at(Integer i) noexcept {
  return static_cast<std::size_t>(i);
}

}  // namespace stickslip
