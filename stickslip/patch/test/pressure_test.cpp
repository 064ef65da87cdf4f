#include "stickslip/patch/pressure.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/test/shapes.hpp"

namespace stickslip::patch::pressure_test {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

// CoP, r and u of many small loads: the middles of n × n cells over the rectangle that holds the pressure.
struct Sums {
  double mass = 0.0, r = 0.0, u = 0.0;
  Vec<2> cop = Vec<2>::Zero();
};

Sums sums(const Pressure& pressure, int n, const std::function<double(double, double)>& p) {
  Sums result;
  const Vec<2> cell = (pressure.upper() - pressure.lower()) / n;
  const auto each = [&](const auto& visit) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const Vec<2> x = pressure.lower() + Vec<2>((i + 0.5) * cell(0), (j + 0.5) * cell(1));
        visit(x, p(x(0), x(1)));
      }
    }
  };
  each([&](const Vec<2>& x, double weight) {
    result.mass += weight;
    result.cop += weight * x;
  });
  result.cop /= result.mass;
  each([&](const Vec<2>& x, double weight) {
    result.r += weight / result.mass * (x - result.cop).norm();
    result.u += weight / result.mass * (x - result.cop).squaredNorm();
  });
  return result;
}

void expect_sums(const Pressure& pressure, const Sums& expected, double tolerance) {
  const double size = (pressure.upper() - pressure.lower()).norm();
  EXPECT_NEAR((pressure.cop() - expected.cop).norm() / size, 0.0, tolerance);
  EXPECT_NEAR(pressure.r() / expected.r, 1.0, tolerance);
  EXPECT_NEAR(pressure.u() / expected.u, 1.0, tolerance);
}

std::string complaint(const std::function<Pressure()>& make) {
  try {
    make();
    return {};
  } catch (const InvalidArgument& error) {
    return error.what();
  }
}

TEST(Pressure, OfDiscAndAnnulus) {
  const Pressure disc = Pressure::disc(0.01);
  EXPECT_DOUBLE_EQ(disc.r(), 0.02 / 3.0);
  EXPECT_DOUBLE_EQ(disc.u(), 0.5e-4);
  EXPECT_EQ(disc.cop(), Vec<2>::Zero());
  EXPECT_EQ(disc.lower(), Vec<2>(-0.01, -0.01));
  EXPECT_EQ(disc.upper(), Vec<2>(0.01, 0.01));
  // Disc minus disc: r π (b² − a²) = 2/3 π (b³ − a³), u π (b² − a²) = ½ π (b⁴ − a⁴).
  const Pressure ring = Pressure::annulus(1.0, 3.0);
  EXPECT_DOUBLE_EQ(ring.r(), 2.0 / 3.0 * 26.0 / 8.0);
  EXPECT_DOUBLE_EQ(ring.u(), 0.5 * 80.0 / 8.0);
  EXPECT_DOUBLE_EQ(Pressure::annulus(0.0, 0.01).r(), disc.r());
  const Pressure thin = Pressure::annulus(1.0 - 1e-12, 1.0);
  EXPECT_NEAR(thin.r(), 1.0, 1e-11);
}

TEST(Pressure, OfLines) {
  const Pressure even = Pressure::line(0.02);
  EXPECT_DOUBLE_EQ(even.r(), 0.005);
  EXPECT_DOUBLE_EQ(even.u(), 4e-4 / 12.0);
  // From nothing at one end to the most at the other: CoP at 2/3 of the length L, r = 16 L/81, u = L²/18.
  const double length = 0.03, angle = 0.4;
  const Pressure steep = Pressure::line(length, 2.0 / length, angle);
  const Vec<2> direction(std::cos(angle), std::sin(angle));
  EXPECT_NEAR((steep.cop() - length / 6.0 * direction).norm(), 0.0, 1e-17);
  EXPECT_NEAR(steep.r() / (16.0 * length / 81.0), 1.0, 1e-14);
  EXPECT_NEAR(steep.u() / (length * length / 18.0), 1.0, 1e-14);
  EXPECT_NEAR((steep.upper() - 0.5 * length * direction).norm(), 0.0, 1e-17);
  EXPECT_NEAR((steep.lower() + 0.5 * length * direction).norm(), 0.0, 1e-17);
  const Pressure back = Pressure::line(length, -2.0 / length, angle);
  EXPECT_NEAR((back.cop() + steep.cop()).norm(), 0.0, 1e-17);
  EXPECT_DOUBLE_EQ(back.r(), steep.r());
}

