// The loops of body_lu.hpp: blocks of 8 × 6 by columns, in halves of four rows.
#include <algorithm>
#include <cmath>

#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/solvers/detail/body_lu.hpp"
#include "stickslip/solvers/detail/four.hpp"

namespace stickslip::solvers::detail {

namespace {

STICKSLIP_KERNEL_PART std::size_t place_of(int body) noexcept {
  return 8 * static_cast<std::size_t>(body);
}

// A block of 8 × 6 by columns times six numbers, in halves.
struct Halves {
  Four upper, lower;
};
STICKSLIP_KERNEL_PART Halves product(const double* block, const double* x) noexcept {
  const Four a = load(block) * x[0] + load(block + 8) * x[1], b = load(block + 16) * x[2] + load(block + 24) * x[3],
             c = load(block + 32) * x[4] + load(block + 40) * x[5];
  const Four d = load(block + 4) * x[0] + load(block + 12) * x[1],
             e = load(block + 20) * x[2] + load(block + 28) * x[3],
             f = load(block + 36) * x[4] + load(block + 44) * x[5];
  return {(a + b) + c, (d + e) + f};
}

// Four columns of four become rows: the k-th goes to[k][half].
STICKSLIP_KERNEL_PART void transpose(const Four& a, const Four& b, const Four& c, const Four& d, Four (*to)[2],
                                     int half) noexcept {
  const Four ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6), ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Four cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6), cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  to[0][half] = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  to[1][half] = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  to[2][half] = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  to[3][half] = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

}  // namespace

STICKSLIP_KERNEL bool split_body_block(const double* a, double* left, double* right) noexcept {
  // Columns of the matrix, which becomes U, and of what its rows were multiplied by.
  alignas(64) double m[48], x[48] = {}, multiple[8] = {};
  for (int k = 0; k < 48; ++k) m[k] = a[k];
  for (int k = 0; k < 6; ++k) x[9 * k] = 1.0;
  double least = 0.0, most = 0.0;
  for (int k = 0; k < 6; ++k) {
    int row = k;
    for (int i = k + 1; i < 6; ++i) {
      if (std::abs(m[8 * k + i]) > std::abs(m[8 * k + row])) row = i;
    }
    const double pivot = m[8 * k + row], size = std::abs(pivot);
    least = k == 0 ? size : std::min(least, size);
    most = std::max(most, size);
    if (!(size > 0.0)) return false;
    if (row != k) {
      for (int j = 0; j < 48; j += 8) {
        std::swap(m[j + k], m[j + row]);
        std::swap(x[j + k], x[j + row]);
      }
    }
    const double over = 1.0 / pivot;
    for (int i = 0; i <= k; ++i) multiple[i] = 0.0;
    for (int i = k + 1; i < 6; ++i) multiple[i] = m[8 * k + i] * over;
    const Four upper = load(multiple), lower = load(multiple + 4);
    for (int j = 0; j < 48; j += 8) {
      const double p = m[j + k], q = x[j + k];
      store(load(m + j) - upper * p, m + j);
      store(load(m + j + 4) - lower * p, m + j + 4);
      store(load(x + j) - upper * q, x + j);
      store(load(x + j + 4) - lower * q, x + j + 4);
    }
  }
  if (!(least > 1e-15 * most) || !std::isfinite(most)) return false;
  for (int k = 0; k < 48; ++k) {
    left[k] = x[k];
    right[k] = 0.0;
  }
  for (int j = 0; j < 6; ++j) {
    for (int i = j; i >= 0; --i) {
      double sum = i == j ? 1.0 : 0.0;
      for (int k = i + 1; k <= j; ++k) sum -= m[8 * k + i] * right[8 * j + k];
      right[8 * j + i] = sum / m[8 * i + i];
    }
  }
  return true;
}

STICKSLIP_KERNEL bool split_symmetric_body_block(const double* a, double* left, double* right) noexcept {
  using Mask [[gnu::vector_size(32)]] = long;
  // Columns in halves, in registers: the loops are unrolled. The k-th is one of the matrix until step k, and one of 1/L from there.
  Four m[6][2];
  alignas(32) double scale[8] = {};
  STICKSLIP_UNROLLED
  for (int j = 0; j < 6; ++j) {
    m[j][0] = load(a + 8 * j);
    m[j][1] = load(a + 8 * j + 4);
  }
  double least = 0.0, most = 0.0;
  bool is_positive = true;
  STICKSLIP_UNROLLED
  for (int k = 0; k < 6; ++k) {
    const int half = k / 4, lane = k % 4;
    const double pivot = m[k][half][lane], over = 1.0 / pivot;
    is_positive &= pivot > 0.0;
    least = k == 0 ? pivot : std::min(least, pivot);
    most = std::max(most, pivot);
    scale[k] = std::sqrt(over);
    const Mask is_below = Mask{0, 1, 2, 3} > k, is_below_too = Mask{4, 5, 6, 7} > k, is_row = Mask{0, 1, 2, 3} == lane;
    const Four upper = is_below ? m[k][0] * over : Four{}, lower = is_below_too ? m[k][1] * over : Four{};
    STICKSLIP_UNROLLED
    for (int j = 0; j < 6; ++j) {
      if (j == k) continue;
      const Four entry = Four{} + m[j][half][lane];
      m[j][0] -= upper * entry;
      m[j][1] -= lower * entry;
    }
    m[k][0] = -upper;
    m[k][1] = -lower;
    m[k][half] = is_row ? Four{} + 1.0 : m[k][half];
  }
  const Four upper = load(scale), lower = load(scale + 4);
  STICKSLIP_UNROLLED
  for (int j = 0; j < 6; ++j) {
    store(m[j][0] * upper, left + 8 * j);
    store(m[j][1] * lower, left + 8 * j + 4);
  }
  transpose_body_block(left, right);
  return is_positive && least > 1e-15 * most && std::isfinite(most);
}

