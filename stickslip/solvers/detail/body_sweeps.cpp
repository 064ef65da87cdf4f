#include "stickslip/solvers/detail/body_sweeps.hpp"

#include <algorithm>

#include "stickslip/solvers/detail/cone_sweeps.hpp"

namespace stickslip::solvers::detail {

namespace {

// to ← from − to
void become_change(const double* from, numerics::AlignedVector& to) noexcept {
  for (std::size_t k = 0; k < to.size(); ++k) to[k] = from[k] - to[k];
}

// x ← x + ratio p,  p ← change + ratio p
void add_direction(double ratio, const numerics::AlignedVector& change, numerics::AlignedVector& direction,
                   double* x) noexcept {
  for (std::size_t k = 0; k < change.size(); ++k) {
    const double added = ratio * direction[k];
    x[k] += added;
    direction[k] = change[k] + added;
  }
}

}  // namespace

void BodySweeps::prepare(const BodyRows& system) {
  const auto n = static_cast<std::size_t>(system.size());
  contacts_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double* A = system.rows[i].A;
    Eigen::Matrix3d block;
    for (int j = 0; j < 3; ++j) block.col(j) << A[4 * j], A[4 * j + 1], A[4 * j + 2];
    contacts_[i] = LocalContact(block, system.rows[i].mu);
  }
  r_before_.resize(system.impulses());
  v_before_.resize(system.free.size());
  r_direction_.assign(system.impulses(), 0.0);
  v_direction_.assign(system.free.size(), 0.0);
  last_change_ = 0.0;
  plain_sweeps_ = 0;
}

double BodySweeps::advance(const BodyRows& system, double* r, double* v) noexcept {
  std::copy_n(r, r_before_.size(), r_before_.begin());
  std::copy_n(v, v_before_.size(), v_before_.begin());
  const double defect = sweep(system, contacts_.data(), r, v);
  become_change(r, r_before_);
  become_change(v, v_before_);
  double change = 0.0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const double* d = r_before_.data() + 4 * i;
    change += system.rows[i].w * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  }
  const double* d = r_before_.data() + 4 * contacts_.size();
  for (const BoundedRow& row : system.bounded) {
    change += row.w * *d * *d;
    ++d;
  }
  const double ratio = last_change_ > 0.0 ? change / last_change_ : 2.0;
  last_change_ = change;
  if (ratio > 1.0) plain_sweeps_ = sweeps_after_restart;
  const bool is_plain = plain_sweeps_ > 0 || ratio < worthwhile;
  if (plain_sweeps_ > 0) --plain_sweeps_;
  if (is_plain) {
    std::copy(r_before_.begin(), r_before_.end(), r_direction_.begin());
    std::copy(v_before_.begin(), v_before_.end(), v_direction_.begin());
  } else {
    add_direction(ratio, r_before_, r_direction_, r);
    add_direction(ratio, v_before_, v_direction_, v);
  }
  return defect;
}

}  // namespace stickslip::solvers::detail
