// A box along the world's axes: all x with lower ≤ x ≤ upper, entry by entry [m].
#pragma once

#include "stickslip/core/vector.hpp"

namespace stickslip::contact {

struct Box {
  Vec<3> lower, upper;

  // Larger by `distance` on every side.
  Box grown(double distance) const noexcept { return {lower.array() - distance, upper.array() + distance}; }
};

// Boxes that touch overlap; one with an entry that is not a number overlaps none. All six comparisons are made: which of
// them fails cannot be predicted.
inline bool overlap(const Box& a, const Box& b) noexcept {
  int count = 0;
  for (int axis = 0; axis < 3; ++axis) {
    count += static_cast<int>(a.lower(axis) <= b.upper(axis)) + static_cast<int>(b.lower(axis) <= a.upper(axis));
  }
  return count == 6;
}

}  // namespace stickslip::contact
