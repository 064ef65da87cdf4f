// Designs against what defines them: strata of Latin hypercubes, elementary intervals of Sobol's sequence, combinations of a grid,
// independence of the order in which runs are asked for.
#include "stickslip/sweep/design.hpp"

#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/counter.hpp"
#include "stickslip/sweep/sobol.hpp"

namespace stickslip::sweep {

namespace design_test {
namespace {

std::vector<std::vector<double>> points_of(const Design& design) {
  std::vector<std::vector<double>> all(design.runs(), std::vector<double>(design.dimensions()));
  for (std::uint64_t i = 0; i < design.runs(); ++i) design.point(i, all[i]);
  return all;
}

// How many of the cells of `parts[d]` equal parts along each dimension have how many points.
std::map<std::vector<int>, int> cells_of(const std::vector<std::vector<double>>& points,
                                         const std::vector<std::pair<std::size_t, int>>& parts) {
  std::map<std::vector<int>, int> counts;
  for (const auto& point : points) {
    std::vector<int> cell;
    for (const auto& [dimension, count] : parts) cell.push_back(static_cast<int>(point[dimension] * count));
    ++counts[cell];
  }
  return counts;
}

}  // namespace
}  // namespace design_test

using design_test::cells_of;
using design_test::points_of;

TEST(Counter, PermutationsAreBijections) {
  for (const std::uint64_t count : {1U, 2U, 3U, 5U, 16U, 17U, 100U, 1000U}) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < count; ++i) seen.insert(permuted(i, count, 42));
    EXPECT_EQ(seen.size(), count);
    EXPECT_EQ(*seen.rbegin(), count - 1);
  }
}

// Each of the 24 orders of four comes with equal chance: χ² with 23 degrees of freedom is below 49.7 with probability 0.999.
TEST(Counter, PermutationsAreRandom) {
  std::map<std::vector<std::uint64_t>, int> orders;
  constexpr int keys = 24'000;
  for (std::uint64_t key = 0; key < keys; ++key) {
    std::vector<std::uint64_t> order;
    for (std::uint64_t i = 0; i < 4; ++i) order.push_back(permuted(i, 4, mix(key)));
    ++orders[order];
  }
  EXPECT_EQ(orders.size(), 24U);
  double chi = 0.0;
  for (const auto& [order, count] : orders) chi += std::pow(count - 1000.0, 2) / 1000.0;
  EXPECT_LT(chi, 49.7);
}

TEST(Counter, UniformNumbersStayInside) {
  EXPECT_GT(uniform_of(0), 0.0);
  EXPECT_LT(uniform_of(~std::uint64_t{0}), 1.0);
}

// The first points of [Joe 2008]'s sequence, in the order of binary numbers.
TEST(Sobol, HasThePublishedPoints) {
  const auto at = [](std::uint64_t i, std::size_t dimension) { return sobol(i, dimension) * 0x1p-32; };
  constexpr double published[8][3] = {{0, 0, 0},
                                      {0.5, 0.5, 0.5},
                                      {0.25, 0.75, 0.75},
                                      {0.75, 0.25, 0.25},
                                      {0.125, 0.625, 0.375},
                                      {0.625, 0.125, 0.875},
                                      {0.375, 0.375, 0.625},
                                      {0.875, 0.875, 0.125}};
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(at(i, d), published[i][d]) << i << ", " << d;
  }
}

// (0, m, 1)-net in each of all dimensions: of 2^m points one in each of 2^m intervals. That tests every direction number.
TEST(Sobol, EachDimensionHasOnePointPerInterval) {
  for (std::size_t dimension = 0; dimension < most_sobol_dimensions; ++dimension) {
    std::set<std::uint32_t> plain, scrambled_ones;
    for (std::uint64_t i = 0; i < 1024; ++i) {
      plain.insert(sobol(i, dimension) >> 22U);
      scrambled_ones.insert(scrambled(sobol(i, dimension), mix(9)) >> 22U);
    }
    EXPECT_EQ(plain.size(), 1024U) << dimension;
    EXPECT_EQ(scrambled_ones.size(), 1024U) << dimension;
  }
}

// The first two dimensions are a (0, m, 2)-net: every elementary rectangle of area 2^-m has one of 2^m points; scrambling keeps that.
TEST(Design, SobolIsBalancedInElementaryRectangles) {
  for (const std::uint64_t seed : {0U, 7U}) {
    const auto points = points_of({DesignKind::sobol, 2, 256, seed});
    for (int split = 0; split <= 8; ++split) {
      const auto cells = cells_of(points, {{0, 1 << split}, {1, 256 >> split}});
      EXPECT_EQ(cells.size(), 256U) << "seed " << seed << ", " << (1 << split) << " along the first";
    }
  }
}

