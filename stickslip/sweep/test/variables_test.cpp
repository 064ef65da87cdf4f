// Distributions against their moments, quantiles and bounds; numbers drawn together against their covariance.
#include "stickslip/sweep/variables.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/design.hpp"
#include "stickslip/sweep/normal_quantile.hpp"

namespace stickslip::sweep {

namespace variables_test {
namespace {

struct Moments {
  double mean = 0.0, variance = 0.0;
};

// By the midpoint rule in u.
Moments moments(const Distribution& distribution, bool of_logarithm = false) {
  constexpr int n = 200'000;
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < n; ++i) {
    const double x = distribution.value((i + 0.5) / n), y = of_logarithm ? std::log(x) : x;
    sum += y / n;
    squares += y * y / n;
  }
  return {sum, squares - sum * sum};
}

double density(double z) {
  return std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
}

}  // namespace
}  // namespace variables_test

using variables_test::density;
using variables_test::Moments;
using variables_test::moments;

// 0.1 + 0.2, which a user's program wrote, is no level that was computed here.
TEST(Distribution, LevelsAtTheEndsAreThoseThatWereWritten) {
  const double written = 0.1 + 0.2;
  ASSERT_NE(written, 0.3);
  for (const Distribution& levels : {Distribution::linear({.from = written, .to = 1.0, .n = 3}),
                                     Distribution::log({.from = written, .to = 1.0, .n = 3}),
                                     Distribution::linear({.from = 0.0, .to = written, .n = 3})})
    EXPECT_TRUE(levels.value(0.0) == written || levels.value(1.0) == written);
}

TEST(NormalQuantile, IsTheInverse) {
  for (double z = -37.0; z <= 5.0; z += 0.0625) {
    // A change of z changes Φ by the density: relative to Φ up to |z| in the tail.
    EXPECT_NEAR(normal_quantile(normal_cdf(z)), z,
                4e-15 * std::max(1.0, std::abs(z)) / std::min(1.0, density(std::max(z, 0.0))));
  }
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-15);
  EXPECT_EQ(normal_quantile(0.5), 0.0);
}

TEST(Distribution, HasItsMoments) {
  const Moments uniform = moments(Distribution::uniform({.from = 0.8, .to = 1.1}));
  EXPECT_NEAR(uniform.mean, 0.95, 1e-9);
  EXPECT_NEAR(uniform.variance, 0.09 / 12.0, 1e-9);
  const Moments log_uniform = moments(Distribution::log_uniform({.from = 1e-3, .to = 10.0}), true);
  EXPECT_NEAR(log_uniform.mean, 0.5 * (std::log(1e-3) + std::log(10.0)), 1e-9);
  EXPECT_NEAR(log_uniform.variance, std::pow(std::log(1e4), 2) / 12.0, 1e-8);
  const Moments normal = moments(Distribution::normal({.mean = 0.2, .sd = 0.02}));
  EXPECT_NEAR(normal.mean, 0.2, 1e-9);
  EXPECT_NEAR(normal.variance / 4e-4, 1.0, 1e-4);  // what the rule misses of the tails
  const Moments log_normal = moments(Distribution::log_normal({.median = 3.0, .sigma = 0.5}));
  EXPECT_NEAR(log_normal.mean, 3.0 * std::exp(0.125), 1e-3);
  EXPECT_NEAR(log_normal.variance, 9.0 * std::exp(0.25) * (std::exp(0.25) - 1.0), 1e-2);
}

// Mean μ + σ (φ(a) − φ(b))/Z and variance σ² (1 + (a φ(a) − b φ(b))/Z − ((φ(a) − φ(b))/Z)²) of a normal distribution cut at a and b.
TEST(Distribution, TruncatedNormalHasItsMoments) {
  const std::pair<double, double> cuts[] = {{-1.0, 2.0}, {0.5, 1.0},   {-5.0, 5.0},
                                            {2.0, 9.0},  {-4.0, -3.0}, {10.0, 11.0}};
  for (const auto& [a, b] : cuts) {
    const Distribution cut = Distribution::normal({.mean = 1.0, .sd = 2.0, .min = 1.0 + 2.0 * a, .max = 1.0 + 2.0 * b});
    const double z = a > 0.0 ? normal_cdf(-a) - normal_cdf(-b) : normal_cdf(b) - normal_cdf(a);
    const double shift = (density(a) - density(b)) / z;
    const Moments found = moments(cut);
    EXPECT_NEAR(found.mean, 1.0 + 2.0 * shift, 1e-5) << a;
    EXPECT_NEAR(found.variance, 4.0 * (1.0 + (a * density(a) - b * density(b)) / z - shift * shift), 1e-3) << a;
    EXPECT_GE(cut.value(1e-16), cut.low());
    EXPECT_LE(cut.value(1.0 - 1e-16), cut.high());
    EXPECT_EQ(cut.low(), 1.0 + 2.0 * a);
  }
}

