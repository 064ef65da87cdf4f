#include "stickslip/formulation/detail/dense.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stickslip::formulation::detail {

namespace {

// Below this share of its diagonal a pivot is what rounding left of zero.
constexpr double smallest_pivot = 1e-12;

// Householder's reduction to tridiagonal form: diagonal to the first half of `d`, the squares of the entries beside it to the second.
void reduce_to_tridiagonal(Eigen::MatrixXd& A, Eigen::VectorXd& d) {
  const Eigen::Index n = A.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    d[k] = A(k, k);
    const Eigen::Index rest = n - k - 1;
    if (rest == 0) break;
    auto x = A.col(k).tail(rest);
    const double length = x.norm();
    d[n + k] = length * length;
    if (rest == 1 || length == 0.0) continue;
    // x ← u of the reflection I − u uᵀ/τ that maps x to its first axis.
    const double alpha = x[0] > 0.0 ? -length : length;
    const double tau = length * (length + std::abs(x[0]));
    x[0] -= alpha;
    auto B = A.bottomRightCorner(rest, rest);
    auto p = A.row(k).tail(rest);  // the upper triangle is free
    p.setZero();
    for (Eigen::Index j = 0; j < rest; ++j) {
      p[j] += B(j, j) * x[j];
      for (Eigen::Index i = j + 1; i < rest; ++i) {
        p[i] += B(i, j) * x[j];
        p[j] += B(i, j) * x[i];
      }
    }
    double inner = 0.0;
    for (Eigen::Index i = 0; i < rest; ++i) {
      p[i] /= tau;
      inner += p[i] * x[i];
    }
    const double half = 0.5 * inner / tau;
    for (Eigen::Index i = 0; i < rest; ++i) p[i] -= half * x[i];
    for (Eigen::Index j = 0; j < rest; ++j) {
      for (Eigen::Index i = j; i < rest; ++i) B(i, j) -= x[i] * p[j] + p[i] * x[j];
    }
  }
}

// Laguerre's iteration on the determinant of T − x, from above its largest root: all roots are real, so it falls towards it without
// passing it. Derivatives of ln|det| follow from those of the pivots.
double largest_root(const Eigen::VectorXd& d, Eigen::Index n, double above) {
  constexpr int most = 60;  // three to six are usual; a cluster of roots takes more
  const auto count = static_cast<double>(n);
  double x = above;
  for (int iteration = 0; iteration < most; ++iteration) {
    double pivot = 1.0, first = 0.0, second = 0.0;  // q_i, q_i', q_i''
    double gradient = 0.0, curvature = 0.0;         // Σ q'/q, Σ (q'/q)² − q''/q
    for (Eigen::Index i = 0; i < n; ++i) {
      const double beside = i == 0 ? 0.0 : d[n + i - 1];
      const double inverse = 1.0 / pivot, slope = first * inverse;
      const double ratio = beside * inverse;
      const double next_second = ratio * (second * inverse - 2.0 * slope * slope);
      first = -1.0 + ratio * slope;
      second = next_second;
      pivot = d[i] - x - ratio;
      if (!(pivot < 0.0)) return x;  // rounding has carried it to the root
      gradient += first / pivot;
      curvature += (first / pivot) * (first / pivot) - second / pivot;
    }
    const double root = std::sqrt(std::max(0.0, (count - 1.0) * (count * curvature - gradient * gradient)));
    const double step = count / (gradient + root);
    x -= step;
    if (!(step > 4.0 * std::numeric_limits<double>::epsilon() * std::abs(x))) return x;
  }
  return x;
}

}  // namespace

Eigen::Index factor(Eigen::MatrixXd& A) {
  const Eigen::Index n = A.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    const double diagonal = A(j, j);
    const double pivot = diagonal - A.row(j).head(j).squaredNorm();
    if (!(pivot > smallest_pivot * diagonal)) return j;
    const double root = std::sqrt(pivot);
    A(j, j) = root;
    const Eigen::Index rest = n - j - 1;
    if (rest == 0) break;
    auto column = A.col(j).tail(rest);
    for (Eigen::Index k = 0; k < j; ++k) column.noalias() -= A(j, k) * A.col(k).tail(rest);
    column /= root;
  }
  return -1;
}

void solve_lower(const Eigen::MatrixXd& L, Eigen::Ref<Eigen::MatrixXd> X) {
  const Eigen::Index n = L.rows();
  for (Eigen::Index c = 0; c < X.cols(); ++c) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const double value = X(j, c) /= L(j, j);
      if (value == 0.0) continue;
      const Eigen::Index rest = n - j - 1;
      X.col(c).tail(rest).noalias() -= value * L.col(j).tail(rest);
    }
  }
}

double largest_eigenvalue(Eigen::MatrixXd& matrix, Eigen::VectorXd& scratch) {
  const Eigen::Index n = matrix.rows();
  scratch.resize(2 * n);
  reduce_to_tridiagonal(matrix, scratch);
  // No eigenvalue exceeds the largest sum of a row (Gershgorin).
  double above = -std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < n; ++i) {
    const double before = i == 0 ? 0.0 : std::sqrt(scratch[n + i - 1]),
                 after = i == n - 1 ? 0.0 : std::sqrt(scratch[n + i]);
    above = std::max(above, scratch[i] + before + after);
  }
  if (n == 1) return scratch[0];
  return largest_root(scratch, n, above);
}

}  // namespace stickslip::formulation::detail
