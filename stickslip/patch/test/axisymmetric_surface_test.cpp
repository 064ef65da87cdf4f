#include "stickslip/patch/surface/axisymmetric_surface.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/surface/disc_surface.hpp"
#include "stickslip/patch/test/polar_quadrature.hpp"
#include "stickslip/patch/test/surface_rules.hpp"

namespace stickslip::patch::axisymmetric_surface_test {
namespace {

using std::numbers::pi;
constexpr double radius = 0.008;

struct Profile {
  std::string name;
  std::function<double(double)> pressure;  // of ρ/radius
  double r, u;                             // for radius 1
};

std::vector<Profile> profiles() {
  return {
      {"uniform", [](double) { return 3.0; }, 2.0 / 3.0, 0.5},
      {"cone", [](double x) { return 1.0 - x; }, 0.5, 0.3},
      {"paraboloid", [](double x) { return 1.0 - x * x; }, 8.0 / 15.0, 1.0 / 3.0},
      {"ball on a plane", [](double x) { return std::sqrt((1.0 - x) * (1.0 + x)); }, 3.0 * pi / 16.0, 0.4},
      {"growing outwards", [](double x) { return x; }, 0.75, 0.6},
      {"cusp", [](double x) { return 1.0 - std::sqrt(x); }, 10.0 / 21.0, 5.0 / 18.0},
  };
}

AxisymmetricSurface surface_of(const Profile& profile, double size = radius) {
  return AxisymmetricSurface([&](double rho) { return profile.pressure(rho / size); }, size);
}

TEST(AxisymmetricSurface, AgreesWithQuadrature) {
  for (const Profile& profile : profiles()) {
    const AxisymmetricSurface surface = surface_of(profile);
    for (const double x : {0.003, 0.05, 0.4, 0.8, 0.97, 0.9999, 1.0, 1.0001, 1.02, 1.4, 3.0, 40.0}) {
      const auto expected = test::by_quadrature(profile.pressure, {0.0, 1.0}, x);
      const Wrench2 w = surface.wrench({0.0, x * radius, 1.0});
      EXPECT_NEAR(-w(1), expected.f, 1e-10) << profile.name << " " << x;
      EXPECT_NEAR(-w(2) / radius, expected.tau, 1e-10) << profile.name << " " << x;
    }
  }
}

TEST(AxisymmetricSurface, FindsTheDiscOfTheClosedForm) {
  const AxisymmetricSurface surface = surface_of(profiles()[0]);
  const DiscSurface disc(radius);
  for (int i = 1; i < 2000; ++i) {
    const double x = i / 1000.0, c = x <= 1.0 ? x : 1.0 / (2.0 - x);
    const Twist2 v(0.6 * c * radius, 0.8 * c * radius, -1.0);
    EXPECT_LE(test::distance(surface.wrench(v), disc.wrench(v), radius), 5e-11) << c;
  }
}

// f/c at the centre is ½ ∫ p/ρ dA; far away 1 − f and τ fall off with u. All to the digits of the table.
TEST(AxisymmetricSurface, HasExactLimitsOfSpinAndSlide) {
  for (const Profile& profile : profiles()) {
    const AxisymmetricSurface surface = surface_of(profile);
    EXPECT_NEAR(surface.r() / radius, profile.r, 2e-15) << profile.name;
    EXPECT_EQ(surface.wrench({0.0, 0.0, -2.0}), Wrench2(0.0, 0.0, surface.r())) << profile.name;
    EXPECT_EQ(surface.wrench({0.0, 3.0, 0.0}), Wrench2(0.0, -1.0, 0.0)) << profile.name;
    for (const double x : {1e-8, 1e-40, 1e-300}) {
      const Wrench2 w = surface.wrench({0.0, 1.0, x / radius});
      EXPECT_NEAR(w(2) / (-0.5 * profile.u * x * radius), 1.0, 1e-9) << profile.name << " " << x;
      EXPECT_NEAR(w(1), -1.0, 1e-15);
    }
  }
  // ½ ∫ p/ρ dA of the paraboloid: ½ · (2/3)/(1/4).
  for (const double x : {1e-8, 1e-40, 1e-300}) {
    EXPECT_NEAR(surface_of(profiles()[2]).wrench({0.0, x * radius, 1.0})(1) / x, -4.0 / 3.0, 1e-9) << x;
  }
}

TEST(AxisymmetricSurface, DependsOnTheShapeOnlyNotOnItsSizeOrTotal) {
  const Profile cone = profiles()[1];
  const AxisymmetricSurface small = surface_of(cone), large = surface_of(cone, 7.0);
  EXPECT_EQ(small.radius(), radius);
  for (const Twist2& v : test::some_twists(50, radius)) {
    const Wrench2 w = small.wrench(v), other = large.wrench({v(0), v(1), v(2) * radius / 7.0});
    EXPECT_LE(test::distance(w, {other(0), other(1), other(2) * radius / 7.0}, radius), 1e-13);
  }
  EXPECT_EQ(large.radius(), 7.0);
  EXPECT_NEAR(large.r(), 3.5, 1e-14);
  const AxisymmetricSurface same(Axisymmetric{[&](double rho) { return 1e-9 * (7.0 - rho); }, 7.0, 0.0});
  for (const Twist2& v : test::some_twists(50, 7.0)) {
    EXPECT_LE(test::distance(same.wrench(v), large.wrench(v), 7.0), 1e-13);
  }
}

TEST(AxisymmetricSurface, KeepsTheRulesOfLimitSurfaces) {
  for (const Profile& profile : profiles()) {
    const AxisymmetricSurface surface = surface_of(profile);
    test::expect_only_direction_matters(surface, radius);
    test::expect_greatest_dissipation(surface, radius, 5e-11);
    test::expect_gradient_of_support(surface, radius, 1e-8);
    test::expect_no_preferred_direction(surface, radius);
    test::expect_rest_and_refusal(surface);
  }
}

// The farther the centre of rotation, the more force and the less torque.
TEST(AxisymmetricSurface, ForceRisesAndTorqueFallsWithTheDistance) {
  for (const Profile& profile : profiles()) {
    const AxisymmetricSurface surface = surface_of(profile);
    double f = 0.0, tau = surface.r();
    for (double c = 0.01; c < 30.0; c *= 1.03) {
      const Wrench2 w = surface.wrench({c * radius, 0.0, 1.0});
      EXPECT_GT(-w(0), f) << profile.name << " " << c;
      EXPECT_LT(-w(2), tau) << profile.name << " " << c;
      f = -w(0);
      tau = -w(2);
    }
    EXPECT_LT(f, 1.0);
    EXPECT_GT(tau, 0.0);
  }
}

// Entries in units that make them comparable: lengths in radii.
Matrix3 scaled(const Matrix3& jacobian) {
  const Vec<3> units(1.0, 1.0, 1.0 / radius);
  return units.asDiagonal() * jacobian * units.asDiagonal();
}

TEST(AxisymmetricSurface, DerivativeAgreesWithDifferences) {
  for (const Profile& profile : profiles()) {
    const AxisymmetricSurface surface = surface_of(profile);
    for (const Twist2& v : test::some_twists(200, radius)) {
      const double size = std::max(v.head<2>().norm(), radius * std::abs(v(2)));
      Matrix3 expected;
      for (int i = 0; i < 3; ++i) {
        const double h = 1e-5 * size * (i == 2 ? 1.0 / radius : 1.0);
        expected.col(i) =
            (surface.wrench(v + h * Twist2::Unit(i)) - surface.wrench(v - h * Twist2::Unit(i))) / (2.0 * h);
      }
      const Response got = surface.response(v);
      EXPECT_EQ(got.wrench, surface.wrench(v));
      EXPECT_LE(size * scaled(got.jacobian - expected).cwiseAbs().maxCoeff(), 5e-6)
          << profile.name << " " << v.transpose();
    }
  }
}

// f′(c) = −|ω| ∂fx/∂vx of the disc, with K, E at m = c², or 1/c² (radius 1), close to the rim on both sides.
TEST(AxisymmetricSurface, DerivativeIsExactAtTheRim) {
  const AxisymmetricSurface surface = surface_of(profiles()[0], 1.0);
  for (const double gap : {0.3, 0.1, 0.01, 1e-3, 1e-5, 1e-8, 1e-12}) {
    const double c = 1.0 - gap, k = std::comp_ellint_1(c), e = std::comp_ellint_2(c), m = c * c;
    const double b = (e - (1.0 - m) * k) / m, d = (k - e) / m;
    const double inside = 4.0 / (3.0 * pi) * (b + 2.0 * (1.0 - m) * d);
    EXPECT_NEAR(-surface.response({c, 0.0, 1.0}).jacobian(0, 0), inside, 2e-6) << gap;
    const double far = 1.0 / c, outside = 4.0 / (3.0 * pi) * (2.0 * far * (e - k) + (2.0 * k - e) * c);
    EXPECT_NEAR(-surface.response({1.0, 0.0, c}).jacobian(0, 0) * c, outside, 2e-6) << gap;
  }
}

TEST(AxisymmetricSurface, DerivativeIsThatOfAConvexBody) {
  for (const Profile& profile : profiles()) {
    const AxisymmetricSurface surface = surface_of(profile);
    std::vector<Twist2> twists = test::some_twists(100, radius);
    twists.insert(twists.end(),
                  {{1.0, 0.0, 0.0}, {0.0, 0.0, 2.0}, {0.0, radius, 1.0}, {1e-9, 0.0, 1.0}, {1.0, 1.0, 1e-9}});
    for (const Twist2& v : twists) {
      const double size = std::max(v.head<2>().norm(), radius * std::abs(v(2)));
      const Matrix3 jacobian = size * scaled(surface.response(v).jacobian);
      EXPECT_EQ(jacobian, jacobian.transpose());
      // Only the direction of v matters, so going along v changes nothing.
      EXPECT_LE((jacobian * Twist2(v(0), v(1), v(2) * radius)).norm(), 1e-14 * size);
      const Vec<3> eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix3>(jacobian).eigenvalues();
      EXPECT_LE(eigenvalues(2), 1e-14);
      EXPECT_LT(eigenvalues(1), -1e-3);  // the other two directions resist
    }
  }
}

TEST(AxisymmetricSurface, DerivativeGrowsAsTheTwistShrinks) {
  const AxisymmetricSurface surface = surface_of(profiles()[2]);
  const Twist2 v(0.1, 0.2, 30.0);
  const Matrix3 at_one = surface.response(v).jacobian;
  for (const double factor : {1e-270, 1e-9, 1e9, 1e270}) {
    const Matrix3 other = factor * surface.response(factor * v).jacobian;
    EXPECT_LE((other - at_one).norm(), 1e-14 * at_one.norm()) << factor;
  }
  const Response rest = surface.response(Twist2::Zero());
  EXPECT_EQ(rest.wrench, Wrench2::Zero());
  EXPECT_EQ(rest.jacobian, Matrix3::Zero());
  const Response refused = surface.response({0.0, std::nan(""), 1.0});
  EXPECT_TRUE(refused.wrench.array().isNaN().all());
  EXPECT_TRUE(refused.jacobian.array().isNaN().all());
}

TEST(AxisymmetricSurface, AllocatesNothing) {
  const AxisymmetricSurface surface = surface_of(profiles()[2]);
  test::expect_no_allocation(surface, radius);
  if (!stickslip::test::counts_allocations()) return;
  double sum = 0.0;
  const std::size_t count = stickslip::test::allocations_in([&] {
    const AxisymmetricSurface other = surface;
    sum += other.response({1.0, 2.0, 3.0}).jacobian.sum();
  });
  EXPECT_EQ(count, 0u);
  EXPECT_TRUE(std::isfinite(sum));
}

TEST(AxisymmetricSurface, RefusesWhatIsNoPressure) {
  const auto uniform = [](double) { return 1.0; };
  EXPECT_THROW(AxisymmetricSurface(uniform, 0.0), InvalidArgument);
  EXPECT_THROW(AxisymmetricSurface(uniform, std::nan("")), InvalidArgument);
  EXPECT_THROW(AxisymmetricSurface([](double) { return 0.0; }, 1.0), InvalidArgument);
  EXPECT_THROW(AxisymmetricSurface([](double rho) { return 0.5 - rho; }, 1.0), InvalidArgument);
  EXPECT_THROW(AxisymmetricSurface([](double) { return std::nan(""); }, 1.0), InvalidArgument);
  EXPECT_THROW(AxisymmetricSurface(Hertz{-1.0, 2.0}), InvalidArgument);
  EXPECT_THROW(AxisymmetricSurface(Hertz{1.0, 0.4}), InvalidArgument);
}

// A profile may be without bound at the ends: it is not asked there.
TEST(AxisymmetricSurface, BearsAnEdgeWithoutBound) {
  const AxisymmetricSurface punch([](double x) { return 1.0 / std::sqrt((1.0 - x) * (1.0 + x)); }, 1.0);
  EXPECT_NEAR(punch.r(), pi / 4.0, 1e-8);
  const AxisymmetricSurface pin([](double x) { return 1.0 / x; }, 1.0);
  EXPECT_NEAR(pin.r(), 0.5, 1e-14);
}

}  // namespace
}  // namespace stickslip::patch::axisymmetric_surface_test