STICKSLIP_KERNEL void transpose_body_block(const double* from, double* to) noexcept {
  const Four zero{};
  Four columns[8][2];
  transpose(load(from), load(from + 8), load(from + 16), load(from + 24), columns, 0);
  transpose(load(from + 32), load(from + 40), zero, zero, columns, 1);
  transpose(load(from + 4), load(from + 12), load(from + 20), load(from + 28), columns + 4, 0);
  transpose(load(from + 36), load(from + 44), zero, zero, columns + 4, 1);
  for (int k = 0; k < 6; ++k) {
    store(columns[k][0], to + 8 * k);
    store(columns[k][1], to + 8 * k + 4);
  }
}

STICKSLIP_KERNEL void multiply_body_blocks(const double* left, const double* right, double* product) noexcept {
  for (int half = 0; half < 8; half += 4) {
    const Four a = load(left + half), b = load(left + 8 + half), c = load(left + 16 + half), d = load(left + 24 + half),
               e = load(left + 32 + half), f = load(left + 40 + half);
    for (int j = 0; j < 48; j += 8) {
      const double* of = right + j;
      store((a * of[0] + b * of[1]) + (c * of[2] + d * of[3]) + (e * of[4] + f * of[5]), product + j + half);
    }
  }
}

STICKSLIP_KERNEL void subtract_body_products(const double* factor, const double* blocks, const int* columns, int count,
                                             double* work) noexcept {
  for (int n = 0; n < count; ++n, blocks += BodyLu::block_size) {
    double* const to = work + BodyLu::block_size * static_cast<std::size_t>(columns[n]);
    for (int half = 0; half < 8; half += 4) {
      const Four a = load(factor + half), b = load(factor + 8 + half), c = load(factor + 16 + half),
                 d = load(factor + 24 + half), e = load(factor + 32 + half), f = load(factor + 40 + half);
      for (int j = 0; j < 48; j += 8) {
        const double* of = blocks + j;
        double* const at = to + j + half;
        store(load(at) - ((a * of[0] + b * of[1]) + (c * of[2] + d * of[3]) + (e * of[4] + f * of[5])), at);
      }
    }
  }
}

STICKSLIP_KERNEL void solve_with_body_factor(const Elimination& pattern, const double* lower, const double* upper,
                                             const double* left, const double* right, double* solution,
                                             double* x) noexcept {
  const std::size_t n = pattern.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double* const from = x + place_of(pattern.order[i]);
    Four a = load(from), b = load(from + 4);
    for (int l = pattern.lower_begin[i]; l < pattern.lower_begin[i + 1]; ++l) {
      const auto k = static_cast<std::size_t>(l);
      const Halves part = product(lower + BodyLu::block_size * k, solution + place_of(pattern.lower_index[k]));
      a -= part.upper;
      b -= part.lower;
    }
    double* const own = solution + 8 * i;
    store(a, own);
    store(b, own + 4);
    const Halves result = product(left + BodyLu::block_size * i, own);
    store(result.upper, own);
    store(result.lower, own + 4);
  }
  for (std::size_t i = n; i-- > 0;) {
    double* const own = solution + 8 * i;
    Four a = load(own), b = load(own + 4);
    for (int u = pattern.upper_begin[i]; u < pattern.upper_begin[i + 1]; ++u) {
      const auto k = static_cast<std::size_t>(u);
      const Halves part = product(upper + BodyLu::block_size * k, solution + place_of(pattern.upper_index[k]));
      a -= part.upper;
      b -= part.lower;
    }
    store(a, own);
    store(b, own + 4);
    const Halves result = product(right + BodyLu::block_size * i, own);
    double* const to = x + place_of(pattern.order[i]);
    store(result.upper, own);
    store(result.lower, own + 4);
    store(result.upper, to);
    store(result.lower, to + 4);
  }
}

}  // namespace stickslip::solvers::detail