TEST(Distribution, TruncatedOnesAreWhatRemains) {
  // Half of a log-normal distribution is below its median: cut there, the quartile is the octile's complement of the whole.
  const Distribution whole = Distribution::log_normal({.median = 2.0, .sigma = 0.3}),
                     upper = Distribution::log_normal({.median = 2.0, .sigma = 0.3, .min = 2.0});
  for (const double u : {0.1, 0.5, 0.9}) EXPECT_NEAR(upper.value(u), whole.value(0.5 + 0.5 * u), 1e-13);
  const Distribution narrowed = Distribution::uniform({.from = 0.0, .to = 1.0, .min = 0.25, .max = 7.0});
  EXPECT_EQ(narrowed.low(), 0.25);
  EXPECT_EQ(narrowed.high(), 1.0);
  EXPECT_NEAR(narrowed.value(0.5), 0.625, 1e-15);
  const Distribution decade = Distribution::log_uniform({.from = 1.0, .to = 100.0, .min = 10.0});
  EXPECT_NEAR(decade.value(0.5), std::pow(10.0, 1.5), 1e-12);
}

TEST(Distribution, GrowsWithU) {
  for (const Distribution& one : {Distribution::normal({.mean = 0.0, .sd = 1.0, .min = 3.0, .max = 30.0}),
                                  Distribution::uniform({.from = -1.0, .to = 2.0}),
                                  Distribution::log_normal({.median = 1.0, .sigma = 2.0, .max = 0.5})}) {
    double before = -Range::infinity;
    for (int i = 0; i < 1000; ++i) {
      const double x = one.value((i + 0.5) / 1000.0);
      EXPECT_GE(x, before);
      before = x;
    }
  }
}

TEST(Distribution, HasItsLevels) {
  const Distribution list = Distribution::list({3.0, 3.6, 4.2});
  EXPECT_EQ(list.levels(), 3U);
  EXPECT_EQ(list.value(0.1), 3.0);
  EXPECT_EQ(list.value(0.5), 3.6);
  EXPECT_EQ(list.value(0.99), 4.2);
  const Distribution linear = Distribution::linear({.from = 0.0, .to = 0.3, .n = 4});
  EXPECT_EQ(linear.value(0.1), 0.0);
  EXPECT_EQ(linear.value(0.3), 0.1);
  EXPECT_EQ(linear.value(0.9), 0.3);
  // Numbers that are short stay so: 0.1 (0.1 - 0) is 0.010000000000000002.
  const Distribution tenths = Distribution::linear({.from = 0.0, .to = 0.1, .n = 11}),
                     thirds = Distribution::linear({.from = 0.0, .to = 1.0, .n = 4}),
                     about_zero = Distribution::linear({.from = -1.0, .to = 1.0, .n = 21});
  for (int i = 0; i < 10; ++i) EXPECT_EQ(tenths.value((i + 0.5) / 11.0), i / 100.0);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(about_zero.value((i + 0.5) / 21.0), (i - 10) / 10.0);
  EXPECT_EQ(thirds.value(0.3), 1.0 / 3.0);
  const Distribution log = Distribution::log({.from = 1e-3, .to = 10.0, .n = 5});
  EXPECT_NEAR(log.value(0.5), 0.1, 1e-15);
  EXPECT_EQ(log.value(0.9), 10.0);
  EXPECT_EQ(Distribution::linear({.from = 2.0, .to = 5.0, .n = 1}).value(0.7), 2.0);
  EXPECT_EQ(Distribution::normal({.mean = 0.0, .sd = 1.0}).levels(), 0U);
}

