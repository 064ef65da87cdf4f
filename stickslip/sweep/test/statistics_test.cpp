#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/outcome.hpp"
#include "stickslip/sweep/statistics/histogram.hpp"
#include "stickslip/sweep/statistics/proportion.hpp"
#include "stickslip/sweep/statistics/quantile.hpp"
#include "stickslip/sweep/statistics/rank_correlation.hpp"
#include "stickslip/sweep/statistics/sobol_indices.hpp"

namespace stickslip::sweep::statistics_test {
namespace {

TEST(Quantile, LiesBetweenNeighbours) {
  const std::vector<double> sorted = in_order(std::vector<double>{4.0, not_a_number, 1.0, 2.0});
  EXPECT_EQ(sorted, (std::vector<double>{1.0, 2.0, 4.0}));
  EXPECT_EQ(quantile(sorted, 0.0), 1.0);
  EXPECT_EQ(quantile(sorted, 0.25), 1.5);
  EXPECT_EQ(quantile(sorted, 1.0), 4.0);
  EXPECT_EQ(quantile(std::vector<double>{Range::infinity, Range::infinity}, 0.5), Range::infinity);
}

TEST(Histogram, CountsEveryFiniteNumberOnce) {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(std::sin(0.1 * i));
  values.push_back(Range::infinity);
  const Histogram h = histogram(in_order(values));
  ASSERT_EQ(h.edges.size(), h.counts.size() + 1);
  EXPECT_GT(h.counts.size(), 5U);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < h.counts.size(); ++i) {
    EXPECT_LT(h.edges[i], h.edges[i + 1]);
    std::uint64_t inside = 0;
    for (const double x : values) {
      const bool is_last = i + 1 == h.counts.size();
      if (x >= h.edges[i] && (x < h.edges[i + 1] || (is_last && x == h.edges[i + 1]))) ++inside;
    }
    EXPECT_EQ(h.counts[i], inside);
    sum += h.counts[i];
  }
  EXPECT_EQ(sum, 1000U);
}

TEST(Histogram, OfDecadesHasEqualRatios) {
  std::vector<double> values;
  for (int i = 0; i < 500; ++i) values.push_back(std::pow(10.0, -8.0 + 0.012 * i));
  const Histogram h = histogram(values);
  ASSERT_TRUE(h.is_log);
  ASSERT_GT(h.counts.size(), 2U);
  for (std::size_t i = 2; i < h.edges.size(); ++i) {
    EXPECT_NEAR(h.edges[i] / h.edges[i - 1], h.edges[1] / h.edges[0], 1e-9);
  }
  // The same numbers with a zero among them have no ratios.
  values.insert(values.begin(), 0.0);
  EXPECT_FALSE(histogram(values).is_log);
}

TEST(Histogram, OfNothingAndOfOneValue) {
  EXPECT_TRUE(histogram({}).edges.empty());
  EXPECT_TRUE(histogram(std::vector<double>{Range::infinity}).edges.empty());
  const Histogram one = histogram(std::vector<double>{2.0, 2.0});
  EXPECT_EQ(one.counts, (std::vector<std::uint64_t>{2}));
  EXPECT_EQ(histogram(std::vector<double>{-1e308, 1e308}).counts, (std::vector<std::uint64_t>{2}));
}

TEST(RankCorrelation, SeesAnyThatGrows) {
  std::vector<double> x, grows, falls, bends;
  for (int i = 0; i < 101; ++i) {
    x.push_back(i);
    grows.push_back(std::exp(0.1 * i));
    falls.push_back(-std::pow(i, 3.0));
    bends.push_back((i - 50) * (i - 50));
  }
  EXPECT_DOUBLE_EQ(rank_correlation(x, grows), 1.0);
  EXPECT_DOUBLE_EQ(rank_correlation(x, falls), -1.0);
  EXPECT_NEAR(rank_correlation(x, bends), 0.0, 1e-12);
  EXPECT_EQ(ranks(std::vector<double>{3.0, 1.0, 3.0}), (std::vector<double>{2.5, 1.0, 2.5}));
  // By hand: ranks 1 2 3 4 and 1.5 1.5 4 3, covariance 3.5, variances 5 and 4.5.
  EXPECT_NEAR(rank_correlation(std::vector<double>{1, 2, 3, 4}, std::vector<double>{5, 5, 9, 7}),
              3.5 / std::sqrt(5.0 * 4.5), 1e-15);
  EXPECT_TRUE(std::isnan(rank_correlation(x, std::vector<double>(101, 1.0))));
  EXPECT_TRUE(std::isnan(rank_correlation({}, {})));
  grows[7] = not_a_number;
  EXPECT_DOUBLE_EQ(rank_correlation(x, grows), 1.0);
}

// The ends are the probabilities at which what was seen is 1.96 deviations away: |p̂ − p| = z √(p (1 − p)/n).
TEST(Proportion, EndsAreTwoDeviationsAway) {
  for (const auto& [count, of] : {std::pair{3U, 20U}, {150U, 1000U}, {0U, 10U}, {10U, 10U}}) {
    const Proportion p = proportion(count, of);
    for (const double end : {p.low, p.high}) {
      if (end == 0.0 || end == 1.0) continue;
      EXPECT_NEAR(std::abs(p.share - end), 1.959963984540054 * std::sqrt(end * (1.0 - end) / of), 1e-12);
    }
    EXPECT_LE(p.low, p.share);
    EXPECT_GE(p.high, p.share);
  }
  EXPECT_EQ(proportion(0, 10).low, 0.0);
  EXPECT_NEAR(proportion(0, 10).high, 0.2775, 1e-4);
  EXPECT_EQ(proportion(10, 10).high, 1.0);
  EXPECT_TRUE(std::isnan(proportion(0, 0).share));
}

std::vector<double> outputs_of(const Design& design, const std::function<double(std::span<const double>)>& f) {
  std::vector<double> u(design.dimensions()), y;
  for (std::uint64_t i = 0; i < design.runs(); ++i) {
    design.point(i, u);
    y.push_back(f(u));
  }
  return y;
}

TEST(SobolIndices, PointsOfASampleDifferInOneCoordinate) {
  const Design design = Design::for_indices(3, 40, 5);
  EXPECT_EQ(design.runs(), 200U);
  std::vector<double> a(3), b(3), c(3);
  for (std::uint64_t j = 0; j < 40; ++j) {
    design.point(5 * j, a);
    design.point(5 * j + 1, b);
    EXPECT_TRUE(design.is_sample(5 * j) && design.is_sample(5 * j + 1) && !design.is_sample(5 * j + 2));
    for (std::size_t i = 0; i < 3; ++i) {
      design.point(5 * j + 2 + i, c);
      for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(c[k], k == i ? b[k] : a[k]);
      EXPECT_NE(a[i], b[i]);
    }
  }
  EXPECT_THROW(Design::for_indices(51, 1, 0), InvalidArgument);
  EXPECT_THROW(Design::for_indices(1, 10'000'000, 0), InvalidArgument);
}

// y = 3 x1 + 4 x2 of uniform numbers: shares of the variance 9/25 and 16/25; nothing by interaction, nothing by x3.
TEST(SobolIndices, OfASumAreItsShares) {
  const Design design = Design::for_indices(3, 4096, 1);
  const SobolIndices found =
      sobol_indices(design, outputs_of(design, [](auto u) { return 1e6 + 3.0 * u[0] + 4.0 * u[1]; }));
  EXPECT_EQ(found.samples, 4096U);
  const double expected[] = {0.36, 0.64, 0.0};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.first[i].value, expected[i], 2e-3);
    EXPECT_NEAR(found.total[i].value, expected[i], 2e-3);
    EXPECT_LE(found.first[i].low, found.first[i].value);
    EXPECT_LT(found.first[i].high - found.first[i].low, 0.02);
  }
}

