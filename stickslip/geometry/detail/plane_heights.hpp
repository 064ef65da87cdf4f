// How high points lie above a plane, many at a time.
//
//   (1)  h_i = n·p_i − d
//
// Vector code, in as many versions as machines differ (numerics/kernel_target.hpp).
#pragma once

#include <cstddef>
#include <span>

#include "stickslip/core/vector.hpp"

namespace stickslip::geometry::detail {

inline constexpr std::size_t height_block = 32;

// Writes the heights, and the highest of each block of height_block points. Returns the lowest of all; infinity for none.
double plane_heights(std::span<const double> x, std::span<const double> y, std::span<const double> z,
                     const Vec<3>& normal, double offset, std::span<double> heights,
                     std::span<double> highest) noexcept;

}  // namespace stickslip::geometry::detail