TEST(Distribution, RefusesWhatIsNone) {
  EXPECT_THROW(Distribution::list({}), InvalidArgument);
  EXPECT_THROW(Distribution::list({1.0, NAN}), InvalidArgument);
  EXPECT_THROW(Distribution::linear({.from = 0.0, .to = 1.0, .n = 0}), InvalidArgument);
  EXPECT_THROW(Distribution::log({.from = 0.0, .to = 1.0, .n = 3}), InvalidArgument);
  EXPECT_THROW(Distribution::uniform({.from = 1.0, .to = 1.0}), InvalidArgument);
  EXPECT_THROW(Distribution::uniform({.from = 0.0, .to = 1.0, .min = 2.0}), InvalidArgument);
  EXPECT_THROW(Distribution::log_uniform({.from = -1.0, .to = 1.0}), InvalidArgument);
  EXPECT_THROW(Distribution::normal({.mean = 0.0, .sd = 0.0}), InvalidArgument);
  EXPECT_THROW(Distribution::normal({.mean = 0.0, .sd = 1.0, .min = 2.0, .max = 1.0}), InvalidArgument);
  EXPECT_THROW(Distribution::normal({.mean = 0.0, .sd = 1.0, .min = 50.0}), InvalidArgument);
  EXPECT_THROW(Distribution::log_normal({.median = -1.0, .sigma = 1.0}), InvalidArgument);
  EXPECT_THROW(Distribution::normal({.mean = NAN, .sd = 1.0}), InvalidArgument);
}

TEST(JointNormal, HasItsCovariance) {
  const Eigen::Vector3d mean(1.0, -2.0, 0.5);
  Eigen::Matrix3d covariance;
  covariance << 4.0, 1.2, -0.6, 1.2, 1.0, 0.3, -0.6, 0.3, 2.0;
  const JointNormal joint(mean, covariance);
  EXPECT_NEAR((joint.factor() * joint.factor().transpose() - covariance).norm(), 0.0, 1e-14);
  const Design design(DesignKind::sobol, 3, 1 << 14, 11);
  Eigen::Vector3d u, x, sum = Eigen::Vector3d::Zero();
  Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
  for (std::uint64_t i = 0; i < design.runs(); ++i) {
    design.point(i, {u.data(), 3});
    joint.values({u.data(), 3}, {x.data(), 3});
    sum += x;
    squares += (x - mean) * (x - mean).transpose();
  }
  const auto n = static_cast<double>(design.runs());
  EXPECT_NEAR((sum / n - mean).norm(), 0.0, 2e-3);
  EXPECT_NEAR((squares / n - covariance).norm(), 0.0, 2e-2);
}

TEST(JointNormal, MayBeSingular) {
  const JointNormal joint(Eigen::Vector2d::Zero(), (Eigen::Matrix2d() << 1.0, -2.0, -2.0, 4.0).finished());
  const double u[2] = {0.3, 0.9};
  double x[2];
  joint.values(u, x);
  EXPECT_NEAR(x[1], -2.0 * x[0], 1e-14);
}

TEST(JointNormal, RefusesWhatIsNoCovariance) {
  const Eigen::Vector2d mean = Eigen::Vector2d::Zero();
  const auto matrix = [](double a, double b, double c, double d) {
    return (Eigen::Matrix2d() << a, b, c, d).finished();
  };
  EXPECT_THROW(JointNormal(mean, matrix(1.0, 2.0, 2.0, 1.0)), InvalidArgument);
  EXPECT_THROW(JointNormal(mean, matrix(1.0, 0.5, 0.4, 1.0)), InvalidArgument);
  EXPECT_THROW(JointNormal(mean, matrix(-1.0, 0.0, 0.0, 1.0)), InvalidArgument);
  EXPECT_THROW(JointNormal(mean, matrix(0.0, 1.0, 1.0, 1.0)), InvalidArgument);
  EXPECT_THROW(JointNormal(mean, Eigen::MatrixXd::Identity(3, 3)), InvalidArgument);
  EXPECT_THROW(JointNormal(mean, matrix(NAN, 0.0, 0.0, 1.0)), InvalidArgument);
}

TEST(Variables, TakeTheirCoordinatesInOrder) {
  Variables variables;
  variables.add({"a"}, Distribution::uniform({.from = 0.0, .to = 10.0}));
  variables.add({{"b"}, {"c"}}, JointNormal(Eigen::Vector2d(5.0, 6.0), Eigen::Matrix2d::Identity()));
  variables.add({"d"}, Distribution::list({1.0, 2.0}));
  const double u[4] = {0.25, 0.5, normal_cdf(1.0), 0.75};
  double x[4];
  variables.values(u, x);
  EXPECT_EQ(x[0], 2.5);
  EXPECT_EQ(x[1], 5.0);
  EXPECT_NEAR(x[2], 7.0, 1e-14);
  EXPECT_EQ(x[3], 2.0);
  EXPECT_EQ(variables.levels(), (std::vector<std::uint64_t>{0, 0, 0, 2}));
  EXPECT_THROW(variables.add(std::vector<VariableName>{{"e"}},
                             JointNormal(Eigen::Vector2d::Zero(), Eigen::Matrix2d::Identity())),
               InvalidArgument);
}

}  // namespace stickslip::sweep
