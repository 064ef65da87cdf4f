#include "stickslip/sweep/counter.hpp"

#include <bit>

namespace stickslip::sweep {

std::uint64_t permuted(std::uint64_t index, std::uint64_t count, std::uint64_t key) noexcept {
  if (count < 2) return index;
  const auto bits = static_cast<unsigned>(std::bit_width(count - 1));
  const unsigned half = (bits + 1) / 2;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = index >> half, right = index & mask;
    for (std::uint64_t round = 0; round < 12; ++round) {
      const std::uint64_t next = left ^ (word(key, round, right, 0) & mask);
      left = right;
      right = next;
    }
    index = (left << half) | right;
  } while (index >= count);  // at most 4 times as many numbers as count: a few rounds
  return index;
}

}  // namespace stickslip::sweep
