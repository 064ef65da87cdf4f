#include "stickslip/patch/surface/grid_surface.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/patch/surface/points_surface.hpp"
#include "stickslip/patch/surface/polygon_surface.hpp"
#include "stickslip/patch/test/polygon_quadrature.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::patch::grid_surface_test {
namespace {

using test::turning_about;

double distance(const Wrench2& a, const Wrench2& b, double r) {
  return std::max((a - b).head<2>().norm(), std::abs(a(2) - b(2)) / r);
}

GridSurface surface_of(const Pressure& grid) {
  return {std::get<Grid>(grid.shape()), grid.cop()};
}

PolygonSurface polygon_surface_of(const Pressure& polygon) {
  return {std::get<PolygonRegion>(polygon.shape()), polygon.cop()};
}

Pressure noise(int rows, int columns, const Vec<2>& size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> value(-0.3, 1.0);
  std::vector<double> values(static_cast<std::size_t>(rows * columns));
  for (double& v : values) v = std::max(value(random), 0.0);
  values.front() = 1.0;
  return Pressure::grid(rows, columns, values, size);
}

// The cells one by one, each as a polygon at its own place.
Wrench2 sum_of_cells(const Pressure& pressure, const Twist2& v) {
  const Grid& grid = std::get<Grid>(pressure.shape());
  const double width = grid.size(0) / grid.columns, height = grid.size(1) / grid.rows;
  const Pressure cell = Pressure::rectangle({width, height});
  const PolygonSurface surface = polygon_surface_of(cell);
  Wrench2 sum = Wrench2::Zero();
  std::size_t i = 0;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column, ++i) {
      const Vec<2> offset = Vec<2>(grid.x(column), grid.y(row)) - pressure.cop();
      sum += grid.weights[i] * wrench_at(surface.wrench(twist_at(v, offset)), -offset);
    }
  }
  return sum;
}

std::vector<Twist2> twists(double reach) {
  std::vector<Twist2> result;
  for (const double distance : {0.0, 0.13, 0.6, 1.0, 2.0, 3.99, 4.01, 30.0, 1e5, 1e12}) {
    for (int k = 0; k < 5; ++k) {
      const double phi = 0.2 + k * 1.3;
      const Vec<2> centre = distance * reach * Vec<2>(std::cos(phi), std::sin(phi));
      result.push_back(turning_about(centre, Vec<2>::Zero(), k % 2 == 0 ? 1.0 : -1.0));
    }
  }
  result.emplace_back(0.6, -0.8, 0.0);
  return result;
}

TEST(GridSurface, IsTheSumOfItsCells) {
  for (const auto& [rows, columns] : {std::pair(1, 1), std::pair(3, 5), std::pair(21, 21), std::pair(2, 40)}) {
    const Pressure pressure = noise(rows, columns, {0.02, 0.03}, 5);
    const GridSurface surface = surface_of(pressure);
    for (const Twist2& v : twists(0.018)) {
      EXPECT_LE(distance(surface.wrench(v), sum_of_cells(pressure, v), pressure.r()), 1e-12)
          << rows << " x " << columns << ", " << v.transpose();
    }
  }
}

TEST(GridSurface, OfOnesIsTheRectangle) {
  const Pressure rectangle = Pressure::rectangle({0.03, 0.02});
  const std::vector<double> ones(12 * 17, 4.0);
  const Pressure grid = Pressure::grid(12, 17, ones, {0.03, 0.02});
  EXPECT_NEAR(grid.r() / rectangle.r(), 1.0, 1e-13);
  EXPECT_NEAR(grid.u() / rectangle.u(), 1.0, 1e-13);
  for (const Twist2& v : twists(0.018)) {
    EXPECT_LE(distance(surface_of(grid).wrench(v), polygon_surface_of(rectangle).wrench(v), grid.r()), 1e-13)
        << v.transpose();
  }
}

