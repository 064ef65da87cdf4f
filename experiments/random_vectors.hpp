// The same random numbers on every machine: the standard leaves distributions to each library, this does not.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "stickslip/core/vector.hpp"

namespace stickslip::experiments {

class RandomVectors {
 public:
  explicit RandomVectors(std::uint64_t seed) : engine_(seed) {}

  // 0 ≤ u < 1.
  double number() noexcept { return static_cast<double>(engine_() >> 11U) * 0x1p-53; }
  double between(double low, double high) noexcept { return low + (high - low) * number(); }
  double normal() noexcept {
    return std::sqrt(-2.0 * std::log(1.0 - number())) * std::cos(2.0 * std::numbers::pi * number());
  }
  template <int Dim>
  Vec<Dim> vector() noexcept {
    Vec<Dim> v;
    for (double& entry : v) entry = normal();
    return v;
  }
  template <int Dim>
  Vec<Dim> direction() noexcept {
    return vector<Dim>().normalized();
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace stickslip::experiments
