// A dense complementarity problem as arrays, for all that pivots; who solves it, and the best point found so far.
//
//   (1)  w = M z + q;   0 ≤ z_i ⟂ w_i ≥ 0, but w_i = 0 and z_i of any sign where row i is free
//   (2)  defect(z) = max_i |min(z_i, w_i)|, |w_i| in free rows: the residual before it is divided
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/detail/dense_kernels.hpp"

namespace stickslip::solvers::detail {

struct DenseProblem {
  int n;
  const double* matrix;                    // n × n, column after column
  const double* q;                         // n
  const unsigned char* is_free = nullptr;  // n; null: no row is free
  double target = 0.0;                     // defect at which a point counts as a solution

  bool free(int i) const noexcept { return is_free != nullptr && is_free[i] != 0; }
  const double* column(int j) const noexcept { return matrix + static_cast<std::ptrdiff_t>(j) * n; }
};

// Eq. 2, of z and its w. Infinite where a number is not finite.
inline double defect(const DenseProblem& problem, const double* z, const double* w) noexcept {
  double largest = 0.0;
  for (int i = 0; i < problem.n; ++i) {
    const double lack = std::abs(problem.free(i) ? w[i] : std::min(z[i], w[i]));
    if (!(lack <= std::numeric_limits<double>::max()) || !std::isfinite(w[i])) {
      return std::numeric_limits<double>::infinity();
    }
    largest = std::max(largest, lack);
  }
  return largest;
}

// The best point found so far.
class Best {
 public:
  // From here on the best is z, whose defect is given.
  void restart(const double* z, int n, double defect) {
    z_.assign(z, z + n);
    defect_ = defect;
  }
  void offer(const double* z, double defect) noexcept {
    if (!(defect < defect_)) return;
    std::copy_n(z, z_.size(), z_.begin());
    defect_ = defect;
  }
  const double* z() const noexcept { return z_.data(); }
  double defect() const noexcept { return defect_; }
  bool solves(const DenseProblem& problem) const noexcept { return defect_ <= problem.target; }

 private:
  std::vector<double> z_;
  double defect_ = std::numeric_limits<double>::infinity();
};

}  // namespace stickslip::solvers::detail
