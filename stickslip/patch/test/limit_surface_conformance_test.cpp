// What every limit surface must satisfy, whatever form it has.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <ostream>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/patch/cells.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/test/random_direction.hpp"
#include "stickslip/patch/test/shapes.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::patch::limit_surface_conformance_test {
namespace {

double nowhere(const Vec<2>&) {
  return 1e9;
}

LimitSurface exact(const Pressure& pressure) {
  return LimitSurface(pressure);
}

struct Subject {
  std::string name;
  Pressure pressure;
  std::function<LimitSurface(const Pressure&)> make = exact;
  // How far, in units of (1, 1, r), the wrench may be from that of a convex surface.
  double slack = 0.0;
  // Distance of a centre of rotation, from the CoP, to where ψ has a kink; and to where its curvature is infinite [m].
  std::function<double(const Vec<2>&)> from_kink = nowhere;
  std::function<double(const Vec<2>&)> from_cusp = nowhere;
};

void PrintTo(const Subject& subject, std::ostream* out) {
  *out << subject.name;
}

Pressure three_points() {
  const std::array<Vec<2>, 3> positions{Vec<2>(0.08, -0.04), Vec<2>(-0.04, 0.08), Vec<2>(-0.04, -0.04)};
  const std::array<double, 3> weights{1.0, 2.0, 3.0};
  return Pressure::points(positions, weights);
}

double from_three_points(const Vec<2>& cor) {
  const Pressure pressure = three_points();
  double least = 1e9;
  for (const Vec<2>& position : std::get<Points>(pressure.shape()).positions) {
    least = std::min(least, (position - pressure.cop() - cor).norm());
  }
  return least;
}

std::function<double(const Vec<2>&)> from_line(double angle) {
  return [angle](const Vec<2>& cor) { return std::abs(std::cos(angle) * cor(1) - std::sin(angle) * cor(0)); };
}

Pressure triangle() {
  return Pressure::polygon({{0.0, 0.0}, {0.03, 0.0}, {0.0, 0.02}}, {12.0, -9.0});
}

Pressure raster() {
  const std::array<double, 20> values{0, 1, 2, 3, 5, 1, 1, 0, 0, 4, 2, 6, 0, 1, 1, 0, 0, 3, 3, 2};
  return Pressure::grid(4, 5, values, {0.03, 0.02});
}

// Bilinear interpolation between nodes a distance d apart errs by d²/8 times the second derivatives along both axes,
// which for uniform areas grow like a logarithm where the centre of rotation crosses the outline: over d = π/40 their
// mean is at most 16, over a cell of the raster, 0.12 r, at most 3 (limit_surface_test.cpp measures both errors).
constexpr double table_error = 0.0062 / 8.0 * 16.0;
constexpr double cell_error = 0.0155 / 8.0 * 3.0;
// Forces at the middles of cells of width h err by a small part of (h/r)²: with 150 × 150 cells by 9e-5 for two pads, by
// 2e-5 for most shapes.
constexpr double summing_error = 1e-4;

LimitSurface tabulated(const Pressure& pressure) {
  return LimitSurface::tabulated(pressure);
}

LimitSurface quartic(const Pressure& pressure) {
  return LimitSurface::quartic(pressure);
}

LimitSurface cells(const Pressure& pressure) {
  return LimitSurface::cells(pressure, 21);
}

// Highest along a ridge beside the middle.
Pressure roof() {
  const geometry::Polygon left({{-0.02, -0.01}, {0.005, -0.01}, {0.005, 0.01}, {-0.02, 0.01}});
  const geometry::Polygon right({{0.005, -0.01}, {0.02, -0.01}, {0.02, 0.01}, {0.005, 0.01}});
  return Pressure::piecewise_linear({{left, 0.8, {40.0, 0.0}}, {right, 4.0 / 3.0, {-200.0 / 3.0, 0.0}}});
}

std::vector<Subject> subjects() {
  const Pressure disc = Pressure::disc(0.01), square = Pressure::rectangle({0.02, 0.02});
  return {
      {"Disc", disc},
      {"Annulus", Pressure::annulus(0.004, 0.01)},
      {"ThinRing", Pressure::annulus(0.00999, 0.01)},
      {"Line", Pressure::line(0.02), exact, 0.0, nowhere, from_line(0.0)},
      {"GradientLine", Pressure::line(0.02, 100.0, 0.4), exact, 0.0, nowhere, from_line(0.4)},
      {"Square", square},
      {"GradientTriangle", triangle()},
      {"TwoPads", test::two_pads(0.02)},
      {"BarAndPost", test::bar_and_post(0.02)},
      {"Roof", roof()},
      {"Hertz", Pressure::hertz(0.01, 2.0)},
      {"Axisymmetric", Pressure::axisymmetric([](double rho) { return 1.0 + 40.0 * rho; }, 0.01)},
      {"Grid", raster()},
      {"ThreePoints", three_points(), exact, 0.0, from_three_points},
      {"Ellipsoid", triangle(), LimitSurface::ellipsoid},
      {"QuarticOfTriangle", triangle(), quartic},
      {"QuarticOfPoints", three_points(), quartic},
      {"TableOfDisc", disc, tabulated, table_error},
      {"TableOfSquare", square, tabulated, table_error},
      {"CellsOfSquare", square, cells, cell_error},
      {"CellsOfPoints", three_points(), cells, 0.0, from_three_points},
  };
}

class LimitSurfaceConformance : public testing::TestWithParam<Subject> {
 protected:
  LimitSurfaceConformance()
      : surface(GetParam().make(GetParam().pressure)), slack(GetParam().slack), scale(1.0, 1.0, surface.r()) {}

