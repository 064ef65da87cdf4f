// A dense square matrix factored as P A = L U, in memory that is kept. Small and medium sizes: O(n³), one thread.
#pragma once

#include <algorithm>
#include <vector>

#include "stickslip/numerics/aligned_vector.hpp"
#include "stickslip/solvers/detail/budget.hpp"
#include "stickslip/solvers/detail/dense_kernels.hpp"

namespace stickslip::solvers::detail {

class Lu {
 public:
  // Room for an n × n matrix, to be filled by column(). Allocates where it is larger than any before.
  void resize(int n) {
    n_ = n;
    stride_ = padded(n);
    const auto entries = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(n);
    if (entries_.size() < entries) entries_.resize(entries);
    if (swap_.size() < static_cast<std::size_t>(n)) swap_.resize(static_cast<std::size_t>(n));
  }
  double* column(int j) noexcept { return entries_.data() + j * stride_; }

  // Factors what column() was filled with. Returns what cancellation left of the worst pivot (dense_kernels.hpp), or 0 where the
  // budget ended before it was done: it is looked at every few milliseconds, so that small matrices are done in any case.
  double factor(Budget& budget) noexcept {
    constexpr double operations_of_a_part = 4e6;
    const double per_column = static_cast<double>(n_) * static_cast<double>(n_);
    const int columns = n_ == 0 ? 1 : static_cast<int>(std::clamp(operations_of_a_part / per_column, 1.0, 1.0 * n_));
    double worst = 1.0;
    for (int first = 0; first < n_; first += columns) {
      if (first > 0 && !budget.may_go_on()) return 0.0;
      const int end = std::min(n_, first + columns);
      worst = std::min(worst, detail::factor(entries_.data(), stride_, n_, first, end, swap_.data()));
      if (worst == 0.0) break;
    }
    return worst;
  }
  // x ← A⁻¹ x.
  void solve(double* x) const noexcept { solve_factored(entries_.data(), stride_, n_, swap_.data(), x); }

  int size() const noexcept { return n_; }

 private:
  int n_ = 0;
  std::ptrdiff_t stride_ = 0;
  numerics::AlignedVector entries_;
  std::vector<int> swap_;
};

}  // namespace stickslip::solvers::detail
