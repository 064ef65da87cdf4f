// Limits of time and stops asked for meanwhile, in problems where a single step takes long.
#include <chrono>
#include <span>
#include <thread>

#include <gtest/gtest.h>

#include "stickslip/solvers/auto_lcp.hpp"
#include "stickslip/solvers/dantzig.hpp"
#include "stickslip/solvers/detail/dictionary.hpp"
#include "stickslip/solvers/detail/lu.hpp"
#include "stickslip/solvers/judice_pires.hpp"
#include "stickslip/solvers/lemke.hpp"
#include "stickslip/solvers/murty.hpp"
#include "stickslip/solvers/residual.hpp"
#include "stickslip/solvers/test/lcp_cases.hpp"

namespace stickslip::solvers::limits_test {
namespace {

using namespace test;

// Within this a solve with a limit of 0.05 s must be back: a hundred times as long, for slow machines that do other work too.
constexpr double patience = 5.0;

std::span<double> as_span(Eigen::VectorXd& z) {
  return {z.data(), static_cast<std::size_t>(z.size())};
}

Eigen::MatrixXd dominant(Random& random, int n) {
  return matrix(random, n, n) + 0.6 * n * Eigen::MatrixXd::Identity(n, n);
}

// The first half is free; with `zero` its own block is zero, so that it is eliminated in pairs with the other half.
MixedLcpProblem half_free(int n, bool zero) {
  Random random(1);
  MixedLcpProblem problem{dominant(random, n), any_q(random, n), std::vector<bool>(static_cast<std::size_t>(n), false)};
  const int half = n / 2;
  std::fill_n(problem.free.begin(), half, true);
  if (zero) {
    problem.M.topLeftCorner(half, half).setZero();
    problem.M.topRightCorner(half, half) = dominant(random, half);
    problem.M.bottomLeftCorner(half, half) = -problem.M.topRightCorner(half, half).transpose();
  }
  return problem;
}

template <class Solver, class Problem>
void ends_in_time(const Problem& problem) {
  using Clock = std::chrono::steady_clock;
  Solver solver;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(problem.size());
  const double of_start = residual(problem, as_span(z));
  SolverOptions options;
  options.time_limit = 0.05;
  auto start = Clock::now();
  SolveReport report = solver.solve(problem, as_span(z), options);
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), patience);
  EXPECT_EQ(report.status, SolveStatus::time_limit);
  EXPECT_EQ(report.residual, residual(problem, as_span(z)));
  EXPECT_LE(report.residual, of_start);

  std::stop_source source;
  options = {};
  options.stop = source.get_token();
  z.setZero();
  std::jthread other([&source] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  start = Clock::now();
  report = solver.solve(problem, as_span(z), options);
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), patience);
  EXPECT_EQ(report.status, SolveStatus::cancelled);
  EXPECT_EQ(report.residual, residual(problem, as_span(z)));
}

TEST(Limits, HoldWhileFreeVariablesAreEliminated) {
  ends_in_time<Lemke>(half_free(2000, false));
}

TEST(Limits, HoldWhileFreeVariablesAreEliminatedInPairs) {
  ends_in_time<Lemke>(half_free(2000, true));
}

TEST(Limits, HoldWhileABlockIsFactored) {
  const MixedLcpProblem problem = half_free(2000, false);
  ends_in_time<JudicePires>(problem);
  ends_in_time<AutoMixedLcp>(problem);
}

// The start makes nearly all rows active: the first basis takes as many exchanges.
TEST(Limits, HoldWhileTheBasisOfTheStartIsComputed) {
  using Clock = std::chrono::steady_clock;
  Random random(2);
  const LcpProblem problem{dominant(random, 2000), any_q(random, 2000)};
  Eigen::VectorXd z = Eigen::VectorXd::Ones(2000);
  SolverOptions options;
  options.time_limit = 0.05;
  const auto start = Clock::now();
  EXPECT_EQ(Murty().solve(problem, as_span(z), options).status, SolveStatus::time_limit);
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), patience);
}

// Between wide bounds every row moves: the pattern of the start is one large matrix.
TEST(Limits, HoldWhileAPatternIsFactored) {
  constexpr int n = 2000;
  Random random(3);
  const BoxedLcpProblem problem{dominant(random, n), any_q(random, n), Eigen::VectorXd::Constant(n, -1.0),
                                Eigen::VectorXd::Constant(n, 1e-4)};
  ends_in_time<Dantzig>(problem);
}

// Without a clock: a stop that was asked for ends the work at the first look, and no iteration is counted.
TEST(Limits, AreLookedAtWithoutCounting) {
  std::stop_source source;
  SolverOptions options;
  options.stop = source.get_token();
  detail::Budget budget(options, 10);
  EXPECT_TRUE(budget.may_go_on());
  Random random(4);
  const Eigen::MatrixXd m = dominant(random, 300);
  const auto fill = [&m](detail::Lu& lu) {
    lu.resize(300);
    for (int j = 0; j < 300; ++j) std::copy_n(m.col(j).data(), 300, lu.column(j));
  };
  detail::Lu lu;
  fill(lu);
  const double worst = lu.factor(budget);
  EXPECT_GT(worst, 0.1);
  Eigen::VectorXd x = m * Eigen::VectorXd::Ones(300);
  lu.solve(x.data());
  EXPECT_LT((x - Eigen::VectorXd::Ones(300)).norm(), 1e-12);
  EXPECT_EQ(budget.spent(), 0);
  EXPECT_EQ(budget.status(), SolveStatus::converged);
  source.request_stop();
  fill(lu);
  EXPECT_EQ(lu.factor(budget), 0.0);
  EXPECT_EQ(budget.status(), SolveStatus::cancelled);
  EXPECT_EQ(budget.spent(), 0);

  const MixedLcpProblem mixed = half_free(40, true);
  const std::vector<unsigned char> is_free(mixed.free.begin(), mixed.free.end());
  const detail::DenseProblem arrays{40, mixed.M.data(), mixed.q.data(), is_free.data()};
  detail::Dictionary dictionary;
  dictionary.resize(arrays);
  dictionary.load(arrays, detail::Dictionary::Scaling::none);
  detail::Budget other(options, 10);
  EXPECT_FALSE(dictionary.eliminate_free(arrays, other));
  EXPECT_EQ(other.status(), SolveStatus::cancelled);
  const SolverOptions unlimited;
  detail::Budget enough(unlimited, 10);
  EXPECT_TRUE(dictionary.eliminate_free(arrays, enough));
  for (int i = 0; i < 20; ++i) EXPECT_GE(dictionary.row_of(i), 0) << i;
}

}  // namespace
}  // namespace stickslip::solvers::limits_test
