// Compiled for speed: see kernel_target.hpp.
#include "stickslip/patch/detail/distributed_kernels.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/numerics/vector_math.hpp"
#include "stickslip/patch/detail/cell_velocity.hpp"
#include "stickslip/patch/detail/decays.hpp"

namespace stickslip::patch::detail::cellwise {

using numerics::decay;

STICKSLIP_KERNEL void stribeck_gaussian(LawNumbers law, Chunk cells, PlainTwist v, double* g) noexcept {
  const double scale = law.per_v_s * law.per_v_s, height = law.rise;
  Decays e;
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) e.x[i] = scale * speed_squared(v, cells.x[i], cells.y[i]);
  find_decays(cells.size, e);
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) g[i] = 1.0 + height * e.value[i];
}

void stribeck_general(LawNumbers law, Chunk cells, PlainTwist v, double* g) noexcept {
  for (std::size_t i = 0; i < cells.size; ++i) {
    const double ratio = law.per_v_s * std::sqrt(speed_squared(v, cells.x[i], cells.y[i]));
    g[i] = 1.0 + law.rise * std::exp(-(law.gamma == 1.0 ? ratio : std::pow(ratio, law.gamma)));
  }
}

STICKSLIP_KERNEL void gaussians(LawNumbers law, std::size_t count, const double* position, double base, double factor,
                                double* out) noexcept {
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    const double ratio = law.per_v_s * (base + factor * position[i]);
    out[i] = decay(ratio * ratio).value;
  }
}

STICKSLIP_KERNEL void stribeck_runs(LawNumbers law, const Run* begin, const Run* end, const double* of_row,
                                    const double* of_column, double* g) noexcept {
  for (const Run* run = begin; run != end; ++run) {
    const double height = law.rise * of_row[run->row];
    const double* const column = of_column + run->first_column;
    for (int first = 0; first < run->length; first += static_cast<int>(lanes)) {
#pragma omp simd
      for (int i = first; i < first + static_cast<int>(lanes); ++i) g[i] = 1.0 + height * column[i];
    }
    g += run->length;
  }
}

STICKSLIP_KERNEL void stribeck_slope_gaussian(LawNumbers law, Chunk cells, PlainTwist v, double* slope) noexcept {
  const double scale = 2.0 * law.per_v_s * law.per_v_s;
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    slope[i] = scale * speed_squared(v, cells.x[i], cells.y[i]) * (cells.g[i] - 1.0);
  }
}

void stribeck_slope(LawNumbers law, Chunk cells, PlainTwist v, double* slope) noexcept {
  if (law.rise == 0.0) {
    std::fill_n(slope, cells.size, 0.0);
  } else if (law.gamma == 2.0) {
    stribeck_slope_gaussian(law, cells, v, slope);
  } else {
    for (std::size_t i = 0; i < cells.size; ++i) {
      const double ratio = law.per_v_s * std::sqrt(speed_squared(v, cells.x[i], cells.y[i]));
      // Beyond 1e3 there is nothing left of the exponential.
      slope[i] = law.gamma * std::min(std::pow(ratio, law.gamma), 1e3) * (cells.g[i] - 1.0);
    }
  }
}

STICKSLIP_KERNEL void find_drives(LawNumbers law, Chunk cells, PlainTwist v, Drives& drives) noexcept {
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    const double squared = speed_squared(v, cells.x[i], cells.y[i]), speed = std::sqrt(squared), g = cells.g[i];
    const double w = 1.0 / (squared * g), per_g = w * squared;
    drives.per_g[i] = per_g;
    drives.per_speed[i] = w * g * speed;
    drives.rate[i] = law.per_z_unit * speed * per_g;
  }
}

STICKSLIP_KERNEL void traction_of(LawNumbers law, Chunk cells, PlainTwist v, ConstBristles z, ConstBristles rate,
                                  Traction& traction) noexcept {
  const double sigma0 = law.mu_c * law.per_z_unit;
  double fx = 0.0, fy = 0.0, torque = 0.0;
#pragma omp simd reduction(+ : fx, fy, torque)
  for (std::size_t i = 0; i < cells.size; ++i) {
    const double x = cells.x[i], y = cells.y[i];
    const Velocity c = velocity(v, x, y);
    const double lx = cells.p[i] * (sigma0 * z.x[i] + law.sigma1 * rate.x[i] + law.sigma2 * c.x);
    const double ly = cells.p[i] * (sigma0 * z.y[i] + law.sigma1 * rate.y[i] + law.sigma2 * c.y);
    fx += lx;
    fy += ly;
    torque += x * ly - y * lx;
  }
  traction.add(fx, fy, torque);
}

STICKSLIP_KERNEL void advance(Chunk cells, double dt, ConstBristles rate, Bristles z) noexcept {
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    z.x[i] += dt * rate.x[i];
    z.y[i] += dt * rate.y[i];
  }
}

STICKSLIP_KERNEL double weighted_square(Chunk cells, ConstBristles z) noexcept {
  double sum = 0.0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < cells.size; ++i) sum += cells.p[i] * (z.x[i] * z.x[i] + z.y[i] * z.y[i]);
  return sum;
}

}  // namespace stickslip::patch::detail::cellwise
