#include "stickslip/sweep/statistics/rank_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "stickslip/sweep/outcome.hpp"

namespace stickslip::sweep {

std::vector<double> ranks(std::span<const double> values) {
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  std::vector<double> all(values.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double mean = 0.5 * static_cast<double>(begin + 1 + end);
    for (std::size_t i = begin; i < end; ++i) all[order[i]] = mean;
  }
  return all;
}

double rank_correlation(std::span<const double> x, std::span<const double> y) {
  std::vector<double> a, b;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i]) || std::isnan(y[i])) continue;
    a.push_back(x[i]);
    b.push_back(y[i]);
  }
  a = ranks(a);
  b = ranks(b);
  const double mean = 0.5 * static_cast<double>(a.size() + 1);
  double aa = 0.0, bb = 0.0, ab = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += (a[i] - mean) * (a[i] - mean);
    bb += (b[i] - mean) * (b[i] - mean);
    ab += (a[i] - mean) * (b[i] - mean);
  }
  if (!(aa > 0.0) || !(bb > 0.0)) return not_a_number;
  return std::clamp(ab / std::sqrt(aa * bb), -1.0, 1.0);
}

}  // namespace stickslip::sweep
