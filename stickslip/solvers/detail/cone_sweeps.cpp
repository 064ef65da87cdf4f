#include "stickslip/solvers/detail/cone_sweeps.hpp"

#include <algorithm>

#include "stickslip/solvers/detail/cone_kernels.hpp"

namespace stickslip::solvers::detail {

void ConeSweeps::prepare(const ConeSystem& system, double alpha) {
  const auto n = static_cast<std::size_t>(system.n);
  contacts_.resize(n);
  before_.resize(4 * n);
  direction_.assign(4 * n, 0.0);
  last_change_ = 0.0;
  plain_sweeps_ = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double* block = system.block(system.diagonal[i]);
    Eigen::Matrix3d a;
    for (int j = 0; j < 3; ++j) a.col(j) << block[4 * j], block[4 * j + 1], block[4 * j + 2];
    a.diagonal().array() += alpha * system.weight[i];
    contacts_[i] = LocalContact(a, system.mu[i]);
  }
}

double ConeSweeps::advance(const ConeSystem& system, const double* q, double* r) noexcept {
  const auto size = 4 * static_cast<std::size_t>(system.n);
  std::copy_n(r, size, before_.data());
  const double defect = sweep(system, contacts_.data(), q, r);
  double change = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(system.n); ++i) {
    double square = 0.0;
    for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) {
      before_[k] = r[k] - before_[k];
      square += before_[k] * before_[k];
    }
    change += system.weight[i] * square;
  }
  const double ratio = last_change_ > 0.0 ? change / last_change_ : 2.0;
  last_change_ = change;
  if (ratio > 1.0) plain_sweeps_ = sweeps_after_restart;
  const bool is_plain = plain_sweeps_ > 0 || ratio < worthwhile;
  if (plain_sweeps_ > 0) --plain_sweeps_;
  if (is_plain) {
    std::copy_n(before_.data(), size, direction_.data());
  } else {
    for (std::size_t k = 0; k < size; ++k) {
      const double added = ratio * direction_[k];
      r[k] += added;
      direction_[k] = before_[k] + added;
    }
  }
  return defect;
}

}  // namespace stickslip::solvers::detail
