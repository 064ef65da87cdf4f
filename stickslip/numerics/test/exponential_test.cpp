#include "stickslip/numerics/exponential.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace stickslip::numerics::exponential_test {
namespace {

struct Exact {
  long double decay, progress, phi1, phi2;
};

Exact exact(double at) {
  const long double x = at, progress = -std::expm1(-x);
  if (x == 0.0L) return {1.0L, 0.0L, 1.0L, 0.5L};
  // φ2 = Σ (−x)^k/(k + 2)! where the closed form would cancel.
  long double phi2 = 0.0L, term = 0.5L;
  if (x < 0.5L) {
    for (int k = 0; k < 30; ++k, term *= -x / (k + 2)) phi2 += term;
  } else {
    phi2 = (1.0L - progress / x) / x;
  }
  return {std::exp(-x), progress, progress / x, phi2};
}

void expect_close(double value, long double expected, const char* what, double x) {
  // The header's claim. e^{−x} underflows beyond x = 708; there a subnormal step is all one can ask.
  const long double tolerance = 1e-15L * expected + 5e-324L;
  EXPECT_LE(std::abs(value - expected), tolerance) << what << "(" << x << ")";
}

TEST(ExponentialStep, IsWithinItsClaimOfTheExactFunctions) {
  std::vector<double> points{0.0,  5e-324, 1e-310, 1e-300, 1e-100, 1e-17, 1e-16,
                             1e-8, 30.0,   700.0,  745.0,  800.0,  1e6,   1e18};
  for (double x = 1e-6; x < 40.0; x *= 1.013) points.push_back(x);
  for (int k = -50; k <= 50; ++k) points.push_back(1.0 + k * 0x1p-52);  // where one formula hands over to the other
  for (const double x : points) {
    const auto step = exponential_step(x);
    const Exact expected = exact(x);
    expect_close(step.decay, expected.decay, "decay", x);
    expect_close(step.progress, expected.progress, "progress", x);
    expect_close(step.phi1, expected.phi1, "phi1", x);
    expect_close(step.phi2, expected.phi2, "phi2", x);
  }
}

TEST(PhiFunctions, WithoutBranchesAreTheSame) {
  for (double x = 1e-18; x < 340.0; x *= 1.0113) {
    const Exact expected = exact(x);
    const double p1 = phi1(x, static_cast<double>(expected.progress));
    EXPECT_NEAR(static_cast<double>(p1 / expected.phi1), 1.0, 1e-15) << x;
    EXPECT_NEAR(static_cast<double>(phi2(x, p1) / expected.phi2), 1.0, 2e-15) << x;
    // In two parts, as a step takes them that divides beforehand: one rounding more.
    const double inverse = 1.0 / phi1_denominator(x);
    EXPECT_NEAR(phi1_numerator(static_cast<double>(expected.progress)) * inverse / p1, 1.0, 3e-16) << x;
  }
  EXPECT_EQ(phi1(0.0, 0.0), 1.0);
  EXPECT_NEAR(phi1_numerator(0.0) * (1.0 / phi1_denominator(0.0)), 1.0, 3e-16);
  EXPECT_EQ(phi2(0.0, 1.0), 0.5);
}

TEST(ExponentialStep, OfAnyExtentIsFiniteAndOnlyItsEndIsCapped) {
  for (const double rate : {0.0, 1e-300, 3.0, 7e17}) EXPECT_EQ(step_extent(rate, 1.25), rate * 1.25);
  const auto step = exponential_step(step_extent(1e250, 1e300));
  EXPECT_EQ(step.decay, 0.0);
  EXPECT_EQ(step.progress, 1.0);
  EXPECT_LT(step.phi1, 1e-17);  // less than rounding of what it is added to
  EXPECT_EQ(step_extent(std::numeric_limits<double>::infinity(), 0.0), step_extent(1e250, 1e300)) << "0·∞ is not NaN";
}

TEST(ExponentialStep, NeverGrowsNorOvershoots) {
  for (double x = 1e-320; x < 1e20; x *= 1.37) {
    const auto step = exponential_step(x);
    EXPECT_GE(step.decay, 0.0) << x;
    EXPECT_LE(step.decay, 1.0) << x;
    EXPECT_LE(step.progress, 1.0) << x;
    // The two weights of old and steady deflection: more than one in sum would let the bound creep up.
    EXPECT_LE(step.decay + step.progress, 1.0) << x;
  }
}

}  // namespace
}  // namespace stickslip::numerics::exponential_test
