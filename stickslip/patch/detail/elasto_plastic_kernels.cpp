// Elasto-Plastic bristles, given velocity: elasto_plastic.hpp cell by cell. Compiled for speed: see kernel_target.hpp.
#include <cstddef>

#include "stickslip/friction/bristle.hpp"
#include "stickslip/numerics/exponential.hpp"
#include "stickslip/numerics/vector_math.hpp"
#include "stickslip/patch/detail/cell_reach.hpp"
#include "stickslip/patch/detail/cell_velocity.hpp"
#include "stickslip/patch/detail/decays.hpp"
#include "stickslip/patch/detail/distributed_kernels.hpp"
#include "stickslip/patch/detail/elasto_plastic_implicit.hpp"

namespace stickslip::patch::detail::cellwise {

using numerics::decay;
using numerics::phi1;
using numerics::phi2;
using numerics::step_extent;

namespace {

struct alignas(64) Deflections {
  double x[chunk_size], y[chunk_size];
};

// See Reach.
struct alignas(64) Reaches {
  double length[chunk_size], projected[chunk_size];
};

// z in units of z_unit, into `scaled`, and how far it reaches.
STICKSLIP_KERNEL_PART void look_at(const LawNumbers& law, const Chunk& cells, const Drives& drives, const PlainTwist& v,
                                   ConstBristles z, Deflections& scaled, Reaches& r) noexcept {
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    const Velocity c = velocity(v, cells.x[i], cells.y[i]);
    const double zx = law.per_z_unit * z.x[i], zy = law.per_z_unit * z.y[i];
    const Reach at = cell_reach(c.x, c.y, drives.per_speed[i], zx, zy);
    scaled.x[i] = zx;
    scaled.y[i] = zy;
    r.length[i] = at.length;
    r.projected[i] = at.projected;
  }
}

// What a step of dt with β frozen needs: e^{−βx}, and φ1(βx) x = (1 − e^{−βx})/β. One division gives β and 1/β.
struct alignas(64) Relaxation {
  Decays decay;
  double per_beta[chunk_size];
};

STICKSLIP_KERNEL_PART void find_relaxation(const LawNumbers& law, const Chunk& cells, const Drives& drives, double dt,
                                           const Reaches& r, Relaxation& out) noexcept {
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    const double length = r.length[i], yielding = r.projected[i] * yielded(law, length, drives.per_g[i]);
    const double not_zero = yielding + 1e-100, w = 1.0 / (length * not_zero);
    out.decay.x[i] = yielding * not_zero * w * step_extent(drives.rate[i], dt);
    out.per_beta[i] = length * length * w;
  }
  find_decays(cells.size, out.decay);
}

// φ1(βx) x z_max/n, with φ1 x from 1/β: a division less than phi1, which the loop would feel.
STICKSLIP_KERNEL_PART double along(double x, double exponent, double loss, double per_beta, double g,
                                   double per_speed) noexcept {
  return (exponent > 1e-20 ? loss * per_beta : x) * (g * per_speed);
}

struct alignas(64) Step {
  Deflections start, end;
  Reaches at_start, at_middle;
  double beta[chunk_size];   // at the end
  double bound[chunk_size];  // that ‖z‖ must not exceed
};

