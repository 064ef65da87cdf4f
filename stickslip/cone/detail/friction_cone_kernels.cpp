// Compiled for speed: see kernel_target.hpp.
#include "stickslip/cone/detail/friction_cone_kernels.hpp"

#include <cstdint>
#include <limits>

namespace stickslip::cone::detail {

namespace {

STICKSLIP_KERNEL_PART Force force(const double* forces, std::size_t i) noexcept {
  return {forces[3 * i], forces[3 * i + 1], forces[3 * i + 2]};
}

}  // namespace

STICKSLIP_KERNEL Census census(const double* forces, std::size_t count) noexcept {
  constexpr double greatest = std::numeric_limits<double>::max();
  std::int64_t finite = 0, plain = 0;  // as wide as the forces
#pragma omp simd reduction(+ : finite, plain)
  for (std::size_t i = 0; i < count; ++i) {
    const Force f = force(forces, i);
    finite += std::abs(f.x) <= greatest && std::abs(f.y) <= greatest && std::abs(f.z) <= greatest ? 1 : 0;
    plain += is_plain(f) ? 1 : 0;
  }
  return {count - static_cast<std::size_t>(finite), count - static_cast<std::size_t>(plain)};
}

STICKSLIP_KERNEL void margins(const ConeFrame& frame, const double* forces, std::size_t count, double* out) noexcept {
  const ConeFrame k = frame;
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) out[i] = margin(k, force(forces, i));
}

STICKSLIP_KERNEL void contain(const ConeFrame& frame, const double* forces, std::size_t count, double tolerance,
                              bool* out) noexcept {
  const ConeFrame k = frame;
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) out[i] = contains(k, force(forces, i), tolerance);
}

STICKSLIP_KERNEL void project(const ConeFrame& frame, const double* forces, std::size_t count, double* out) noexcept {
  const ConeFrame k = frame;
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    const Force p = project(k, force(forces, i));
    out[3 * i] = p.x;
    out[3 * i + 1] = p.y;
    out[3 * i + 2] = p.z;
  }
}

}  // namespace stickslip::cone::detail
