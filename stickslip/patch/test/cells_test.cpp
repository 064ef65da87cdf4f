#include "stickslip/patch/cells.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/test/refusal.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/hertz_contact.hpp"
#include "stickslip/patch/test/shapes.hpp"

namespace stickslip::patch::cells_test {
namespace {

using stickslip::test::refusal;

void expect_sound(const Cells& cells) {
  const std::size_t n = cells.weight.size();
  ASSERT_EQ(cells.x.size(), n);
  ASSERT_EQ(cells.y.size(), n);
  double size = 0.0;
  long double total = 0.0L;  // of many addends
  Vec<2> moment = Vec<2>::Zero();
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_GT(cells.weight[i], 0.0);
    total += static_cast<long double>(cells.weight[i]);
    moment += cells.weight[i] * Vec<2>(cells.x[i], cells.y[i]);
    size = std::max({size, std::abs(cells.x[i]), std::abs(cells.y[i])});
  }
  EXPECT_NEAR(static_cast<double>(total), 1.0, 1e-15);
  EXPECT_LE(moment.norm(), 1e-13 * size);
  if (cells.column_x.empty()) return;
  ASSERT_EQ(cells.column.size(), n);
  ASSERT_EQ(cells.row.size(), n);
  EXPECT_TRUE(std::is_sorted(cells.column_x.begin(), cells.column_x.end()));
  EXPECT_TRUE(std::is_sorted(cells.row_y.rbegin(), cells.row_y.rend()));
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_EQ(cells.x[i], cells.column_x[static_cast<std::size_t>(cells.column[i])]);
    EXPECT_EQ(cells.y[i], cells.row_y[static_cast<std::size_t>(cells.row[i])]);
    if (i > 0) {
      EXPECT_LT(std::pair(cells.row[i - 1], cells.column[i - 1]), std::pair(cells.row[i], cells.column[i]));
    }
  }
}

double u_of(const Cells& cells) {
  double u = 0.0;
  for (std::size_t i = 0; i < cells.weight.size(); ++i) {
    u += cells.weight[i] * (cells.x[i] * cells.x[i] + cells.y[i] * cells.y[i]);
  }
  return u;
}

// Weight by row and column.
std::map<std::pair<int, int>, double> table(const Cells& cells) {
  std::map<std::pair<int, int>, double> result;
  for (std::size_t i = 0; i < cells.weight.size(); ++i) result[{cells.row[i], cells.column[i]}] = cells.weight[i];
  return result;
}

void expect_all_symmetries(const Cells& cells, int n) {
  const auto weights = table(cells);
  for (const auto& [place, weight] : weights) {
    const auto [row, column] = place;
    for (const auto& image : {std::pair(column, row), std::pair(n - 1 - row, column), std::pair(row, n - 1 - column)}) {
      ASSERT_TRUE(weights.contains(image));
      EXPECT_EQ(weights.at(image), weight);
    }
  }
  for (int i = 0; i < n; ++i) {
    const auto at = [&](int k) { return static_cast<std::size_t>(k); };
    EXPECT_EQ(cells.column_x[at(i)], -cells.column_x[at(n - 1 - i)]);
    EXPECT_EQ(cells.row_y[at(i)], -cells.column_x[at(i)]);
  }
}

// A cell's share of the force by 400 × 400 points.
double force_on_cell(double x, double y, double width, double height, const std::function<double(double, double)>& p) {
  constexpr int points = 400;
  double sum = 0.0;
  for (int i = 0; i < points; ++i) {
    for (int j = 0; j < points; ++j) {
      sum += p(x + width * ((i + 0.5) / points - 0.5), y + height * ((j + 0.5) / points - 0.5));
    }
  }
  return sum * width * height / (points * points);
}

TEST(Cells, OfARectangleAreAllAlike) {
  const Cells cells = cells_of(Pressure::rectangle({0.02, 0.01}), 20);
  expect_sound(cells);
  ASSERT_EQ(cells.weight.size(), 400U);
  for (const double weight : cells.weight) EXPECT_NEAR(weight * 400.0, 1.0, 1e-12);
  EXPECT_NEAR(cells.x.front(), -0.0095, 1e-17);  // the top left
  EXPECT_NEAR(cells.y.front(), 0.00475, 1e-17);
  EXPECT_EQ(cells_of(Pressure::rectangle({0.02, 0.01})).weight.size(), 441U);
}

TEST(Cells, OfRoundShapesHaveTheirSymmetriesExactly) {
  const auto bell = [](double rho) { return std::exp(-rho * rho / 2e-5); };
  for (const int n : {1, 2, 7, 20, 21}) {
    for (const Pressure& pressure : {Pressure::disc(0.01), Pressure::annulus(0.004, 0.01), Pressure::hertz(0.01, 2.0),
                                     Pressure::hertz(0.01, 0.5), Pressure::axisymmetric(bell, 0.01)}) {
      const Cells cells = cells_of(pressure, n);
      expect_sound(cells);
      expect_all_symmetries(cells, n);
      EXPECT_EQ(cells.cop, Vec<2>::Zero());
    }
  }
}

