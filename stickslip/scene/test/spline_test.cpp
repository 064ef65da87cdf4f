// The smooth curve through a table, against functions whose derivatives are known.
#include "stickslip/scene/detail/spline.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace stickslip::scene {

namespace spline_test {
namespace {

using detail::Spline;
constexpr double pi = std::numbers::pi;

template <class Function>
Spline through(const Function& function, const std::vector<double>& times) {
  std::vector<double> values;
  for (const double t : times) values.push_back(function(t));
  return {times, values};
}

std::vector<double> even(int pieces) {
  std::vector<double> times;
  for (int i = 0; i <= pieces; ++i) times.push_back(static_cast<double>(i) / pieces);
  return times;
}

TEST(Spline, IsTheCubicThatIsAtRestAtItsEnds) {
  const auto cubic = [](double t) { return 7.0 - 4.0 * t * t * (3.0 - 2.0 * t); };
  const std::vector<std::vector<double>> tables = {{0.0, 1.0}, {0.0, 0.1, 0.15, 0.7, 1.0}};
  for (const auto& times : tables) {
    const Spline spline = through(cubic, times);
    for (const double t : even(50)) EXPECT_NEAR(spline(t), cubic(t), 1e-14) << t;
    EXPECT_EQ(spline(-1.0), 7.0);
    EXPECT_EQ(spline(2.0), 3.0);
  }
}

// By at most 5/384 h⁴ of the fourth derivative, π⁴ here; that is what it comes to where the derivative is the same all over.
TEST(Spline, IsOffByNoMoreThanItsBound) {
  const auto wave = [](double t) { return std::cos(pi * t); };
  double before = 0.0;
  for (const int pieces : {4, 8, 16, 32}) {
    const Spline spline = through(wave, even(pieces));
    double error = 0.0;
    for (const double t : even(997)) error = std::max(error, std::abs(spline(t) - wave(t)));
    EXPECT_LT(error, 5.0 / 384.0 * std::pow(pi / pieces, 4));
    if (pieces > 8) {
      EXPECT_NEAR(before / error, 16.0, 1.0) << pieces;
    }
    before = error;
  }
}

TEST(Spline, HasNoJumpsOfSlopeAndCurvature) {
  const std::vector<double> times = {0.0, 0.3, 0.4, 1.0, 1.1};
  const Spline spline(times, {0.0, 2.0, -1.0, 0.5, 0.5});
  const double d = 1e-4;
  const auto slope = [&](double t) { return (spline(t + d) - spline(t - d)) / (2.0 * d); };
  const auto curvature = [&](double t) { return (spline(t + d) - 2.0 * spline(t) + spline(t - d)) / (d * d); };
  for (const double t : times) {
    // Both change by their own derivatives over 4 d and no more: the curve's second is at most 402, its third 6155.
    EXPECT_NEAR(slope(t - 2.0 * d), slope(t + 2.0 * d), 402.0 * 4.0 * d) << t;
    if (t == times.front() || t == times.back()) {
      EXPECT_NEAR(slope(t), 0.0, 402.0 * d);
    } else {
      EXPECT_NEAR(curvature(t - 2.0 * d), curvature(t + 2.0 * d), 6155.0 * 4.0 * d) << t;
    }
  }
}

// Among them curves that go beyond their rows, and parts that end between rows.
TEST(Spline, RangesAreThoseOfAllItsValues) {
  const std::vector<Spline> all = {{{0.0, 1.0, 2.0, 3.0}, {0.0, 1.0, 1.0, 0.0}},
                                   {{0.0, 0.3, 0.4, 1.0, 3.0}, {0.0, 2.0, -1.0, 0.5, 0.5}},
                                   {{0.0, 3.0}, {1.0, -1.0}},
                                   {{1.0}, {4.0}}};
  for (const Spline& spline : all) {
    for (const double from : {-1.0, 0.0, 0.7, 1.4}) {
      for (const double to : {1.4, 1.6, 3.0, 5.0}) {
        double low = spline(from), high = low;
        for (const double share : even(20000)) {
          const double value = spline(from + share * (to - from));
          low = std::min(low, value);
          high = std::max(high, value);
        }
        const auto range = spline.range(from, to);
        EXPECT_NEAR(range.first, low, 1e-5);
        EXPECT_NEAR(range.second, high, 1e-5);
      }
    }
  }
  // 0, 1, 1, 0: slopes are 1 and −1 in the middle, s = 1 + u (1 − u).
  EXPECT_NEAR(all[0].range(0.0, 3.0).second, 1.25, 1e-14);
}

TEST(Spline, TellsWhatItCannotCompute) {
  EXPECT_TRUE(Spline({0.0}, {1e308}).is_finite());
  EXPECT_TRUE(Spline({0.0, 1.0, 2.0}, {0.0, 1e300, 0.0}).is_finite());
  EXPECT_FALSE(Spline({0.0, 1.0, 2.0}, {-1e308, 1e308, -1e308}).is_finite());
  EXPECT_FALSE(Spline({0.0, 1e-200, 1.0}, {0.0, 1.0, 1.0}).is_finite());
}

}  // namespace
}  // namespace spline_test

}  // namespace stickslip::scene
