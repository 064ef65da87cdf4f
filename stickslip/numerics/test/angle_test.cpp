#include "stickslip/numerics/angle.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace stickslip::numerics::angle_test {
namespace {

TEST(Angle, AgreesWithTheStandardLibrary) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(0.0, 2.0 * std::numbers::pi), exponent(-100.0, 100.0);
  for (int k = 0; k < 100000; ++k) {
    const double a = angle(random), size = std::pow(10.0, exponent(random));
    const double x = size * std::cos(a), y = size * std::sin(a);
    const double expected = std::atan2(y, x) + (y < 0.0 ? 2.0 * std::numbers::pi : 0.0);
    ASSERT_NEAR(circle_angle(x, y), expected, 1e-15) << x << " " << y;
  }
  EXPECT_EQ(quadrant_angle(0.0, 0.0), 0.0);
  EXPECT_EQ(quadrant_angle(1.0, 0.0), 0.0);
  EXPECT_EQ(quadrant_angle(0.0, 1.0), std::numbers::pi / 2.0);
  EXPECT_DOUBLE_EQ(quadrant_angle(2.0, 2.0), std::numbers::pi / 4.0);
  EXPECT_EQ(circle_angle(-1.0, 0.0), std::numbers::pi);
}

}  // namespace
}  // namespace stickslip::numerics::angle_test
