// A signed number as an index of the standard library's containers.
#pragma once

#include <cstddef>

#include <Eigen/Core>

namespace stickslip::formulation::detail {

constexpr std::size_t at(Eigen::Index i) noexcept {
  return static_cast<std::size_t>(i);
}

}  // namespace stickslip::formulation::detail
