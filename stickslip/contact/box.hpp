// A box along the world's axes: all x with lower ≤ x ≤ upper, entry by entry [m].
#pragma once

#include "stickslip/core/vector.hpp"

namespace stickslip::contact {

struct Box {
  Vec<3> lower, upper;

  // Larger by `distance` on every side.
  Box grown(double distance) const noexcept { return {lower.array() - distance, upper.array() + distance}; }
};

// Boxes that touch overlap; one with an entry that is not a number overlaps none.
inline bool overlap(const Box& a, const Box& b) noexcept {
  return a.lower(0) <= b.upper(0) && b.lower(0) <= a.upper(0) && a.lower(1) <= b.upper(1) && b.lower(1) <= a.upper(1) &&
         a.lower(2) <= b.upper(2) && b.lower(2) <= a.upper(2);
}

}  // namespace stickslip::contact
