#include "stickslip/numerics/vector_math.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace stickslip::numerics::vector_math_test {
namespace {

TEST(VectorMath, DecayIsTheExponential) {
  for (double x = 1e-18; x < 340.0; x *= 1.0113) {
    const Decay e = decay(x);
    const long double exact = std::exp(-static_cast<long double>(x)), loss = -std::expm1(-static_cast<long double>(x));
    EXPECT_NEAR(static_cast<double>(e.value / exact), 1.0, 4e-16) << x;
    EXPECT_NEAR(static_cast<double>(e.loss / loss), 1.0, 4e-16) << x;
  }
  EXPECT_EQ(decay(0.0).value, 1.0);
  EXPECT_EQ(decay(0.0).loss, 0.0);
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
}

}  // namespace
}  // namespace stickslip::numerics::vector_math_test
