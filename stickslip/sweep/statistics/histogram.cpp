#include "stickslip/sweep/statistics/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "stickslip/sweep/statistics/quantile.hpp"

namespace stickslip::sweep {

namespace {

constexpr double most_bins = 60.0;

std::span<const double> finite_part(std::span<const double> sorted) noexcept {
  const auto begin = std::find_if(sorted.begin(), sorted.end(), [](double x) { return std::isfinite(x); });
  const auto end = std::find_if(begin, sorted.end(), [](double x) { return !std::isfinite(x); });
  return {begin, end};
}

std::size_t bins_of(double low, double high, double quartiles, std::size_t count) {
  const double width = 2.0 * quartiles / std::cbrt(static_cast<double>(count));
  // The rule says nothing where half of all numbers are the same, and too little where they are in two heaps.
  const double bins =
      std::max(width > 0.0 ? std::ceil((high - low) / width) : 1.0, 0.5 * std::sqrt(static_cast<double>(count)));
  return static_cast<std::size_t>(std::clamp(bins, 1.0, most_bins));
}

}  // namespace

bool spreads_over_decades(std::span<const double> sorted) noexcept {
  const std::span<const double> finite = finite_part(sorted);
  constexpr double decades = 1e3;
  return !finite.empty() && finite.front() > 0.0 && quantile(finite, 0.95) >= decades * quantile(finite, 0.05);
}

Histogram histogram(std::span<const double> sorted) {
  const std::span<const double> finite = finite_part(sorted);
  Histogram result;
  if (finite.empty()) return result;
  result.is_log = spreads_over_decades(finite);
  const auto scaled = [&](double x) { return result.is_log ? std::log(x) : x; };
  const double low = scaled(finite.front()), high = scaled(finite.back());
  if (!(high > low) || !std::isfinite(high - low)) {
    // One value, or a range without a middle.
    result.edges = {finite.front(), finite.back()};
    result.counts = {finite.size()};
    return result;
  }
  const double quartiles = scaled(quantile(finite, 0.75)) - scaled(quantile(finite, 0.25));
  const std::size_t bins = bins_of(low, high, quartiles, finite.size());
  auto from = finite.begin();
  for (std::size_t i = 0; i <= bins; ++i) {
    const double edge = low + (high - low) * static_cast<double>(i) / static_cast<double>(bins);
    result.edges.push_back(i == 0      ? finite.front()
                           : i == bins ? finite.back()
                                       : (result.is_log ? std::exp(edge) : edge));
    if (i == 0) continue;
    const auto to = i == bins ? finite.end() : std::lower_bound(from, finite.end(), result.edges.back());
    result.counts.push_back(static_cast<std::uint64_t>(to - from));
    from = to;
  }
  return result;
}

}  // namespace stickslip::sweep
