#include "stickslip/numerics/complete_elliptic.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace stickslip::numerics::complete_elliptic_test {
namespace {

using std::numbers::pi;

// Means over a quarter turn, which the trapezoidal rule finds exactly for smooth periodic functions. With Δ² =
// 1 − m sin²: B = ∫ cos²/Δ, D = ∫ sin²/Δ, F = ∫ (1 − Δ)/m = ∫ sin²/(1 + Δ), C = ∫ (sin² − cos²)/(m Δ) = ∫ sin² cos²/Δ³.
TEST(CompleteElliptic, AgreesWithItsIntegrals) {
  for (const double m : {0.0, 1e-300, 1e-9, 1e-3, 0.2, 0.5, 0.8, 0.95}) {
    constexpr int parts = 400;
    long double b = 0.0L, d = 0.0L, c = 0.0L, f = 0.0L;
    for (int i = 0; i < parts; ++i) {
      const long double sine = std::sin(2.0L * std::numbers::pi_v<long double> * i / parts), s = sine * sine;
      const long double delta = std::sqrt(1.0L - m * s);
      b += (1.0L - s) / delta / parts;
      d += s / delta / parts;
      f += s / (1.0L + delta) / parts;
      c += s * (1.0L - s) / (delta * delta * delta) / parts;
    }
    const CompleteElliptic got = complete_elliptic(m, std::sqrt(1.0 - m));
    EXPECT_NEAR(got.b / static_cast<double>(b), 1.0, 2e-15) << m;
    EXPECT_NEAR(got.d / static_cast<double>(d), 1.0, 2e-15) << m;
    EXPECT_NEAR(got.c / static_cast<double>(c), 1.0, 2e-15) << m;
    EXPECT_NEAR(got.f / static_cast<double>(f), 1.0, 2e-15) << m;
    EXPECT_NEAR(got.e(1.0 - m), static_cast<double>(b + (1.0L - m) * d), 1e-15) << m;
  }
}

// Legendre: E K′ + E′ K − K K′ = π/2, the dashed ones at 1 − m.
TEST(CompleteElliptic, KeepsLegendresRelation) {
  for (const double k1 : {1e-8, 1e-5, 1e-3, 0.1, 0.5, 0.9}) {
    const double rest = k1 * k1, m = 1.0 - rest;
    const CompleteElliptic i = complete_elliptic(m, k1), dashed = complete_elliptic(rest, std::sqrt(m));
    const double k = i.b + i.d, k_dashed = dashed.b + dashed.d, e = i.e(rest);
    // E′ − K′ = −(1−m) D′
    EXPECT_NEAR(e * k_dashed - rest * dashed.d * k, 2.0 / pi, 3e-15) << k1;
  }
}

TEST(CompleteElliptic, EndsAtOne) {
  const CompleteElliptic i = complete_elliptic(1.0, 0.0);
  EXPECT_NEAR(i.b, 2.0 / pi, 2e-15);
  EXPECT_NEAR(i.e(0.0), 2.0 / pi, 2e-15);
  EXPECT_NEAR(i.f, 1.0 - 2.0 / pi, 2e-15);
  // K ≈ ln(4/k1) for small k1.
  const CompleteElliptic close = complete_elliptic(1.0 - 1e-18, 1e-9);
  EXPECT_NEAR(close.b + close.d, 2.0 / pi * std::log(4e9), 1e-14);
}

}  // namespace
}  // namespace stickslip::numerics::complete_elliptic_test
