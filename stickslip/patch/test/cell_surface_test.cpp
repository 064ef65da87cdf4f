#include "stickslip/patch/surface/cell_surface.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/test/raster.hpp"

namespace stickslip::patch::cell_surface_test {
namespace {

using test::raster;
using test::square;

// Eq. 1, load by load.
Wrench2 plain_sum(const Cells& cells, const Twist2& v) {
  Wrench2 sum = Wrench2::Zero();
  for (std::size_t i = 0; i < cells.x.size(); ++i) {
    const double ux = v(0) - v(2) * cells.y[i], uy = v(1) + v(2) * cells.x[i], speed = std::hypot(ux, uy);
    if (speed > 1e-17) {  // rounding of what is zero at a load
      sum -= cells.weight[i] / speed * Wrench2(ux, uy, cells.x[i] * uy - cells.y[i] * ux);
    }
  }
  return sum;
}

Twist2 rotation_about(double x, double y) {
  return {y, -x, 1.0};
}

// The published code prints these for 21 × 21 cells: torque of a pure spin, and its force.
TEST(CellSurface, ReproducesThePublishedSpins) {
  struct Case {
    const char* name;
    std::function<double(int, int)> pressure;
    double r, fx, fy;
  };
  const std::vector<Case> cases{
      {"disc", [](int x, int y) { return std::hypot(x - 10, y - 10) <= 10.0 ? 1.0 : 0.0; }, 6.35716049e-3, 0.0, 0.0},
      {"square", [](int, int) { return 1.0; }, 7.62546508e-3, 0.0, 0.0},
      {"line", [](int x, int) { return x == 10 ? 1.0 : 0.0; }, 4.94997984e-3, 0.0, 0.0},
      {"line, falling from the top", [](int x, int y) { return x == 10 ? 1.0 - y / 21.0 : 0.0; }, 3.98779182e-3,
       0.107996, 0.0},
      {"line, falling from the left", [](int x, int y) { return y == 10 ? 1.0 - x / 21.0 : 0.0; }, 3.98779182e-3, 0.0,
       0.107996},
      {"two pads", [](int x, int y) { return y >= 9 && y < 12 && (x < 3 || x >= 18) ? 1.0 : 0.0; }, 8.59351153e-3, 0.0,
       0.0},
      {"bar and post",
       [](int x, int y) { return (y >= 9 && y < 12 && x < 14) || (y >= 4 && y < 18 && x >= 18) ? 1.0 : 0.0; },
       6.55030174e-3, 0.016585, 0.004029},
  };
  for (const Case& c : cases) {
    const Wrench2 w = CellSurface(raster(21, c.pressure)).wrench({0.0, 0.0, 1.0});
    EXPECT_NEAR(-w(2), c.r, 0.5001e-11) << c.name;  // all digits printed
    EXPECT_NEAR(w(0), c.fx, 0.5001e-6) << c.name;
    EXPECT_NEAR(w(1), c.fy, 0.5001e-6) << c.name;
  }
}

TEST(CellSurface, SumsOverLoadsOutsideTheRaster) {
  const Cells cells = square();
  const CellSurface surface(cells);
  for (const Twist2& v :
       {Twist2(1.0, 0.0, 0.0), Twist2(-0.3, 0.4, 0.0), rotation_about(0.0101, 0.0), rotation_about(-0.0101, 0.003),
        rotation_about(0.0, -0.0101), Twist2(-rotation_about(3, 4))}) {
    EXPECT_LE((surface.wrench(v) - plain_sum(cells, v)).norm(), 1e-14) << v.transpose();
  }
}

TEST(CellSurface, IsTheSumAtCornersAndTheirMeanInTheMiddle) {
  const Cells cells = raster(7, [](int x, int y) { return 1.0 + x + 2.0 * y * y; });
  const CellSurface surface(cells);
  const double width = 0.02 / 7, left = cells.column_x.front() - 0.5 * width, low = cells.row_y.back() - 0.5 * width;
  for (int column = 0; column < 7; ++column) {
    for (int row = 0; row < 7; ++row) {
      const double x = left + column * width, y = low + row * width, inside = 1e-12;
      const Wrench2 corner = plain_sum(cells, rotation_about(x, y));
      EXPECT_LE((surface.wrench(rotation_about(x + inside, y + inside)) - corner).norm(), 1e-8);
      const Wrench2 mean = 0.25 * (corner + plain_sum(cells, rotation_about(x + width, y)) +
                                   plain_sum(cells, rotation_about(x, y + width)) +
                                   plain_sum(cells, rotation_about(x + width, y + width)));
      const Twist2 middle = rotation_about(x + 0.5 * width, y + 0.5 * width);
      EXPECT_LE((surface.wrench(middle) - mean).norm(), 1e-14);
      EXPECT_LE((surface.wrench(-3.0 * middle) + mean).norm(), 1e-14);
    }
  }
}

// All corners of a fine raster at once: load by load 500 × 500 cells would take minutes.
TEST(CellSurface, IsTheSumAtCornersOfAFineRaster) {
  const Cells cells = raster(500, [](int x, int y) { return (x / 7 + y / 5) % 3 == 0 ? 0.0 : 1.0 + x + 0.1 * y; });
  const CellSurface surface(cells);
  const double width = 0.02 / 500, left = cells.column_x.front() - 0.5 * width, low = cells.row_y.back() - 0.5 * width;
  for (int k = 0; k < 40; ++k) {
    const int column = k * 131 % 500, row = k * 173 % 500;
    const double x = left + column * width, y = low + row * width;
    const Wrench2 mean =
        0.25 *
        (plain_sum(cells, rotation_about(x, y)) + plain_sum(cells, rotation_about(x + width, y)) +
         plain_sum(cells, rotation_about(x, y + width)) + plain_sum(cells, rotation_about(x + width, y + width)));
    const Twist2 middle = rotation_about(x + 0.5 * width, y + 0.5 * width);
    EXPECT_LE((surface.wrench(middle) - mean).norm(), 1e-11);
    EXPECT_LE(std::abs(surface.wrench(middle)(2) - mean(2)), 1e-11 * 0.02);
  }
}

// A load that is not in the middle of a cell keeps its place, however many there are.
TEST(CellSurface, SumsLoadByLoadWhereALoadIsOffItsCell) {
  Cells cells = square(70);
  cells.x[777] += 3e-5;
  const CellSurface surface(cells);
  const double width = 0.02 / 70;
  const Twist2 middle = rotation_about(0.5 * width, 0.5 * width);
  const Wrench2 mean =
      0.25 * (plain_sum(cells, rotation_about(0.0, 0.0)) + plain_sum(cells, rotation_about(width, 0.0)) +
              plain_sum(cells, rotation_about(0.0, width)) + plain_sum(cells, rotation_about(width, width)));
  EXPECT_LE((surface.wrench(middle) - mean).norm(), 1e-13);
}

// Where the index is rounded towards zero, the left and the lower rim differ from the right and the upper.
TEST(CellSurface, TreatsAllRimsAlike) {
  const CellSurface surface(square());
  for (const double beyond : {-0.3e-3, 0.3e-3, 0.9e-3}) {
    for (const double along : {0.0, 2.2e-3, 10.4e-3}) {
      const double x = 0.01 + beyond;
      const Wrench2 right = surface.wrench(rotation_about(x, along));
      const Wrench2 left = surface.wrench(rotation_about(-x, along));
      const Wrench2 upper = surface.wrench(rotation_about(along, x));
      const Wrench2 lower = surface.wrench(rotation_about(along, -x));
      EXPECT_LE((left - Wrench2(right(0), -right(1), right(2))).norm(), 1e-14);
      EXPECT_LE((lower - Wrench2(-upper(0), upper(1), upper(2))).norm(), 1e-14);
      EXPECT_LE((upper - Wrench2(-right(1), -right(0), right(2))).norm(), 1e-14);
    }
  }
}

TEST(CellSurface, IsContinuousInsideTheRaster) {
  const CellSurface surface(square(9));
  const double width = 0.02 / 9, step = 1e-9;
  for (int k = 1; k < 9; ++k) {
    const double edge = -0.01 + k * width;
    for (const double along : {-0.0093, 0.0011, 0.0072}) {
      const Wrench2 across_x =
          surface.wrench(rotation_about(edge + step, along)) - surface.wrench(rotation_about(edge - step, along));
      const Wrench2 across_y =
          surface.wrench(rotation_about(along, edge + step)) - surface.wrench(rotation_about(along, edge - step));
      // The slope of the force by the centre's position is below 2/r.
      EXPECT_LE(across_x.norm(), 2.0 * step * 2.0 / 0.0076);
      EXPECT_LE(across_y.norm(), 2.0 * step * 2.0 / 0.0076);
    }
  }
}

// Without a raster there is nothing to blur over; a load at the centre of rotation counts nothing.
TEST(CellSurface, SumsOverLoadsWithoutARaster) {
  Cells cells = square(5);
  cells.column_x.clear();
  cells.row_y.clear();
  const CellSurface surface(cells);
  for (const Twist2& v : {rotation_about(0.0, 0.0), rotation_about(0.004, 0.004), rotation_about(0.001, -0.0023)}) {
    EXPECT_LE((surface.wrench(v) - plain_sum(cells, v)).norm(), 1e-14);
  }
  Cells uneven = square(5);
  uneven.column_x[1] += 1e-4;
  const CellSurface other(uneven);
  const Twist2 v = rotation_about(0.001, -0.0023);
  EXPECT_LE((other.wrench(v) - plain_sum(uneven, v)).norm(), 1e-14);
}

TEST(CellSurface, RefusesBadCells) {
  const auto message_of = [](const Cells& cells) -> std::string {
    try {
      const CellSurface surface(cells);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "nothing thrown";
  };
  EXPECT_NE(message_of({}).find("at least one"), std::string::npos);
  Cells cells = square(3);
  cells.weight[4] = -0.5;
  EXPECT_NE(message_of(cells).find("cell 4: weight = -0.5"), std::string::npos) << message_of(cells);
  cells = square(3);
  cells.y[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(message_of(cells).find("cell 2: y"), std::string::npos) << message_of(cells);
  cells = square(3);
  cells.y.pop_back();
  EXPECT_NE(message_of(cells).find("9, 8, 9"), std::string::npos) << message_of(cells);
}

}  // namespace
}  // namespace stickslip::patch::cell_surface_test
