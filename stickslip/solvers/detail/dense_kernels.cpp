// Compiled for speed: see kernel_target.hpp.
#include "stickslip/solvers/detail/dense_kernels.hpp"

#include <cmath>

#include "stickslip/numerics/kernel_target.hpp"

namespace stickslip::solvers::detail {

namespace {

STICKSLIP_KERNEL_PART void add_one(double* __restrict w, const double* __restrict x, double a, std::ptrdiff_t n) {
#pragma omp simd
  for (std::ptrdiff_t i = 0; i < n; ++i) w[i] += a * x[i];
}

// Four columns at once: w is loaded and stored once for the four.
STICKSLIP_KERNEL_PART void add_four(double* __restrict w, const double* __restrict x, std::ptrdiff_t stride, double a,
                                    double b, double c, double d, std::ptrdiff_t n) {
  const double* __restrict y = x + stride;
  const double* __restrict u = y + stride;
  const double* __restrict v = u + stride;
#pragma omp simd
  for (std::ptrdiff_t i = 0; i < n; ++i) w[i] += a * x[i] + b * y[i] + (c * u[i] + d * v[i]);
}

STICKSLIP_KERNEL_PART void swap_entries(double* column, int a, int b) {
  const double kept = column[a];
  column[a] = column[b];
  column[b] = kept;
}

}  // namespace

STICKSLIP_KERNEL void exchange(double* table, std::ptrdiff_t stride, int columns, int r, int s,
                               const unsigned char* is_dead) noexcept {
  double* __restrict pivot = table + s * stride;
  const double inverse = 1.0 / pivot[r];
  for (int j = 0; j < columns; ++j) {
    double* __restrict column = table + j * stride;
    if (j == s || column[r] == 0.0 || is_dead[j] != 0) continue;
    const double share = -column[r] * inverse;
    add_one(column, pivot, share, stride);
    column[r] = share;
  }
#pragma omp simd
  for (std::ptrdiff_t i = 0; i < stride; ++i) pivot[i] *= inverse;
  pivot[r] = inverse;
}

// Column by column (left-looking): each column takes all earlier ones, four at a time, while it stays in the cache.
STICKSLIP_KERNEL double factor(double* matrix, std::ptrdiff_t stride, int n, int first, int end, int* swap) noexcept {
  double worst = 1.0;
  for (int j = first; j < end; ++j) {
    double* __restrict column = matrix + j * stride;
    for (int k = 0; k < j; ++k) swap_entries(column, k, swap[k]);
    int k = 0;
    for (; k + 4 <= j; k += 4) {
      const double* l = matrix + k * stride;
      const double a = column[k];
      const double b = column[k + 1] -= l[k + 1] * a;
      const double c = column[k + 2] -= l[k + 2] * a + l[stride + k + 2] * b;
      const double d = column[k + 3] -= l[k + 3] * a + l[stride + k + 3] * b + l[2 * stride + k + 3] * c;
      if (a != 0.0 || b != 0.0 || c != 0.0 || d != 0.0) {
        add_four(column + k + 4, l + k + 4, stride, -a, -b, -c, -d, n - k - 4);
      }
    }
    for (; k < j; ++k) {
      if (column[k] != 0.0) add_one(column + k + 1, matrix + k * stride + k + 1, -column[k], n - k - 1);
    }
    int best = j;
    for (int i = j + 1; i < n; ++i) best = std::abs(column[i]) > std::abs(column[best]) ? i : best;
    const double pivot = column[best];
    swap[j] = best;
    if (!(std::abs(pivot) > 0.0) || !std::isfinite(pivot)) return 0.0;
    if (best != j) {
      for (int before = 0; before <= j; ++before) swap_entries(matrix + before * stride, j, best);
    }
    double terms = std::abs(pivot);  // of which the pivot is what is left
    for (int before = 0; before < j; ++before) terms += std::abs(matrix[before * stride + j] * column[before]);
    worst = std::abs(pivot) < worst * terms ? std::abs(pivot) / terms : worst;
    const double inverse = 1.0 / pivot;
#pragma omp simd
    for (int i = j + 1; i < n; ++i) column[i] *= inverse;
  }
  return worst;
}

STICKSLIP_KERNEL void solve_factored(const double* matrix, std::ptrdiff_t stride, int n, const int* swap,
                                     double* x) noexcept {
  for (int k = 0; k < n; ++k) swap_entries(x, k, swap[k]);
  for (int k = 0; k < n; ++k) {
    if (x[k] != 0.0) add_one(x + k + 1, matrix + k * stride + k + 1, -x[k], n - k - 1);
  }
  for (int k = n; k-- > 0;) {
    x[k] /= matrix[k * stride + k];
    if (x[k] != 0.0) add_one(x, matrix + k * stride, -x[k], k);
  }
}

STICKSLIP_KERNEL void multiply_add(const double* matrix, int n, const double* z, const double* q, double* w) noexcept {
  for (int i = 0; i < n; ++i) w[i] = q[i];
  int j = 0;
  for (; j + 4 <= n; j += 4) {
    if (z[j] == 0.0 && z[j + 1] == 0.0 && z[j + 2] == 0.0 && z[j + 3] == 0.0) continue;
    add_four(w, matrix + static_cast<std::ptrdiff_t>(j) * n, n, z[j], z[j + 1], z[j + 2], z[j + 3], n);
  }
  for (; j < n; ++j) {
    if (z[j] != 0.0) add_one(w, matrix + static_cast<std::ptrdiff_t>(j) * n, z[j], n);
  }
}

STICKSLIP_KERNEL void add_scaled(double* w, const double* x, double a, int n) noexcept {
  add_one(w, x, a, n);
}

}  // namespace stickslip::solvers::detail
