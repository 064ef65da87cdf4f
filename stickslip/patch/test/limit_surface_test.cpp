#include "stickslip/patch/limit_surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"

namespace stickslip::patch::limit_surface_test {
namespace {

Pressure square() {
  return Pressure::rectangle({0.02, 0.02});
}

Pressure points(const std::vector<Vec<2>>& positions, const std::vector<double>& weights) {
  return Pressure::points(positions, weights);
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "nothing thrown";
}

// Largest distance of two surfaces' wrenches in units of (1, 1, r), over random twists.
double wrench_error(const LimitSurface& a, const LimitSurface& b) {
  std::mt19937 generator(5);
  std::normal_distribution<double> normal;
  const double r = a.r();
  double worst = 0.0;
  for (int k = 0; k < 4000; ++k) {
    const double x = normal(generator), y = normal(generator), z = normal(generator);
    const Twist2 v(x, y, z / r);
    worst = std::max(worst, (a.wrench(v) - b.wrench(v)).cwiseQuotient(Vec<3>(1.0, 1.0, r)).norm());
  }
  return worst;
}

TEST(LimitSurface, PicksTheMostExactForm) {
  const auto form_of = [](const Pressure& pressure) { return LimitSurface(pressure).form().index(); };
  const auto index_of = [](const LimitSurface::Form& form) { return form.index(); };
  const std::array<double, 4> values{1.0, 2.0, 3.0, 4.0};
  EXPECT_EQ(form_of(Pressure::disc(0.01)), index_of(DiscSurface(1.0)));
  EXPECT_EQ(form_of(Pressure::annulus(0.004, 0.01)), index_of(AnnulusSurface(0.5, 1.0)));
  EXPECT_TRUE(std::holds_alternative<LineSurface>(LimitSurface(Pressure::line(0.02)).form()));
  EXPECT_TRUE(std::holds_alternative<PolygonSurface>(LimitSurface(square()).form()));
  EXPECT_TRUE(std::holds_alternative<AxisymmetricSurface>(LimitSurface(Pressure::hertz(0.01, 2.0)).form()));
  EXPECT_TRUE(std::holds_alternative<GridSurface>(LimitSurface(Pressure::grid(2, 2, values, {0.1, 0.1})).form()));
  EXPECT_TRUE(std::holds_alternative<PointsSurface>(LimitSurface(points({{0, 0}, {1, 0}}, {1, 1})).form()));
}

TEST(LimitSurface, TakesOverWhatThePressureKnows) {
  const Pressure pressure = Pressure::polygon({{0.0, 0.0}, {0.03, 0.0}, {0.0, 0.02}});
  for (const LimitSurface& surface :
       {LimitSurface(pressure), LimitSurface::tabulated(pressure), LimitSurface::ellipsoid(pressure)}) {
    EXPECT_EQ(surface.cop(), pressure.cop());
    EXPECT_EQ(surface.r(), pressure.r());
    EXPECT_EQ(surface.u(), pressure.u());
  }
  // r is the torque of a pure spin in each form, also where it is only approximately the pressure's.
  for (const LimitSurface& surface :
       {LimitSurface(pressure), LimitSurface::tabulated(pressure, 3), LimitSurface::ellipsoid(pressure),
        LimitSurface::quartic(pressure), LimitSurface::cells(pressure, 15)}) {
    EXPECT_NEAR(-surface.wrench({0.0, 0.0, 2.0})(2), surface.r(), 1e-14);
    EXPECT_NEAR(surface.r(), pressure.r(), 0.02 * pressure.r());
    EXPECT_NEAR(surface.u(), pressure.u(), 0.02 * pressure.u());
  }
}

// The square's spin: r = side (√2 + asinh 1)/6.
TEST(LimitSurface, KnowsTheSquaresTorque) {
  const double expected = 0.02 * (std::sqrt(2.0) + std::asinh(1.0)) / 6.0;
  EXPECT_NEAR(-LimitSurface(square()).wrench({0.0, 0.0, 1.0})(2), expected, 1e-16);
  EXPECT_NEAR(LimitSurface(square()).gauge({0.0, 0.0, expected}), 1.0, 1e-13);
}

TEST(LimitSurface, TableConvergesToTheSurface) {
  for (const Pressure& pressure : {Pressure::disc(0.01), square()}) {
    const LimitSurface exact(pressure);
    const double coarse = wrench_error(exact, exact.as_table(20)), fine = wrench_error(exact, exact.as_table(40));
    EXPECT_LE(coarse, 0.0062 / 8.0 * 16.0);
    EXPECT_LE(fine, coarse / 3.0);  // order 2 but for a logarithm
  }
}

TEST(LimitSurface, TableIsExactAtItsNodes) {
  const LimitSurface exact(Pressure::polygon({{0.0, 0.0}, {0.03, 0.0}, {0.0, 0.02}})), table = exact.as_table(6);
  for (int i = 0; i <= 24; ++i) {
    for (int j = 0; j <= 6; ++j) {
      const Twist2 v = TabulatedSurface::node_twist(i, j, 6, exact.r());
      const Wrench2 difference = table.wrench(v) - exact.wrench(v);
      EXPECT_LE(difference.cwiseQuotient(Vec<3>(1.0, 1.0, exact.r())).norm(), 1e-14) << i << " " << j;
    }
  }
}

TEST(LimitSurface, CellsConvergeToTheSurface) {
  const LimitSurface exact(square());
  const double coarse = wrench_error(exact, LimitSurface::cells(square(), 21));
  EXPECT_LE(coarse, 0.0155 / 8.0 * 3.0);
  EXPECT_LE(wrench_error(exact, LimitSurface::cells(square(), 42)), coarse / 3.0);  // order 2 but for a logarithm
}

// Three equal loads on a circle: a rotation about one of them is the twist of all wrenches that leave that load a force
// below its weight.
TEST(LimitSurface, FacetsOfPointLoadsBelongToTheirRotation) {
  const double root = std::sqrt(3.0);
  const std::vector<Vec<2>> positions{{0.02, 0.0}, {-0.01, 0.01 * root}, {-0.01, -0.01 * root}};
  const LimitSurface surface(points(positions, {1.0, 1.0, 1.0}));
  for (const Vec<2>& centre : positions) {
    for (const double sense : {1.0, -1.0}) {
      const Twist2 rotation = sense * Twist2(centre(1), -centre(0), 1.0);
      Wrench2 others = Wrench2::Zero();
      for (const Vec<2>& position : positions) {
        if (position == centre) continue;
        const Vec<2> arm = position - centre, force = -sense / 3.0 * Vec<2>(-arm(1), arm(0)).normalized();
        others += Wrench2(force(0), force(1), position(0) * force(1) - position(1) * force(0));
      }
      for (int k = 0; k < 12; ++k) {
        for (const double size : {0.0, 0.1, 0.3333}) {
          const Vec<2> force(size * std::cos(k), size * std::sin(k));
          const Wrench2 w = others + Wrench2(force(0), force(1), centre(0) * force(1) - centre(1) * force(0));
          EXPECT_NEAR(surface.gauge(4.0 * w), 4.0, 1e-13);
          const Twist2 expected = rotation / rotation.cwiseProduct(Vec<3>(1.0, 1.0, surface.r())).norm();
          EXPECT_LE((surface.twist(4.0 * w) - expected).norm(), 1e-12 * expected.norm());
        }
      }
    }
  }
}

// More loads than are tried one by one: the search must find facets by itself.
TEST(LimitSurface, FindsFacetsAmongManyLoads) {
  std::vector<Vec<2>> positions;
  for (int k = 0; k < 40; ++k) positions.emplace_back(0.01 * std::sin(7.0 * k), 0.01 * std::cos(3.0 * k * k));
  const Pressure pressure = points(positions, std::vector<double>(40, 1.0));
  const LimitSurface surface(pressure);
  for (const int k : {0, 7, 23, 39}) {
    const Vec<2> centre = positions[static_cast<std::size_t>(k)] - pressure.cop();
    const Twist2 rotation(centre(1), -centre(0), 1.0);
    const Vec<2> force(0.02, -0.01);  // weight 0.025
    const Wrench2 w =
        surface.wrench(rotation) + Wrench2(force(0), force(1), centre(0) * force(1) - centre(1) * force(0));
    const Twist2 expected = rotation / rotation.cwiseProduct(Vec<3>(1.0, 1.0, surface.r())).norm();
    EXPECT_NEAR(surface.gauge(w), 1.0, 1e-12);
    EXPECT_LE((surface.twist(w) - expected).cwiseProduct(Vec<3>(1.0, 1.0, surface.r())).norm(), 1e-11);
  }
}

// All centres of rotation on a line contact's extension beyond its ends give the same wrench: any of them will do.
TEST(LimitSurface, EdgeOfALineHasAConeOfTwists) {
  const LimitSurface surface(Pressure::line(0.02));
  const Wrench2 w(0.0, -1.0, 0.0);
  EXPECT_NEAR(surface.gauge(w), 1.0, 1e-14);
  const Twist2 v = surface.twist(w);
  EXPECT_GT(v(1), 0.0);
  EXPECT_NEAR(v(0), 0.0, 1e-12);
  EXPECT_LE(std::abs(v(2)) * 0.01, v(1) * (1.0 + 1e-12));  // the centre of rotation is no nearer than an end
}

TEST(LimitSurface, SinglePointBearsNoTorque) {
  const LimitSurface surface(points({{0.1, 0.2}}, {3.0}));
  EXPECT_EQ(surface.r(), 0.0);
  EXPECT_DOUBLE_EQ(surface.gauge({3.0, 4.0, 0.0}), 5.0);
  EXPECT_LE((surface.twist({3.0, 4.0, 0.0}) - Twist2(-0.6, -0.8, 0.0)).norm(), 1e-16);
  EXPECT_EQ(surface.gauge({1.0, 0.0, 1e-9}), std::numeric_limits<double>::infinity());
  EXPECT_EQ(surface.twist({1.0, 0.0, 1e-9}), Twist2(0.0, 0.0, -1.0));
  EXPECT_EQ(surface.wrench({0.0, 0.0, 1.0}), Wrench2::Zero());
  EXPECT_TRUE(surface.response({1.0, 2.0, 3.0}).jacobian.allFinite());
  const Pressure pressure = points({{0.1, 0.2}}, {3.0});
  const std::string rule = ": r = 0 must be > 0 [m]: not a single point";
  EXPECT_EQ(message_of([&] { LimitSurface::tabulated(pressure); }), "LimitSurface.tabulated" + rule);
  EXPECT_EQ(message_of([&] { LimitSurface::ellipsoid(pressure); }), "LimitSurface.ellipsoid" + rule);
  EXPECT_EQ(message_of([&] { LimitSurface::quartic(pressure); }), "LimitSurface.quartic" + rule);
}

// What `progress` is told rises to 1, and what it throws comes out, long before the end.
TEST(LimitSurface, TellsItsProgressWhileItIsMade) {
  struct Enough {};
  const auto shares_of = [](const auto& make, std::size_t limit) {
    std::vector<double> shares;
    const Progress progress = [&](double share) {
      shares.push_back(share);
      if (shares.size() == limit) throw Enough();
    };
    try {
      make(progress);
    } catch (const Enough&) {
    }
    return shares;
  };
  const auto expect_told = [&](const auto& make, std::size_t least) {
    const std::vector<double> shares = shares_of(make, 1000);
    EXPECT_GE(shares.size(), least);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_GE(shares.front(), 0.0);
    EXPECT_EQ(shares.back(), 1.0);
    for (const std::size_t limit : {1U, 7U, 30U}) EXPECT_EQ(shares_of(make, limit).size(), limit);
  };
  expect_told([](const Progress& p) { LimitSurface::tabulated(square(), 5, p); }, 20 * 4);  // nodes unlike all others
  expect_told([](const Progress& p) { LimitSurface::cells(square(), 9, p); }, 10 * 10);     // corners
  expect_told([](const Progress& p) { LimitSurface::quartic(square(), p); }, 100);          // samples
}

TEST(LimitSurface, HandlesWrenchesOfAnySize) {
  const LimitSurface surface(square());
  const Wrench2 w(0.3, -0.2, 0.004);
  const Twist2 v = surface.twist(w);
  const double gauge = surface.gauge(w);
  for (const double factor : {1e-300, 1e-150, 1e150, 1e300}) {
    EXPECT_LE((surface.twist(factor * w) - v).norm(), 1e-12 * v.norm());
    EXPECT_NEAR(surface.gauge(factor * w) / factor, gauge, 1e-12);
  }
}

TEST(LimitSurface, RefusesTablesOfNoSize) {
  for (const int n : {-1, 0, 1001}) {
    const std::string message = message_of([&] { LimitSurface(square()).as_table(n); });
    EXPECT_NE(message.find(std::to_string(n)), std::string::npos) << message;
  }
  EXPECT_THROW(LimitSurface(EllipsoidSurface(1.0), {0.0, 0.0}, -1.0, 1.0), InvalidArgument);
  EXPECT_THROW(LimitSurface(EllipsoidSurface(1.0), {0.0, 0.0}, 1.0, std::nan("")), InvalidArgument);
}

TEST(LimitSurface, WholeArraysEqualTheirRows) {
  const LimitSurface surface(square());
  const std::vector<double> rows{0.1, 0.2, 3.0, -0.4, 0.0, 1.0, 0.0, 0.0, 0.0};
  std::vector<double> three(9), one(3);
  const auto row = [](const std::vector<double>& all, std::size_t k) {
    return Vec<3>(all[3 * k], all[3 * k + 1], all[3 * k + 2]);
  };
  wrenches(surface, rows, three);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(row(three, k), surface.wrench(row(rows, k)));
  supports(surface, rows, one);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(one[k], surface.support(row(rows, k)));
  gauges(surface, rows, one);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(one[k], surface.gauge(row(rows, k)));
  twists(surface, rows, three);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(row(three, k), surface.twist(row(rows, k)));
}

TEST(LimitSurface, WholeArraysNameTheBadRowAndWriteNothing) {
  const LimitSurface surface(square());
  std::vector<double> rows{0.1, 0.2, 3.0, -0.4, std::nan(""), 1.0}, out(6, 7.0);
  const std::string message = message_of([&] { wrenches(surface, rows, out); });
  EXPECT_NE(message.find("row 1"), std::string::npos) << message;
  EXPECT_EQ(out, std::vector<double>(6, 7.0));
  rows.pop_back();
  EXPECT_THROW(twists(surface, rows, out), InvalidArgument);
  rows.resize(3);
  EXPECT_THROW(supports(surface, rows, out), InvalidArgument);
}

}  // namespace
}  // namespace stickslip::patch::limit_surface_test