TEST(Pressure, OfRectangles) {
  for (const double b : {0.01, 0.02, 3.0}) {
    const double a = 0.02, diagonal = std::hypot(a, b);
    const Pressure rectangle = Pressure::rectangle({a, b});
    const double r = diagonal / 6.0 + a * a / (12.0 * b) * std::asinh(b / a) + b * b / (12.0 * a) * std::asinh(a / b);
    EXPECT_NEAR(rectangle.r() / r, 1.0, 1e-13);
    EXPECT_NEAR(rectangle.u() / ((a * a + b * b) / 12.0), 1.0, 1e-14);
    EXPECT_NEAR(rectangle.cop().norm(), 0.0, 1e-16 * diagonal);
    EXPECT_EQ(rectangle.upper(), Vec<2>(a / 2, b / 2));
  }
}

TEST(Pressure, OfPolygonsWithLinearPressure) {
  // A rectangle a × b whose pressure grows from zero at the left: a steep line times an even one.
  const double a = 0.03, b = 0.01;
  const Pressure wedge = Pressure::polygon({{0, 0}, {a, 0}, {a, b}, {0, b}}, {2.0 / a, 0.0});
  EXPECT_NEAR((wedge.cop() - Vec<2>(2.0 / 3.0 * a, b / 2)).norm(), 0.0, 1e-17);
  EXPECT_NEAR(wedge.u() / (a * a / 18.0 + b * b / 12.0), 1.0, 1e-14);

  const std::vector<Vec<2>> l_shape{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  const Vec<2> gradient(-0.5, 0.3), centroid = Vec<2>(2.5, 2.5) / 3.0;
  const Sums expected = sums(Pressure::polygon(l_shape, gradient), 800, [&](double x, double y) {
    return x > 1.0 && y > 1.0 ? 0.0 : 1.0 + gradient.dot(Vec<2>(x, y) - centroid);
  });
  expect_sums(Pressure::polygon(l_shape, gradient), expected, 3e-6);
  std::vector<Vec<2>> far;
  for (const Vec<2>& vertex : l_shape) far.emplace_back(vertex + Vec<2>(4096, -1024));
  EXPECT_NEAR(Pressure::polygon(far, gradient).r(), Pressure::polygon(l_shape, gradient).r(), 1e-12);
  EXPECT_NEAR(Pressure::polygon(far, gradient).u(), Pressure::polygon(l_shape, gradient).u(), 1e-12);
}

TEST(Pressure, OfTheShapesWithoutConvexity) {
  const double side = 0.02;
  const auto within = [side](double x, double from, double to) { return x > from * side && x < to * side; };
  const Pressure pads = test::two_pads(side);
  EXPECT_NEAR(pads.cop().norm(), 0.0, 1e-17);
  EXPECT_NEAR((pads.upper() - side * Vec<2>(0.5, 0.075)).norm(), 0.0, 1e-17);
  expect_sums(pads, sums(pads, 600, [&](double x, double) { return within(std::abs(x), 0.35, 0.5) ? 1.0 : 0.0; }),
              1e-5);
  const Pressure bar = test::bar_and_post(side);
  EXPECT_NEAR((bar.upper() - side * Vec<2>(0.5, 0.35)).norm(), 0.0, 1e-17);
  expect_sums(bar,
              sums(bar, 700,
                   [&](double x, double y) {
                     return (within(x, -0.5, 0.2) && within(y, -0.075, 0.075)) || within(x, 0.35, 0.5) ? 1.0 : 0.0;
                   }),
              1e-5);
  // The same shapes on the 21 × 21 cells of [Waltersson 2024] have these r; half a cell of freedom each way.
  EXPECT_NEAR(pads.r(), 8.6069e-3, 0.1e-3);
  EXPECT_NEAR(bar.r(), 6.5714e-3, 0.1e-3);
}

TEST(Pressure, OfHertz) {
  const double a = 0.004;
  const Pressure ball = Pressure::hertz(a, 2.0);
  EXPECT_NEAR(ball.r() / (3.0 * pi / 16.0 * a), 1.0, 1e-14);
  EXPECT_NEAR(ball.u() / (0.4 * a * a), 1.0, 1e-14);
  const Pressure cone = Pressure::hertz(a, 1.0);
  EXPECT_NEAR(cone.r() / (0.5 * a), 1.0, 1e-14);
  EXPECT_NEAR(cone.u() / (0.3 * a * a), 1.0, 1e-14);
  // (1 − √s)²: ∫ s² = 1/84, ∫ s³ = 1/180 and ∫ s = 1/30.
  const Pressure cusp = Pressure::hertz(a, 0.5);
  EXPECT_NEAR(cusp.r() / (30.0 / 84.0 * a), 1.0, 1e-13);
  EXPECT_NEAR(cusp.u() / (30.0 / 180.0 * a * a), 1.0, 1e-13);
  EXPECT_NEAR(Pressure::hertz(a, 200.0).r() / (2.0 / 3.0 * a), 1.0, 1e-3);
  for (const double k : {0.7, 3.3, 20.0, 200.0}) {
    const Pressure round =
        Pressure::axisymmetric([k, a](double rho) { return std::pow(1.0 - std::pow(rho / a, k), 1.0 / k); }, a);
    EXPECT_NEAR(Pressure::hertz(a, k).r() / round.r(), 1.0, 1e-11) << k;
    EXPECT_NEAR(Pressure::hertz(a, k).u() / round.u(), 1.0, 1e-11) << k;
  }
}

TEST(Pressure, OfProfiles) {
  const double a = 0.01;
  // The flat punch, infinite at the rim, where ρ itself is rounded: r = π a/4, u = 2/3 a².
  const Pressure punch =
      Pressure::axisymmetric([a](double rho) { return 7.0 / std::sqrt(1.0 - rho * rho / (a * a)); }, a);
  EXPECT_NEAR(punch.r() / (pi * a / 4.0), 1.0, 1e-11);
  EXPECT_NEAR(punch.u() / (2.0 / 3.0 * a * a), 1.0, 1e-11);
  const Pressure bell = Pressure::axisymmetric([](double rho) { return std::exp(-rho * rho); }, 12.0);
  EXPECT_NEAR(bell.r() / (std::sqrt(pi) / 2.0), 1.0, 1e-13);
  EXPECT_NEAR(bell.u(), 1.0, 1e-13);
  const double total = std::get<Axisymmetric>(bell.shape()).total;
  EXPECT_NEAR(total / pi, 1.0, 1e-13);
  // A narrow ring is not overlooked, though a profile with jumps is not what this is made for.
  const Pressure ring = Pressure::axisymmetric([](double rho) { return std::abs(rho - 0.7) < 0.02 ? 1.0 : 0.0; }, 1.0);
  EXPECT_NEAR(ring.r() / Pressure::annulus(0.68, 0.72).r(), 1.0, 1e-5);
}

TEST(Pressure, OfGrids) {
  const std::vector<double> values{0, 2, 1, 3, 0, 0.5};
  const Pressure grid = Pressure::grid(2, 3, values, {3.0, 4.0});  // cells 1 × 2
  const auto at = [&](double x, double y) {
    const auto row = y > 0.0 ? 0U : 1U, column = static_cast<unsigned>(std::floor(x + 1.5));
    return values[row * 3U + column];
  };
  expect_sums(grid, sums(grid, 600, at), 3e-6);
  EXPECT_EQ(grid.lower(), Vec<2>(-1.5, -2.0));
  EXPECT_EQ(grid.upper(), Vec<2>(1.5, 2.0));
  const Pressure one = Pressure::grid(2, 2, std::vector<double>{0, 5, 0, 0}, {2.0, 2.0});  // the top right cell
  EXPECT_NEAR((one.cop() - Vec<2>(0.5, 0.5)).norm(), 0.0, 1e-15);
  EXPECT_EQ(one.lower(), Vec<2>(0.0, 0.0));
  EXPECT_NEAR(one.r(), Pressure::rectangle({1.0, 1.0}).r(), 1e-15);
  EXPECT_NEAR(one.u(), 1.0 / 6.0, 1e-15);
  const std::vector<double> huge(12, 1e308);
  EXPECT_NEAR(Pressure::grid(3, 4, huge, {0.4, 0.3}).r(), Pressure::rectangle({0.4, 0.3}).r(), 1e-15);
}

TEST(Pressure, OfPoints) {
  const std::vector<Vec<2>> positions{{0, 0}, {3, 0}, {3, 0}, {9, 9}, {0, 4}};
  const std::vector<double> weights{2, 0.5, 1.5, 0, 4};
  const Pressure points = Pressure::points(positions, weights);
  const Points& shape = std::get<Points>(points.shape());
  ASSERT_EQ(shape.positions.size(), 3U);  // the second and third are one, the fourth bears nothing
  EXPECT_EQ(shape.weights, (std::vector<double>{0.25, 0.25, 0.5}));
  EXPECT_EQ(points.cop(), Vec<2>(0.75, 2.0));
  const double r = 0.25 * std::hypot(0.75, 2.0) + 0.25 * std::hypot(2.25, 2.0) + 0.5 * std::hypot(0.75, 2.0);
  EXPECT_DOUBLE_EQ(points.r(), r);
  EXPECT_EQ(points.upper(), Vec<2>(3, 4));
  const Pressure single = Pressure::points(std::vector<Vec<2>>{{0.3, 0.1}}, std::vector<double>{0.7});
  EXPECT_EQ(single.cop(), Vec<2>(0.3, 0.1));
  EXPECT_EQ(single.r(), 0.0);
  EXPECT_EQ(single.u(), 0.0);
}

TEST(Pressure, OfFunctions) {
  const Pressure slope = Pressure::function([](double x, double y) { return 3.0 + x + 4.0 * y; }, {2.0, 1.0}, 50);
  const Grid& grid = std::get<Grid>(slope.shape());
  EXPECT_EQ(grid.rows, 50);
  EXPECT_GT(grid.weights.front(), grid.weights.back());  // the top left bears more than the bottom right
  // CoP of a linear pressure: J g/p0, up to the cells' own width.
  EXPECT_NEAR((slope.cop() - Vec<2>(4.0 / 12.0 / 3.0, 4.0 / 12.0 / 3.0)).norm(), 0.0, 1e-4);
}

TEST(Pressure, RefusesBadSizes) {
  for (const double bad : {0.0, -1.0, nan, inf, 1e-60, 1e60}) {
    EXPECT_NE(complaint([bad] { return Pressure::disc(bad); }).find("Pressure.disc: radius = "), std::string::npos);
    EXPECT_NE(complaint([bad] { return Pressure::annulus(0.0, bad); }), "");
    EXPECT_NE(complaint([bad] { return Pressure::rectangle({1.0, bad}); }).find("size[1]"), std::string::npos);
    EXPECT_NE(complaint([bad] { return Pressure::line(bad); }), "");
    EXPECT_NE(complaint([bad] { return Pressure::hertz(bad, 2.0); }), "");
    EXPECT_NE(complaint([bad] { return Pressure::axisymmetric([](double) { return 1.0; }, bad); }), "");
    EXPECT_NE(complaint([bad] { return Pressure::grid(1, 1, std::vector<double>{1.0}, {bad, 1.0}); }), "");
    EXPECT_NE(complaint([bad] { return Pressure::function([](double, double) { return 1.0; }, {bad, 1.0}); }), "");
  }
  for (const double bad : {-0.1, 1.0, 2.0, nan})
    EXPECT_NE(complaint([bad] { return Pressure::annulus(bad, 1.0); }), "");
  for (const double bad : {0.49, 201.0, nan, -2.0})
    EXPECT_NE(complaint([bad] { return Pressure::hertz(1.0, bad); }), "");
  for (const double bad : {2.01, -2.01, nan, inf}) EXPECT_NE(complaint([bad] { return Pressure::line(1.0, bad); }), "");
  EXPECT_NE(complaint([] { return Pressure::line(1.0, 0.0, inf); }).find("angle"), std::string::npos);
}

TEST(Pressure, RefusesBadPolygons) {
  const std::vector<Vec<2>> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, shifted{{0.9, 0}, {2, 0}, {2, 1}, {0.9, 1}};
  const std::vector<Vec<2>> beside{{1, 0}, {2, 0}, {2, 1}, {1, 1}}, inner{{0.4, 0.4}, {0.6, 0.4}, {0.5, 0.6}};
  EXPECT_NE(complaint([] {
              return Pressure::polygon({{0, 0}, {1, 1}, {1, 0}, {0, 2}});
            }).find("Pressure.polygon: edge 0 and edge 2 cross"),
            std::string::npos);
  EXPECT_NE(complaint([&] {
              return Pressure::polygon(square, {2.1, 0});
            }).find("Pressure.polygon: gradient makes the pressure negative at (0, "),
            std::string::npos);
  EXPECT_EQ(complaint([&] { return Pressure::polygon(square, {2.0, 0}); }), "");
  EXPECT_NE(complaint([&] { return Pressure::polygon(square, {0, nan}); }).find("gradient"), std::string::npos);
  EXPECT_NE(complaint([] { return Pressure::polygons({}); }), "");
  EXPECT_NE(complaint([&] {
              return Pressure::polygons({square, beside, shifted});
            }).find("polygons 0 and 2 overlap"),
            std::string::npos);
  EXPECT_NE(complaint([&] { return Pressure::polygons({inner, square}); }).find("overlap"), std::string::npos);
  EXPECT_NE(complaint([&] { return Pressure::polygons({square, square}); }).find("overlap"), std::string::npos);
  EXPECT_EQ(complaint([&] { return Pressure::polygons({square, beside}); }), "");
}

TEST(Pressure, SaysWhichOfSeveralPolygonsIsBad) {
  const std::vector<Vec<2>> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, beside{{1, 0}, {2, 0}, {2, 1}, {1, 1}};
  const std::vector<Vec<2>> crossed{{0, 0}, {1, 1}, {1, 0}, {0, 2}}, short_of_one{{0, 0}, {1, 0}};
  const std::vector<Vec<2>> open{{0, 0}, {1, nan}, {1, 1}}, flat{{0, 0}, {1, 1}, {2, 2}};
  const auto bad = [&](const std::vector<Vec<2>>& polygon) {
    return complaint([&] { return Pressure::polygons({square, polygon}); });
  };
  EXPECT_EQ(bad(crossed).rfind("Pressure.polygons: polygons[1]: edge 0 and edge 2 cross", 0), 0u) << bad(crossed);
  EXPECT_EQ(bad(short_of_one).rfind("Pressure.polygons: polygons[1]: 2 vertices", 0), 0u) << bad(short_of_one);
  EXPECT_EQ(bad(open).rfind("Pressure.polygons: polygons[1]: vertices[1] has the coordinate nan", 0), 0u) << bad(open);
  EXPECT_EQ(bad(flat).rfind("Pressure.polygons: polygons[1]: area = 0", 0), 0u) << bad(flat);
  const auto leaning = [&](const Vec<2>& gradient) {
    return complaint([&] { return Pressure::polygons({square, beside}, gradient); });
  };
  EXPECT_EQ(leaning({1.1, 0}).rfind("Pressure.polygons: gradient makes", 0), 0u) << leaning({1.1, 0});
  EXPECT_EQ(leaning({0, inf}).rfind("Pressure.polygons: gradient has the component inf", 0), 0u) << leaning({0, inf});
}

TEST(Pressure, RefusesBadValues) {
  const Vec<2> size(1.0, 1.0);
  for (const double bad : {-1.0, nan, inf}) {
    const std::vector<double> values{1.0, bad, 1.0, 1.0};
    EXPECT_NE(complaint([&] { return Pressure::grid(2, 2, values, size); }).find("values[1] = "), std::string::npos);
    const std::vector<Vec<2>> positions{{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    EXPECT_NE(complaint([&] { return Pressure::points(positions, values); }).find("weights[1] = "), std::string::npos);
    EXPECT_NE(complaint([bad] {
                return Pressure::axisymmetric([bad](double rho) { return rho > 0.6 ? bad : 1.0; }, 1.0);
              }).find("profile(0."),
              std::string::npos);
    EXPECT_NE(complaint([&] {
                return Pressure::function([bad](double x, double) { return x > 0.0 ? bad : 1.0; }, size);
              }).find("pressure("),
              std::string::npos);
  }
  const std::vector<double> none(4, 0.0), some(3, 1.0);
  EXPECT_NE(complaint([&] { return Pressure::grid(2, 2, none, size); }).find("sum must be > 0"), std::string::npos);
  EXPECT_NE(complaint([&] { return Pressure::grid(2, 2, some, size); }).find("3 values for 2 x 2"), std::string::npos);
  EXPECT_NE(complaint([&] { return Pressure::grid(0, 2, {}, size); }).find("rows = 0"), std::string::npos);
  EXPECT_NE(complaint([&] { return Pressure::grid(2, -1, {}, size); }).find("columns = -1"), std::string::npos);
  const std::vector<Vec<2>> two{{0, 0}, {1, 0}}, odd{{0, 0}, {inf, 0}};
  EXPECT_NE(complaint([&] { return Pressure::points(two, some); }).find("3 weights for 2 points"), std::string::npos);
  EXPECT_NE(complaint([&] {
              return Pressure::points(odd, std::vector<double>{1, 1});
            }).find("positions[1]"),
            std::string::npos);
  EXPECT_NE(complaint([&] { return Pressure::points(two, std::vector<double>{0, 0}); }).find("sum"), std::string::npos);
  EXPECT_NE(complaint([&] { return Pressure::points({}, {}); }), "");
  EXPECT_NE(complaint([] { return Pressure::axisymmetric([](double) { return 0.0; }, 1.0); }).find("> 0"),
            std::string::npos);
  EXPECT_NE(complaint([] { return Pressure::axisymmetric({}, 1.0); }), "");
  EXPECT_NE(complaint([&] { return Pressure::function({}, size); }), "");
  EXPECT_NE(complaint([&] { return Pressure::function([](double, double) { return 0.0; }, size); }), "");
  EXPECT_NE(complaint([&] { return Pressure::function([](double, double) { return 1.0; }, size, 0); }), "");
}

}  // namespace
}  // namespace stickslip::patch::pressure_test