TEST(Cells, OfRoundShapesCarryTheForceOnThem) {
  constexpr double pi = std::numbers::pi, a = 0.01, h = 2.0 * a / 21.0;
  struct Case {
    Pressure pressure;
    double total;
    std::function<double(double)> profile;
  };
  const std::vector<Case> cases{
      {Pressure::disc(a), pi * a * a, [](double rho) { return rho < a ? 1.0 : 0.0; }},
      {Pressure::annulus(0.45 * a, a), pi * a * a * (1.0 - 0.45 * 0.45),
       [](double rho) { return rho < a && rho > 0.45 * a ? 1.0 : 0.0; }},
      {Pressure::hertz(a, 2.0), 2.0 / 3.0 * pi * a * a,
       [](double rho) { return rho < a ? std::sqrt(1.0 - rho * rho / (a * a)) : 0.0; }},
      {Pressure::hertz(a, 1.0), pi * a * a / 3.0, [](double rho) { return rho < a ? 1.0 - rho / a : 0.0; }}};
  for (const Case& round : cases) {
    const auto weights = table(cells_of(round.pressure, 21));
    for (const auto& [row, column] : {std::pair(10, 10), std::pair(10, 0), std::pair(0, 8), std::pair(3, 3),
                                      std::pair(4, 2), std::pair(7, 7), std::pair(6, 9), std::pair(10, 6)}) {
      const double x = (column - 10) * h, y = (10 - row) * h;
      const double force =
          force_on_cell(x, y, h, h, [&](double px, double py) { return round.profile(std::hypot(px, py)); });
      const auto found = weights.find({row, column});
      const double weight = found == weights.end() ? 0.0 : found->second;
      // 1e-4 of the mean share of a cell; 400² points resolve a rim to about as much.
      EXPECT_NEAR(weight * 441.0, force / round.total * 441.0, 1e-4) << row << " " << column;
    }
  }
}

