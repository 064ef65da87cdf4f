#include "stickslip/geometry/detail/plane_heights.hpp"

#include <algorithm>
#include <limits>

#include "stickslip/numerics/kernel_target.hpp"

namespace stickslip::geometry::detail {

namespace {

STICKSLIP_KERNEL
double heights_of(const double* x, const double* y, const double* z, double nx, double ny, double nz, double d,
                  std::size_t count, double* heights, double* highest) noexcept {
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t begin = 0; begin < count; begin += height_block) {
    const std::size_t end = std::min(count, begin + height_block);
    double top = -std::numeric_limits<double>::infinity(), bottom = lowest;
#pragma omp simd reduction(max : top) reduction(min : bottom)
    for (std::size_t i = begin; i < end; ++i) {
      const double h = nx * x[i] + ny * y[i] + nz * z[i] - d;
      heights[i] = h;
      top = h > top ? h : top;
      bottom = h < bottom ? h : bottom;
    }
    *highest++ = top;
    lowest = bottom;
  }
  return lowest;
}

}  // namespace

double plane_heights(std::span<const double> x, std::span<const double> y, std::span<const double> z,
                     const Vec<3>& normal, double offset, std::span<double> heights,
                     std::span<double> highest) noexcept {
  return heights_of(x.data(), y.data(), z.data(), normal(0), normal(1), normal(2), offset, x.size(), heights.data(),
                    highest.data());
}

}  // namespace stickslip::geometry::detail
