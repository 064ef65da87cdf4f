// One implicit step of every Elasto-Plastic bristle of a chunk, in the terms of cell_responses.hpp.
//
// z has the direction of b, so that ε = (v̂·b̂ + 1)/2 is known and only s = ‖z‖/z_max is not:
//   (1)  s (1 + H β̄(s)) = B,   H = h a ε,  B = ‖b‖/z_max,   κ = a ε β̄
//   (2)  z ⊗ ∂κ/∂v = s/(1 + D H s β̄') b̂ ⊗ (P v̂ + Q b̂),   c = v̂·b̂
//        P = β̄ (ε (1 + q) + (ha/B − c)/2) + ε β̄' s q,   Q = β̄ (1 − c ha/B)/2 + ε β̄' ha D
//
// Eq. 1 is monotone. With w the distance of (s − s_ba)/(1 − s_ba) from the nearer end of its way from 0 to 1, β̄ = S(w) or
// 1 − S(w) by rise_from_end (numerics/rise.hpp), and m = 1 − s_ba it reads
//   (3)  m c w + e H S(w) ± m H w S(w) = Δ          lower half: e = s_ba, c = 1, Δ = B − s_ba, +
//                                                   upper half: e = 1, c = 1 + H, Δ = 1 + H − B, −
// and Δ ≤ 0, w = 0 are the purely elastic and the fully slipping bristle. Halley's method from a quadratic guess takes
// three steps at most for s_ba = 0.9, seven for any s_ba.
// Compiled for speed: see kernel_target.hpp.
#include "stickslip/patch/detail/elasto_plastic_implicit.hpp"

#include <cmath>
#include <cstddef>

#include "stickslip/numerics/rise.hpp"
#include "stickslip/patch/detail/cell_reach.hpp"
#include "stickslip/patch/detail/cell_responses.hpp"
#include "stickslip/patch/detail/cell_velocity.hpp"