TEST(Design, LatinHypercubesHaveOneRunPerStratum) {
  for (const std::uint64_t runs : {1U, 7U, 100U, 1000U}) {
    const Design design(DesignKind::latin_hypercube, 5, runs, 3);
    const auto points = points_of(design);
    for (std::size_t d = 0; d < 5; ++d) {
      EXPECT_EQ(cells_of(points, {{d, static_cast<int>(runs)}}).size(), runs);
    }
  }
}

// The variance of the mean of x + y is that of the places within the strata: 2/(12 n³) against 2/(12 n) of independent draws.
TEST(Design, LatinHypercubesAreAccurateForSums) {
  constexpr std::uint64_t n = 64;
  double squares = 0.0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    double mean = 0.0;
    for (const auto& point : points_of({DesignKind::latin_hypercube, 2, n, seed}))
      mean += (point[0] + point[1] - 1.0) / n;
    squares += mean * mean / 200.0;
  }
  EXPECT_NEAR(squares / (2.0 / (12.0 * n * n * n)), 1.0, 0.35);  // 3.5 deviations of a χ² of 200
}

TEST(Design, MonteCarloIsUniformAndIndependent) {
  const auto points = points_of({DesignKind::monte_carlo, 2, 40'000, 1});
  double x = 0.0, xx = 0.0, xy = 0.0, lag = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double a = points[i][0] - 0.5, b = points[i][1] - 0.5;
    x += a;
    xx += a * a;
    xy += a * b;
    lag += a * (points[(i + 1) % points.size()][0] - 0.5);
  }
  const auto n = static_cast<double>(points.size());
  EXPECT_NEAR(x / n, 0.0, 4.0 * std::sqrt(1.0 / 12.0 / n));
  EXPECT_NEAR(xx / n, 1.0 / 12.0, 4.0 * std::sqrt(1.0 / 180.0 / n));
  EXPECT_NEAR(xy / n, 0.0, 4.0 / 12.0 / std::sqrt(n));
  EXPECT_NEAR(lag / n, 0.0, 4.0 / 12.0 / std::sqrt(n));
}

// One scrambled point is uniform: over seeds, each is.
TEST(Design, ScrambledPointsAreUniformOverSeeds) {
  for (const std::uint64_t index : {0U, 1U, 77U}) {
    double mean = 0.0, square = 0.0;
    constexpr int seeds = 10'000;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      double u = 0.0;
      Design(DesignKind::sobol, 1, 100, seed).point(index, {&u, 1});
      mean += (u - 0.5) / seeds;
      square += (u - 0.5) * (u - 0.5) / seeds;
    }
    EXPECT_NEAR(mean, 0.0, 4.0 * std::sqrt(1.0 / 12.0 / seeds));
    EXPECT_NEAR(square, 1.0 / 12.0, 4.0 * std::sqrt(1.0 / 180.0 / seeds));
  }
}

TEST(Design, GridsHaveEveryCombinationOnce) {
  const Design design = Design::grid({2, 3, 4});
  EXPECT_EQ(design.runs(), 24U);
  const auto points = points_of(design);
  EXPECT_EQ(cells_of(points, {{0, 2}, {1, 3}, {2, 4}}).size(), 24U);
  EXPECT_EQ(points[0][0], points[1][0]);  // the last changes fastest
  EXPECT_NE(points[0][2], points[1][2]);
  EXPECT_EQ(Design::grid({}).runs(), 1U);
}

TEST(Design, PointsDependOnSeedAndIndexOnly) {
  for (const DesignKind kind : {DesignKind::latin_hypercube, DesignKind::sobol, DesignKind::monte_carlo}) {
    const Design design(kind, 4, 300, 5), same(kind, 4, 300, 5), other(kind, 4, 300, 6);
    const auto points = points_of(design);
    int equal = 0;
    for (std::uint64_t i = 300; i-- > 0;) {
      std::vector<double> u(4), v(4);
      same.point(i, u);
      other.point(i, v);
      EXPECT_EQ(points[i], u);
      for (const double x : u) EXPECT_TRUE(x > 0.0 && x < 1.0);
      equal += u == v ? 1 : 0;
    }
    EXPECT_EQ(equal, 0);
  }
}

// More runs begin with the same ones, where the design does not depend on their number.
TEST(Design, SequencesGoOn) {
  for (const DesignKind kind : {DesignKind::sobol, DesignKind::monte_carlo}) {
    const auto few = points_of({kind, 3, 10, 5}), many = points_of({kind, 3, 1000, 5});
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(few[i], many[i]);
  }
}

TEST(Design, RefusesWhatItCannotDo) {
  EXPECT_THROW(Design(DesignKind::sobol, 101, 10, 0), InvalidArgument);
  EXPECT_THROW(Design(DesignKind::monte_carlo, 1, Design::most_runs + 1, 0), InvalidArgument);
  EXPECT_THROW(Design(DesignKind::grid, 1, 1, 0), InvalidArgument);
  EXPECT_THROW(Design::grid({3, 0}), InvalidArgument);
  EXPECT_THROW(Design::grid({100'000, 100'000}), InvalidArgument);
}

}  // namespace stickslip::sweep
