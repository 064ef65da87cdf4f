#include "stickslip/patch/surface/quartic_surface.hpp"

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/test/random_direction.hpp"
#include "stickslip/patch/test/shapes.hpp"

namespace stickslip::patch::quartic_surface_test {
namespace {

using test::random_direction;

// Points of an ellipsoid with half axes (1, 1, r).
std::vector<Wrench2> ellipsoid(double r, int count = 200) {
  std::mt19937 generator(1);
  std::vector<Wrench2> points;
  for (int k = 0; k < count; ++k) points.emplace_back(random_direction(generator).cwiseProduct(Vec<3>(1.0, 1.0, r)));
  return points;
}

// Root mean square of gauge/true − 1 over all directions of wrench.
double gauge_error(const LimitSurface& fit, const LimitSurface& exact) {
  std::mt19937 generator(2);
  double sum = 0.0;
  constexpr int count = 300;
  for (int k = 0; k < count; ++k) {
    const Wrench2 w = random_direction(generator).cwiseProduct(Vec<3>(1.0, 1.0, exact.r()));
    const double error = fit.gauge(w) / exact.gauge(w) - 1.0;
    sum += error * error;
  }
  return std::sqrt(sum / count);
}

// (x² + y² + z²)² is a sum of fourth powers, so the fit must find it.
TEST(QuarticSurface, FitsAnEllipsoidExactly) {
  const double r = 0.007;
  const QuarticSurface fit(ellipsoid(r), r);
  const EllipsoidSurface exact(r);
  std::mt19937 generator(3);
  for (int k = 0; k < 100; ++k) {
    const Vec<3> direction = random_direction(generator);
    const Wrench2 w = direction.cwiseProduct(Vec<3>(1.0, 1.0, r));
    EXPECT_NEAR(fit.gauge(w), 1.0, 1e-10);
    EXPECT_LE((fit.twist(w) - exact.twist(w)).cwiseProduct(Vec<3>(1.0, 1.0, r)).norm(), 1e-9);
    const Twist2 v = direction.cwiseQuotient(Vec<3>(1.0, 1.0, r));
    EXPECT_LE((fit.wrench(v) - exact.wrench(v)).cwiseQuotient(Vec<3>(1.0, 1.0, r)).norm(), 1e-9);
  }
}

// Least weight on all but the axes: x⁴ + y⁴ + z⁴ has no curvature along its axes but that of ε.
TEST(QuarticSurface, InvertsWhereItIsNearlyFlat) {
  std::mt19937 generator(4);
  std::vector<Wrench2> points;
  for (int k = 0; k < 300; ++k) {
    const Vec<3> h = random_direction(generator);
    points.emplace_back(h / std::sqrt(std::sqrt(h.array().pow(4).sum())));
  }
  const QuarticSurface fit(points, 1.0);
  std::vector<Twist2> twists{Twist2::UnitX(), -Twist2::UnitY(), Twist2::UnitZ(), Twist2(1.0, 1e-9, 0.0)};
  for (int k = 0; k < 200; ++k) twists.push_back(random_direction(generator));
  for (const Twist2& v : twists) {
    const Wrench2 w = fit.wrench(v);
    EXPECT_NEAR(fit.gauge(w), 1.0, 1e-13);
    EXPECT_LE((fit.twist(w) - v.normalized()).norm(), 1e-12) << v.transpose();
    // The cube-like body reaches 1 along its axes, (1/3)^¼ along a diagonal, within the share of ε.
    EXPECT_NEAR(w.array().pow(4).sum(), 1.0, 0.02);
  }
}

TEST(QuarticSurface, GaugeIsConvex) {
  const LimitSurface fit = LimitSurface::quartic(test::two_pads(0.02));
  std::mt19937 generator(5);
  for (int k = 0; k < 2000; ++k) {
    const Wrench2 a = random_direction(generator), b = random_direction(generator), sum = a + b;
    EXPECT_LE(fit.gauge(sum), fit.gauge(a) + fit.gauge(b) + 1e-12);
  }
}

TEST(QuarticSurface, FitsAtLeastTwiceAsWellAsTheEllipsoid) {
  const std::vector<Vec<2>> corners{{0.08, -0.04}, {-0.04, 0.08}, {-0.04, -0.04}};
  const std::vector<double> weights{1.0, 1.0, 1.0};
  for (const Pressure& pressure : {Pressure::disc(0.01), Pressure::rectangle({0.02, 0.02}), Pressure::line(0.02, 100.0),
                                   Pressure::polygon({{0.0, 0.0}, {0.03, 0.0}, {0.0, 0.02}}), test::two_pads(0.02),
                                   Pressure::points(corners, weights)}) {
    const LimitSurface exact(pressure);
    const double quartic = gauge_error(LimitSurface::quartic(pressure), exact);
    EXPECT_LE(quartic, 0.5 * gauge_error(LimitSurface::ellipsoid(pressure), exact));
    EXPECT_LE(quartic, 0.025);
  }
}

// The disc has no preferred direction, the square looks the same after a quarter turn: so must their fits.
TEST(QuarticSurface, KeepsTheSymmetryOfTheShape) {
  const LimitSurface square = LimitSurface::quartic(Pressure::rectangle({0.02, 0.02}));
  const LimitSurface disc = LimitSurface::quartic(Pressure::disc(0.01));
  std::mt19937 generator(6);
  for (int k = 0; k < 50; ++k) {
    const Wrench2 w = random_direction(generator).cwiseProduct(Vec<3>(1.0, 1.0, 0.007));
    EXPECT_NEAR(square.gauge({-w(1), w(0), w(2)}), square.gauge(w), 1e-9);
    EXPECT_NEAR(square.gauge({w(0), -w(1), w(2)}), square.gauge(w), 1e-9);
    const double force = w.head<2>().norm();
    EXPECT_NEAR(disc.gauge({force, 0.0, w(2)}), disc.gauge(w), 1e-9);
  }
}

TEST(QuarticSurface, RefusesBadWrenches) {
  const auto message_of = [](const std::vector<Wrench2>& wrenches, double r) -> std::string {
    try {
      const QuarticSurface surface(wrenches, r);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "nothing thrown";
  };
  EXPECT_NE(message_of(ellipsoid(1.0, 14), 1.0).find("14 wrenches"), std::string::npos);
  EXPECT_NE(message_of(ellipsoid(1.0), 0.0).find("r = 0"), std::string::npos);
  std::vector<Wrench2> wrenches = ellipsoid(1.0);
  wrenches[7](1) = std::nan("");
  EXPECT_NE(message_of(wrenches, 1.0).find("wrenches[7] has the entry nan"), std::string::npos);
}

}  // namespace
}  // namespace stickslip::patch::quartic_surface_test
