// LuGre bristles: friction/lugre.hpp cell by cell. Compiled for speed: see kernel_target.hpp.
//
// Implicit step, in the terms of cell_responses.hpp:
//   (1)  κ = a,   z ⊗ ∂κ/∂v = (z/z_max) ⊗ (1 + q) v̂,   q = −n g'/g
#include <cstddef>

#include "stickslip/numerics/exponential.hpp"
#include "stickslip/numerics/vector_math.hpp"
#include "stickslip/patch/detail/cell_responses.hpp"
#include "stickslip/patch/detail/cell_velocity.hpp"
#include "stickslip/patch/detail/decays.hpp"
#include "stickslip/patch/detail/distributed_kernels.hpp"

namespace stickslip::patch::detail::cellwise {

using numerics::decay;
using numerics::phi1;
using numerics::phi2;
using numerics::step_extent;

namespace {

STICKSLIP_KERNEL void lugre_step(LawNumbers law, Chunk cells, const Drives& drives, PlainTwist v, double dt, Bristles z,
                                 Traction& traction) noexcept {
  Decays e;
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) e.x[i] = drives.rate[i] * dt;
  find_decays(cells.size, e);
  const double sigma0 = law.mu_c * law.per_z_unit;
  double fx = 0.0, fy = 0.0, torque = 0.0;
#pragma omp simd reduction(+ : fx, fy, torque)
  for (std::size_t i = 0; i < cells.size; ++i) {
    const Velocity c = velocity(v, cells.x[i], cells.y[i]);
    const double zx = z.x[i], zy = z.y[i], remains = e.value[i];
    const double pull = law.z_unit * cells.g[i] * drives.per_speed[i] * e.loss[i];
    z.x[i] = remains * zx + pull * c.x;
    z.y[i] = remains * zy + pull * c.y;
    // σ0 z⁺ + σ1 ż⁺ + σ2 v with ż⁺ = e^{−x} (v − a z), sorted by z and v.
    const double of_z = cells.p[i] * remains * (sigma0 - law.sigma1 * drives.rate[i]);
    const double of_v = cells.p[i] * (sigma0 * pull + law.sigma1 * remains + law.sigma2);
    const double lx = of_z * zx + of_v * c.x, ly = of_z * zy + of_v * c.y;
    fx += lx;
    fy += ly;
    torque += cells.x[i] * ly - cells.y[i] * lx;
  }
  traction.add(fx, fy, torque);
}

STICKSLIP_KERNEL void lugre_step_mean(LawNumbers law, Chunk cells, const Drives& drives, PlainTwist v, double dt,
                                      Bristles z, Traction& traction) noexcept {
  const double sigma0 = law.mu_c * law.per_z_unit;
  double fx = 0.0, fy = 0.0, torque = 0.0;
#pragma omp simd reduction(+ : fx, fy, torque)
  for (std::size_t i = 0; i < cells.size; ++i) {
    const Velocity c = velocity(v, cells.x[i], cells.y[i]);
    const double rate = drives.rate[i], x = step_extent(rate, dt);
    const Decay e = decay(x);
    const double steady = law.z_unit * cells.g[i] * drives.per_speed[i];
    const double p1 = phi1(x, e.loss), along = phi2(x, p1) * x * steady, pull = e.loss * steady;
    const double zx = z.x[i], zy = z.y[i];
    const double rate_x = p1 * (c.x - rate * zx), rate_y = p1 * (c.y - rate * zy);
    const double mean_x = p1 * zx + along * c.x, mean_y = p1 * zy + along * c.y;
    z.x[i] = e.value * zx + pull * c.x;
    z.y[i] = e.value * zy + pull * c.y;
    const double lx = cells.p[i] * (sigma0 * mean_x + law.sigma1 * rate_x + law.sigma2 * c.x);
    const double ly = cells.p[i] * (sigma0 * mean_y + law.sigma1 * rate_y + law.sigma2 * c.y);
    fx += lx;
    fy += ly;
    torque += cells.x[i] * ly - cells.y[i] * lx;
  }
  traction.add(fx, fy, torque);
}

STICKSLIP_KERNEL void lugre_rate(LawNumbers /*law*/, Chunk cells, const Drives& drives, PlainTwist v, ConstBristles z,
                                 Bristles rate) noexcept {
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    const Velocity c = velocity(v, cells.x[i], cells.y[i]);
    rate.x[i] = c.x - drives.rate[i] * z.x[i];
    rate.y[i] = c.y - drives.rate[i] * z.y[i];
  }
}

STICKSLIP_KERNEL void lugre_implicit(LawNumbers law, Chunk cells, const Drives& drives, const double* stribeck_slope,
                                     PlainTwist v, double h, ConstBristles base, Bristles end,
                                     TractionAndSlope& sum) noexcept {
  CellResponses r;
  const double sigma0 = law.mu_c * law.per_z_unit, stiffness = sigma0 * h + law.sigma1;
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    const Velocity c = velocity(v, cells.x[i], cells.y[i]);
    const double rate = drives.rate[i], share = 1.0 / (1.0 + h * rate), p = cells.p[i], per_g = drives.per_g[i];
    const double zx = share * (base.x[i] + h * c.x), zy = share * (base.y[i] + h * c.y);
    const double rate_x = share * (c.x - rate * base.x[i]), rate_y = share * (c.y - rate * base.y[i]);
    end.x[i] = zx;
    end.y[i] = zy;
    r.lx[i] = p * (sigma0 * zx + law.sigma1 * rate_x + law.sigma2 * c.x);
    r.ly[i] = p * (sigma0 * zy + law.sigma1 * rate_y + law.sigma2 * c.y);
    const double stiff = p * stiffness * share;
    const double k = stiff * law.per_z_unit * per_g * (1.0 + stribeck_slope[i] * per_g) * drives.per_speed[i];
    r.plain[i] = stiff + p * law.sigma2;
    r.left_x[i] = k * zx;
    r.left_y[i] = k * zy;
    r.right_x[i] = c.x;
    r.right_y[i] = c.y;
  }
  add_up(cells, r, sum);
}

}  // namespace

const BristleKernels& kernels_of(const friction::FullSlip& /*yield*/) noexcept {
  static constexpr BristleKernels kernels{lugre_step, lugre_step_mean, lugre_rate, lugre_implicit,
                                          friction::FullSlip::has_springs};
  return kernels;
}

}  // namespace stickslip::patch::detail::cellwise
