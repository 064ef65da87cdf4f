#include "stickslip/solvers/detail/body_pattern.hpp"

#include <algorithm>

#include "stickslip/core/at.hpp"

namespace stickslip::solvers::detail {

void BodyPattern::set(int bodies, std::span<const Pair> pairs) {
  const std::size_t n = at(bodies);
  diagonal.clear();  // should memory end before this does
  const auto is_coupling = [](const Pair& pair) { return pair.first >= 0 && pair.second >= 0; };
  // Neighbours of each body, as many as there are pairs, then sorted and made unique.
  fill_.assign(n, 1);
  for (const Pair& pair : pairs) {
    if (!is_coupling(pair)) continue;
    ++fill_[at(pair.first)];
    ++fill_[at(pair.second)];
  }
  row_begin.assign(n + 1, 0);
  for (std::size_t b = 0; b < n; ++b) row_begin[b + 1] = row_begin[b] + fill_[b];
  columns.resize(at(row_begin[n]));
  for (std::size_t b = 0; b < n; ++b) {
    columns[at(row_begin[b])] = static_cast<int>(b);
    fill_[b] = row_begin[b] + 1;
  }
  for (const Pair& pair : pairs) {
    if (!is_coupling(pair)) continue;
    columns[at(fill_[at(pair.first)]++)] = pair.second;
    columns[at(fill_[at(pair.second)]++)] = pair.first;
  }
  int end = 0;
  for (std::size_t b = 0; b < n; ++b) {
    const auto first = columns.begin() + row_begin[b];
    std::sort(first, columns.begin() + fill_[b]);
    const auto last = std::unique(first, columns.begin() + fill_[b]);
    row_begin[b] = end;
    end = static_cast<int>(std::copy(first, last, columns.begin() + end) - columns.begin());
  }
  row_begin[n] = end;
  columns.resize(at(end));

  const auto find = [this](int i, int j) {
    const auto first = columns.begin() + row_begin[at(i)], last = columns.begin() + row_begin[at(i) + 1];
    return static_cast<int>(std::lower_bound(first, last, j) - columns.begin());
  };
  places.clear();
  places.reserve(pairs.size());
  diagonal.resize(n);
  for (std::size_t b = 0; b < n; ++b) diagonal[b] = find(static_cast<int>(b), static_cast<int>(b));
  for (const Pair& pair : pairs) {
    Places& place = places.emplace_back(Places{-1, -1, -1, -1});
    if (pair.first >= 0) place.first = diagonal[at(pair.first)];
    if (pair.second >= 0) place.second = diagonal[at(pair.second)];
    if (!is_coupling(pair)) continue;
    place.upper = find(pair.first, pair.second);
    place.lower = find(pair.second, pair.first);
  }
}

}  // namespace stickslip::solvers::detail
