// Directions at whole fractions of a turn.
#pragma once

#include <cmath>
#include <numbers>

#include "stickslip/core/vector.hpp"

namespace stickslip::cone::detail {

// (cos, sin) of π m/k for one k and several m. Exact at multiples of π/2; directions that mirror each other have the
// same entries, which an angle in radians, rounded, would not give. Keeps the last sine and cosine, for many sides of a
// polygon share theirs.
class HalfTurns {
 public:
  // k > 0
  explicit HalfTurns(long k) noexcept : k_(k) {}

  // m ≥ 0
  Vec<2> operator()(long m) noexcept {
    const long quarter = 2 * m / k_, rest = 2 * m - quarter * k_;  // the angle is (quarter + rest/k) π/2
    const bool past_middle = 2 * rest > k_;
    turn_to(past_middle ? k_ - rest : rest);
    const double x = past_middle ? sine_ : cosine_, y = past_middle ? cosine_ : sine_;
    switch (quarter % 4) {
      case 0:
        return {x, y};
      case 1:
        return {0.0 - y, x};  // not −y: no negative zeros
      case 2:
        return {0.0 - x, 0.0 - y};
      default:
        return {y, 0.0 - x};
    }
  }

 private:
  // The angle (rest/k) π/2, at most π/4.
  void turn_to(long rest) noexcept {
    if (rest == rest_) return;
    rest_ = rest;
    if (2 * rest == k_) {
      cosine_ = sine_ = 0.5 * std::numbers::sqrt2;
      return;
    }
    const double angle = 0.5 * std::numbers::pi * static_cast<double>(rest) / static_cast<double>(k_);
    cosine_ = std::cos(angle);
    sine_ = std::sin(angle);
  }

  long k_;
  long rest_ = 0;
  double cosine_ = 1.0, sine_ = 0.0;
};

}  // namespace stickslip::cone::detail