STICKSLIP_KERNEL_PART void take(const LawNumbers& law, const Chunk& cells, const Drives& drives, const PlainTwist& v,
                                double dt, Bristles z, Step& step) noexcept {
  Relaxation relaxation;
  const Decays& e = relaxation.decay;
  look_at(law, cells, drives, v, {z.x, z.y}, step.start, step.at_start);
  // Half-way, where β is frozen, by an implicit step: z = (z₀ + x z_max v̂)/(1 + βx).
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    const Velocity c = velocity(v, cells.x[i], cells.y[i]);
    const double length = step.at_start.length[i], per_speed = drives.per_speed[i];
    const double slipping = step.at_start.projected[i] * yielded(law, length, drives.per_g[i]);
    const double x = step_extent(drives.rate[i], 0.5 * dt), shrink = length / (length + slipping * x);
    const double a = x * (cells.g[i] * per_speed);
    const double zx = shrink * (step.start.x[i] + a * c.x), zy = shrink * (step.start.y[i] + a * c.y);
    const Reach at = cell_reach(c.x, c.y, per_speed, zx, zy);
    step.at_middle.length[i] = at.length;
    step.at_middle.projected[i] = at.projected;
  }
  find_relaxation(law, cells, drives, dt, step.at_middle, relaxation);
  Reaches at_end;
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    const Velocity c = velocity(v, cells.x[i], cells.y[i]);
    const double x = step_extent(drives.rate[i], dt), per_speed = drives.per_speed[i], g = cells.g[i];
    const double a = along(x, e.x[i], e.loss[i], relaxation.per_beta[i], g, per_speed);
    const double zx = e.value[i] * step.start.x[i] + a * c.x, zy = e.value[i] * step.start.y[i] + a * c.y;
    const Reach at = cell_reach(c.x, c.y, per_speed, zx, zy);
    step.end.x[i] = zx;
    step.end.y[i] = zy;
    at_end.length[i] = at.length;
    at_end.projected[i] = at.projected;
  }
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    const double length = at_end.length[i], length_0 = step.at_start.length[i], g = cells.g[i];
    const double per_length = 1.0 / length, bound = length_0 > g ? length_0 : g;
    const double factor = friction::shrinkage(bound * per_length), limited = length < bound ? length : bound;
    const double zx = factor * step.end.x[i], zy = factor * step.end.y[i];
    step.end.x[i] = zx;
    step.end.y[i] = zy;
    step.bound[i] = bound;
    step.beta[i] = at_end.projected[i] * per_length * yielded(law, limited, drives.per_g[i]);
    z.x[i] = law.z_unit * zx;
    z.y[i] = law.z_unit * zy;
  }
}

STICKSLIP_KERNEL void elasto_plastic_step(LawNumbers law, Chunk cells, const Drives& drives, PlainTwist v, double dt,
                                          Bristles z, Traction& traction) noexcept {
  Step step;
  take(law, cells, drives, v, dt, z, step);
  double fx = 0.0, fy = 0.0, torque = 0.0;
#pragma omp simd reduction(+ : fx, fy, torque)
  for (std::size_t i = 0; i < cells.size; ++i) {
    const Velocity c = velocity(v, cells.x[i], cells.y[i]);
    // σ0 z + σ1 (v − β a z) + σ2 v, sorted by z and v.
    const double of_z = cells.p[i] * (law.mu_c - law.sigma1 * law.z_unit * (step.beta[i] * drives.rate[i]));
    const double of_v = cells.p[i] * (law.sigma1 + law.sigma2);
    const double lx = of_z * step.end.x[i] + of_v * c.x, ly = of_z * step.end.y[i] + of_v * c.y;
    fx += lx;
    fy += ly;
    torque += cells.x[i] * ly - cells.y[i] * lx;
  }
  traction.add(fx, fy, torque);
}

STICKSLIP_KERNEL void elasto_plastic_step_mean(LawNumbers law, Chunk cells, const Drives& drives, PlainTwist v,
                                               double dt, Bristles z, Traction& traction) noexcept {
  Step step;
  take(law, cells, drives, v, dt, z, step);
  const double per_dt = dt > 0.0 ? law.z_unit / dt : 0.0;
  double fx = 0.0, fy = 0.0, torque = 0.0;
#pragma omp simd reduction(+ : fx, fy, torque)
  for (std::size_t i = 0; i < cells.size; ++i) {
    const Velocity c = velocity(v, cells.x[i], cells.y[i]);
    const double length = step.at_middle.length[i];
    const double beta = beta_of(length, step.at_middle.projected[i], yielded(law, length, drives.per_g[i]));
    const double x = step_extent(drives.rate[i], dt), exponent = beta * x, relaxing = beta * drives.rate[i];
    const double p1 = phi1(exponent, decay(exponent).loss);
    const double along = phi2(exponent, p1) * (x * (cells.g[i] * drives.per_speed[i]));
    const double start_x = step.start.x[i], start_y = step.start.y[i];
    const double mean_x = p1 * start_x + along * c.x, mean_y = p1 * start_y + along * c.y;
    const double shrink = step.bound[i] / cell_reach(c.x, c.y, drives.per_speed[i], mean_x, mean_y).length;
    const double of_z = law.mu_c * friction::shrinkage(shrink);
    // The mean of ż is what z has gained, unless the step is so short that the difference would lose digits.
    const bool is_long = x > 1e-3;
    const double gain_x = per_dt * (step.end.x[i] - start_x), gain_y = per_dt * (step.end.y[i] - start_y);
    const double rate_x = is_long ? gain_x : p1 * (c.x - relaxing * (law.z_unit * start_x));
    const double rate_y = is_long ? gain_y : p1 * (c.y - relaxing * (law.z_unit * start_y));
    const double lx = cells.p[i] * (of_z * mean_x + law.sigma1 * rate_x + law.sigma2 * c.x);
    const double ly = cells.p[i] * (of_z * mean_y + law.sigma1 * rate_y + law.sigma2 * c.y);
    fx += lx;
    fy += ly;
    torque += cells.x[i] * ly - cells.y[i] * lx;
  }
  traction.add(fx, fy, torque);
}

