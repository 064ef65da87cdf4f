// The input of the benchmarks: smooth motion that visits all regimes, small enough to stay in the first-level cache.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace stickslip::benchmarks {

// `count` samples of `dim` numbers, each a sine of the given amplitude; directions out of phase.
inline std::vector<double> motion(std::size_t count, std::size_t dim, double amplitude) {
  std::vector<double> values(count * dim);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto sample = static_cast<double>(i / dim), direction = static_cast<double>(i % dim);
    values[i] = amplitude * std::sin(0.003 * sample + 1.1 * direction);
  }
  return values;
}

}  // namespace stickslip::benchmarks
