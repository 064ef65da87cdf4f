#include "stickslip/patch/surface/disc_surface.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/test/polar_quadrature.hpp"
#include "stickslip/patch/test/surface_rules.hpp"

namespace stickslip::patch::disc_surface_test {
namespace {

using std::numbers::pi;
constexpr double radius = 0.013;

// f and τ for the centre of rotation at c: sliding along y, turning so that it lies on +x or −x.
template <class Surface>
test::ForceAndTorque at(const Surface& surface, double c) {
  const Wrench2 w = surface.wrench({0.0, c, 1.0});
  EXPECT_EQ(w(0), 0.0);
  return {-w(1), -w(2)};
}

TEST(DiscSurface, AgreesWithQuadrature) {
  const DiscSurface disc(radius);
  for (const double ratio : {0.01, 0.1, 0.3, 0.6, 0.9, 0.999, 1 - 1e-6, 1 - 1e-12, 1.0, 1 + 1e-12, 1 + 1e-6, 1.001, 1.2,
                             1.7, 1.9999999, 2.0, 2.0000001, 3.0, 10.0}) {
    const double c = ratio * radius;
    const auto expected = test::by_quadrature([](double) { return 1.0; }, {0.0, radius}, c);
    const auto got = at(disc, c);
    EXPECT_NEAR(got.f / expected.f, 1.0, 1e-12) << ratio;
    EXPECT_NEAR(got.tau / expected.tau, 1.0, 1e-12) << ratio;
  }
}

// ψ = R Σ α_n (c/R)^{2n} inside and c Σ a_n (R/c)^{2n} outside, from Laplace's expansion of the distance, term by term.
TEST(DiscSurface, AgreesWithItsSeriesCloseToTheCentreAndFarAway) {
  const DiscSurface disc(radius);
  for (const double x : {0.0, 1e-200, 1e-12, 1e-5, 0.01, 0.2, 0.5}) {
    double inside = 0.0, outside = 0.0, tau_inside = 0.0, tau_outside = 0.0;
    double a = 2.0 / 3.0, b = 1.0, power = 1.0;  // a_n of the inside, of the outside; x^{2n}
    for (int n = 0; n < 40; ++n) {
      inside += 2 * n * a * power;            // f x
      tau_inside += (1 - 2 * n) * a * power;  // τ/R
      outside += (1 - 2 * n) * b * power;     // f
      tau_outside += 2 * n * b * power;       // τ x/R
      a *= (n - 0.5) * (n - 1.5) / ((n + 1.0) * (n + 1.0));
      b *= (n - 0.5) * (n - 0.5) / ((n + 1.0) * (n + 2.0));
      power *= x * x;
    }
    const auto near = at(disc, x * radius);
    EXPECT_NEAR(near.tau, radius * tau_inside, 2e-15 * radius) << x;
    if (x * x > 0.0) {
      EXPECT_NEAR(near.f * x / inside, 1.0, 1e-14) << x;
      const auto far = at(disc, radius / x);
      EXPECT_NEAR(far.f, outside, 2e-15) << x;
      EXPECT_NEAR(far.tau * x / (radius * tau_outside), 1.0, 1e-14) << x;
    }
  }
  EXPECT_DOUBLE_EQ(at(disc, 1e-200 * radius).f, 1e-200);
}

TEST(DiscSurface, HasTheKnownLimits) {
  const DiscSurface disc(radius);
  EXPECT_NEAR(disc.wrench({0.0, 0.0, 3.0})(2) / radius, -2.0 / 3.0, 1e-15);
  EXPECT_EQ(disc.wrench({0.0, 0.0, 3.0}).head<2>().norm(), 0.0);
  const Wrench2 slide = disc.wrench({-0.3, 0.4, 0.0});
  EXPECT_NEAR(slide(0), 0.6, 1e-15);
  EXPECT_NEAR(slide(1), -0.8, 1e-15);
  EXPECT_EQ(slide(2), 0.0);
  // On the rim, where E = 1 and (1 − m) K = 0.
  const auto rim = at(DiscSurface(1.0), 1.0);
  EXPECT_NEAR(rim.f, 8.0 / (3.0 * pi), 1e-15);
  EXPECT_NEAR(rim.tau, 8.0 / (9.0 * pi), 1e-15);
}

TEST(DiscSurface, KeepsTheRulesOfLimitSurfaces) {
  const DiscSurface disc(radius);
  test::expect_only_direction_matters(disc, radius);
  test::expect_greatest_dissipation(disc, radius, 1e-15);
  test::expect_gradient_of_support(disc, radius, 1e-9);
  test::expect_no_preferred_direction(disc, radius);
  test::expect_rest_and_refusal(disc);
}

TEST(DiscSurface, AllocatesNothing) {
  test::expect_no_allocation(DiscSurface(radius), radius);
}

TEST(DiscSurface, RefusesARadiusThatIsNone) {
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) EXPECT_THROW(DiscSurface{bad}, InvalidArgument);
}

TEST(AnnulusSurface, AgreesWithQuadrature) {
  for (const double ratio : {0.0, 1e-3, 0.3, 0.9, 0.9899, 0.9901, 0.999, 0.999999, 1.0 - 1e-10}) {
    const double inner = ratio * radius, width = radius - inner;
    const AnnulusSurface annulus(inner, radius);
    for (const double c : {0.4 * inner + 1e-4, inner - 3.0 * width, inner - 1e-3 * width, inner, inner + 0.01 * width,
                           inner + 0.5 * width, radius, radius + 0.2 * width, 1.3 * radius, 4.0 * radius}) {
      if (c < 1e-3 * radius) continue;  // f itself is small there, and the quadrature knows it to 1e-16 only
      const auto expected = test::by_quadrature([](double) { return 1.0; }, {inner, radius}, c);
      const auto got = at(annulus, c);
      EXPECT_NEAR(got.f / expected.f, 1.0, 1e-12) << ratio << " " << c;
      EXPECT_NEAR(got.tau / expected.tau, 1.0, 1e-12) << ratio << " " << c;
    }
  }
}

TEST(AnnulusSurface, IsADiscWithoutHoleAndARingWithoutWidth) {
  const AnnulusSurface disc(0.0, radius), ring(radius * (1.0 - 1e-15), radius);
  for (const Twist2& v : test::some_twists(50, radius)) {
    EXPECT_EQ(disc.wrench(v), DiscSurface(radius).wrench(v));
  }
  // A ring about its centre, about a point on it (mean of |cos|), far away, and sliding.
  EXPECT_NEAR(at(ring, 0.0).tau / radius, 1.0, 2e-15);
  EXPECT_NEAR(at(ring, radius).f, 2.0 / pi, 1e-13);
  EXPECT_NEAR(at(ring, radius).tau / radius, 2.0 / pi, 1e-13);
  EXPECT_NEAR(at(ring, 1e9 * radius).tau / radius * 1e9, 0.5, 1e-14);
  EXPECT_EQ(ring.wrench({0.0, 2.0, 0.0}), Wrench2(0.0, -1.0, 0.0));
}

TEST(AnnulusSurface, HasTheKnownSpin) {
  // r = ⅔ (b³ − a³)/(b² − a²) = ⅔ (a² + ab + b²)/(a + b)
  for (const double a : {0.0, 0.2, 0.7, 0.98, 0.995, 0.9999999}) {
    EXPECT_NEAR(at(AnnulusSurface(a, 1.0), 0.0).tau, 2.0 / 3.0 * (a * a + a + 1.0) / (a + 1.0), 2e-14) << a;
  }
}

TEST(AnnulusSurface, KeepsTheRulesOfLimitSurfaces) {
  for (const double ratio : {0.5, 0.995}) {
    const AnnulusSurface annulus(ratio * radius, radius);
    test::expect_only_direction_matters(annulus, radius);
    test::expect_greatest_dissipation(annulus, radius, 1e-14);
    test::expect_gradient_of_support(annulus, radius, 1e-8);
    test::expect_no_preferred_direction(annulus, radius);
    test::expect_rest_and_refusal(annulus);
  }
}

TEST(AnnulusSurface, AllocatesNothing) {
  test::expect_no_allocation(AnnulusSurface(0.995 * radius, radius), radius);
}

TEST(AnnulusSurface, RefusesRadiiThatMakeNoRing) {
  EXPECT_THROW(AnnulusSurface(1.0, 1.0), InvalidArgument);
  EXPECT_THROW(AnnulusSurface(2.0, 1.0), InvalidArgument);
  EXPECT_THROW(AnnulusSurface(-0.1, 1.0), InvalidArgument);
  EXPECT_THROW(AnnulusSurface(std::nan(""), 1.0), InvalidArgument);
  EXPECT_THROW(AnnulusSurface(0.5, HUGE_VAL), InvalidArgument);
}

}  // namespace
}  // namespace stickslip::patch::disc_surface_test
