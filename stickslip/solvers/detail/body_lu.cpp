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
  left_.resize(block_size * n);
  right_.resize(block_size * n);
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
      double* const lower = block(lower_, at(l)).data();
      if (is_symmetric) {
        transpose_body_block(block(upper_, at(mirror)).data(), lower);
      } else {
        multiply_body_blocks(block(work_, k).data(), block(right_, k).data(), lower);
      }
      subtract_body_products(lower, upper_.data() + block_size * at(first), p.upper_index.data() + first,
                             p.upper_begin[k + 1] - first, work_.data());
    }
    const auto split = is_symmetric ? split_symmetric_body_block : split_body_block;
    double* const left = block(left_, i).data();
    if (!split(block(work_, i).data(), left, block(right_, i).data())) return false;
    for (int u = p.upper_begin[i]; u < p.upper_begin[i + 1]; ++u)
      multiply_body_blocks(left, block(work_, at(p.upper_index[at(u)])).data(), block(upper_, at(u)).data());
  }
  return true;
}

void BodyLu::solve(double* x) noexcept {
  solve_with_body_factor(pattern_, lower_.data(), upper_.data(), left_.data(), right_.data(), solution_.data(), x);
}

}  // namespace stickslip::solvers::detail