namespace stickslip::patch::detail::cellwise {

using numerics::rise_curvature;
using numerics::rise_from_end;
using numerics::RiseFromEnd;

namespace {

// The unknown w of Eq. 3 of each cell, and its coefficients.
struct alignas(64) Roots {
  double w[chunk_size];
  double linear[chunk_size];  // m c
  double sine[chunk_size];    // e H
  double mixed[chunk_size];   // ± m H
  double right[chunk_size];   // Δ
  double s_0[chunk_size];     // S(w)
  double s_1[chunk_size];     // S'(w)
};

// A w so small matters neither itself nor by S(w).
constexpr double closed = 1e-12;

STICKSLIP_KERNEL_PART void find_rises(Roots& roots, std::size_t size) noexcept {
#pragma omp simd
  for (std::size_t i = 0; i < size; ++i) {
    const RiseFromEnd s = rise_from_end(roots.w[i]);
    roots.s_0[i] = s.value;
    roots.s_1[i] = s.slope;
  }
}

// One step of Halley's method for all cells. Whether any has moved by so much that another is needed: what is left is
// of the order of the cube.
STICKSLIP_KERNEL_PART bool improve(Roots& roots, std::size_t size) noexcept {
  find_rises(roots, size);
  double open = 0.0;
#pragma omp simd reduction(+ : open)
  for (std::size_t i = 0; i < size; ++i) {
    const double w = roots.w[i], linear = roots.linear[i], sine = roots.sine[i], mixed = roots.mixed[i];
    const double s_0 = roots.s_0[i], s_1 = roots.s_1[i], s_2 = rise_curvature(s_0);
    const double both = sine + mixed * w;
    const double f = (linear * w - roots.right[i]) + both * s_0;
    const double f_1 = (linear + mixed * s_0) + both * s_1, f_2 = both * s_2 + 2.0 * mixed * s_1;
    const double next = w - 2.0 * f * f_1 / (2.0 * f_1 * f_1 - f * f_2), above = next > 0.0 ? next : 0.0;
    const double inside = above < 0.5 ? above : 0.5;
    roots.w[i] = inside;
    open += std::abs(inside - w) > 1e-5 * inside + closed ? 1.0 : 0.0;
  }
  return open > 0.0;
}

STICKSLIP_KERNEL_PART void solve(Roots& roots, std::size_t size) noexcept {
  constexpr int most = 12;
#pragma omp simd
  for (std::size_t i = 0; i < size; ++i) {
    // A quadratic, with S(w) ≈ 2.35 w² and w ≈ 0.3 in the mixed term, and what its root changes by where S and w are
    // more like those of the root.
    const double linear = roots.linear[i], right = roots.right[i], sine = roots.sine[i], mixed = roots.mixed[i];
    const double square = 2.35 * (sine + 0.3 * mixed), root = std::sqrt(linear * linear + 4.0 * square * right);
    const double sum = linear + root, per_both = 1.0 / (sum * root), first = 2.0 * right * (root * per_both);
    const double near = first < 0.5 ? first : 0.5, near2 = near * near;
    const double better = (2.4674 + near2 * (-2.029 + near2 * 0.667)) * (sine + mixed * near);
    const double guess = near - near2 * (better - square) * (sum * per_both);
    roots.w[i] = guess < 0.5 ? guess : 0.5;
  }
  for (int k = 0; k < most && improve(roots, size); ++k) {
  }
}

// P, Q and the like of Eq. 2 on the way to the responses.
struct alignas(64) Slopes : CellResponses {
  double relax[chunk_size], share[chunk_size];      // κ, D
  double stiff[chunk_size], k[chunk_size];          // (σ0 h + σ1) D, and times s/(1 + D H s β̄')
  double along_v[chunk_size], along_b[chunk_size];  // P/n, Q
};

// What is known of b beforehand.
struct alignas(64) Direction {
  double aligned[chunk_size], length[chunk_size], per_length[chunk_size];  // ε, ‖b‖, 1/‖b‖
  double lower[chunk_size];                                                // 1: lower half of Eq. 3, 0: upper
};

}  // namespace

STICKSLIP_KERNEL void elasto_plastic_implicit(LawNumbers law, Chunk cells, const Drives& drives,
                                              const double* stribeck_slope, PlainTwist v, double h, ConstBristles base,
                                              Bristles end, TractionAndSlope& sum) noexcept {
  Roots roots;
  Direction b;
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    const Velocity c = velocity(v, cells.x[i], cells.y[i]);
    const double bx = law.per_z_unit * (base.x[i] + h * c.x), by = law.per_z_unit * (base.y[i] + h * c.y);
    const Reach at = cell_reach(c.x, c.y, drives.per_speed[i], bx, by);
    b.length[i] = at.length;
    b.aligned[i] = at.projected;
  }
  const double s_ba = law.yield.s_ba, yield = 1.0 - s_ba, middle = 0.5 * (1.0 + s_ba);
  double open = 0.0;
#pragma omp simd reduction(+ : open)
  for (std::size_t i = 0; i < cells.size; ++i) {
    const double per_length = 1.0 / b.length[i], aligned = b.aligned[i] * per_length;
    const double slip = h * drives.rate[i] * aligned, far = b.length[i] * drives.per_g[i];  // H, B
    const bool lower = far < middle * (1.0 + 0.5 * slip);
    const double linear = lower ? yield : yield * (1.0 + slip);
    const double gap = lower ? far - s_ba : 1.0 + slip - far, right = gap > 0.0 ? gap : 0.0;
    roots.w[i] = 0.0;
    roots.linear[i] = linear;
    roots.sine[i] = lower ? s_ba * slip : slip;
    roots.mixed[i] = lower ? yield * slip : -yield * slip;
    roots.right[i] = right;
    b.aligned[i] = aligned;
    b.per_length[i] = per_length;
    b.lower[i] = lower ? 1.0 : 0.0;
    open += right > closed * linear ? 1.0 : 0.0;
  }
  if (open > 0.0) solve(roots, cells.size);
  find_rises(roots, cells.size);
  Slopes r;
  const double sigma0 = law.mu_c * law.per_z_unit, stiffness = sigma0 * h + law.sigma1;
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    const double per_g = drives.per_g[i], rate = drives.rate[i], extent = h * rate, far = b.length[i] * per_g;  // ha, B
    const double bar = b.lower[i] > 0.5 ? roots.s_0[i] : 1.0 - roots.s_0[i],
                 bar_slope = law.yield.per_range * roots.s_1[i];
    const double aligned = b.aligned[i], relax = rate * aligned * bar;  // κ
    const double u = 1.0 + h * relax, u2 = u * u, u2_x = u2 + extent * aligned * bar_slope * far;
    const double w = 1.0 / (u * u2_x), share = u2_x * w, reached = far * share;                // D = 1/u, s
    const double ratio = extent * cells.g[i] * b.per_length[i], cosine = 2.0 * aligned - 1.0;  // ha/B, c
    const double q = stribeck_slope[i] * per_g, stiff = stiffness * share, steep = aligned * bar_slope;
    r.relax[i] = relax;
    r.share[i] = share;
    r.stiff[i] = stiff;
    r.k[i] = stiff * far * (u2 * w);  // 1 + D H s β̄' = u2_x/u²
    r.along_v[i] = (bar * (aligned * (1.0 + q) + 0.5 * (ratio - cosine)) + steep * reached * q) * drives.per_speed[i];
    r.along_b[i] = 0.5 * bar * (1.0 - cosine * ratio) + steep * extent * share;
  }
#pragma omp simd
  for (std::size_t i = 0; i < cells.size; ++i) {
    const Velocity c = velocity(v, cells.x[i], cells.y[i]);
    const double base_x = base.x[i], base_y = base.y[i], bx = base_x + h * c.x, by = base_y + h * c.y;
    const double p = cells.p[i], share = r.share[i], relax = r.relax[i], zx = share * bx, zy = share * by;
    const double rate_x = share * (c.x - relax * base_x), rate_y = share * (c.y - relax * base_y);
    end.x[i] = zx;
    end.y[i] = zy;
    r.lx[i] = p * (sigma0 * zx + law.sigma1 * rate_x + law.sigma2 * c.x);
    r.ly[i] = p * (sigma0 * zy + law.sigma1 * rate_y + law.sigma2 * c.y);
    const double scale = law.per_z_unit * b.per_length[i], unit_x = scale * bx, unit_y = scale * by;  // b̂
    const double k = p * r.k[i];
    r.plain[i] = p * (r.stiff[i] + law.sigma2);
    r.left_x[i] = k * unit_x;
    r.left_y[i] = k * unit_y;
    r.right_x[i] = r.along_v[i] * c.x + r.along_b[i] * unit_x;
    r.right_y[i] = r.along_v[i] * c.y + r.along_b[i] * unit_y;
  }
  add_up(cells, r, sum);
}

}  // namespace stickslip::patch::detail::cellwise
