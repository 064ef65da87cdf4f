#include "stickslip/solvers/detail/body_lu.hpp"

#include <algorithm>

#include <Eigen/Core>

#include "stickslip/core/at.hpp"

namespace stickslip::solvers::detail {

namespace {

using Block = Eigen::Matrix<double, 8, 6>;

Eigen::Map<Block> block(numerics::AlignedVector& blocks, std::size_t i) noexcept {
  return Eigen::Map<Block>(blocks.data() + BodyLu::block_size * i);
}

}  // namespace

bool BodyLu::analyze(const std::vector<int>& row_begin, const std::vector<int>& columns) {
  if (!pattern_.analyze(row_begin, columns)) return false;
  const std::size_t n = pattern_.size();
  upper_.resize(block_size * pattern_.upper_index.size());
  lower_.resize(block_size * pattern_.upper_index.size());
  inverse_.resize(block_size * n);
  work_.resize(block_size * n);
  solution_.resize(8 * n);
  return true;
}

bool BodyLu::factor(const std::vector<int>& row_begin, const std::vector<int>& columns, const double* blocks,
                    bool is_symmetric) noexcept {
  const Elimination& p = pattern_;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!is_symmetric) {
      for (int l = p.lower_begin[i]; l < p.lower_begin[i + 1]; ++l) block(work_, at(p.lower_index[at(l)])).setZero();
    }
    for (int u = p.upper_begin[i]; u < p.upper_begin[i + 1]; ++u) block(work_, at(p.upper_index[at(u)])).setZero();
    const std::size_t body = at(p.order[i]);
    for (int k = row_begin[body]; k < row_begin[body + 1]; ++k) {
      const std::size_t j = at(p.place[at(columns[at(k)])]);
      if (is_symmetric && j < i) continue;
      std::copy_n(blocks + block_size * at(k), block_size, work_.data() + block_size * j);
    }
    for (int l = p.lower_begin[i]; l < p.lower_begin[i + 1]; ++l) {
      const std::size_t k = at(p.lower_index[at(l)]);
      const int mirror = p.lower_at[at(l)], first = is_symmetric ? mirror : p.upper_begin[k];
      const Eigen::Map<Block> left = is_symmetric ? block(upper_, at(mirror)) : block(work_, k);
      multiply_body_blocks(left.data(), block(inverse_, k).data(), is_symmetric, block(lower_, at(l)).data());
      subtract_body_products(block(lower_, at(l)).data(), upper_.data() + block_size * at(first),
                             p.upper_index.data() + first, p.upper_begin[k + 1] - first, work_.data());
    }
    if (!invert_body_block(block(work_, i).data(), block(inverse_, i).data())) return false;
    for (int u = p.upper_begin[i]; u < p.upper_begin[i + 1]; ++u) {
      block(upper_, at(u)) = block(work_, at(p.upper_index[at(u)]));
    }
  }
  return true;
}

void BodyLu::solve(double* x) noexcept {
  const Elimination& p = pattern_;
  for (std::size_t i = 0; i < p.size(); ++i) {
    double* const own = solution_.data() + 8 * i;
    std::copy_n(x + 8 * at(p.order[i]), 8, own);
    const int first = p.lower_begin[i];
    subtract_body_rows(lower_.data() + block_size * at(first), p.lower_index.data() + first,
                       p.lower_begin[i + 1] - first, solution_.data(), own);
  }
  for (std::size_t i = p.size(); i-- > 0;) {
    double* const own = solution_.data() + 8 * i;
    const int first = p.upper_begin[i];
    subtract_body_rows(upper_.data() + block_size * at(first), p.upper_index.data() + first,
                       p.upper_begin[i + 1] - first, solution_.data(), own);
    const Eigen::Matrix<double, 6, 1> right = Eigen::Map<const Eigen::Matrix<double, 6, 1>>(own);
    Eigen::Map<Eigen::Matrix<double, 8, 1>> result(own);
    result.noalias() = block(inverse_, i) * right;
    std::copy_n(own, 8, x + 8 * at(p.order[i]));
  }
}

}  // namespace stickslip::solvers::detail
