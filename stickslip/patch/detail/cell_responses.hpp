// What an implicit step of every bristle of a chunk tells a body's Newton iteration: tractions and their derivatives, and
// their sums over the chunk.
//
//   (1)  z = base + h ż,  ż = v − κ z     ⇒  z = D b,  ż = D (v − κ base),  D = 1/(1 + hκ),  b = base + h v
//   (2)  ∂ż/∂v = D (I − z ⊗ ∂κ/∂v),   ∂z/∂v = h ∂ż/∂v
// κ is what the law has: a for LuGre, β a where bristles are springs at first.
#pragma once

#include <cstddef>

#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/patch/detail/distributed_kernels.hpp"

namespace stickslip::patch::detail::cellwise {

// p l of each cell, and p ∂l/∂v_i = plain I − left ⊗ right.
struct alignas(64) CellResponses {
  double lx[chunk_size], ly[chunk_size];
  double plain[chunk_size], left_x[chunk_size], left_y[chunk_size], right_x[chunk_size], right_y[chunk_size];
};

// With the columns of G = [1 0 −y; 0 1 x] for ∂v_i/∂(vx, vy, ω): Σ Gᵀ (p l) and Σ Gᵀ (p ∂l/∂v_i) G.
STICKSLIP_KERNEL_PART void add_up(const Chunk& cells, const CellResponses& r, TractionAndSlope& sum) noexcept {
  double fx = 0.0, fy = 0.0, torque = 0.0, p = 0.0, px = 0.0, py = 0.0, pr2 = 0.0;
#pragma omp simd reduction(+ : fx, fy, torque, p, px, py, pr2)
  for (std::size_t i = 0; i < cells.size; ++i) {
    const double x = cells.x[i], y = cells.y[i], plain = r.plain[i], along_x = plain * x, along_y = plain * y;
    fx += r.lx[i];
    fy += r.ly[i];
    torque += x * r.ly[i] - y * r.lx[i];
    p += plain;
    px += along_x;
    py += along_y;
    pr2 += x * along_x + y * along_y;
  }
  double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0, s4 = 0.0, s5 = 0.0, s6 = 0.0, s7 = 0.0, s8 = 0.0;
#pragma omp simd reduction(+ : s0, s1, s2, s3, s4, s5, s6, s7, s8)
  for (std::size_t i = 0; i < cells.size; ++i) {
    const double x = cells.x[i], y = cells.y[i];
    const double ax = r.left_x[i], ay = r.left_y[i], a = x * ay - y * ax;
    const double bx = r.right_x[i], by = r.right_y[i], b = x * by - y * bx;
    s0 += ax * bx;
    s1 += ax * by;
    s2 += ax * b;
    s3 += ay * bx;
    s4 += ay * by;
    s5 += ay * b;
    s6 += a * bx;
    s7 += a * by;
    s8 += a * b;
  }
  sum.traction.add(fx, fy, torque);
  const double slope[9] = {p - s0, -s1, -py - s2, -s3, p - s4, px - s5, -py - s6, px - s7, pr2 - s8};
  for (int k = 0; k < 9; ++k) sum.slope[k] += slope[k];
}

}  // namespace stickslip::patch::detail::cellwise
