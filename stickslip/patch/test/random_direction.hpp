// Directions in space for tests, all equally likely.
#pragma once

#include <random>

#include "stickslip/core/vector.hpp"

namespace stickslip::patch::test {

inline Vec<3> random_direction(std::mt19937& generator) {
  std::normal_distribution<double> normal;
  const double x = normal(generator), y = normal(generator), z = normal(generator);
  return Vec<3>(x, y, z).normalized();
}

}  // namespace stickslip::patch::test
