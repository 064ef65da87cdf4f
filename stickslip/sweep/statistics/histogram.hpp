// How many of a set of numbers lie where.
//
//   width = 2 (q₇₅ − q₂₅) n^(−1/3)            [Freedman 1981]; at least √n/2 and at most 60 bins of equal width from the least to the greatest
//
// Positive numbers over three decades and more, between their 5 % and 95 % quantiles, have bins of equal ratio: a slip is nanometres where a
// grip holds, and millimetres where it does not. Numbers that are not finite are left out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stickslip::sweep {

struct Histogram {
  std::vector<double> edges = {};          // one more than counts; none where there is no number
  std::vector<std::uint64_t> counts = {};  // of edge i ≤ x < edge i + 1; the last edge belongs to the last bin
  bool is_log = false;                     // whether bins have equal ratios
};

// Of numbers in order of size.
Histogram histogram(std::span<const double> sorted);

// Whether positive numbers spread over three decades or more. In order of size.
bool spreads_over_decades(std::span<const double> sorted) noexcept;

}  // namespace stickslip::sweep
