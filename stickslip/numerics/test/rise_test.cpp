#include "stickslip/numerics/rise.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace stickslip::numerics::rise_test {
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

TEST(Rise, FromItsEndsIsTheSameCurve) {
  for (double w = 0.0; w <= 0.5; w += 1e-3) {
    const RiseFromEnd end = rise_from_end(w);
    const double below = rise_about_middle(w - 0.5), above = rise_about_middle(0.5 - w);
    EXPECT_NEAR(end.value, below, 6e-16) << w;
    EXPECT_NEAR(1.0 - end.value, above, 6e-16) << w;
    EXPECT_NEAR(end.slope, rise_slope(below), 1e-7) << w;  // half the digits of r
    EXPECT_NEAR(end.slope, rise_slope(above), 1e-7) << w;
    // r″ is the slope of r′.
    const double h = 1e-4, difference = (rise_from_end(w + h).slope - rise_from_end(w - h).slope) / (2.0 * h);
    EXPECT_NEAR(rise_curvature(end.value), difference, 1e-7) << w;  // π⁴ h²/12 = 8e-8
  }
}

TEST(Rise, FromItsEndsHasAllDigitsThere) {
  for (double w = 0.5; w > 1e-150; w *= 0.71) {
    const long double angle = 0.5L * std::numbers::pi_v<long double> * w, sine = std::sin(angle);
    const RiseFromEnd end = rise_from_end(w);
    EXPECT_NEAR(end.value / static_cast<double>(sine * sine), 1.0, 1e-15) << w;
    EXPECT_NEAR(end.slope / static_cast<double>(std::numbers::pi_v<long double> * sine * std::cos(angle)), 1.0, 1e-15)
        << w;
  }
}

}  // namespace
}  // namespace stickslip::numerics::rise_test
