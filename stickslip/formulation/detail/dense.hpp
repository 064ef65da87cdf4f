// The dense linear algebra of this module, compiled once: Cholesky factors, triangular solves, eigenvalues.
#pragma once

#include <Eigen/Core>

namespace stickslip::formulation::detail {

// Overwrites the lower triangle of a symmetric matrix by its factor L, A = L Lᵀ; the upper one is not read. Returns the first row
// that depends on those before it, as far as rounding lets one see: its pivot is below 1e-12 of its diagonal; −1 where none does.
// After a row is returned the matrix is of no use.
Eigen::Index factor(Eigen::MatrixXd& A);
// X ← L⁻¹ X.
void solve_lower(const Eigen::MatrixXd& L, Eigen::Ref<Eigen::MatrixXd> X);
// x ← L⁻ᵀ x, x read and written through `entry(row)`.
template <class Entry>
void solve_upper(const Eigen::MatrixXd& L, Entry entry) {
  for (Eigen::Index i = L.rows() - 1; i >= 0; --i) {
    double sum = entry(i);
    for (Eigen::Index j = i + 1; j < L.rows(); ++j) sum -= L(j, i) * entry(j);
    entry(i) = sum / L(i, i);
  }
}

// Of a symmetric matrix with at least one row, of which the lower triangle is read and everything overwritten. `scratch` is resized
// to twice the rows.
double largest_eigenvalue(Eigen::MatrixXd& matrix, Eigen::VectorXd& scratch);

}  // namespace stickslip::formulation::detail
