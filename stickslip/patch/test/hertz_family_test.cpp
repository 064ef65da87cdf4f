#include "stickslip/patch/surface/hertz_family.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/surface/disc_surface.hpp"
#include "stickslip/patch/test/polar_quadrature.hpp"
#include "stickslip/patch/test/surface_rules.hpp"

namespace stickslip::patch::hertz_family_test {
namespace {

using std::numbers::pi;
constexpr double radius = 0.006;

double pressure(double x, double k) {
  return std::pow(-std::expm1(k * std::log(x)), 1.0 / k);
}

TEST(HertzFamily, AgreesWithQuadratureForAnyExponent) {
  for (const double k : {0.5, 0.53, 0.8, 1.0, 1.37, 2.0, 3.46, 6.0, 11.0, 30.0, 77.0, 150.0, 200.0}) {
    const AxisymmetricSurface slice = HertzFamily::table().at(radius, k), exact(Hertz{radius, k});
    EXPECT_EQ(slice.radius(), radius);
    for (const double c : {0.02, 0.3, 0.65, 0.93, 0.999, 1.01, 1.5, 6.0}) {
      const auto expected = test::by_quadrature([k](double x) { return pressure(x, k); }, {0.0, 1.0}, c);
      const Twist2 v(0.0, c * radius, 1.0);
      EXPECT_LE(test::distance(exact.wrench(v), {0.0, -expected.f, -expected.tau * radius}, radius), 5e-11)
          << k << " " << c;
      EXPECT_LE(test::distance(slice.wrench(v), {0.0, -expected.f, -expected.tau * radius}, radius), 5e-8)
          << k << " " << c;
    }
  }
}

TEST(HertzFamily, DerivativeOfASliceIsThatOfTheShape) {
  const Vec<3> units(1.0, 1.0, 1.0 / radius);
  for (const double k : {0.5, 1.2, 2.0, 9.0, 60.0, 200.0}) {
    const AxisymmetricSurface slice = HertzFamily::table().at(radius, k), exact(Hertz{radius, k});
    for (const Twist2& v : test::some_twists(100, radius)) {
      const double size = std::max(v.head<2>().norm(), radius * std::abs(v(2)));
      const Matrix3 difference = slice.response(v).jacobian - exact.response(v).jacobian;
      EXPECT_LE(size * (units.asDiagonal() * difference * units.asDiagonal()).cwiseAbs().maxCoeff(), 1e-6) << k;
    }
  }
}

TEST(HertzFamily, KnowsTorqueAndViscousTorqueOfASpin) {
  EXPECT_NEAR(HertzFamily::r(2.0), 3.0 * pi / 16.0, 1e-15);
  EXPECT_NEAR(HertzFamily::u(2.0), 0.4, 1e-15);
  EXPECT_NEAR(HertzFamily::r(1.0), 0.5, 1e-15);  // a cone
  EXPECT_NEAR(HertzFamily::u(1.0), 0.3, 1e-15);
  for (const double k : {0.5, 1.7, 3.0, 20.0, 200.0}) {
    test::Abscissas points;
    test::add_graded(points, 0.0, 0.5, 0.2, 20);
    test::add_graded(points, 1.0, 0.5, 0.2, 20);
    double total = 0.0, r = 0.0, u = 0.0;
    for (const auto& [x, weight] : points) {
      const double share = weight * x * pressure(x, k);
      total += share;
      r += share * x;
      u += share * x * x;
    }
    EXPECT_NEAR(HertzFamily::r(k), r / total, 1e-13) << k;
    EXPECT_NEAR(HertzFamily::u(k), u / total, 1e-13) << k;
    EXPECT_DOUBLE_EQ(HertzFamily::table().at(radius, k).r(), radius * HertzFamily::r(k));
    EXPECT_DOUBLE_EQ(AxisymmetricSurface(Hertz{radius, k}).r(), radius * HertzFamily::r(k));
  }
}

// From ln Γ(1 + q) = −γ q + π² q²/12 − …: r falls short of the disc's by π²/(6 k²), as every wrench does by O(1/k²).
TEST(HertzFamily, TendsToTheDisc) {
  const DiscSurface disc(radius);
  EXPECT_NEAR(1.0 - HertzFamily::r(200.0) / (2.0 / 3.0), pi * pi / 6.0 / (200.0 * 200.0), 2e-6);
  const auto gap = [&](double k) {
    double largest = 0.0;
    for (const Twist2& v : test::some_twists(200, radius)) {
      const Wrench2 w = HertzFamily::table().at(radius, k).wrench(v);
      largest = std::max(largest, test::distance(w, disc.wrench(v), radius));
    }
    return largest;
  };
  const double at_50 = gap(50.0), at_200 = gap(200.0);
  EXPECT_LT(at_200, 2e-4);
  EXPECT_NEAR(at_50 / at_200, 16.0, 3.0);
}

TEST(HertzFamily, KeepsTheRulesOfLimitSurfaces) {
  for (const double k : {0.5, 2.0, 12.0, 200.0}) {
    const AxisymmetricSurface slice = HertzFamily::table().at(radius, k);
    test::expect_only_direction_matters(slice, radius);
    test::expect_greatest_dissipation(slice, radius, 1e-7);
    test::expect_gradient_of_support(slice, radius, 1e-6);
    test::expect_no_preferred_direction(slice, radius);
    test::expect_rest_and_refusal(slice);
  }
}

TEST(HertzFamily, SlicesWithoutAllocating) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "a sanitizer's allocator cannot be counted";
  const HertzFamily& family = HertzFamily::table();
  double sum = 0.0;
  const std::size_t count = stickslip::test::allocations_in([&] {
    for (double k = 1.0; k < 20.0; k += 0.7) sum += family.at(radius, k).wrench({0.1, 0.0, 10.0}).sum();
  });
  EXPECT_EQ(count, 0u);
  EXPECT_TRUE(std::isfinite(sum));
}

TEST(HertzFamily, RefusesWhatItDoesNotHold) {
  const HertzFamily& family = HertzFamily::table();
  EXPECT_EQ(&family, &HertzFamily::table());
  for (const double bad : {0.499, 200.1, -2.0, 0.0, std::nan("")}) {
    EXPECT_THROW(family.at(radius, bad), InvalidArgument) << bad;
    EXPECT_THROW(HertzFamily::integrated(bad), InvalidArgument) << bad;
  }
  for (const double bad : {0.0, -1.0, std::nan("")}) EXPECT_THROW(family.at(bad, 2.0), InvalidArgument) << bad;
}

}  // namespace
}  // namespace stickslip::patch::hertz_family_test
