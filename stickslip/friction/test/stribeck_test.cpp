#include "stickslip/friction/stribeck.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace stickslip::friction::stribeck_test {
namespace {

constexpr double mu_c = 0.7, mu_s = 1.3, v_s = 4e-3;

Stribeck curve(double gamma) {
  return Stribeck({mu_c, mu_s, v_s, gamma}, unchecked);
}

TEST(Stribeck, FallsFromStaticToKineticThroughOneOverEAtItsSpeed) {
  for (const double gamma : {0.5, 1.0, 1.7, 2.0, 3.0}) {
    const Stribeck g = curve(gamma);
    EXPECT_DOUBLE_EQ(g(0.0), mu_s) << gamma;
    EXPECT_DOUBLE_EQ(g(v_s), mu_c + (mu_s - mu_c) * std::exp(-1.0)) << gamma;
    for (const double fast : {1e4, 1e200, std::numeric_limits<double>::max()}) EXPECT_EQ(g(fast), mu_c) << gamma;
    for (double speed = 1e-3 * v_s; speed < 3.0 * v_s; speed *= 1.1) EXPECT_GT(g(speed), g(1.1 * speed)) << gamma;
  }
}

TEST(Stribeck, IsTheStretchedExponentialForAnyExponent) {
  for (const double gamma : {0.5, 1.0, 1.7, 2.0, 3.0}) {
    for (double speed = 1e-4 * v_s; speed < 1e2 * v_s; speed *= 1.7) {
      const long double ratio = static_cast<long double>(speed) / v_s;
      const long double expected = mu_c + (mu_s - mu_c) * std::exp(-std::exp(gamma * std::log(ratio)));
      EXPECT_NEAR(curve(gamma)(speed), static_cast<double>(expected), 1e-15 * mu_s) << gamma << " " << speed;
    }
  }
}

TEST(Stribeck, SlopeIsItsDerivative) {
  for (const double gamma : {0.5, 1.0, 1.7, 2.0, 3.0}) {
    const Stribeck g = curve(gamma);
    for (double speed = 1e-3 * v_s; speed < 1e2 * v_s; speed *= 1.7) {
      const double step = 1e-5 * speed, difference = (g(speed + step) - g(speed - step)) / (2.0 * step);
      EXPECT_NEAR(g.slope(speed), difference, 1e-8 * (mu_s / speed)) << gamma << " " << speed;
    }
    for (const double fast : {1e4, 1e200, std::numeric_limits<double>::max()}) EXPECT_EQ(g.slope(fast), 0.0) << gamma;
    EXPECT_TRUE(std::isfinite(g.slope(0.0))) << gamma;
  }
  EXPECT_EQ(curve(2.0).slope(0.0), 0.0);
  EXPECT_EQ(Stribeck({mu_c, mu_c, v_s, 2.0}, unchecked).slope(v_s), 0.0);
}

TEST(Stribeck, IsFlatWhereStaticAndKineticAreEqual) {
  const Stribeck g({mu_c, mu_c, v_s, 2.0}, unchecked);
  for (const double speed : {0.0, 1e-300, v_s, 1e300}) EXPECT_EQ(g(speed), mu_c);
}

}  // namespace
}  // namespace stickslip::friction::stribeck_test
