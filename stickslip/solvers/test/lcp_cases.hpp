// Complementarity problems of named classes, small or of any size, each built from a generator with a given state.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "stickslip/solvers/boxed_lcp_problem.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/mixed_lcp_problem.hpp"

namespace stickslip::solvers::test {

using Random = std::mt19937;

// std::uniform_real_distribution differs between libraries: the same problems everywhere.
inline double uniform(Random& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random()) / 4294967295.0;
}
inline int index(Random& random, int count) {
  return static_cast<int>(random() % static_cast<unsigned>(count));
}
inline Eigen::MatrixXd matrix(Random& random, int rows, int columns) {
  Eigen::MatrixXd m(rows, columns);
  for (int j = 0; j < columns; ++j) {
    for (int i = 0; i < rows; ++i) m(i, j) = uniform(random, -1.0, 1.0);
  }
  return m;
}

// Positive definite and not symmetric: every principal minor is positive.
inline Eigen::MatrixXd p_matrix(Random& random, int n) {
  const Eigen::MatrixXd a = matrix(random, n, n), s = matrix(random, n, n);
  return a * a.transpose() + (s - s.transpose()) + 0.1 * Eigen::MatrixXd::Identity(n, n);
}
// Symmetric, of rank n/2.
inline Eigen::MatrixXd semidefinite(Random& random, int n) {
  const Eigen::MatrixXd a = matrix(random, n, (n + 1) / 2);
  return a * a.transpose();
}
// Strictly copositive, mostly indefinite: a semidefinite part and non-negative entries.
inline Eigen::MatrixXd copositive(Random& random, int n) {
  return semidefinite(random, n) + 0.1 * Eigen::MatrixXd::Identity(n, n) + matrix(random, n, n).cwiseAbs();
}
// zᵀ M z = 0 for all z.
inline Eigen::MatrixXd skew(Random& random, int n) {
  const Eigen::MatrixXd a = matrix(random, n, n);
  return a - a.transpose();
}
// Rows and columns that occur twice, as contacts at the same place give them.
inline Eigen::MatrixXd redundant(Random& random, int n) {
  const int half = (n + 1) / 2;
  const Eigen::MatrixXd a = p_matrix(random, half);
  Eigen::MatrixXd m(n, n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) m(i, j) = a(i % half, j % half);
  }
  return m;
}

// q for which z ≥ 0 is a solution: some rows with z > 0, some with w > 0, some with neither.
inline LcpProblem backwards(Random& random, Eigen::MatrixXd m, Eigen::VectorXd* solution = nullptr) {
  const Eigen::Index n = m.rows();
  Eigen::VectorXd z = Eigen::VectorXd::Zero(n), w = Eigen::VectorXd::Zero(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int kind = index(random, 5);
    if (kind < 2) z[i] = uniform(random, 0.1, 2.0);
    if (kind > 2) w[i] = uniform(random, 0.1, 2.0);
  }
  if (solution != nullptr) *solution = z;
  Eigen::VectorXd q = w - m * z;
  return {std::move(m), std::move(q)};
}
inline Eigen::VectorXd any_q(Random& random, int n) {
  return matrix(random, n, 1);
}

// R M C, R q by powers of ten from 10^−decades to 10^decades.
inline LcpProblem scaled(Random& random, LcpProblem problem, double decades) {
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    const double r = std::pow(10.0, uniform(random, -decades, decades));
    problem.M.row(i) *= r;
    problem.q[i] *= r;
    problem.M.col(i) *= std::pow(10.0, uniform(random, -decades, decades));
  }
  return problem;
}

// No z ≥ 0 has M z + q ≥ 0: y ≥ 0 with Mᵀy ≤ 0 and qᵀy < 0 exists.
inline LcpProblem infeasible(Random& random, int n) {
  LcpProblem problem{matrix(random, n, n), any_q(random, n)};
  const Eigen::VectorXd y = matrix(random, n, 1).cwiseAbs() + Eigen::VectorXd::Constant(n, 0.1);
  const Eigen::VectorXd excess = problem.M.transpose() * y;
  for (int j = 0; j < n; ++j) {
    if (excess[j] > 0.0) problem.M.col(j) -= y * ((excess[j] + 0.1) / y.squaredNorm());
  }
  const double product = problem.q.dot(y);
  if (product > -0.1) problem.q -= y * ((product + 0.2) / y.squaredNorm());
  return problem;
}

// The mixed problem with m equations whose elimination leaves `inner`.
inline MixedLcpProblem with_equations(Random& random, const LcpProblem& inner, int m) {
  const int n = static_cast<int>(inner.size());
  const Eigen::MatrixXd f = p_matrix(random, m), right = matrix(random, m, n), below = matrix(random, n, m);
  const Eigen::VectorXd g = matrix(random, m, 1);
  MixedLcpProblem problem;
  problem.M.resize(m + n, m + n);
  problem.q.resize(m + n);
  // Eliminating z_f = −F⁻¹(g + R z) leaves M = N − B F⁻¹ R: B is taken as B' F, so that N = M + B' R needs no inverse.
  problem.M.topLeftCorner(m, m) = f;
  problem.M.topRightCorner(m, n) = right;
  problem.M.bottomLeftCorner(n, m) = below * f;
  problem.M.bottomRightCorner(n, n) = inner.M + below * right;
  problem.q << g, inner.q + below * g;
  problem.free.assign(static_cast<std::size_t>(m + n), false);
  std::fill_n(problem.free.begin(), m, true);
  return problem;
}

// Between bounds, with a solution x built backwards. Rows 3 c + 1 and 3 c + 2 of contact c have bounds ± μ x_{3c} where `friction`
// is set.
inline BoxedLcpProblem boxed(Random& random, Eigen::MatrixXd a, bool friction) {
  const Eigen::Index n = a.rows();
  BoxedLcpProblem problem;
  problem.lo.resize(n);
  problem.hi.resize(n);
  problem.bound_of.assign(static_cast<std::size_t>(n), -1);
  Eigen::VectorXd x(n), w(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const bool is_tangential = friction && i % 3 != 0;
    if (is_tangential) {
      const double mu = uniform(random, 0.1, 0.5);
      problem.lo[i] = -mu;
      problem.hi[i] = mu;
      problem.bound_of[static_cast<std::size_t>(i)] = static_cast<int>(i - i % 3);
    } else {
      problem.lo[i] = friction ? 0.0 : uniform(random, -2.0, 0.0);
      problem.hi[i] = friction || index(random, 3) == 0 ? HUGE_VAL : uniform(random, 0.1, 2.0);
    }
    const double scale = is_tangential ? x[i - i % 3] : 1.0;
    const double lo = problem.lo[i] * scale, hi = problem.hi[i] * scale;
    const int kind = index(random, 3);
    if (kind == 0) {
      x[i] = lo;
      w[i] = uniform(random, 0.1, 1.0);
    } else if (kind == 1 && std::isfinite(hi)) {
      x[i] = hi;
      w[i] = uniform(random, -1.0, -0.1);
    } else {
      x[i] = lo + (std::isfinite(hi) ? hi - lo : 2.0) * uniform(random, 0.1, 0.9);
      w[i] = 0.0;
    }
  }
  problem.b = w - a * x;
  problem.A = std::move(a);
  return problem;
}

}  // namespace stickslip::solvers::test
