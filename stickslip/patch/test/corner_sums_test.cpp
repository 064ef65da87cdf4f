#include "stickslip/patch/detail/corner_sums.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace stickslip::patch::detail::corner_sums_test {
namespace {

struct Sums {
  double x = 0.0, y = 0.0, distance = 0.0;
};

// Eq. 1 for one corner, load by load.
Sums plain_sums(const EvenRaster& raster, const std::vector<double>& weight, int corner_row, int corner_column) {
  Sums sums;
  for (int row = 0; row < raster.rows; ++row) {
    for (int column = 0; column < raster.columns; ++column) {
      const double w = weight[static_cast<std::size_t>(row * raster.columns + column)];
      const double x = (column + 0.5 - corner_column) * raster.width, y = (row + 0.5 - corner_row) * raster.height;
      const double distance = std::hypot(x, y);
      sums.x += w * x / distance;
      sums.y += w * y / distance;
      sums.distance += w * distance;
    }
  }
  return sums;
}

TEST(CornerSums, AreThoseLoadByLoad) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (const EvenRaster& raster : {EvenRaster{1, 1, 1e-3, 2e-3}, EvenRaster{2, 9, 1e-3, 1e-3},
                                   EvenRaster{16, 16, 2.0, 1.0}, EvenRaster{31, 70, 1e-4, 3e-4}}) {
    const auto cells = static_cast<std::size_t>(raster.rows * raster.columns);
    std::vector<double> spread(cells), single(cells, 0.0);
    double total = 0.0;
    for (double& w : spread) total += w = uniform(generator);
    for (double& w : spread) w /= total;
    single[cells / 3] = 1.0;
    const double reach = std::hypot(raster.columns * raster.width, raster.rows * raster.height);
    const double rounding = 1e-14 * std::max(raster.rows, raster.columns);
    for (const std::vector<double>& weight : {spread, single}) {
      const CornerSums sums = corner_sums(raster, weight);
      ASSERT_EQ(sums.distance.size(), static_cast<std::size_t>((raster.rows + 1) * (raster.columns + 1)));
      std::size_t i = 0;
      for (int row = 0; row <= raster.rows; ++row) {
        for (int column = 0; column <= raster.columns; ++column, ++i) {
          const Sums expected = plain_sums(raster, weight, row, column);
          EXPECT_NEAR(sums.along_x[i], expected.x, rounding);
          EXPECT_NEAR(sums.along_y[i], expected.y, rounding);
          EXPECT_NEAR(sums.distance[i], expected.distance, rounding * reach);
        }
      }
    }
  }
}

TEST(CornerSums, TellHowFarTheyAreAndCanBeStopped) {
  const EvenRaster raster{20, 30, 1e-3, 1e-3};
  const std::vector<double> weight(600, 1.0 / 600.0);
  double last = 0.0;
  corner_sums(raster, weight, [&](double share) {
    EXPECT_GE(share, last);
    last = share;
  });
  EXPECT_EQ(last, 1.0);
  EXPECT_THROW(corner_sums(raster, weight,
                           [](double share) {
                             if (share > 0.3) throw std::runtime_error("stop");
                           }),
               std::runtime_error);
}

}  // namespace
}  // namespace stickslip::patch::detail::corner_sums_test
