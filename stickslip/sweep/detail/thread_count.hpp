// How many threads a study runs on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>

#include "stickslip/core/error.hpp"

namespace stickslip::sweep::detail {

// 0: as many as cores; not more than there are runs. Throws InvalidArgument unless wanted is 0 to 1024.
inline std::size_t thread_count(int wanted, std::uint64_t runs) {
  constexpr int most = 1024;
  if (wanted < 0 || wanted > most) {
    throw InvalidArgument("threads = " + std::to_string(wanted) + " must be 0 to 1024; 0: as many as cores");
  }
  const std::uint64_t count =
      wanted == 0 ? std::max(1U, std::thread::hardware_concurrency()) : static_cast<std::uint64_t>(wanted);
  return static_cast<std::size_t>(std::min(count, runs));
}

}  // namespace stickslip::sweep::detail
