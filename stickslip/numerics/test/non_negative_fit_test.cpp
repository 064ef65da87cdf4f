#include "stickslip/numerics/non_negative_fit.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <Eigen/QR>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "stickslip/core/test/property.hpp"
#include "stickslip/core/vector.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::numerics::non_negative_fit_test {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

using SmallFit = NonNegativeFit<few_rows>;

MatrixXd random_matrix(Index rows, Index columns, std::mt19937& generator) {
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(generator); });
}

// The best of the least-squares fits with every subset of the columns that come out non-negative.
double least_by_enumeration(const MatrixXd& a, const VectorXd& b) {
  double least = b.norm();
  for (unsigned subset = 1; subset < 1U << a.cols(); ++subset) {
    std::vector<Index> used;
    for (Index j = 0; j < a.cols(); ++j) {
      if ((subset >> j & 1U) != 0U) used.push_back(j);
    }
    if (static_cast<Index>(used.size()) > a.rows()) continue;
    const MatrixXd part = a(Eigen::all, used);
    const VectorXd x = part.colPivHouseholderQr().solve(b);
    if (x.minCoeff() >= 0.0) least = std::min(least, (part * x - b).norm());
  }
  return least;
}

// x ≥ 0 is the minimum if and only if no column would help and those in use are spent: here relative to the rest.
template <int MaxRows>
void expect_optimal(const MatrixXd& columns, const VectorXd& b, const NonNegativeFit<MaxRows>& fit) {
  const VectorXd rest = fit.rest(), gain = columns.transpose() * rest;
  const double size = rest.norm();
  for (Index j = 0; j < gain.size(); ++j) EXPECT_LE(gain(j), 1e-12 * size) << j;
  for (Index k = 0; k < fit.count(); ++k) {
    EXPECT_GT(fit.weight(k), 0.0);
    EXPECT_GE(gain(fit.column(k)), -1e-12 * size) << k;
  }
  EXPECT_LE((fit.fitted(columns) + rest - b).norm(), 1e-13 * b.norm());
  const SolveReport report = fit.report();
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_GE(report.iterations, fit.count());
  EXPECT_LE(report.residual, 1e-12 * size / b.norm());
  // A bound, but for the rounding with which this sum differs from that of the fit.
  EXPECT_LE(gain.maxCoeff(), report.residual * b.norm() + 1e-15 * size);
}

TEST(NonNegativeFit, IsTheBestOfAllSubsets) {
  std::mt19937 generator(1);
  for (int k = 0; k < 60; ++k) {
    const Index rows = 1 + k % 6, columns = 1 + k % 9;
    const MatrixXd a = random_matrix(rows, columns, generator);
    const VectorXd b = random_matrix(rows, 1, generator);
    VectorXd x;
    EXPECT_EQ(non_negative_fit(a, b, x).status, SolveStatus::converged);
    EXPECT_GE(x.minCoeff(), 0.0);
    EXPECT_NEAR((a * x - b).norm(), least_by_enumeration(a, b), 1e-12);
  }
}

TEST(NonNegativeFit, IsOptimalWhenTallAndWhenWide) {
  std::mt19937 generator(2);
  for (int k = 0; k < 40; ++k) {
    const Index rows = k % 2 == 0 ? 60 : 12, columns = k % 2 == 0 ? 9 : 30;
    const MatrixXd a = random_matrix(rows, columns, generator).colwise().normalized();
    const VectorXd b = random_matrix(rows, 1, generator);
    const NonNegativeFit<> fit(a, b);
    EXPECT_GT(fit.count(), 0);
    expect_optimal(a, b, fit);
  }
}

TEST(NonNegativeFit, IsOptimalForRepeatedAndDependentColumns) {
  std::mt19937 generator(3);
  std::uniform_int_distribution<int> digit(-1, 1);
  for (int k = 0; k < 500; ++k) {
    const Index rows = 2 + k % 7;
    MatrixXd a = MatrixXd::NullaryExpr(rows, 24, [&] { return static_cast<double>(digit(generator)); });
    a.row(0).setOnes();
    const UnitColumns unit(a);
    // Once on the boundary of the cone, or inside it, and once anywhere.
    const VectorXd inside = unit.columns.col(0) + 2.0 * unit.columns.col(1) + 0.5 * unit.columns.col(2);
    const SmallFit exact(unit.columns, inside);
    EXPECT_LE(exact.rest().norm(), 1e-15 * inside.norm());
    expect_optimal(unit.columns, inside, exact);
    const VectorXd b = random_matrix(rows, 1, generator);
    expect_optimal(unit.columns, b, SmallFit(unit.columns, b));
  }
}

