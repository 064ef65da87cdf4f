#include "stickslip/patch/detail/reduced_kernel.hpp"

#include <cmath>
#include <type_traits>

#include "stickslip/friction/bristle.hpp"
#include "stickslip/friction/yield.hpp"
#include "stickslip/numerics/exponential.hpp"
#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/numerics/vector_math.hpp"
#include "stickslip/patch/detail/reach.hpp"
#include "stickslip/patch/patch_friction.hpp"
#include "stickslip/patch/surface/tabulated_surface.hpp"

namespace stickslip::patch::detail {

using numerics::Decay;
using numerics::decay;
using numerics::phi1_denominator;
using numerics::phi1_numerator;

namespace {

constexpr double tiny = 1e-290;  // keeps quotients of zeros finite

struct Three {
  double x, y, t;
};

STICKSLIP_KERNEL_PART Three sum(double a, Three p, double b, Three q) noexcept {
  return {a * p.x + b * q.x, a * p.y + b * q.y, a * p.t + b * q.t};
}

STICKSLIP_KERNEL_PART double gaussian(double speed, const ReducedLaw& law) noexcept {
  const double ratio = speed * law.per_v_s;
  return law.base + law.rise * decay(ratio * ratio).value;
}

STICKSLIP_KERNEL_PART double dot(Three p, Three q) noexcept {
  return p.x * q.x + p.y * q.y + p.t * q.t;
}

// Steps come in two ways. Many at once go without branches. One alone takes them: the processor foresees them, and then
// need not wait for one square root after the other. It does wait for each result on the way from state to state, so
// whatever can be known without the state is computed beside it.
enum class Way { even, foreseen };

// What a twist means to the bristles: see reduced_patch.hpp.
struct Drive {
  Three h, slip, stick;
  double a;
  double per_h;             // 1/‖h‖
  double z_max2, elastic2;  // z_max², (s_ba z_max)²
  double bend;              // of 1/z_max: see friction/yield.hpp
};

// What β is made of: see friction/yield.hpp.
struct Yielding : Reach {
  double yielded;  // β̄

