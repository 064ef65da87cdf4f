// Pressures that are linear on each of several polygons.
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "stickslip/core/test/refusal.hpp"
#include "stickslip/patch/cells.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::patch::test::piecewise_linear_test {
namespace {

using geometry::Polygon, stickslip::test::refusal;

using Corners = std::vector<Vec<2>>;

Corners box(double left, double bottom, double right, double top) {
  return {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
}

// A region under one linear pressure, cut in two: the same pressure.
TEST(PiecewiseLinear, OfOneLinearPressureCutInTwoIsThatPressure) {
  const Vec<2> gradient(30.0, -20.0), centroid(0.01, 0.005);
  const Pressure whole = Pressure::polygon(box(-0.01, -0.005, 0.03, 0.015), gradient);
  const double value = 1.0 - gradient.dot(centroid);
  const Pressure parts =
      Pressure::piecewise_linear({{Polygon(box(-0.01, -0.005, 0.0, 0.015)), 7.0 * value, 7.0 * gradient},
                                  {Polygon(box(0.0, -0.005, 0.03, 0.015)), 7.0 * value, 7.0 * gradient}});
  EXPECT_NEAR((whole.cop() - parts.cop()).norm(), 0.0, 1e-16);
  EXPECT_NEAR(whole.u(), parts.u(), 1e-17);
  EXPECT_NEAR(whole.r(), parts.r(), 1e-15);
  EXPECT_EQ(whole.lower(), parts.lower());
  EXPECT_EQ(whole.upper(), parts.upper());
  const LimitSurface surface(whole), pieces(parts);
  std::mt19937 engine(1);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 100; ++i) {
    const double spin = normal(engine) * std::pow(10.0, i % 9 - 2);
    const Twist2 v(normal(engine), normal(engine), spin);
    const Wrench2 difference = surface.wrench(v) - pieces.wrench(v);
    EXPECT_NEAR(difference.head<2>().norm(), 0.0, 2e-13);
    EXPECT_NEAR(difference(2), 0.0, 2e-13 * whole.r() * 10.0);
  }
  const Cells one = cells_of(whole, 7), two = cells_of(parts, 7);
  ASSERT_EQ(one.weight.size(), two.weight.size());
  for (std::size_t i = 0; i < one.weight.size(); ++i) EXPECT_NEAR(one.weight[i], two.weight[i], 1e-15);
}

// A roof, p ∝ 1 − |x|/a over |x| ≤ a, |y| ≤ b, in closed form, and against many point loads.
TEST(PiecewiseLinear, OfARoofHasTheMomentsOfTheClosedFormAndTheFrictionOfPoints) {
  const double a = 0.02, b = 0.01;
  const Pressure roof = Pressure::piecewise_linear(
      {{Polygon(box(-a, -b, 0.0, b)), 1.0, {1.0 / a, 0.0}}, {Polygon(box(0.0, -b, a, b)), 1.0, {-1.0 / a, 0.0}}});
  EXPECT_NEAR(roof.cop().norm(), 0.0, 1e-17);
  EXPECT_NEAR(roof.u(), a * a / 6.0 + b * b / 3.0, 1e-17);
  const LimitSurface surface(roof);
  const int n = 400;
  for (const Twist2& v :
       {Twist2(0.0, 0.0, 1.0), Twist2(0.004, 0.003, 1.0), Twist2(0.01, -0.03, 1.0), Twist2(0.3, 0.1, 1.0)}) {
    Wrench2 sum = Wrench2::Zero();
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const double x = a * (2.0 * (i + 0.5) / n - 1.0), y = b * (2.0 * (j + 0.5) / n - 1.0);
        const Vec<2> speed(v(0) - v(2) * y, v(1) + v(2) * x);
        const Vec<2> f = -2.0 / (n * n) * (1.0 - std::abs(x) / a) * speed.normalized();
        sum += Wrench2(f(0), f(1), x * f(1) - y * f(0));
      }
    }
    const Wrench2 difference = surface.wrench(v) - sum;
    EXPECT_NEAR(difference.head<2>().norm(), 0.0, 1e-4);
    EXPECT_NEAR(difference(2), 0.0, 1e-4 * a);
    // Inverse and support belong to the same body.
    EXPECT_NEAR(surface.support(v), -v.dot(surface.wrench(v)), 1e-14);
    EXPECT_NEAR(surface.gauge(surface.wrench(v)), 1.0, 1e-9);
  }
}

TEST(PiecewiseLinear, RefusesWhatIsNoPressure) {
  const Polygon left(box(-1, 0, 0, 1)), right(box(0, 0, 1, 1)), over(box(-0.5, 0, 1, 1));
  const Vec<2> level = Vec<2>::Zero();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto said = [](std::vector<LinearPiece> pieces) {
    return refusal([&] { Pressure::piecewise_linear(std::move(pieces)); });
  };
  EXPECT_NE(said({}).find("no polygons"), std::string::npos);
  EXPECT_NE(said({{left, 1.0, level}, {over, 1.0, level}}).find("polygons 0 and 1 overlap"), std::string::npos);
  EXPECT_NE(said({{left, 1.0, level}, {right, 1.0, {-2.0, 0.0}}}).find("coefficients[1]"), std::string::npos);
  EXPECT_NE(said({{left, 0.0, level}, {right, 0.0, level}}).find("total"), std::string::npos);
  EXPECT_NE(said({{left, nan, level}}).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace stickslip::patch::test::piecewise_linear_test
