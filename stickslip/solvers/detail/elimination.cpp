#include "stickslip/solvers/detail/elimination.hpp"

#include <algorithm>
#include <bit>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include "stickslip/core/at.hpp"

namespace stickslip::solvers::detail {

namespace {

constexpr std::size_t most_by_bits = 2048;  // rows: the sets of neighbours then take 0.5 MB

}  // namespace

bool Elimination::analyze(const std::vector<int>& row_begin, const std::vector<int>& columns) {
  if (seen_rows_ == row_begin && seen_columns_ == columns) return false;
  seen_rows_.clear();  // should memory end before this does
  const std::size_t n = row_begin.size() - 1;
  order.resize(n);
  place.resize(n);
  if (n <= most_by_bits) {
    order_by_degree(row_begin, columns);
  } else {
    order_large(row_begin, columns);
  }
  for (std::size_t k = 0; k < n; ++k) place[at(order[k])] = static_cast<int>(k);
  find_pattern(row_begin, columns);
  seen_columns_ = columns;
  seen_rows_ = row_begin;
  return true;
}

// Eliminates the row with the fewest neighbours left, which become neighbours of each other.
void Elimination::order_by_degree(const std::vector<int>& row_begin, const std::vector<int>& columns) {
  const std::size_t n = order.size();
  const std::size_t words = (n + 63) / 64;
  bits_.assign(n * words, 0);
  degree_.resize(n);
  const auto row = [&](std::size_t i) { return bits_.data() + i * words; };
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = row_begin[i]; k < row_begin[i + 1]; ++k) {
      const std::size_t j = at(columns[at(k)]);
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
  for (std::size_t i = 0; i < n; ++i) degree_[i] = count(i);
  for (std::size_t step = 0; step < n; ++step) {
    std::size_t best = 0;
    int least = static_cast<int>(n) + 1;
    for (std::size_t i = 0; i < n; ++i) {
      if (degree_[i] >= 0 && degree_[i] < least) {
        least = degree_[i];
        best = i;
      }
    }
    order[step] = static_cast<int>(best);
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

void Elimination::order_large(const std::vector<int>& row_begin, const std::vector<int>& columns) {
  const std::size_t n = order.size();
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(columns.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = row_begin[i]; k < row_begin[i + 1]; ++k) {
      entries.emplace_back(static_cast<int>(i), columns[at(k)], 1.0);
    }
  }
  Eigen::SparseMatrix<double> graph(static_cast<int>(n), static_cast<int>(n));
  graph.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(graph, permutation);
  for (std::size_t k = 0; k < n; ++k) order[k] = permutation.indices()[static_cast<Eigen::Index>(k)];
}

// Row k of U holds the later neighbours of k, and those of all rows whose first later neighbour is k.
void Elimination::find_pattern(const std::vector<int>& row_begin, const std::vector<int>& columns) {
  const std::size_t n = order.size();
  mark_.assign(n, -1);
  first_child_.assign(n, -1);
  next_sibling_.assign(n, -1);
  upper_begin.assign(1, 0);
  upper_index.clear();
  products_ = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    const int own = static_cast<int>(k);
    const std::size_t first = upper_index.size();
    mark_[k] = own;
    const auto add = [&](int j) {
      if (j <= own || mark_[at(j)] == own) return;
      mark_[at(j)] = own;
      upper_index.push_back(j);
    };
    const std::size_t row = at(order[k]);
    for (int b = row_begin[row]; b < row_begin[row + 1]; ++b) {
      add(place[at(columns[at(b)])]);
    }
    for (int child = first_child_[k]; child >= 0; child = next_sibling_[at(child)]) {
      for (int p = upper_begin[at(child)]; p < upper_begin[at(child) + 1]; ++p) add(upper_index[at(p)]);
    }
    std::sort(upper_index.begin() + static_cast<std::ptrdiff_t>(first), upper_index.end());
    if (upper_index.size() > first) {
      const std::size_t parent = at(upper_index[first]);
      next_sibling_[k] = first_child_[parent];
      first_child_[parent] = own;
    }
    const auto length = static_cast<double>(upper_index.size() - first);
    products_ += length * length;
    upper_begin.push_back(static_cast<int>(upper_index.size()));
  }
  // The mirror image, by columns: rows come in order, and so do the entries.
  lower_begin.assign(n + 1, 0);
  for (const int j : upper_index) ++lower_begin[at(j) + 1];
  for (std::size_t i = 0; i < n; ++i) lower_begin[i + 1] += lower_begin[i];
  lower_index.resize(upper_index.size());
  lower_at.resize(upper_index.size());
  std::copy_n(lower_begin.begin(), n, mark_.begin());
  for (std::size_t k = 0; k < n; ++k) {
    for (int p = upper_begin[k]; p < upper_begin[k + 1]; ++p) {
      const std::size_t to = at(mark_[at(upper_index[at(p)])]++);
      lower_index[to] = static_cast<int>(k);
      lower_at[to] = p;
    }
  }
}

}  // namespace stickslip::solvers::detail
