// A dense square matrix factored as P A = L U, in memory that is kept. Small and medium sizes: O(n³), one thread.
#pragma once

#include <vector>

#include "stickslip/numerics/aligned_vector.hpp"
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

  // Factors what column() was filled with. Returns what cancellation left of the worst pivot: dense_kernels.hpp.
  double factor() noexcept { return detail::factor(entries_.data(), stride_, n_, swap_.data()); }
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
