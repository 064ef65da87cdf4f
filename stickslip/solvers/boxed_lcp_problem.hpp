// A linear complementarity problem between bounds, as engines pose friction.
//
//   (1)  w = A x + b,   l_i ≤ x_i ≤ h_i;   w_i ≥ 0 where x_i = l_i,   w_i ≤ 0 where x_i = h_i,   w_i = 0 between
//   (2)  (l_i, h_i) = (lo_i, hi_i) where bound_of_i < 0,   else max(0, x_j) (lo_i, hi_i) with j = bound_of_i
//
// lo ≤ hi; infinite bounds allowed, but not where they are multiples of another variable. By (2) a friction impulse is bounded by μ
// times the normal impulse of its contact: lo = −μ, hi = μ, j the row of the normal. j must itself have bounds as given.
#pragma once

#include <vector>

#include <Eigen/Core>

namespace stickslip::solvers {

struct BoxedLcpProblem {
  Eigen::MatrixXd A;
  Eigen::VectorXd b;
  Eigen::VectorXd lo;
  Eigen::VectorXd hi;
  std::vector<int> bound_of = {};  // one per row; empty: all bounds as given

  Eigen::Index size() const noexcept { return b.size(); }
  bool is_scaled(Eigen::Index i) const noexcept {
    return !bound_of.empty() && bound_of[static_cast<std::size_t>(i)] >= 0;
  }
};

// Throws InvalidArgument where sizes do not match, an entry is not finite, lo > hi, or bound_of names a row that is not there or
// whose bounds are multiples themselves.
void check(const BoxedLcpProblem& problem);

}  // namespace stickslip::solvers
