#include "stickslip/patch/detail/reduced_kernel.hpp"

#include <cmath>

#include "stickslip/friction/exponential.hpp"
#include "stickslip/patch/detail/kernel_target.hpp"
#include "stickslip/patch/detail/vector_math.hpp"
#include "stickslip/patch/surface/tabulated_surface.hpp"

namespace stickslip::patch::detail {

// The loops are marked ivdep, not omp simd: the latter keeps small structs in memory, and g++ 12 then gives up.

namespace {

constexpr double tiny = 1e-300;  // keeps quotients of zeros finite

struct Three {
  double x, y, t;
};

STICKSLIP_KERNEL_PART Three sum(double a, Three p, double b, Three q) noexcept {
  return {a * p.x + b * q.x, a * p.y + b * q.y, a * p.t + b * q.t};
}

STICKSLIP_KERNEL_PART double dot(Three p, Three q) noexcept {
  return p.x * q.x + p.y * q.y + p.t * q.t;
}

// β of friction/elasto_plastic.hpp, for y of this length; slip is against h, z_scale = 1/z_max, h_scale = 1/‖h‖.
STICKSLIP_KERNEL_PART double plastic_share(Three y, double length, double inverse_length, Three h, double h_scale,
                                           double z_scale, double s_ba, double s_scale) noexcept {
  const double cosine = -(h_scale * dot(h, y)) * inverse_length;  // in this order nothing overflows at rest
  const double aligned = 0.5 + 0.5 * (cosine < -1.0 ? -1.0 : cosine);
  return aligned * rise((length * z_scale - s_ba) * s_scale);
}

STICKSLIP_KERNEL_PART Three frozen_step(Three y, Three stick, Three slip, double a, double beta, double dt) noexcept {
  const double x = beta * a * dt;
  const Decay e = decay(x);
  const double progress = phi1(x, e.loss) * dt;
  return sum(1.0, sum(e.value, y, progress * (1.0 - beta), stick), progress * beta, slip);
}

template <bool elasto_plastic>
STICKSLIP_KERNEL_PART void steps(ReducedBlock& p, const ReducedKernelLaw& law, double dt) noexcept {
  const double r = law.r, u = law.u, inverse_r = 1.0 / r, s_ba = law.s_ba, s_scale = 1.0 / (1.0 - s_ba);
  const double sigma0 = law.sigma0, sigma1 = law.sigma1, sigma2 = law.sigma2;
  const double own = law.drift_free ? 1.0 : 0.0;  // share of v itself in the drive of stick
#pragma GCC ivdep
  for (std::size_t i = 0; i < reduced_block; ++i) {
    const Three v{p.vx[i], p.vy[i], r * p.spin[i]}, h{p.hx[i], p.hy[i], p.ht[i]};
    const double speed = p.speed[i], g = p.g[i], h_size = std::sqrt(dot(h, h)) + tiny;
    const double inverse = 1.0 / (g * h_size), h_scale = g * inverse, stiffness = sigma0 * h_size * inverse;
    const double z_scale = sigma0 * inverse, rate_of_slip = speed * stiffness;
    const double a = rate_of_slip < 1e250 ? rate_of_slip : 1e250;
    const Three slip{-speed * h.x, -speed * h.y, -speed * h.t}, stick = sum(own, v, 1.0 - own, slip);
    const Three start{p.zx[i], p.zy[i], p.zt[i] * inverse_r};
    Three y = start;
    double beta = 1.0;
    if constexpr (elasto_plastic) {
      const double length0 = std::sqrt(dot(start, start));
      const double beta0 = plastic_share(start, length0, 1.0 / (length0 + tiny), h, h_scale, z_scale, s_ba, s_scale);
      const Three middle = frozen_step(start, stick, slip, a, beta0, 0.5 * dt);
      const double length1 = std::sqrt(dot(middle, middle));
      const double beta1 = plastic_share(middle, length1, 1.0 / (length1 + tiny), h, h_scale, z_scale, s_ba, s_scale);
      const Three end = frozen_step(start, stick, slip, a, beta1, dt);
      const double length2 = std::sqrt(dot(end, end)), inverse2 = 1.0 / (length2 + tiny);
      const double z_max = h_size * g / sigma0, bound = length0 > z_max ? length0 : z_max;
      const double limit = length2 > bound ? bound * inverse2 : 1.0;
      y = sum(limit, end, 0.0, end);
      beta = plastic_share(end, limit * length2, inverse2, h, h_scale, z_scale, s_ba, s_scale);
    } else {
      y = frozen_step(start, stick, slip, a, 1.0, dt);
    }
    const Three rate = sum(1.0 - beta, stick, beta, sum(1.0, slip, -a, y));
    const double minus_fn = -p.fn[i];
    p.zx[i] = y.x;
    p.zy[i] = y.y;
    p.zt[i] = r * y.t;
    p.fx[i] = minus_fn * (sigma0 * y.x + sigma1 * rate.x + sigma2 * v.x);
    p.fy[i] = minus_fn * (sigma0 * y.y + sigma1 * rate.y + sigma2 * v.y);
    p.torque[i] = minus_fn * (r * (sigma0 * y.t + sigma1 * rate.t) + sigma2 * u * p.spin[i]);
  }
}

// The speed, and where in the table the twist is: into speed, and hx, hy, ht for the time being.
STICKSLIP_KERNEL void places(ReducedBlock& block, double r, int n) noexcept {
#pragma GCC ivdep
  for (std::size_t i = 0; i < reduced_block; ++i) {
    const double s = r * block.spin[i];
    const TabulatedSurface::Place at = TabulatedSurface::place(n, block.vx[i], block.vy[i], s);
    block.speed[i] = std::sqrt(block.vx[i] * block.vx[i] + block.vy[i] * block.vy[i] + s * s);
    block.hx[i] = at.theta;
    block.hy[i] = at.phi;
    block.ht[i] = at.sign;
  }
}

STICKSLIP_KERNEL void lugre_steps(ReducedBlock& block, const ReducedKernelLaw& law, double dt) noexcept {
  steps<false>(block, law, dt);
}

STICKSLIP_KERNEL void elasto_plastic_steps(ReducedBlock& block, const ReducedKernelLaw& law, double dt) noexcept {
  steps<true>(block, law, dt);
}

}  // namespace

void reduced_drives(ReducedBlock& block, double r, const ReducedTable& table) noexcept {
  places(block, r, table.n);
  for (std::size_t i = 0; i < reduced_block; ++i) {
    const TabulatedSurface::Place at{block.hx[i], block.hy[i], block.ht[i]};
    TabulatedSurface::interpolate(table.nodes, table.n, at, block.hx[i], block.hy[i], block.ht[i]);
  }
}

STICKSLIP_KERNEL void reduced_gaussian(ReducedBlock& block, double base, double rise, double v_s) noexcept {
  const double inverse = 1.0 / v_s;
#pragma GCC ivdep
  for (std::size_t i = 0; i < reduced_block; ++i) {
    const double ratio = block.speed[i] * inverse;
    block.g[i] = base + rise * decay(ratio * ratio).value;
  }
}

void reduced_steps(ReducedBlock& block, const ReducedKernelLaw& law, double dt) noexcept {
  if (law.elasto_plastic) {
    elasto_plastic_steps(block, law, dt);
  } else {
    lugre_steps(block, law, dt);
  }
}

namespace {

// As plastic_share, leaving out what is not needed. `soft` = 1/(z_max − s_ba z_max).
STICKSLIP_KERNEL_PART double foreseen_share(Three y, Three h, double h_scale, double z_max, double s_ba,
                                            double soft) noexcept {
  const double length2 = dot(y, y), elastic = s_ba * z_max;
  if (length2 <= elastic * elastic) return 0.0;
  const double length = std::sqrt(length2), cosine = -h_scale * dot(h, y) / length;
  const double aligned = 0.5 + 0.5 * (cosine < -1.0 ? -1.0 : cosine);
  return length >= z_max ? aligned : aligned * rise((length - elastic) * soft);
}

STICKSLIP_KERNEL_PART Three foreseen_step(Three y, Three stick, Three slip, double a, double beta, double dt) noexcept {
  if (beta == 0.0) return sum(1.0, y, dt, stick);
  const friction::ExponentialStep e = friction::exponential_step(beta * a * dt);
  const double progress = e.phi1 * dt;
  return sum(1.0, sum(e.decay, y, progress * (1.0 - beta), stick), progress * beta, slip);
}

}  // namespace

STICKSLIP_KERNEL void reduced_drive(ReducedMotion& m, double r, const ReducedTable& table) noexcept {
  const double s = r * m.spin;
  m.speed = std::sqrt(m.vx * m.vx + m.vy * m.vy + s * s);
  TabulatedSurface::interpolate(table.nodes, table.n, TabulatedSurface::place(table.n, m.vx, m.vy, s), m.hx, m.hy,
                                m.ht);
}

STICKSLIP_KERNEL ReducedWrench reduced_step(const ReducedMotion& m, ReducedBristles& z, const ReducedKernelLaw& law,
                                            double dt) noexcept {
  const Three v{m.vx, m.vy, law.r * m.spin}, h{m.hx, m.hy, m.ht};
  const double h_size = std::sqrt(dot(h, h)) + tiny, inverse = 1.0 / (m.g * h_size);
  const double h_scale = m.g * inverse, z_max = h_size * m.g / law.sigma0;
  const double soft = h_scale * law.sigma0 / (m.g * (1.0 - law.s_ba));
  const double rate_of_slip = m.speed * law.sigma0 * h_size * inverse, a = rate_of_slip < 1e250 ? rate_of_slip : 1e250;
  const Three slip{-m.speed * h.x, -m.speed * h.y, -m.speed * h.t}, stick = law.drift_free ? v : slip;
  const Three start{z.x, z.y, z.t / law.r};
  Three y = start;
  double beta = 1.0;
  if (law.elasto_plastic) {
    const double beta0 = foreseen_share(start, h, h_scale, z_max, law.s_ba, soft);
    const Three middle = foreseen_step(start, stick, slip, a, beta0, 0.5 * dt);
    const double beta1 = foreseen_share(middle, h, h_scale, z_max, law.s_ba, soft);
    y = foreseen_step(start, stick, slip, a, beta1, dt);
    const double before2 = dot(start, start), after2 = dot(y, y);
    const double bound2 = before2 > z_max * z_max ? before2 : z_max * z_max;
    if (after2 > bound2) y = sum(std::sqrt(bound2 / after2), y, 0.0, y);
    beta = foreseen_share(y, h, h_scale, z_max, law.s_ba, soft);
  } else {
    y = foreseen_step(start, stick, slip, a, 1.0, dt);
  }
  const Three rate = sum(1.0 - beta, stick, beta, sum(1.0, slip, -a, y));
  z = {y.x, y.y, law.r * y.t};
  return {-m.fn * (law.sigma0 * y.x + law.sigma1 * rate.x + law.sigma2 * v.x),
          -m.fn * (law.sigma0 * y.y + law.sigma1 * rate.y + law.sigma2 * v.y),
          -m.fn * (law.r * (law.sigma0 * y.t + law.sigma1 * rate.t) + law.sigma2 * law.u * m.spin)};
}

}  // namespace stickslip::patch::detail
