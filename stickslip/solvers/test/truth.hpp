// How well a point solves a problem, by the definition of the problem and not by the library's residual: row by row in long doubles, how far
// the point must move, or its w, for every condition to hold, as a share of the largest entry of the right side. Of cones residual.hpp (4)
// as it is written there.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "stickslip/solvers/boxed_lcp_problem.hpp"
#include "stickslip/solvers/cone_problem.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/mixed_lcp_problem.hpp"

namespace stickslip::solvers::test {

// `rounding`: by how much doubles may miss the residual, for they sum w in some order.
struct Truth {
  double residual, rounding;
};

namespace truth {

using Real = long double;

// w = M z + q of one row, and the sum of the sizes of what is summed.
struct Row {
  Real w, size;
};
inline Row row_of(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, const Eigen::VectorXd& z, Eigen::Index i) {
  Row row{q[i], std::abs(static_cast<Real>(q[i]))};
  for (Eigen::Index j = 0; j < z.size(); ++j) {
    const Real term = static_cast<Real>(M(i, j)) * static_cast<Real>(z[j]);
    row.w += term;
    row.size += std::abs(term);
  }
  return row;
}

// Neither of two numbers below zero, and one of them zero.
inline Real complementary(Real z, Real w) {
  if (z < 0.0L || w < 0.0L) return std::max(-z, -w);
  return std::min(z, w);
}

// x between its bounds; w not negative at the lower, not positive at the upper, and zero between.
inline Real between(Real x, Real w, Real lo, Real hi) {
  if (x < lo) return std::max(lo - x, std::min(-w, hi - x));
  if (x > hi) return std::max(x - hi, std::min(w, x - lo));
  return w > 0.0L ? std::min(w, x - lo) : std::min(-w, hi - x);
}

// `off`: of a row, by its number and its w.
template <class Off>
Truth judge(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, const Eigen::VectorXd& z, Off off) {
  Real worst = 0.0L, size = 0.0L, scale = 0.0L;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const Row row = row_of(M, q, z, i);
    worst = std::max(worst, std::abs(off(i, row.w)));
    size = std::max(size, row.size);
    scale = std::max(scale, std::abs(static_cast<Real>(q[i])));
  }
  if (scale == 0.0L) scale = 1.0L;
  // The second: of what is smaller than doubles can be.
  const Real rounding = static_cast<Real>(q.size() + 3) * (1.2e-16L * size + 5e-324L);
  return {static_cast<double>(worst / scale), static_cast<double>(rounding / scale)};
}

}  // namespace truth

inline Truth truth_of(const LcpProblem& problem, const Eigen::VectorXd& z) {
  return truth::judge(problem.M, problem.q, z,
                      [&](Eigen::Index i, truth::Real w) { return truth::complementary(z[i], w); });
}

inline Truth truth_of(const MixedLcpProblem& problem, const Eigen::VectorXd& z) {
  return truth::judge(problem.M, problem.q, z, [&](Eigen::Index i, truth::Real w) {
    return problem.free[static_cast<std::size_t>(i)] ? w : truth::complementary(z[i], w);
  });
}

inline Truth truth_of(const BoxedLcpProblem& problem, const Eigen::VectorXd& x) {
  Truth truth = truth::judge(problem.A, problem.b, x, [&](Eigen::Index i, truth::Real w) {
    const int of = problem.bound_of.empty() ? -1 : problem.bound_of[static_cast<std::size_t>(i)];
    const truth::Real unit = of < 0 ? 1.0L : std::max(0.0L, static_cast<truth::Real>(x[of]));
    return truth::between(x[i], w, unit * problem.lo[i], unit * problem.hi[i]);
  });
  // Bounds are multiples of other entries, and entries are compared with them.
  const double size = x.cwiseAbs().maxCoeff(), scale = problem.b.cwiseAbs().maxCoeff();
  truth.rounding += 4e-16 * size * (1.0 + problem.hi.cwiseAbs().cwiseMin(1e3).maxCoeff()) / (scale > 0.0 ? scale : 1.0);
  return truth;
}

inline Truth truth_of(const ConeProblem& problem, const Eigen::VectorXd& r) {
  using truth::Real;
  const Eigen::Matrix<Real, -1, -1> W = problem.W.to_dense().cast<Real>();
  const Eigen::Matrix<Real, -1, 1> u = W * r.cast<Real>() + problem.q.cast<Real>();
  Real squares = 0.0;
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const Real mu = problem.mu[i];
    const Eigen::Matrix<Real, 3, 1> own = r.segment<3>(3 * i).cast<Real>();
    Eigen::Matrix<Real, 3, 1> moved = own - u.segment<3>(3 * i);
    moved[0] -= mu * std::hypot(u[3 * i + 1], u[3 * i + 2]);
    const Real length = std::hypot(moved[1], moved[2]), along = moved[0] + mu * length;
    Eigen::Matrix<Real, 3, 1> projected = moved;
    if (along <= 0.0) {
      projected.setZero();
    } else if (length > mu * moved[0]) {
      projected << 1.0, mu * moved[1] / length, mu * moved[2] / length;
      projected *= along / (1 + mu * mu);
    }
    squares += (own - projected).squaredNorm();
  }
  const Eigen::VectorXd sizes = problem.W.to_dense().cwiseAbs() * r.cwiseAbs();
  const double norm = problem.q.stableNorm(), q = norm > 0.0 ? norm : 1.0;
  // W r is rounded to doubles, the rest to long doubles.
  return {static_cast<double>(std::sqrt(squares)) / q,
          1e-15 * (1.0 + problem.mu.maxCoeff()) * (1.0 + sizes.norm() / q) + 1e-18 * r.norm() / q};
}

}  // namespace stickslip::solvers::test
