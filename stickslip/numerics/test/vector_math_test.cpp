#include "stickslip/numerics/vector_math.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace stickslip::numerics {
namespace {

TEST(VectorMath, DecayIsTheExponential) {
  for (double x = 1e-18; x < 340.0; x *= 1.0113) {
    const Decay e = decay(x);
    const long double exact = std::exp(-static_cast<long double>(x)), loss = -std::expm1(-static_cast<long double>(x));
    EXPECT_NEAR(static_cast<double>(e.value / exact), 1.0, 4e-16) << x;
    EXPECT_NEAR(static_cast<double>(e.loss / loss), 1.0, 4e-16) << x;
    const double p1 = phi1(x, e.loss), p2 = phi2(x, p1);
    EXPECT_NEAR(p1 * x / static_cast<double>(loss), 1.0, 1e-15) << x;
    // φ2 = (1 − φ1)/x; near 0 by its series 1/2 − x/6 + x²/24 − …
    const long double wide = x, series = 0.5L - wide / 6.0L + wide * wide / 24.0L - wide * wide * wide / 120.0L;
    const long double exact2 = x < 1e-4 ? series : (1.0L - loss / wide) / wide;
    EXPECT_NEAR(static_cast<double>(p2 / exact2), 1.0, 2e-15) << x;
  }
  EXPECT_EQ(decay(0.0).value, 1.0);
  EXPECT_EQ(decay(0.0).loss, 0.0);
  EXPECT_EQ(phi1(0.0, 0.0), 1.0);
  EXPECT_EQ(phi2(0.0, 1.0), 0.5);
  for (const double x : {341.0, 1e5, 1e18, 1e300}) {
    EXPECT_LT(decay(x).value, 1e-147);
    EXPECT_EQ(decay(x).loss, 1.0);
  }
}

TEST(VectorMath, SinesAreSines) {
  for (double w = 0.0; w <= 0.5; w += 1e-4) {
    const long double angle = std::numbers::pi_v<long double> * static_cast<long double>(w) / 2.0L;
    EXPECT_NEAR(quarter_sine(w), static_cast<double>(std::sin(angle)), 2.3e-16) << w;
    EXPECT_NEAR(quarter_cosine(w), static_cast<double>(std::cos(angle)), 2.3e-16) << w;
  }
  for (double u = -0.5; u <= 1.5; u += 1e-3) {
    const double sine = std::sin(0.5 * std::numbers::pi * std::clamp(u, 0.0, 1.0));
    EXPECT_NEAR(rise(u), sine * sine, 5e-16) << u;
  }
  // Springs must be springs to the last bit, or they drift.
  for (const double u : {-1e300, -1.0, -1e-17, 0.0}) EXPECT_EQ(rise(u), 0.0);
  for (const double u : {1.0, 1.0 + 1e-15, 5.0, 1e300}) EXPECT_NEAR(rise(u), 1.0, 3e-16);
}

}  // namespace
}  // namespace stickslip::numerics