TEST(GridSurface, OfAnLIsTheL) {
  const Pressure polygon = Pressure::polygon({{-1, -1}, {1, -1}, {1, 0}, {0, 0}, {0, 1}, {-1, 1}});
  const Pressure grid = Pressure::grid(2, 2, std::vector<double>{1, 0, 1, 1}, {2.0, 2.0});
  for (const Twist2& v : twists(1.4)) {
    const Wrench2 w = surface_of(grid).wrench(v);
    EXPECT_LE(distance(w, polygon_surface_of(polygon).wrench(v), grid.r()), 1e-13) << v.transpose();
  }
  // The centre of rotation on a corner and on a line of the raster, exactly.
  for (const Vec<2>& centre : {Vec<2>(0, 0), Vec<2>(0.25, 0), Vec<2>(-1, 0), Vec<2>(1, 1), Vec<2>(0, 3)}) {
    const Twist2 v = turning_about(centre, grid.cop());
    EXPECT_LE(distance(surface_of(grid).wrench(v), polygon_surface_of(polygon).wrench(v), grid.r()), 1e-13);
  }
}

TEST(GridSurface, IsContinuousWhereItChangesForm) {
  for (const auto& [rows, columns] : {std::pair(1, 1), std::pair(4, 4), std::pair(30, 30)}) {
    const Pressure pressure = noise(rows, columns, {0.02, 0.02}, 3);
    const GridSurface surface = surface_of(pressure);
    double reach = 0.0;
    const Grid& grid = std::get<Grid>(pressure.shape());
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        if (grid.weights[static_cast<std::size_t>(row * columns + column)] == 0.0) continue;
        const Vec<2> half(0.01 / columns, 0.01 / rows);
        const Vec<2> middle = Vec<2>(grid.x(column), grid.y(row)) - pressure.cop();
        reach = std::max(reach, (middle.cwiseAbs() + half).norm());
      }
    }
    for (int k = 0; k < 8; ++k) {
      const double phi = 0.3 + k, spin = 1.0 / (4.0 * reach);
      const Twist2 near(std::cos(phi), std::sin(phi), spin * (1.0 + 1e-9)), far(near(0), near(1), spin * (1.0 - 1e-9));
      // The wrench itself changes by up to 2e-9 · R/ℓ² between the two.
      const Wrench2 slope = (surface.wrench({near(0), near(1), spin * 1.01}) - surface.wrench(near)) / 0.01;
      EXPECT_LE(distance(surface.wrench(near), surface.wrench(far) + 2e-9 * slope, pressure.r()), 1e-11);
    }
  }
}

TEST(GridSurface, DissipatesAndDependsOnTheDirectionOnly) {
  const Pressure pressure = noise(9, 7, {0.02, 0.03}, 11);
  const GridSurface surface = surface_of(pressure);
  for (const Twist2& v : twists(0.018)) {
    const Wrench2 w = surface.wrench(v);
    EXPECT_GT(-w.dot(v), 0.0);
    EXPECT_LE(w.head<2>().norm(), 1.0 + 1e-14);
    for (const double factor : {1e-300, 1e-7, 1e200}) {
      EXPECT_LE(distance(surface.wrench(factor * v), w, pressure.r()), 1e-12);
      EXPECT_LE(distance(surface.wrench(-factor * v), -w, pressure.r()), 1e-12);
    }
  }
}

// A mirrored image has the mirrored wrench: rows run downwards, columns to the right.
TEST(GridSurface, MirrorsWithItsImage) {
  const std::vector<double> image{1, 2, 0, 0, 5, 3}, flipped{0, 5, 3, 1, 2, 0}, turned{3, 5, 0, 0, 2, 1};
  const Pressure one = Pressure::grid(2, 3, image, {0.3, 0.2}), upside = Pressure::grid(2, 3, flipped, {0.3, 0.2});
  const Pressure half_turn = Pressure::grid(2, 3, turned, {0.3, 0.2});
  EXPECT_NEAR((upside.cop() - Vec<2>(one.cop()(0), -one.cop()(1))).norm(), 0.0, 1e-16);
  for (const Twist2& v : twists(0.2)) {
    const Wrench2 w = surface_of(one).wrench(v);
    EXPECT_LE(distance(surface_of(upside).wrench({v(0), -v(1), -v(2)}), {w(0), -w(1), -w(2)}, one.r()), 1e-13);
    EXPECT_LE(distance(surface_of(half_turn).wrench({-v(0), -v(1), v(2)}), {-w(0), -w(1), w(2)}, one.r()), 1e-13);
  }
}