  Vec<3> direction() { return test::random_direction(generator); }

  bool is_fit() const {
    return std::holds_alternative<QuarticSurface>(surface.form()) ||
           std::holds_alternative<EllipsoidSurface>(surface.form());
  }

  // Within r/20.
  bool close(const std::function<double(const Vec<2>&)>& distance, const Twist2& v) const {
    return v(2) != 0.0 && distance(Vec<2>(-v(1), v(0)) / v(2)) < 0.05 * surface.r();
  }

  // Scaled to ‖(vx, vy, r ω)‖ = 1: of all directions, nearly pure spins and nearly pure slides.
  std::vector<Twist2> twists(int count) {
    std::vector<Twist2> all;
    std::uniform_real_distribution<double> exponent(-8.0, 0.0);
    while (static_cast<int>(all.size()) < count) {
      Vec<3> p = direction();
      if (all.size() % 4 == 1) p(2) *= std::pow(10.0, exponent(generator));
      if (all.size() % 4 == 2) p.head<2>() *= std::pow(10.0, exponent(generator));
      const Twist2 v = p.normalized().cwiseQuotient(scale);
      if (!close(GetParam().from_kink, v)) all.push_back(v);
    }
    return all;
  }

  double scaled_norm(const Twist2& v) const { return v.cwiseProduct(scale).norm(); }
  double scaled_distance(const Wrench2& a, const Wrench2& b) const { return (a - b).cwiseQuotient(scale).norm(); }