TEST(Cells, ApproachTheSpreadOfTheShape) {
  const std::vector<Vec<2>> l_shape{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  for (const Pressure& pressure : {Pressure::disc(0.01), Pressure::annulus(0.004, 0.01), Pressure::hertz(0.01, 2.0),
                                   Pressure::hertz(0.01, 8.0), Pressure::polygon(l_shape, {-0.5, 0.3}),
                                   test::bar_and_post(0.02), test::two_pads(0.02), Pressure::line(0.02, 70.0, 0.3)}) {
    const Cells cells = cells_of(pressure, 101);
    expect_sound(cells);
    const double size = (pressure.upper() - pressure.lower()).norm();
    EXPECT_LE((cells.cop - pressure.cop()).norm(), 1e-4 * size);
    EXPECT_NEAR(u_of(cells) / pressure.u(), 1.0, 5e-4);
  }
}

TEST(Cells, OfPolygonsCarryTheForceOnThemExactly) {
  // A right triangle under a pressure that falls to zero at its tip, cut by 2 × 2 cells of side ½: p = 3 (1 − x) · 2/2.
  const Pressure triangle = Pressure::polygon({{0, 0}, {1, 0}, {0, 1}}, {-1.5, 0.0});
  const Cells cells = cells_of(triangle, 2);
  expect_sound(cells);
  ASSERT_EQ(cells.weight.size(), 3U);
  // ∫ 3 (1 − x) dA over the upper triangle, the lower left square, the right triangle.
  EXPECT_NEAR(cells.weight[0], 3.0 * 5.0 / 48.0, 1e-15);
  EXPECT_NEAR(cells.weight[1], 3.0 * 3.0 / 16.0, 1e-15);
  EXPECT_NEAR(cells.weight[2], 3.0 * 1.0 / 24.0, 1e-15);
  EXPECT_EQ(cells.row, (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(cells.column, (std::vector<int>{0, 0, 1}));
}

TEST(Cells, KeepNothingWhereThereIsNoPressure) {
  // 20 columns of 0.05 side each over two pads of 0.15 side: three columns a pad, all rows.
  const Cells pads = cells_of(test::two_pads(0.02), 20);
  expect_sound(pads);
  EXPECT_EQ(pads.weight.size(), 120U);
  for (const double weight : pads.weight) EXPECT_NEAR(weight * 120.0, 1.0, 1e-12);
  EXPECT_EQ(pads.column_x.size(), 20U);
}

TEST(Cells, OfAGridAreItsOwn) {
  const std::vector<double> values{0, 2, 1, 3, 0, 1e-30};
  const Pressure grid = Pressure::grid(2, 3, values, {3.0, 4.0});
  const Cells cells = cells_of(grid);
  expect_sound(cells);
  EXPECT_EQ(cells.row, (std::vector<int>{0, 0, 1, 1}));
  EXPECT_EQ(cells.column, (std::vector<int>{1, 2, 0, 2}));
  EXPECT_NEAR((cells.cop - grid.cop()).norm(), 0.0, 1e-15);
  EXPECT_NEAR(cells.weight[2], 0.5, 1e-15);
  EXPECT_NEAR(cells.y[0] + cells.cop(1), 1.0, 1e-15);
  EXPECT_NEAR(cells.x[0] + cells.cop(0), 0.0, 1e-15);
  const std::vector<double> square{1, 2, 3, 4};
  EXPECT_EQ(cells_of(Pressure::grid(2, 2, square, {1.0, 1.0}), 2).weight, (std::vector<double>{0.1, 0.2, 0.3, 0.4}));
}

TEST(Cells, ShareOutAGridOverOthers) {
  const std::vector<double> values{0, 2, 1, 3, 0, 6};  // 2 × 3 onto 6 × 6: each cell onto 3 × 2, all alike
  const auto fine = table(cells_of(Pressure::grid(2, 3, values, {3.0, 4.0}), 6));
  for (const auto& [place, weight] : fine) {
    const double value = values[static_cast<std::size_t>(place.first / 3 * 3 + place.second / 2)];
    EXPECT_NEAR(weight, value / 12.0 / 6.0, 1e-15);
  }
  EXPECT_EQ(fine.size(), 24U);
  const Cells coarse = cells_of(Pressure::grid(2, 3, values, {3.0, 4.0}), 2);  // the middle column is halved
  expect_sound(coarse);
  EXPECT_NEAR(coarse.weight[0], 1.0 / 12.0, 1e-15);
  EXPECT_NEAR(coarse.weight[1], 2.0 / 12.0, 1e-15);
  EXPECT_NEAR(coarse.weight[2], 3.0 / 12.0, 1e-15);
  EXPECT_NEAR(coarse.weight[3], 6.0 / 12.0, 1e-15);
}

TEST(Cells, OfALineAreAlongIt) {
  const double length = 0.02, angle = 2.5;
  const Cells cells = cells_of(Pressure::line(length, 1.9 / length, angle), 4);
  expect_sound(cells);
  ASSERT_EQ(cells.weight.size(), 4U);
  EXPECT_TRUE(cells.column_x.empty());
  EXPECT_TRUE(std::is_sorted(cells.y.rbegin(), cells.y.rend()));  // from the top
  for (std::size_t i = 0; i < 4; ++i) {
    const double s = length * (0.375 - 0.25 * static_cast<double>(i));  // s grows upwards here
    EXPECT_NEAR(cells.weight[i], 0.25 * (1.0 + 1.9 / length * s), 1e-15);
    EXPECT_NEAR(cells.x[i] + cells.cop(0), s * std::cos(angle), 1e-17);
    EXPECT_NEAR(cells.y[i] + cells.cop(1), s * std::sin(angle), 1e-17);
  }
}

TEST(Cells, OfPointsAreThePoints) {
  const std::vector<Vec<2>> positions{{0, 0}, {3, 0}, {0, 4}};
  const Cells cells = cells_of(Pressure::points(positions, std::vector<double>{1, 1, 2}), 7);
  expect_sound(cells);
  EXPECT_EQ(cells.weight, (std::vector<double>{0.25, 0.25, 0.5}));
  EXPECT_EQ(cells.cop, Vec<2>(0.75, 2.0));
  EXPECT_EQ(cells.x, (std::vector<double>{-0.75, 2.25, -0.75}));
}

TEST(Cells, RefuseBadNumbers) {
  for (const int bad : {-1, 2001}) {
    const std::string rule = ": cells = " + std::to_string(bad) + " must be 1 to 2000";
    const Pressure disc = Pressure::disc(1.0);
    EXPECT_EQ(refusal([&] { cells_of(disc, bad); }), "cells_of" + rule);
    EXPECT_EQ(refusal([&] {
                Pressure::function([](double, double) { return 1.0; }, {1.0, 1.0}, bad);
              }),
              "Pressure.function" + rule);
    const friction::LuGre law({.sigma0 = 1e6, .mu_c = 1.0, .mu_s = 1.0, .v_s = 1e-3});
    const HertzContact contact{[](double) { return 1e-3; }, [](double) { return 2.0; }, 0.02};
    EXPECT_EQ(refusal([&] { DistributedPatch(law, contact, bad); }), "DistributedPatch" + rule);
  }
  EXPECT_EQ(cells_of(Pressure::disc(1.0), 1).weight, std::vector<double>{1.0});
}

}  // namespace
}  // namespace stickslip::patch::cells_test
