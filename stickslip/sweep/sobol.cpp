#include "stickslip/sweep/sobol.hpp"

#include <array>
#include <bit>

#include "stickslip/sweep/counter.hpp"
#include "stickslip/sweep/detail/joe_kuo.hpp"

namespace stickslip::sweep {

namespace {

using Directions = std::array<std::array<std::uint32_t, 32>, most_sobol_dimensions>;

Directions directions() {
  Directions all;
  for (unsigned j = 0; j < 32; ++j) all[0][j] = std::uint32_t{1} << (31U - j);
  for (std::size_t dimension = 1; dimension < most_sobol_dimensions; ++dimension) {
    const detail::SobolStart& start = detail::sobol_starts[dimension - 1];
    const auto degree = static_cast<unsigned>(std::bit_width(start.polynomial)) - 1;
    auto& v = all[dimension];
    for (unsigned j = 0; j < degree; ++j) v[j] = start.m[j] << (31U - j);
    // Eq. 2, with the powers of two within v.
    for (unsigned j = degree; j < 32; ++j) {
      v[j] = v[j - degree] ^ (v[j - degree] >> degree);
      for (unsigned k = 1; k < degree; ++k) {
        if (((start.polynomial >> (degree - k)) & 1U) != 0) v[j] ^= v[j - k];
      }
    }
  }
  return all;
}

}  // namespace

std::uint32_t sobol(std::uint64_t index, std::size_t dimension) noexcept {
  static const Directions all = directions();
  const auto& v = all[dimension];
  std::uint32_t x = 0;
  // Without branches: which bits are set is as good as random.
  for (std::size_t j = 0; index != 0 && j < 32; ++j, index >>= 1U)
    x ^= v[j] & (0U - static_cast<std::uint32_t>(index & 1U));
  return x;
}

std::uint32_t scrambled(std::uint32_t x, std::uint64_t key) noexcept {
  std::uint32_t flips = 0;
  for (unsigned k = 0; k < 32; ++k) {
    // The bits above behind a leading one: no two of these numbers are the same, whatever k.
    const std::uint64_t above = ((std::uint64_t{1} << 32U) | x) >> (32U - k);
    flips |= static_cast<std::uint32_t>(mix(key ^ above) >> 63U) << (31U - k);
  }
  return x ^ flips;
}

}  // namespace stickslip::sweep
