#include "stickslip/sweep/statistics/proportion.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/sweep/outcome.hpp"

namespace stickslip::sweep {

Proportion proportion(std::uint64_t count, std::uint64_t of) noexcept {
  if (of == 0) return {.share = not_a_number};
  constexpr double z = 1.959963984540054;
  const auto n = static_cast<double>(of);
  const double p = static_cast<double>(count) / n;
  const double middle = p + z * z / (2.0 * n);
  const double half = z * std::sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n));
  const double scale = 1.0 + z * z / n;
  // Rounding must not lead beyond what was seen.
  return {count, of, p, std::clamp((middle - half) / scale, 0.0, p), std::clamp((middle + half) / scale, p, 1.0)};
}

}  // namespace stickslip::sweep
