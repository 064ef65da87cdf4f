#include "stickslip/solvers/detail/block_lu.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/core/at.hpp"
#include "stickslip/solvers/detail/cone_kernels.hpp"

namespace stickslip::solvers::detail {

namespace {

// c = a b, c = aᵀ b
void product(const double* a, const double* b, double* c) noexcept {
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) c[4 * j + i] = a[i] * b[4 * j] + a[4 + i] * b[4 * j + 1] + a[8 + i] * b[4 * j + 2];
    c[4 * j + 3] = 0.0;
  }
}
void transposed_product(const double* a, const double* b, double* c) noexcept {
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      c[4 * j + i] = a[4 * i] * b[4 * j] + a[4 * i + 1] * b[4 * j + 1] + a[4 * i + 2] * b[4 * j + 2];
    }
    c[4 * j + 3] = 0.0;
  }
}

// False where the determinant is lost in round-off.
bool invert(const double* a, double* inverse) noexcept {
  const double c_0 = a[5] * a[10] - a[9] * a[6], c_1 = a[9] * a[2] - a[1] * a[10], c_2 = a[1] * a[6] - a[5] * a[2];
  const double determinant = a[0] * c_0 + a[4] * c_1 + a[8] * c_2;
  const auto column = [a](int j) { return std::abs(a[4 * j]) + std::abs(a[4 * j + 1]) + std::abs(a[4 * j + 2]); };
  const double size = column(0) * column(1) * column(2);
  if (!(std::abs(determinant) > 1e-15 * size) || !std::isfinite(determinant)) return false;
  const double d = 1.0 / determinant;
  inverse[0] = c_0 * d;
  inverse[1] = c_1 * d;
  inverse[2] = c_2 * d;
  inverse[3] = 0.0;
  inverse[4] = (a[8] * a[6] - a[4] * a[10]) * d;
  inverse[5] = (a[0] * a[10] - a[8] * a[2]) * d;
  inverse[6] = (a[4] * a[2] - a[0] * a[6]) * d;
  inverse[7] = 0.0;
  inverse[8] = (a[4] * a[9] - a[8] * a[5]) * d;
  inverse[9] = (a[8] * a[1] - a[0] * a[9]) * d;
  inverse[10] = (a[0] * a[5] - a[4] * a[1]) * d;
  inverse[11] = 0.0;
  return true;
}

// y −= a x, y = a x
void subtract(const double* a, const double* x, double* y) noexcept {
  for (int i = 0; i < 4; ++i) y[i] -= a[i] * x[0] + a[4 + i] * x[1] + a[8 + i] * x[2];
}
void apply(const double* a, double* x) noexcept {
  const double x_0 = x[0], x_1 = x[1], x_2 = x[2];
  for (int i = 0; i < 4; ++i) x[i] = a[i] * x_0 + a[4 + i] * x_1 + a[8 + i] * x_2;
}

}  // namespace

void BlockLu::analyze(const ConeSystem& system) {
  if (!pattern_.analyze(system.row_begin, system.columns)) return;
  n_ = at(system.n);
  active_.resize(n_);
  upper_.resize(12 * pattern_.upper_index.size());
  lower_.resize(12 * pattern_.upper_index.size());
  inverse_.resize(12 * n_);
  work_.resize(12 * n_);
  solution_.resize(4 * n_);
}

void BlockLu::load_row(const ConeSystem& system, const BlockRows& rows, std::size_t i, bool is_symmetric) noexcept {
  const auto zero = [this](int j) { std::fill_n(work_.data() + 12 * at(j), 12, 0.0); };
  if (!is_symmetric) {
    for (int l = pattern_.lower_begin[i]; l < pattern_.lower_begin[i + 1]; ++l) zero(pattern_.lower_index[at(l)]);
  }
  for (int p = pattern_.upper_begin[i]; p < pattern_.upper_begin[i + 1]; ++p) zero(pattern_.upper_index[at(p)]);
  const std::size_t contact = at(pattern_.order[i]);
  const bool is_sliding = rows.state[contact] == ContactState::sliding;
  for (int b = system.row_begin[contact]; b < system.row_begin[contact + 1]; ++b) {
    const std::size_t j = at(pattern_.place[at(system.columns[at(b)])]);
    if (active_[j] == 0 || (is_symmetric && j < i)) continue;
    if (is_sliding) {
      product(rows.H + 12 * contact, system.block(b), work_.data() + 12 * j);
    } else {
      std::copy_n(system.block(b), 12, work_.data() + 12 * j);
    }
  }
  for (std::size_t k = 0; k < 12; ++k) work_[12 * i + k] += rows.G[12 * contact + k];
}

bool BlockLu::factor(const ConeSystem& system, const BlockRows& rows, bool is_symmetric) noexcept {
  for (std::size_t i = 0; i < n_; ++i) active_[i] = rows.state[at(pattern_.order[i])] == ContactState::off ? 0 : 1;
  alignas(32) double multiple[12];
  for (std::size_t i = 0; i < n_; ++i) {
    if (active_[i] == 0) continue;
    load_row(system, rows, i, is_symmetric);
    for (int l = pattern_.lower_begin[i]; l < pattern_.lower_begin[i + 1]; ++l) {
      const std::size_t k = at(pattern_.lower_index[at(l)]);
      if (active_[k] == 0) continue;
      const double* const pivot = inverse_.data() + 12 * k;
      const int mirror = pattern_.lower_at[at(l)], first = is_symmetric ? mirror : pattern_.upper_begin[k];
      if (is_symmetric) {
        transposed_product(upper_.data() + 12 * at(mirror), pivot, multiple);
      } else {
        product(work_.data() + 12 * k, pivot, multiple);
      }
      std::copy_n(multiple, 12, lower_.data() + 12 * at(l));
      subtract_products(multiple, upper_.data() + 12 * at(first), pattern_.upper_index.data() + first,
                        pattern_.upper_begin[k + 1] - first, work_.data());
    }
    if (!invert(work_.data() + 12 * i, inverse_.data() + 12 * i)) return false;
    for (int p = pattern_.upper_begin[i]; p < pattern_.upper_begin[i + 1]; ++p) {
      std::copy_n(work_.data() + 12 * at(pattern_.upper_index[at(p)]), 12, upper_.data() + 12 * at(p));
    }
  }
  return true;
}

void BlockLu::solve(double* x) noexcept {
  for (std::size_t i = 0; i < n_; ++i) {
    double* const own = solution_.data() + 4 * i;
    if (active_[i] == 0) continue;
    std::copy_n(x + 4 * at(pattern_.order[i]), 4, own);
    for (int l = pattern_.lower_begin[i]; l < pattern_.lower_begin[i + 1]; ++l) {
      const std::size_t k = at(pattern_.lower_index[at(l)]);
      if (active_[k] != 0) subtract(lower_.data() + 12 * at(l), solution_.data() + 4 * k, own);
    }
  }
  for (std::size_t i = n_; i-- > 0;) {
    if (active_[i] == 0) continue;
    double* const own = solution_.data() + 4 * i;
    for (int p = pattern_.upper_begin[i]; p < pattern_.upper_begin[i + 1]; ++p) {
      const std::size_t j = at(pattern_.upper_index[at(p)]);
      if (active_[j] != 0) subtract(upper_.data() + 12 * at(p), solution_.data() + 4 * j, own);
    }
    apply(inverse_.data() + 12 * i, own);
    std::copy_n(own, 4, x + 4 * at(pattern_.order[i]));
  }
}

}  // namespace stickslip::solvers::detail
