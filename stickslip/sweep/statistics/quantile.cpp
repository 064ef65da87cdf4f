#include "stickslip/sweep/statistics/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace stickslip::sweep {

std::vector<double> in_order(std::span<const double> values) {
  std::vector<double> sorted;
  sorted.reserve(values.size());
  std::copy_if(values.begin(), values.end(), std::back_inserter(sorted), [](double x) { return !std::isnan(x); });
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

double quantile(std::span<const double> sorted, double q) noexcept {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double share = place - static_cast<double>(below);
  // Between two infinities, too, there is no difference to take a share of.
  if (share == 0.0 || sorted[below] == sorted[above]) return sorted[below];
  return sorted[below] + share * (sorted[above] - sorted[below]);
}

}  // namespace stickslip::sweep