// y = x1 x2 about 0: all by interaction.
TEST(SobolIndices, OfAProductAreInteractions) {
  const Design design = Design::for_indices(2, 4096, 1);
  const SobolIndices found =
      sobol_indices(design, outputs_of(design, [](auto u) { return (u[0] - 0.5) * (u[1] - 0.5); }));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(found.first[i].value, 0.0, 0.03);  // 1/√4096 is 0.016
    EXPECT_NEAR(found.total[i].value, 1.0, 0.03);
  }
}

TEST(SobolIndices, LeaveOutWhatIsNoNumber) {
  const Design design = Design::for_indices(2, 256, 1);
  std::vector<double> y = outputs_of(design, [](auto u) { return u[0] + u[1]; });
  y[0] = not_a_number;
  y[4 * 9 + 3] = Range::infinity;
  const SobolIndices found = sobol_indices(design, y);
  EXPECT_EQ(found.samples, 254U);
  EXPECT_NEAR(found.first[0].value, 0.5, 0.05);
  EXPECT_TRUE(std::isnan(sobol_indices(design, std::vector<double>(1024, 3.0)).first[0].value));
  EXPECT_THROW(sobol_indices(design, std::vector<double>(1023, 3.0)), InvalidArgument);
  EXPECT_THROW(sobol_indices(Design(DesignKind::sobol, 2, 8, 1), std::vector<double>(8)), InvalidArgument);
  EXPECT_TRUE(sobol_indices(Design::for_indices(2, 0, 1), {}).first.size() == 2);
}

}  // namespace
}  // namespace stickslip::sweep::statistics_test
