#include "stickslip/solvers/detail/cone_system.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/solvers/detail/natural_map.hpp"

namespace stickslip::solvers::detail {

namespace {

// A contact's scale; that of a zero or negative block is taken from the others.
double mean_diagonal(const Eigen::Matrix3d& block) noexcept {
  return block.trace() / 3.0;
}

}  // namespace

void ConeSystem::assign(const ConeProblem& problem, std::span<const int> contacts, std::span<const int> place) {
  n = static_cast<int>(contacts.size());
  const BlockMatrix& W = problem.W;
  const std::span<const int> begin = W.row_begin(), all_columns = W.columns(), places = W.diagonal_places();
  row_begin.assign(1, 0);
  columns.clear();
  diagonal.clear();
  std::size_t count = 0;
  for (const int i : contacts) {
    count += static_cast<std::size_t>(begin[static_cast<std::size_t>(i) + 1] - begin[static_cast<std::size_t>(i)]);
  }
  blocks.resize(12 * count);
  q.resize(4 * contacts.size());
  mu.resize(contacts.size());
  weight.resize(contacts.size());
  double* to = blocks.data();
  double sum = 0.0;
  std::size_t at = 0;
  for (const int i : contacts) {
    const auto row = static_cast<std::size_t>(i);
    for (int k = begin[row]; k < begin[row + 1]; ++k) {
      const double* from = W.blocks()[static_cast<std::size_t>(k)].data();
      for (int j = 0; j < 3; ++j) {
        to[4 * j] = from[3 * j];
        to[4 * j + 1] = from[3 * j + 1];
        to[4 * j + 2] = from[3 * j + 2];
        to[4 * j + 3] = 0.0;
      }
      to += 12;
      if (k == places[row]) diagonal.push_back(static_cast<int>(columns.size()));
      columns.push_back(place[static_cast<std::size_t>(all_columns[static_cast<std::size_t>(k)])]);
    }
    row_begin.push_back(static_cast<int>(columns.size()));
    for (std::size_t j = 0; j < 3; ++j) q[4 * at + j] = problem.q[3 * i + static_cast<Eigen::Index>(j)];
    q[4 * at + 3] = 0.0;
    mu[at] = problem.mu[i];
    weight[at] = mean_diagonal(W.diagonal(i));
    sum += std::max(0.0, weight[at]);
    ++at;
  }
  const double mean = sum > 0.0 ? sum / static_cast<double>(n) : 1.0;
  for (double& w : weight) {
    if (!(w > 1e-12 * mean)) w = mean;
  }
}

const double* ConeSystem::mirror(int row, int column) const noexcept {
  const auto first = columns.begin() + row_begin[static_cast<std::size_t>(column)],
             last = columns.begin() + row_begin[static_cast<std::size_t>(column) + 1];
  const auto found = std::lower_bound(first, last, row);
  return found != last && *found == row ? block(static_cast<int>(found - columns.begin())) : nullptr;
}

bool ConeSystem::is_symmetric() const noexcept {
  for (int i = 0; i < n; ++i) {
    for (int k = row_begin[static_cast<std::size_t>(i)]; k < row_begin[static_cast<std::size_t>(i) + 1]; ++k) {
      const int j = columns[static_cast<std::size_t>(k)];
      const double* const other = mirror(i, j);
      if (other == nullptr) return false;
      if (j < i) continue;
      const double scale = weight[static_cast<std::size_t>(i)] + weight[static_cast<std::size_t>(j)];
      for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
          if (!(std::abs(block(k)[4 * b + a] - other[4 * a + b]) <= 1e-12 * scale)) return false;
        }
      }
    }
  }
  return true;
}

void gather(std::span<const double> r, std::span<const int> contacts, double* padded) noexcept {
  for (const int i : contacts) {
    const double* from = r.data() + 3 * static_cast<std::ptrdiff_t>(i);
    padded[0] = from[0];
    padded[1] = from[1];
    padded[2] = from[2];
    padded[3] = 0.0;
    padded += 4;
  }
}

void scatter(const double* padded, std::span<const int> contacts, std::span<double> r) noexcept {
  for (const int i : contacts) {
    double* to = r.data() + 3 * static_cast<std::ptrdiff_t>(i);
    to[0] = padded[0];
    to[1] = padded[1];
    to[2] = padded[2];
    padded += 4;
  }
}

double squared_defect(const ConeSystem& system, const double* r, const double* u) noexcept {
  double sum = 0.0;
  for (int i = 0; i < system.n; ++i)
    sum += natural_defect(r + 4 * i, u + 4 * i, system.mu[static_cast<std::size_t>(i)]);
  return sum;
}

}  // namespace stickslip::solvers::detail
