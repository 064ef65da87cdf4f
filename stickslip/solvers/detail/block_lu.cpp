#include "stickslip/solvers/detail/block_lu.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include "stickslip/solvers/detail/at.hpp"
#include "stickslip/solvers/detail/cone_kernels.hpp"

namespace stickslip::solvers::detail {

namespace {

constexpr int most_by_bits = 2048;  // contacts: the sets of neighbours then take 0.5 MB

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
  if (seen_rows_ == system.row_begin && seen_columns_ == system.columns) return;
  seen_rows_.clear();  // should memory end before this does
  n_ = at(system.n);
  order_.resize(n_);
  place_.resize(n_);
  if (system.n <= most_by_bits) {
    order_by_degree(system);
  } else {
    order_large(system);
  }
  for (std::size_t k = 0; k < n_; ++k) place_[at(order_[k])] = static_cast<int>(k);
  find_pattern(system);
  active_.resize(n_);
  upper_.resize(12 * upper_index_.size());
  lower_.resize(12 * upper_index_.size());
  inverse_.resize(12 * n_);
  work_.resize(12 * n_);
  solution_.resize(4 * n_);
  seen_columns_ = system.columns;
  seen_rows_ = system.row_begin;
}

// Eliminates the contact with the fewest neighbours left, which become neighbours of each other.
void BlockLu::order_by_degree(const ConeSystem& system) {
  const std::size_t words = (n_ + 63) / 64;
  bits_.assign(n_ * words, 0);
  degree_.resize(n_);
  const auto row = [&](std::size_t i) { return bits_.data() + i * words; };
  for (std::size_t i = 0; i < n_; ++i) {
    for (int k = system.row_begin[i]; k < system.row_begin[i + 1]; ++k) {
      const std::size_t j = at(system.columns[at(k)]);
      if (i == j) continue;
      row(i)[j / 64] |= std::uint64_t{1} << (j % 64);
      row(j)[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  const auto count = [&](std::size_t i) {
    int sum = 0;
    for (std::size_t k = 0; k < words; ++k) sum += std::popcount(row(i)[k]);
    return sum;
  };
  for (std::size_t i = 0; i < n_; ++i) degree_[i] = count(i);
  for (std::size_t step = 0; step < n_; ++step) {
    std::size_t best = 0;
    int least = static_cast<int>(n_) + 1;
    for (std::size_t i = 0; i < n_; ++i) {
      if (degree_[i] >= 0 && degree_[i] < least) {
        least = degree_[i];
        best = i;
      }
    }
    order_[step] = static_cast<int>(best);
    degree_[best] = -1;
    const std::uint64_t* const own = row(best);
    for (std::size_t k = 0; k < words; ++k) {
      for (std::uint64_t left = own[k]; left != 0; left &= left - 1) {
        const std::size_t j = 64 * k + at(std::countr_zero(left));
        std::uint64_t* const other = row(j);
        for (std::size_t m = 0; m < words; ++m) other[m] |= own[m];
        other[j / 64] &= ~(std::uint64_t{1} << (j % 64));
        other[best / 64] &= ~(std::uint64_t{1} << (best % 64));
        degree_[j] = count(j);
      }
    }
  }
}

void BlockLu::order_large(const ConeSystem& system) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(system.block_count());
  for (std::size_t i = 0; i < n_; ++i) {
    for (int k = system.row_begin[i]; k < system.row_begin[i + 1]; ++k) {
      entries.emplace_back(static_cast<int>(i), system.columns[at(k)], 1.0);
    }
  }
  Eigen::SparseMatrix<double> graph(system.n, system.n);
  graph.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(graph, permutation);
  for (std::size_t k = 0; k < n_; ++k) order_[k] = permutation.indices()[static_cast<Eigen::Index>(k)];
}

// Row k of U holds the later neighbours of k, and those of all rows whose first later neighbour is k.
void BlockLu::find_pattern(const ConeSystem& system) {
  mark_.assign(n_, -1);
  first_child_.assign(n_, -1);
  next_sibling_.assign(n_, -1);
  upper_begin_.assign(1, 0);
  upper_index_.clear();
  products_ = 0.0;
  for (std::size_t k = 0; k < n_; ++k) {
    const int own = static_cast<int>(k);
    const std::size_t first = upper_index_.size();
    mark_[k] = own;
    const auto add = [&](int j) {
      if (j <= own || mark_[at(j)] == own) return;
      mark_[at(j)] = own;
      upper_index_.push_back(j);
    };
    const std::size_t contact = at(order_[k]);
    for (int b = system.row_begin[contact]; b < system.row_begin[contact + 1]; ++b) {
      add(place_[at(system.columns[at(b)])]);
    }
    for (int child = first_child_[k]; child >= 0; child = next_sibling_[at(child)]) {
      for (int p = upper_begin_[at(child)]; p < upper_begin_[at(child) + 1]; ++p) add(upper_index_[at(p)]);
    }
    std::sort(upper_index_.begin() + static_cast<std::ptrdiff_t>(first), upper_index_.end());
    if (upper_index_.size() > first) {
      const std::size_t parent = at(upper_index_[first]);
      next_sibling_[k] = first_child_[parent];
      first_child_[parent] = own;
    }
    const auto length = static_cast<double>(upper_index_.size() - first);
    products_ += length * length;
    upper_begin_.push_back(static_cast<int>(upper_index_.size()));
  }
  // The mirror image, by columns: rows come in order, and so do the entries.
  lower_begin_.assign(n_ + 1, 0);
  for (const int j : upper_index_) ++lower_begin_[at(j) + 1];
  for (std::size_t i = 0; i < n_; ++i) lower_begin_[i + 1] += lower_begin_[i];
  lower_index_.resize(upper_index_.size());
  lower_at_.resize(upper_index_.size());
  std::copy_n(lower_begin_.begin(), n_, mark_.begin());
  for (std::size_t k = 0; k < n_; ++k) {
    for (int p = upper_begin_[k]; p < upper_begin_[k + 1]; ++p) {
      const std::size_t to = at(mark_[at(upper_index_[at(p)])]++);
      lower_index_[to] = static_cast<int>(k);
      lower_at_[to] = p;
    }
  }
}

void BlockLu::load_row(const ConeSystem& system, const BlockRows& rows, std::size_t i, bool is_symmetric) noexcept {
  const auto zero = [this](int j) { std::fill_n(work_.data() + 12 * at(j), 12, 0.0); };
  if (!is_symmetric) {
    for (int l = lower_begin_[i]; l < lower_begin_[i + 1]; ++l) zero(lower_index_[at(l)]);
  }
  for (int p = upper_begin_[i]; p < upper_begin_[i + 1]; ++p) zero(upper_index_[at(p)]);
  const std::size_t contact = at(order_[i]);
  const bool is_sliding = rows.state[contact] == ContactState::sliding;
  for (int b = system.row_begin[contact]; b < system.row_begin[contact + 1]; ++b) {
    const std::size_t j = at(place_[at(system.columns[at(b)])]);
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
  for (std::size_t i = 0; i < n_; ++i) active_[i] = rows.state[at(order_[i])] == ContactState::off ? 0 : 1;
  alignas(32) double multiple[12];
  for (std::size_t i = 0; i < n_; ++i) {
    if (active_[i] == 0) continue;
    load_row(system, rows, i, is_symmetric);
    for (int l = lower_begin_[i]; l < lower_begin_[i + 1]; ++l) {
      const std::size_t k = at(lower_index_[at(l)]);
      if (active_[k] == 0) continue;
      const double* const pivot = inverse_.data() + 12 * k;
      const int mirror = lower_at_[at(l)], first = is_symmetric ? mirror : upper_begin_[k];
      if (is_symmetric) {
        transposed_product(upper_.data() + 12 * at(mirror), pivot, multiple);
      } else {
        product(work_.data() + 12 * k, pivot, multiple);
      }
      std::copy_n(multiple, 12, lower_.data() + 12 * at(l));
      subtract_products(multiple, upper_.data() + 12 * at(first), upper_index_.data() + first,
                        upper_begin_[k + 1] - first, work_.data());
    }
    if (!invert(work_.data() + 12 * i, inverse_.data() + 12 * i)) return false;
    for (int p = upper_begin_[i]; p < upper_begin_[i + 1]; ++p) {
      std::copy_n(work_.data() + 12 * at(upper_index_[at(p)]), 12, upper_.data() + 12 * at(p));
    }
  }
  return true;
}

void BlockLu::solve(double* x) noexcept {
  for (std::size_t i = 0; i < n_; ++i) {
    double* const own = solution_.data() + 4 * i;
    if (active_[i] == 0) continue;
    std::copy_n(x + 4 * at(order_[i]), 4, own);
    for (int l = lower_begin_[i]; l < lower_begin_[i + 1]; ++l) {
      const std::size_t k = at(lower_index_[at(l)]);
      if (active_[k] != 0) subtract(lower_.data() + 12 * at(l), solution_.data() + 4 * k, own);
    }
  }
  for (std::size_t i = n_; i-- > 0;) {
    if (active_[i] == 0) continue;
    double* const own = solution_.data() + 4 * i;
    for (int p = upper_begin_[i]; p < upper_begin_[i + 1]; ++p) {
      const std::size_t j = at(upper_index_[at(p)]);
      if (active_[j] != 0) subtract(upper_.data() + 12 * at(p), solution_.data() + 4 * j, own);
    }
    apply(inverse_.data() + 12 * i, own);
    std::copy_n(own, 4, x + 4 * at(order_[i]));
  }
}

}  // namespace stickslip::solvers::detail