// Two columns so close that their difference has lost most digits.
TEST(NonNegativeFit, IsOptimalForNearlyParallelColumns) {
  std::mt19937 generator(4);
  for (int k = 0; k < 400; ++k) {
    const double apart = std::pow(10.0, -1 - k % 16);
    MatrixXd a = random_matrix(5, 10, generator);
    for (Index j = 1; j < 10; j += 2) a.col(j) = a.col(j - 1) + apart * random_matrix(5, 1, generator);
    const MatrixXd columns = UnitColumns(a).columns;
    const VectorXd b = random_matrix(5, 1, generator);
    expect_optimal(columns, b, SmallFit(columns, b));
  }
}

// Two columns that cancel but for a hair reach b = (0, 1) by weights of 1/hair. Any weights: to the last digit of the rest.
// Bounded: by what can be added up, and the optimum is that of Eq. 3, where every a_j·r = δ/heaviest with δ the excess:
// with weights x each, r = (0, 1 − 2 hair x), hair (1 − 2 hair x) = (2x/heaviest − 1)/heaviest.
TEST(NonNegativeFit, HoldsDownWeightsThatCannotBeAddedUp) {
  constexpr double heaviest = SmallFit::heaviest;
  for (int k = 2; k <= 12; ++k) {
    MatrixXd a(2, 2);
    a << 1.0, -1.0, std::pow(10.0, -k), std::pow(10.0, -k);
    const UnitColumns unit(a);
    const double hair = unit.columns(1, 0);
    const VectorXd b = VectorXd::Unit(2, 1);
    EXPECT_LE(SmallFit(unit.columns, b).rest().norm(), 1e-15);
    const SmallFit fit(unit.columns, b, Weights::bounded);
    EXPECT_LE((fit.fitted(unit.columns) + fit.rest() - b).norm(), 1e-9) << k;
    const bool fits = 1.0 / hair < heaviest;
    const double x = fits ? 0.5 / hair : (hair + 1.0 / heaviest) / (2.0 * (hair * hair + 1.0 / (heaviest * heaviest)));
    ASSERT_EQ(fit.count(), 2);
    for (Index i = 0; i < 2; ++i) EXPECT_NEAR(fit.weight(i), x, 1e-9 * x) << k;
    EXPECT_EQ(fit.report().status, fits ? SolveStatus::converged : SolveStatus::stalled) << k;
    EXPECT_LE((unit.columns.transpose() * fit.rest()).maxCoeff(), fit.report().residual);
    EXPECT_LE(fit.report().residual, (1.0 + 1e-9) / heaviest);
  }
}

// Just off a face of the cone the rest is tiny, and still orthogonal to the face to its own last digits.
TEST(NonNegativeFit, KnowsATinyRest) {
  std::mt19937 generator(5);
  for (int k = 0; k < 200; ++k) {
    MatrixXd a = random_matrix(6, 12, generator);
    a.row(5).setZero();
    a(5, 11) = -1.0;
    const MatrixXd columns = UnitColumns(a).columns;
    const double off = std::pow(10.0, -4 - k % 9);
    VectorXd b = columns.leftCols(11) * random_matrix(11, 1, generator).cwiseAbs();
    b(5) = off;
    const SmallFit fit(columns, b);
    EXPECT_NEAR(fit.rest().norm(), off, 1e-3 * off + 1e-15 * b.norm());
    expect_optimal(columns, b, fit);
  }
}