  STICKSLIP_KERNEL_PART double beta() const noexcept { return beta_of(length, projected, yielded); }
};

// The length of y = 0 is 1e-145.
template <Way way, class Yield>
STICKSLIP_KERNEL_PART Yielding yielding(Three y, const Drive& d, const Yield& yield) noexcept {
  const double length2 = ((tiny + y.x * y.x) + y.y * y.y) + y.t * y.t;
  if (way == Way::foreseen && length2 <= d.elastic2) return {{1.0, 0.0}, 0.0};
  const Reach at = reach(length2, -d.per_h * dot(d.h, y));
  return {at, yield.yielded(at.length, d.bend)};
}

template <Way way>
STICKSLIP_KERNEL_PART Three relaxed(Three y, const Drive& d, double beta, double dt) noexcept {
  if (way == Way::foreseen && beta == 0.0) return sum(1.0, y, dt, d.stick);
  const double x = beta * (d.a * dt), per_x = 1.0 / phi1_denominator(x);
  const Decay e = decay(x);
  const Three way_of_drive = sum(dt * per_x * (1.0 - beta), d.stick, dt * per_x * beta, d.slip);
  return sum(e.value, y, phi1_numerator(e.loss), way_of_drive);
}

struct Advance {
  Three y;
  double beta;  // frozen during the step
};

// A step that freezes β at the midpoint. Where that is an implicit step tells: order 2 needs no more, and it costs
// one division instead of an exponential.
template <Way way, class Yield>
STICKSLIP_KERNEL_PART Advance advance(Three start, const Drive& d, const Yield& yield, double dt) noexcept {
  const Yielding at = yielding<way>(start, d, yield);
  Three middle = sum(1.0, start, 0.5 * dt, d.stick);
  if (way == Way::even || at.yielded != 0.0) {
    const double slipping = at.projected * at.yielded, half = 0.5 * dt;  // slipping = β ‖y‖
    const double scale = 1.0 / (at.length + half * d.a * slipping);
    const Three drive = sum(half * (at.length - slipping), d.stick, half * slipping, d.slip);
    middle = sum(scale, sum(at.length, start, 1.0, drive), 0.0, start);
  }
  const double beta = yielding<way>(middle, d, yield).beta();
  const Three end = relaxed<way>(start, d, beta, dt);
  // A large step could pass the bound. In steady sliding it is only touched, and rounding alone is no reason to act.
  const double before2 = dot(start, start), bound2 = before2 > d.z_max2 ? before2 : d.z_max2, after2 = dot(end, end);
  constexpr double rounding = 1.0 + 1e-14;
  if (way == Way::foreseen && after2 <= rounding * bound2) return {end, beta};
  const double limit = friction::shrinkage(std::sqrt(bound2 / (after2 + tiny)));
  return {sum(after2 <= rounding * bound2 ? 1.0 : limit, end, 0.0, end), beta};
}

struct Step {
  Three y;         // at the end
  double beta;     // during the step
  Three traction;  // σ0 y + σ1 ẏ at the end
};

template <Way way, class Yield>
STICKSLIP_KERNEL_PART Step step_of(Three v, Three h, double speed, double g, Three start, const ReducedLaw& law,
                                   const Yield& yield, double dt) noexcept {
  // Two divisions where one would do: what depends on g alone need not wait for the table.
  const double per_g = 1.0 / g, rate_of_slip = speed * law.sigma0 * per_g;
  Drive d;
  d.h = h;
  d.slip = {-speed * h.x, -speed * h.y, -speed * h.t};
  const double own = law.drift_free ? 1.0 : 0.0;  // share of v itself in the drive of stick
  d.stick = sum(own, v, 1.0 - own, d.slip);
  d.a = friction::relaxation_rate(rate_of_slip);
  Advance next{start, 1.0};
  double beta = 1.0;
  if constexpr (std::is_same_v<Yield, friction::FullSlip>) {
    next.y = relaxed<way>(start, d, 1.0, dt);
  } else {
    const double h_size = std::sqrt(dot(h, h)) + tiny, z_max = h_size * g * law.per_sigma0;
    d.per_h = 1.0 / h_size;
    d.z_max2 = z_max * z_max;
    d.elastic2 = yield.s_ba * yield.s_ba * d.z_max2;
    d.bend = yield.bend(law.sigma0 * per_g * d.per_h);
    next = advance<way>(start, d, yield, dt);
    beta = yielding<way>(next.y, d, yield).beta();
  }
  const Three rate = sum(1.0 - beta, d.stick, beta, sum(1.0, d.slip, -d.a, next.y));
  return {next.y, next.beta, sum(law.sigma0, next.y, law.sigma1, rate)};
}

template <class Yield>
STICKSLIP_KERNEL_PART void steps(ReducedBlock& p, const ReducedLaw& shared, const Yield& shared_yield,
                                 double dt) noexcept {
  const ReducedLaw law = shared;  // copies, which the results cannot be thought to change
  const Yield yield = shared_yield;
  STICKSLIP_INDEPENDENT_ROUNDS
  for (std::size_t i = 0; i < reduced_block; ++i) {
    const Three v{p.vx[i], p.vy[i], law.r * p.spin[i]}, h{p.hx[i], p.hy[i], p.ht[i]};
    const Three start{p.zx[i], p.zy[i], law.per_r * p.zt[i]};
    const Step step = step_of<Way::even>(v, h, p.speed[i], p.g[i], start, law, yield, dt);
    const double minus_fn = -p.fn[i];
    p.zx[i] = step.y.x;
    p.zy[i] = step.y.y;
    p.zt[i] = law.r * step.y.t;
    p.fx[i] = minus_fn * (step.traction.x + law.sigma2 * v.x);
    p.fy[i] = minus_fn * (step.traction.y + law.sigma2 * v.y);
    p.torque[i] = minus_fn * (law.r * step.traction.t + law.sigma2 * law.u * p.spin[i]);
  }
}

// The speed, and where in the table the twist is: into speed, and hx, hy, ht for the time being.
STICKSLIP_KERNEL void places(ReducedBlock& block, double r, int n) noexcept {
  STICKSLIP_INDEPENDENT_ROUNDS
  for (std::size_t i = 0; i < reduced_block; ++i) {
    const double s = r * block.spin[i];
    const TabulatedSurface::Place at = TabulatedSurface::place(n, block.vx[i], block.vy[i], s);
    block.speed[i] = std::sqrt(block.vx[i] * block.vx[i] + block.vy[i] * block.vy[i] + s * s);
    block.hx[i] = at.theta;
    block.hy[i] = at.phi;
    block.ht[i] = at.sign;
  }
}

}  // namespace

void reduced_drives(ReducedBlock& block, double r, const ReducedTable& table) noexcept {
  places(block, r, table.n);
  for (std::size_t i = 0; i < reduced_block; ++i) {
    const TabulatedSurface::Place at{block.hx[i], block.hy[i], block.ht[i]};
    TabulatedSurface::interpolate(table.nodes, table.n, at, block.hx[i], block.hy[i], block.ht[i]);
  }
}

STICKSLIP_KERNEL void reduced_gaussian(ReducedBlock& block, const ReducedLaw& law) noexcept {
  const ReducedLaw own = law;  // as in steps
  STICKSLIP_INDEPENDENT_ROUNDS
  for (std::size_t i = 0; i < reduced_block; ++i) block.g[i] = gaussian(block.speed[i], own);
}

STICKSLIP_KERNEL void reduced_steps(const friction::FullSlip& yield, ReducedBlock& block, const ReducedLaw& law,
                                    double dt) noexcept {
  steps(block, law, yield, dt);
}

STICKSLIP_KERNEL void reduced_steps(const friction::Yield& yield, ReducedBlock& block, const ReducedLaw& law,
                                    double dt) noexcept {
  steps(block, law, yield, dt);
}

namespace {

template <class Yield>
STICKSLIP_KERNEL_PART ReducedStep step_of(const Yield& yield, const ReducedMotion& m, const ReducedBristles& z,
                                          const ReducedLaw& law, double dt) noexcept {
  const Three v{m.vx, m.vy, law.r * m.spin}, h{m.hx, m.hy, m.ht}, start{z.x, z.y, law.per_r * z.t};
  const Step step = step_of<Way::foreseen>(v, h, m.speed, m.g, start, law, yield, dt);
  return {{step.y.x, step.y.y, law.r * step.y.t},
          {-m.fn * (step.traction.x + law.sigma2 * v.x), -m.fn * (step.traction.y + law.sigma2 * v.y),
           -m.fn * (law.r * step.traction.t + law.sigma2 * law.u * m.spin)},
          step.beta};
}

template <class Yield>
STICKSLIP_KERNEL_PART bool step_in_table(const Yield& yield, const double* twist, double fn, double dt,
                                         const ReducedTable& table, const ReducedLaw& law, double* z,
                                         double* wrench) noexcept {
  ReducedMotion m{twist[0], twist[1], twist[2], fn, 0.0, 0.0, 0.0, 0.0, 0.0};
  const double s = law.r * m.spin;
  if (!steppable({m.vx, m.vy, m.spin}, fn, dt)) return false;
  m.speed = std::sqrt(m.vx * m.vx + m.vy * m.vy + s * s);
  const TabulatedSurface::Place at = TabulatedSurface::place(table.n, m.vx, m.vy, s);
  TabulatedSurface::interpolate(table.nodes, table.n, at, m.hx, m.hy, m.ht);
  m.g = gaussian(m.speed, law);
  const ReducedStep end = step_of(yield, m, {z[0], z[1], z[2]}, law, dt);
  z[0] = end.z.x, z[1] = end.z.y, z[2] = end.z.t;
  wrench[0] = end.wrench.fx, wrench[1] = end.wrench.fy, wrench[2] = end.wrench.torque;
  return true;
}

}  // namespace

STICKSLIP_KERNEL ReducedStep reduced_step(const friction::FullSlip& yield, const ReducedMotion& m,
                                          const ReducedBristles& z, const ReducedLaw& law, double dt) noexcept {
  return step_of(yield, m, z, law, dt);
}

STICKSLIP_KERNEL ReducedStep reduced_step(const friction::Yield& yield, const ReducedMotion& m,
                                          const ReducedBristles& z, const ReducedLaw& law, double dt) noexcept {
  return step_of(yield, m, z, law, dt);
}

STICKSLIP_KERNEL bool reduced_step(const friction::FullSlip& yield, const double* twist, double fn, double dt,
                                   const ReducedTable& table, const ReducedLaw& law, double* z,
                                   double* wrench) noexcept {
  return step_in_table(yield, twist, fn, dt, table, law, z, wrench);
}

STICKSLIP_KERNEL bool reduced_step(const friction::Yield& yield, const double* twist, double fn, double dt,
                                   const ReducedTable& table, const ReducedLaw& law, double* z,
                                   double* wrench) noexcept {
  return step_in_table(yield, twist, fn, dt, table, law, z, wrench);
}

}  // namespace stickslip::patch::detail
