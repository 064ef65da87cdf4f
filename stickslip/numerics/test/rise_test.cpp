#include "stickslip/numerics/rise.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace stickslip::numerics {
namespace {

TEST(Rise, IsTheSquareOfASine) {
  for (double u = -0.5; u <= 1.5; u += 1e-3) {
    const double angle = 0.5 * std::numbers::pi * std::clamp(u, 0.0, 1.0), sine = std::sin(angle);
    const double r = rise_about_middle(u - 0.5);
    EXPECT_NEAR(r, sine * sine, 5e-16) << u;
    // d sin²(πu/2)/du = π sin cos. Where it is flat, √(r (1 − r)) has half the digits of r.
    EXPECT_NEAR(rise_slope(r), std::numbers::pi * sine * std::cos(angle), 1e-7) << u;
  }
}

TEST(Rise, LeavesSpringsSpringsToTheLastBit) {
  for (const double u : {-1e300, -1.0, -1e-17, 0.0}) EXPECT_EQ(rise_about_middle(u - 0.5), 0.0);
  for (const double u : {1.0, 1.0 + 1e-15, 5.0, 1e300}) EXPECT_NEAR(rise_about_middle(u - 0.5), 1.0, 3e-16);
  EXPECT_EQ(rise_slope(0.0), 0.0);
  EXPECT_EQ(rise_slope(1.0 + 2e-16), 0.0);
}

}  // namespace
}  // namespace stickslip::numerics