STICKSLIP_KERNEL void elasto_plastic_rate(LawNumbers law, Chunk cells, const Drives& drives, PlainTwist v,
                                          ConstBristles z, Bristles rate) noexcept {
  Deflections scaled;
  Reaches r;
  look_at(law, cells, drives, v, z, scaled, r);
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    const Velocity c = velocity(v, cells.x[i], cells.y[i]);
    const double length = r.length[i], beta = beta_of(length, r.projected[i], yielded(law, length, drives.per_g[i]));
    const double relaxing = drives.rate[i] * beta;
    rate.x[i] = c.x - relaxing * z.x[i];
    rate.y[i] = c.y - relaxing * z.y[i];
  }
}

}  // namespace

const BristleKernels& kernels_of(const friction::Yield& /*yield*/) noexcept {
  static constexpr BristleKernels kernels{elasto_plastic_step, elasto_plastic_step_mean, elasto_plastic_rate,
                                          elasto_plastic_implicit, friction::Yield::has_springs};
  return kernels;
}

STICKSLIP_KERNEL bool stays_elastic(LawNumbers law, Chunk cells, PlainTwist v, double dt, ConstBristles z) noexcept {
  const double scale2 = 2.0 * law.per_z_unit * law.per_z_unit, dt2 = dt * dt, s_ba2 = law.yield.s_ba * law.yield.s_ba;
  // The first few cells tell of most chunks that they do not.
  for (std::size_t first = 0, last = lanes; first < cells.size; first = last, last = cells.size) {
    double past = 0.0;
#pragma omp simd reduction(+ : past)
    for (std::size_t i = first; i < last; ++i) {
      const double way2 = dt2 * speed_squared(v, cells.x[i], cells.y[i]);
      const double reach2 = scale2 * (z.x[i] * z.x[i] + z.y[i] * z.y[i] + way2);  // ≥ (‖z‖ + dt n)²
      past += reach2 < s_ba2 * (cells.g[i] * cells.g[i]) ? 0.0 : 1.0;
    }
    if (past > 0.0) return false;
  }
  return true;
}

STICKSLIP_KERNEL void elastic_step(LawNumbers law, Chunk cells, PlainTwist v, double dt, ConstBristles z, Bristles end,
                                   TractionAndSlope& sum) noexcept {
  const double sigma0 = law.mu_c * law.per_z_unit, damping = law.sigma1 + law.sigma2;
  double fx = 0.0, fy = 0.0, torque = 0.0, p = 0.0, px = 0.0, py = 0.0, pr2 = 0.0;
#pragma omp simd reduction(+ : fx, fy, torque, p, px, py, pr2)
  for (std::size_t i = 0; i < cells.size; ++i) {
    const double x = cells.x[i], y = cells.y[i], weight = cells.p[i];
    const Velocity c = velocity(v, x, y);
    const double zx = z.x[i] + dt * c.x, zy = z.y[i] + dt * c.y;
    end.x[i] = zx;
    end.y[i] = zy;
    const double lx = weight * (sigma0 * zx + damping * c.x), ly = weight * (sigma0 * zy + damping * c.y);
    fx += lx;
    fy += ly;
    torque += x * ly - y * lx;
    p += weight;
    px += weight * x;
    py += weight * y;
    pr2 += weight * (x * x + y * y);
  }
  sum.traction.add(fx, fy, torque);
  const double stiffness = sigma0 * dt + damping;
  sum.slope[0] += stiffness * p;
  sum.slope[2] -= stiffness * py;
  sum.slope[4] += stiffness * p;
  sum.slope[5] += stiffness * px;
  sum.slope[6] -= stiffness * py;
  sum.slope[7] += stiffness * px;
  sum.slope[8] += stiffness * pr2;
}

}  // namespace stickslip::patch::detail::cellwise
