// Which runs of a study are still to be handed out.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "stickslip/sweep/results.hpp"

namespace stickslip::sweep::detail {

// Runs `begin` to `end` − 1.
struct RunRange {
  std::uint64_t begin = 0, end = 0;

  std::uint64_t size() const noexcept { return end - begin; }
};

// Hands out every run that the results did not have, once, in the order of the index. For any number of threads.
class Dispenser {
 public:
  explicit Dispenser(const Results& results);

  // Neighbours, at most so many; none where all have been handed out.
  RunRange take(std::uint64_t most);
  std::uint64_t left() const;

 private:
  bool was_there(std::uint64_t index) const { return !there_.empty() && there_[index]; }

  const std::uint64_t runs_;
  std::vector<bool> there_;  // at the start; empty: none
  mutable std::mutex mutex_;
  std::uint64_t next_ = 0, left_;
};

}  // namespace stickslip::sweep::detail