  LimitSurface surface;
  double slack;
  Vec<3> scale;
  std::mt19937 generator{20240501};
};

TEST_P(LimitSurfaceConformance, DependsOnTheDirectionOnlyAndIsOdd) {
  for (const Twist2& v : twists(100)) {
    const Wrench2 w = surface.wrench(v);
    EXPECT_LE(scaled_distance(surface.wrench(-v), -w), 1e-14);
    for (const double factor : {1e-100, 3e-7, 7.0, 1e100}) {
      EXPECT_LE(scaled_distance(surface.wrench(factor * v), w), 1e-13) << factor << ": " << v.transpose();
    }
  }
}

// ψ = ∫ ‖v_t + ω ẑ×ρ‖ p dA, summed over fine cells.
TEST_P(LimitSurfaceConformance, SupportIsThePowerLost) {
  if (is_fit()) GTEST_SKIP() << "a fit";
  const Pressure& pressure = GetParam().pressure;
  // Thin rings need cells about as thin.
  const Cells cells = cells_of(pressure, std::holds_alternative<Annulus>(pressure.shape()) ? 600 : 150);
  const Vec<2> shift = cells.cop - pressure.cop();
  for (const Twist2& v : twists(40)) {
    double power = 0.0;
    for (std::size_t i = 0; i < cells.x.size(); ++i) {
      const double x = cells.x[i] + shift(0), y = cells.y[i] + shift(1);
      power += cells.weight[i] * std::hypot(v(0) - v(2) * y, v(1) + v(2) * x);
    }
    EXPECT_NEAR(surface.support(v), power, summing_error + slack) << v.transpose();
  }
}

// ‖v_t‖ ≤ ψ because the mean velocity is that of the CoP; the upper bound by the triangle inequality. Fits need not
// obey.
TEST_P(LimitSurfaceConformance, SupportLiesBetweenSlideAndSlidePlusSpin) {
  if (std::holds_alternative<QuarticSurface>(surface.form())) GTEST_SKIP() << "a fit";
  for (const Twist2& v : twists(200)) {
    const double support = surface.support(v), slide = v.head<2>().norm(), spin = surface.r() * std::abs(v(2));
    EXPECT_LE(slide, support + slack + 1e-14) << v.transpose();
    EXPECT_LE(support, slide + spin + slack + 1e-14) << v.transpose();
  }
}

TEST_P(LimitSurfaceConformance, IsConvex) {
  const std::vector<Twist2> all = twists(40);
  for (const Twist2& a : all) {
    const Wrench2 of_a = surface.wrench(a);
    for (const Twist2& b : all) {
      const Twist2 sum = a + b, difference = a - b;
      EXPECT_LE(surface.support(sum), surface.support(a) + surface.support(b) + 2.0 * slack * scaled_norm(sum) + 1e-13);
      const double monotone = (of_a - surface.wrench(b)).dot(difference);
      EXPECT_LE(monotone, 2.0 * slack * scaled_norm(difference) + 1e-13) << a.transpose() << "; " << b.transpose();
    }
  }
}

TEST_P(LimitSurfaceConformance, GaugeIsOneOnTheSurface) {
  for (const Twist2& v : twists(200)) {
    const Wrench2 w = surface.wrench(v);
    EXPECT_NEAR(surface.gauge(w), 1.0, slack + 1e-12) << v.transpose();
    const double gauge = surface.gauge(w);
    EXPECT_NEAR(surface.gauge(2.5 * w), 2.5 * gauge, 1e-12);
    EXPECT_NEAR(surface.gauge(-w), gauge, slack + 1e-12);
  }
}

TEST_P(LimitSurfaceConformance, TwistInvertsWrench) {
  for (const Twist2& v : twists(400)) {
    const Wrench2 w = surface.wrench(v);
    const Twist2 found = surface.twist(0.3 * w);
    EXPECT_NEAR(scaled_norm(found), 1.0, 1e-14);
    if (slack == 0.0) {
      EXPECT_LE(scaled_norm(found - v), 1e-8) << v.transpose();
    } else {
      // Interpolated wrenches may belong to several twists; all that are close to w serve.
      EXPECT_LE(scaled_distance(surface.wrench(found), w / surface.gauge(w)), slack) << v.transpose();
    }
  }
}

// Any wrench at all, facets included: no motion gives −w·v/ψ(v) more than the one found, not even close by.
TEST_P(LimitSurfaceConformance, TwistIsInTheNormalCone) {
  const std::vector<Twist2> others = twists(60);
  for (int k = 0; k < 80; ++k) {
    const Wrench2 w = direction().cwiseProduct(scale);
    const double gauge = surface.gauge(w);
    const Twist2 v = surface.twist(w);
    EXPECT_NEAR(scaled_norm(v), 1.0, 1e-14);
    EXPECT_NEAR(-w.dot(v) / surface.support(v), gauge, (slack + 1e-12) * gauge);
    const double bound = gauge * (1.0 + slack + 1e-9);
    for (const Twist2& other : others) EXPECT_LE(-w.dot(other) / surface.support(other), bound) << w.transpose();
    for (const double distance : {1e-1, 1e-3, 1e-6}) {
      const Twist2 other = v + distance * direction().cwiseQuotient(scale);
      EXPECT_LE(-w.dot(other) / surface.support(other), bound) << w.transpose() << " " << distance;
    }
  }
}

TEST_P(LimitSurfaceConformance, ResponseIsTheSlopeOfTheWrench) {
  // Central differences of step s err by s² times the third derivative, and by rounding over s. Interpolated forms have
  // edges, which a short step seldom meets but at pure spins and slides.
  const bool smooth = slack == 0.0;
  const double step = smooth ? 1e-4 : 1e-8, tolerance = smooth ? 1e-4 : 1e-6;
  for (Twist2 v : twists(100)) {
    if (close(GetParam().from_cusp, v)) continue;
    if (!smooth && std::min(v.head<2>().norm(), surface.r() * std::abs(v(2))) < 1e-3) continue;
    v *= 0.01;
    const Response response = surface.response(v);
    EXPECT_LE(scaled_distance(response.wrench, surface.wrench(v)), 1e-14);
    const Matrix3 jacobian = scale.cwiseInverse().asDiagonal() * response.jacobian * scale.cwiseInverse().asDiagonal();
    const Vec<3> towards = direction();
    const Twist2 change = 0.01 * step * towards.cwiseQuotient(scale);
    const Wrench2 difference = (surface.wrench(v + change) - surface.wrench(v - change)).cwiseQuotient(scale);
    // In units of 1/‖v‖, the size that derivatives of a function of the direction have.
    const Vec<3> slope = difference / (2.0 * step), expected = 0.01 * jacobian * towards;
    EXPECT_LE((slope - expected).norm(), tolerance * std::max(1.0, 0.01 * jacobian.norm())) << v.transpose();
    EXPECT_LE((jacobian * v.cwiseProduct(scale)).norm(), 1e-7) << "lengthening changes nothing";
    if (smooth) {
      EXPECT_LE((0.01 * (jacobian - jacobian.transpose())).norm(), 1e-7) << "a gradient's slope is symmetric";
    }
  }
}

TEST_P(LimitSurfaceConformance, RestsAtRest) {
  EXPECT_EQ(surface.wrench(Twist2::Zero()), Wrench2::Zero());
  EXPECT_EQ(surface.support(Twist2::Zero()), 0.0);
  EXPECT_EQ(surface.twist(Wrench2::Zero()), Twist2::Zero());
  EXPECT_EQ(surface.gauge(Wrench2::Zero()), 0.0);
  EXPECT_TRUE(surface.response(Twist2::Zero()).wrench.isZero(0.0));
}

TEST_P(LimitSurfaceConformance, RefusesWhatIsNotFinite) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (int k = 0; k < 3; ++k) {
      Vec<3> given(0.1, 0.2, 0.3);
      given(k) = bad;
      EXPECT_TRUE(surface.wrench(given).array().isNaN().all());
      EXPECT_TRUE(std::isnan(surface.support(given)));
      EXPECT_TRUE(std::isnan(surface.gauge(given)));
      EXPECT_TRUE(surface.twist(given).array().isNaN().all());
      EXPECT_TRUE(surface.response(given).wrench.array().isNaN().all());
    }
  }
}

TEST_P(LimitSurfaceConformance, NeverAllocates) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "a sanitizer's allocator cannot be counted";
  const std::vector<Twist2> all = twists(20);
  double sum = 0.0;
  const std::size_t count = stickslip::test::allocations_in([&] {
    for (const Twist2& v : all) {
      const Wrench2 w = surface.wrench(v);
      sum += surface.gauge(w) + surface.twist(w)(0) + surface.support(v) + surface.response(v).jacobian(0, 0);
    }
  });
  EXPECT_EQ(count, 0U);
  EXPECT_TRUE(std::isfinite(sum));
}

INSTANTIATE_TEST_SUITE_P(Forms, LimitSurfaceConformance, testing::ValuesIn(subjects()),
                         [](const testing::TestParamInfo<Subject>& subject) { return subject.param.name; });

}  // namespace
}  // namespace stickslip::patch::limit_surface_conformance_test