TEST(GridSurface, AnswersZeroToZeroAndNaNToWhatIsNotFinite) {
  const GridSurface surface = surface_of(noise(3, 3, {1, 1}, 1));
  EXPECT_EQ(surface.wrench(Twist2::Zero()), Wrench2::Zero());
  for (int axis = 0; axis < 3; ++axis) {
    Twist2 v(1.0, 2.0, 3.0);
    v(axis) = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(surface.wrench(v).array().isNaN().all());
  }
}

TEST(GridSurface, DoesNotAllocate) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP();
  const GridSurface surface = surface_of(noise(5, 5, {1, 1}, 1));
  Wrench2 sum = Wrench2::Zero();
  const auto count = stickslip::test::allocations_in([&] {
    for (const double spin : {0.0, 1e-3, 1.0}) sum += surface.wrench({1.0, 0.0, spin});
  });
  EXPECT_EQ(count, 0U);
  EXPECT_TRUE(sum.allFinite());
}

PointsSurface points_surface_of(const Pressure& points) {
  return {std::get<Points>(points.shape()), points.cop()};
}

TEST(PointsSurface, SumsItsLoads) {
  const std::vector<Vec<2>> positions{{0.5, 0.0}, {-0.5, 0.0}};
  const Pressure pair = Pressure::points(positions, std::vector<double>{1, 1});
  const PointsSurface surface = points_surface_of(pair);
  EXPECT_EQ(surface.wrench({0, 0, 2.0}), Wrench2(0, 0, -0.5));
  EXPECT_NEAR((surface.wrench({3, 4, 0}) - Wrench2(-0.6, -0.8, 0)).norm(), 0.0, 1e-15);
  // About (0, 1): both loads are √1.25 away and move across their arms.
  const double c = 1.0 / std::sqrt(1.25);
  EXPECT_NEAR((surface.wrench(turning_about({0, 1}, Vec<2>::Zero())) - Wrench2(-c, 0, -0.25 * c)).norm(), 0.0, 1e-15);
  EXPECT_EQ(surface.positions(), positions);
  EXPECT_EQ(surface.weights(), (std::vector<double>{0.5, 0.5}));
}

TEST(PointsSurface, CountsTheLoadAtTheCentreOfRotationWithTheMiddleOfItsSet) {
  const std::vector<Vec<2>> positions{{0.1, 0.7}, {0.4, -0.3}, {-0.6, 0.2}};
  const std::vector<double> weights{0.2, 0.5, 0.3};
  const Pressure tripod = Pressure::points(positions, weights);
  const PointsSurface surface = points_surface_of(tripod);
  for (std::size_t i = 0; i < 3; ++i) {
    const Twist2 v = turning_about(positions[i], tripod.cop());
    Wrench2 expected = Wrench2::Zero();
    for (std::size_t k = 0; k < 3; ++k) {
      if (k == i) continue;
      const Vec<2> arm = (positions[k] - positions[i]).normalized(), force = weights[k] * Vec<2>(arm(1), -arm(0));
      const Vec<2> x = positions[k] - tripod.cop();
      expected += Wrench2(force(0), force(1), x(0) * force(1) - x(1) * force(0));
    }
    EXPECT_NEAR((surface.wrench(v) - expected).norm(), 0.0, 1e-15) << i;
    // Just beside the load, the set's rim: p_i away from its middle.
    const Twist2 beside = turning_about(positions[i] + Vec<2>(1e-9, 0), tripod.cop());
    EXPECT_NEAR((surface.wrench(beside) - expected).head<2>().norm(), weights[i], 1e-7);
  }
}

TEST(PointsSurface, BearsOneLoadAndAnyTwist) {
  const Pressure one = Pressure::points(std::vector<Vec<2>>{{0.3, 0.1}}, std::vector<double>{2.0});
  const PointsSurface surface = points_surface_of(one);
  EXPECT_EQ(surface.wrench({0, 0, 1}), Wrench2::Zero());
  EXPECT_EQ(surface.wrench({0, -1e-250, 1e-250}), Wrench2(0, 1, 0));
  EXPECT_EQ(surface.wrench(Twist2::Zero()), Wrench2::Zero());
  EXPECT_TRUE(surface.wrench({0, 0, std::numeric_limits<double>::quiet_NaN()}).array().isNaN().all());
}

}  // namespace
}  // namespace stickslip::patch::grid_surface_test
