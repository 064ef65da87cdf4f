// A problem between bounds as arrays; a complementarity problem is the one with bounds 0 and infinity.
//
//   (1)  defect(x) = max_i |x_i − clamp(x_i − w_i, l_i, h_i)|,   w = A x + b: the residual before it is divided
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "stickslip/solvers/boxed_lcp_problem.hpp"
#include "stickslip/solvers/detail/dense_problem.hpp"
#include "stickslip/solvers/detail/natural_map.hpp"

namespace stickslip::solvers::detail {

struct BoxedArrays {
  int n;
  const double* matrix;  // column after column
  const double* b;
  const double* lo = nullptr;     // null: 0
  const double* hi = nullptr;     // null: infinity
  const int* bound_of = nullptr;  // null: all −1
  double target = 0.0;            // defect at which a point counts as a solution

  const double* column(int j) const noexcept { return matrix + static_cast<std::ptrdiff_t>(j) * n; }
  // The row whose variable multiplies the bounds of row i, −1: none.
  int master(int i) const noexcept { return bound_of == nullptr ? -1 : bound_of[i]; }
  double low(int i) const noexcept { return lo == nullptr ? 0.0 : lo[i]; }
  double high(int i) const noexcept { return hi == nullptr ? std::numeric_limits<double>::infinity() : hi[i]; }
  // The bounds of row i at x.
  std::pair<double, double> bounds(int i, const double* x) const noexcept {
    const int j = master(i);
    if (j < 0) return {low(i), high(i)};
    const double scale = std::max(0.0, x[j]);
    return {low(i) * scale, high(i) * scale};
  }
};

// In this order what is not a number stays so.
inline double clamp_to(double value, std::pair<double, double> bounds) noexcept {
  return value < bounds.first ? bounds.first : value > bounds.second ? bounds.second : value;
}

// Eq. 1, of x and its w. Infinite where a number is not finite.
inline double defect(const BoxedArrays& problem, const double* x, const double* w) noexcept {
  double largest = 0.0;
  for (int i = 0; i < problem.n; ++i) {
    const auto [lo, hi] = problem.bounds(i, x);
    const double lack = std::abs(natural_row(x[i], w[i], lo, hi));
    if (!(lack <= std::numeric_limits<double>::max())) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, lack);
  }
  return largest;
}

// Computes w, and with it what x is worth. No allocation: w is added up row by row.
inline void offer(const BoxedArrays& problem, const double* x, Best& best) noexcept {
  double largest = 0.0;
  for (int i = 0; i < problem.n; ++i) {
    double w = problem.b[i];
    for (int j = 0; j < problem.n; ++j) w += problem.column(j)[i] * x[j];
    const auto [lo, hi] = problem.bounds(i, x);
    const double lack = std::abs(natural_row(x[i], w, lo, hi));
    if (!(lack <= std::numeric_limits<double>::max())) return;
    largest = std::max(largest, lack);
  }
  best.offer(x, largest);
}

// The arrays of a problem, and the defect that `tolerance` stands for: a little less, because residual() adds up in another order.
inline BoxedArrays arrays_of(const BoxedLcpProblem& problem, double tolerance) noexcept {
  const double scale = problem.size() > 0 ? problem.b.cwiseAbs().maxCoeff() : 0.0;
  return {static_cast<int>(problem.size()),
          problem.A.data(),
          problem.b.data(),
          problem.lo.data(),
          problem.hi.data(),
          problem.bound_of.empty() ? nullptr : problem.bound_of.data(),
          0.99 * tolerance * (scale > 0.0 ? scale : 1.0)};
}
inline BoxedArrays arrays_of(const DenseProblem& problem) noexcept {
  return {problem.n, problem.matrix, problem.q, nullptr, nullptr, nullptr, problem.target};
}

}  // namespace stickslip::solvers::detail
