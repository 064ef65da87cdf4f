// The loops over dense matrices in which the pivoting solvers spend their time. Matrices are column after column; `stride`, the
// distance of columns, is a multiple of `lane`, and what lies between the rows and the stride is zero, so that no loop has a rest.
// No allocation.
#pragma once

#include <cstddef>

namespace stickslip::solvers::detail {

inline constexpr int lane = 8;
constexpr int padded(int rows) noexcept {
  return (rows + lane - 1) / lane * lane;
}

// Exchanges the variable of row r with that of column s in x_rows = T x_columns: T(r, s) ≠ 0 must hold. Columns with
// `is_dead` are left as they are. Columns with a zero in row r are not touched, which makes sparse problems cheap.
void exchange(double* table, std::ptrdiff_t stride, int columns, int r, int s, const unsigned char* is_dead) noexcept;

// Factors columns `first` to `end` − 1 of the n × n matrix in place, P A = L U with partial pivoting: swap[k] is the row that was
// exchanged with row k. The columns before `first` are factored already: the whole may be done in parts.
// Returns how much is left of a pivot after cancellation, min_k |U_kk| / Σ |terms of U_kk|, whatever the scales of rows and
// columns: about 1e-16 says that the matrix is singular. 0 where it stopped because a column was all zero, or not finite.
double factor(double* matrix, std::ptrdiff_t stride, int n, int first, int end, int* swap) noexcept;
// x ← A⁻¹ x with the factors.
void solve_factored(const double* matrix, std::ptrdiff_t stride, int n, const int* swap, double* x) noexcept;

// w ← q + M z; columns with z_j = 0 are skipped. M has no padding: its stride is n.
void multiply_add(const double* matrix, int n, const double* z, const double* q, double* w) noexcept;
// w ← w + a x.
void add_scaled(double* w, const double* x, double a, int n) noexcept;

}  // namespace stickslip::solvers::detail