TEST(NonNegativeFit, KnowsAnyScale) {
  MatrixXd a(2, 3);
  a << 1e-150, 0.0, 1e150, 1e-150, 1e150, 0.0;
  const UnitColumns unit(a);
  for (const double scale : {1e-150, 1.0, 1e150}) {
    const Vec<2> b(3.0 * scale, 5.0 * scale);
    const SmallFit fit(unit.columns, b);
    EXPECT_LE(fit.rest().cwiseAbs().maxCoeff(), 1e-15 * scale);
    EXPECT_LE((fit.fitted(unit.columns) - b).cwiseAbs().maxCoeff(), 1e-15 * 5.0 * scale);
    const SmallFit opposite(unit.columns, -b);
    EXPECT_EQ(opposite.count(), 0);
    EXPECT_LE((opposite.rest() + b).cwiseAbs().maxCoeff(), 1e-15 * 5.0 * scale);
  }
  VectorXd x;
  EXPECT_EQ(non_negative_fit(MatrixXd::Constant(1, 1, 1e-150), VectorXd::Constant(1, 1e150), x).residual, 0.0);
  EXPECT_DOUBLE_EQ(x(0), 1e300);
}

TEST(NonNegativeFit, KnowsNothing) {
  const VectorXd b = Vec<3>(1.0, 2.0, 2.0);
  EXPECT_EQ(SmallFit(MatrixXd(3, 0), b).rest(), b);
  EXPECT_EQ(SmallFit(MatrixXd::Zero(3, 2), b).count(), 0);
  EXPECT_EQ(SmallFit(MatrixXd::Identity(3, 3), Vec<3>::Zero()).rest(), VectorXd::Zero(3));
  VectorXd x;
  EXPECT_EQ(non_negative_fit(MatrixXd(0, 2), VectorXd(0), x).iterations, 0);
  EXPECT_EQ(x, VectorXd::Zero(2));
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    const SmallFit fit(MatrixXd::Identity(3, 3), Vec<3>(1.0, bad, 0.0));
    EXPECT_TRUE(std::isnan(fit.rest()(0)));
    EXPECT_EQ(fit.report().status, SolveStatus::not_finite);
    EXPECT_TRUE(std::isnan(fit.report().residual));
  }
}

// The two parts of b are those of the cone and its polar [Moreau]: orthogonal, and each is its own fit.
TEST(NonNegativeFit, SplitsOrthogonally) {
  stickslip::test::for_all([] {
    std::mt19937 generator(*rc::gen::arbitrary<unsigned>());
    const Index rows = *rc::gen::inRange<Index>(1, few_rows + 1), count = *rc::gen::inRange<Index>(0, 40);
    const MatrixXd columns = UnitColumns(random_matrix(rows, count, generator)).columns;
    const VectorXd b = random_matrix(rows, 1, generator);
    const SmallFit fit(columns, b);
    const VectorXd in = fit.fitted(columns), rest = fit.rest();
    RC_ASSERT(std::abs(in.dot(rest)) <= 1e-14 * b.squaredNorm());
    RC_ASSERT(SmallFit(columns, in).rest().norm() <= 1e-14 * b.norm());
    RC_ASSERT(SmallFit(columns, rest).fitted(columns).norm() <= 1e-14 * b.norm());
  });
}

TEST(NonNegativeFit, SaysThatColumnsAreNoNumbers) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    MatrixXd a = MatrixXd::Identity(2, 2);
    a(1, 0) = bad;
    VectorXd x;
    const SolveReport report = non_negative_fit(a, VectorXd::Ones(2), x);
    EXPECT_EQ(report.status, SolveStatus::not_finite);
    EXPECT_TRUE(std::isnan(report.residual));
    EXPECT_EQ(x, VectorXd::Zero(2));
  }
}

TEST(NonNegativeFit, AllocatesNothingWithFewRows) {
  if (!test::counts_allocations()) GTEST_SKIP() << "allocations cannot be counted here";
  std::mt19937 generator(6);
  const MatrixXd columns = UnitColumns(random_matrix(6, 16, generator)).columns;
  const VectorXd b = columns.rowwise().sum();
  double sum = 0.0;
  EXPECT_EQ(test::allocations_in([&] { sum += SmallFit(columns, b).fitted(columns).norm(); }), 0U);
  EXPECT_GT(sum, 0.0);
}

}  // namespace
}  // namespace stickslip::numerics::non_negative_fit_test
