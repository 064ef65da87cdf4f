// What every solver of ConeProblem must do.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/test/property.hpp"
#include "stickslip/solvers/auto_cone.hpp"
#include "stickslip/solvers/detail/natural_map.hpp"
#include "stickslip/solvers/residual.hpp"
#include "stickslip/solvers/test/cone_cases.hpp"
#include "stickslip/solvers/test/truth.hpp"
#include "stickslip/solvers/workspace.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::solvers::test::cone_solvers_test {
namespace {

std::span<double> as_span(Eigen::VectorXd& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

ConeProblem single(const Eigen::Matrix3d& W, const Eigen::Vector3d& q, double mu) {
  return {BlockMatrix::from_dense(W), q, Eigen::VectorXd::Constant(1, mu)};
}

class ConeSolvers : public testing::TestWithParam<ConeMethod> {
 protected:
  SolveReport solve(const ConeProblem& problem, Eigen::VectorXd& r, const SolverOptions& options = {}) {
    return workspace_.solve(problem, as_span(r), GetParam(), options);
  }
  Eigen::VectorXd solution(const ConeProblem& problem) {
    Eigen::VectorXd r = Eigen::VectorXd::Zero(problem.size());
    const SolveReport report = solve(problem, r);
    EXPECT_EQ(report.status, SolveStatus::converged) << report.residual;
    EXPECT_EQ(report.residual, residual(problem, as_span(r)));
    return r;
  }

 private:
  Workspace workspace_;
};

TEST_P(ConeSolvers, SolvesAContactThatLiftsOffSticksOrSlides) {
  const Eigen::Matrix3d W = Eigen::Vector3d(2.0, 4.0, 4.0).asDiagonal();
  EXPECT_EQ(solution(single(W, {0.5, 1.0, -2.0}, 0.5)).norm(), 0.0);
  EXPECT_LT((solution(single(W, {-2.0, 0.4, 0.8}, 0.5)) - Eigen::Vector3d(1.0, -0.1, -0.2)).norm(), 1e-9);
  // Isotropic and uncoupled: r_n = −q_n/W_nn, friction μ r_n against q_t.
  EXPECT_LT((solution(single(W, {-2.0, 3.0, 4.0}, 0.5)) - Eigen::Vector3d(1.0, -0.3, -0.4)).norm(), 1e-9);
  EXPECT_LT((solution(single(W, {-2.0, 3.0, 4.0}, 0.0)) - Eigen::Vector3d(1.0, 0.0, 0.0)).norm(), 1e-9);
}

TEST_P(ConeSolvers, SolvesASlidingContactWhoseNormalDependsOnFriction) {
  // Sliding along −t1 with r_t = (f, 0), f = μ r_n:  u_n = w_nn r_n + w_nt f + q_n = 0 gives r_n = −q_n/(w_nn + μ w_nt).
  Eigen::Matrix3d W;
  W << 2.0, 0.6, 0.0, 0.6, 1.0, 0.0, 0.0, 0.0, 1.0;
  const double mu = 0.5, normal = 3.0 / (2.0 + mu * 0.6);
  const Eigen::VectorXd r = solution(single(W, {-3.0, -8.0, 0.0}, mu));
  EXPECT_LT((r - Eigen::Vector3d(normal, mu * normal, 0.0)).norm(), 1e-9);
}

TEST_P(ConeSolvers, HasNothingToDoWithoutContacts) {
  Eigen::VectorXd r(0);
  const SolveReport report = solve(ConeProblem{}, r);
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_EQ(report.residual, 0.0);
}

TEST_P(ConeSolvers, FindsTheChosenSolutionOfRegularProblems) {
  Random64 random(1);
  for (int contacts = 1; contacts <= 12; ++contacts) {
    const Eigen::MatrixXd W = delassus(random, contacts, 6 * contacts);
    const SolvedCone solved = solved_cone(random, W);
    ASSERT_LE(residual(solved.problem, {solved.r.data(), static_cast<std::size_t>(solved.r.size())}), 1e-14);
    const Eigen::VectorXd r = solution(solved.problem);
    EXPECT_LT((W * (r - solved.r)).norm(), 1e-6 * (1.0 + solved.problem.q.norm())) << contacts;
  }
}

TEST_P(ConeSolvers, SolvesProblemsOfRedundantContacts) {
  Random64 random(2);
  int solved_count = 0;
  for (int k = 0; k < 20; ++k) {
    const SolvedCone solved = solved_cone(random, delassus(random, 8, 12));
    Eigen::VectorXd r = Eigen::VectorXd::Zero(solved.r.size());
    solved_count += solve(solved.problem, r, {.tolerance = 1e-8}).status == SolveStatus::converged ? 1 : 0;
  }
  // With a velocity that depends on friction, alternating directions have no guarantee, and may circle.
  EXPECT_GE(solved_count, GetParam() == ConeMethod::admm ? 18 : 20);
}

TEST_P(ConeSolvers, WithoutFrictionSolvesTheLcpOfTheNormals) {
  Random64 random(3);
  const int n = 6;
  const SolvedCone solved = solved_cone(random, delassus(random, n, 40));
  ConeProblem problem = solved.problem;
  problem.mu.setZero();
  const Eigen::VectorXd r = solution(problem);
  LcpProblem normals{Eigen::MatrixXd(n, n), Eigen::VectorXd(n)};
  const Eigen::MatrixXd W = problem.W.to_dense();
  for (int i = 0; i < n; ++i) {
    normals.q[i] = problem.q[3 * i];
    for (int j = 0; j < n; ++j) normals.M(i, j) = W(3 * i, 3 * j);
  }
  Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
  ASSERT_EQ(stickslip::solvers::solve(normals, as_span(z), LcpMethod::enumerate).status, SolveStatus::converged);
  for (int i = 0; i < n; ++i) {
    EXPECT_NEAR(r[3 * i], z[i], 1e-7);
    EXPECT_EQ(r[3 * i + 1], 0.0);
    EXPECT_EQ(r[3 * i + 2], 0.0);
  }
}

TEST_P(ConeSolvers, TurnsWithTheTangents) {
  Random64 random(4);
  const SolvedCone solved = solved_cone(random, delassus(random, 5, 40));
  Eigen::MatrixXd turn = Eigen::MatrixXd::Identity(15, 15);
  for (int i = 0; i < 5; ++i) {
    const double angle = uniform(random, 0.0, 6.0), c = std::cos(angle), s = std::sin(angle);
    turn.block<2, 2>(3 * i + 1, 3 * i + 1) << c, -s, s, c;
  }
  ConeProblem turned = solved.problem;
  turned.W = BlockMatrix::from_dense(turn * solved.problem.W.to_dense() * turn.transpose());
  turned.q = turn * solved.problem.q;
  EXPECT_LT((solution(turned) - turn * solution(solved.problem)).norm(), 1e-6);
}

TEST_P(ConeSolvers, ReturnsASolutionItIsGiven) {
  Random64 random(5);
  const SolvedCone solved = solved_cone(random, delassus(random, 7, 20));
  Eigen::VectorXd r = solved.r;
  const SolveReport report = solve(solved.problem, r);
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(r, solved.r);
}

TEST_P(ConeSolvers, KeepsItsBudgets) {
  Random64 random(6);
  const SolvedCone solved = solved_cone(random, delassus(random, 20, 30));
  for (const int most : {0, 1, 2, 5}) {
    Eigen::VectorXd r = Eigen::VectorXd::Zero(solved.r.size());
    const SolveReport report = solve(solved.problem, r, {.tolerance = 1e-15, .max_iterations = most});
    EXPECT_EQ(report.status, SolveStatus::max_iterations);
    EXPECT_LE(report.iterations, most);
    EXPECT_EQ(report.residual, residual(solved.problem, as_span(r)));
    EXPECT_LE(report.residual, residual(solved.problem, std::vector<double>(60, 0.0)));
  }
  Eigen::VectorXd r = Eigen::VectorXd::Zero(solved.r.size());
  EXPECT_EQ(solve(solved.problem, r, {.tolerance = 1e-15, .time_limit = 0.0}).status, SolveStatus::time_limit);
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(solve(solved.problem, r, {.tolerance = 1e-15, .stop = source.get_token()}).status, SolveStatus::cancelled);
}

TEST_P(ConeSolvers, NeverReturnsAPointWorseThanItsStart) {
  Random64 random(12);
  for (int k = 0; k < 1000; ++k) {
    const SolvedCone solved = solved_cone(random, delassus(random, 3, 1 + static_cast<int>(random() % 9)));
    Eigen::VectorXd r = Eigen::VectorXd::Zero(9);
    if (k % 2 == 1) r = solved.r * uniform(random, 0.5, 1.5);
    const double before = residual(solved.problem, as_span(r));
    const SolveReport report = solve(solved.problem, r, {.tolerance = 1e-15, .max_iterations = 1 + k % 3});
    ASSERT_LE(report.residual, before * (1.0 + 1e-12)) << k;
  }
}

TEST_P(ConeSolvers, TellsItsProgressForwards) {
  Random64 random(7);
  const SolvedCone solved = solved_cone(random, delassus(random, 12, 20));
  std::vector<double> shares;
  Eigen::VectorXd r = Eigen::VectorXd::Zero(solved.r.size());
  SolverOptions options;
  options.progress = Progress([&](double share) { shares.push_back(share); });
  static_cast<void>(solve(solved.problem, r, options));
  ASSERT_FALSE(shares.empty());
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1.0);
}

TEST_P(ConeSolvers, ForgetsEarlierSolvesAndAllocatesOnlyOnce) {
  Random64 random(8);
  const SolvedCone first = solved_cone(random, delassus(random, 10, 25)),
                   other = solved_cone(random, delassus(random, 10, 18));
  const SolverOptions options{.tolerance = 1e-9, .max_iterations = 3000};
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(30), r = expected, unused = expected;
  static_cast<void>(stickslip::solvers::solve(first.problem, as_span(expected), GetParam(), options));
  static_cast<void>(solve(other.problem, unused, options));
  static_cast<void>(solve(first.problem, r, options));
  EXPECT_EQ(r, expected);
  r.setZero();
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "this build brings an allocator of its own";
  EXPECT_EQ(stickslip::test::allocations_in([&] { static_cast<void>(solve(first.problem, r, options)); }), 0U);
  EXPECT_EQ(r, expected);
}

TEST_P(ConeSolvers, DoesNotTakeAnUnsolvableProblemForSolved) {
  // The normal cannot be pushed: u_n = −1 whatever r is.
  Eigen::Matrix3d W = Eigen::Matrix3d::Identity();
  W(0, 0) = 0.0;
  for (const Eigen::Matrix3d& matrix : {W, Eigen::Matrix3d(Eigen::Matrix3d::Zero())}) {
    Eigen::VectorXd r = Eigen::VectorXd::Zero(3);
    const SolveReport report = solve(single(matrix, {-1.0, 0.2, 0.0}, 0.5), r, {.max_iterations = 2000});
    EXPECT_NE(report.status, SolveStatus::converged);
    EXPECT_GT(report.residual, 0.1);
  }
}

TEST_P(ConeSolvers, RefusesBadInput) {
  ConeProblem problem = single(Eigen::Matrix3d::Identity(), {-1.0, 0.0, 0.0}, 0.5);
  Eigen::VectorXd short_start = Eigen::VectorXd::Zero(2), r = Eigen::VectorXd::Zero(3);
  EXPECT_THROW(static_cast<void>(solve(problem, short_start)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(solve(problem, r, {.tolerance = 0.0})), InvalidArgument);
  Eigen::VectorXd bad = Eigen::VectorXd::Constant(3, std::numeric_limits<double>::quiet_NaN());
  EXPECT_THROW(static_cast<void>(solve(problem, bad)), InvalidArgument);
  problem.mu[0] = -0.1;
  EXPECT_THROW(static_cast<void>(solve(problem, r)), InvalidArgument);
}

TEST_P(ConeSolvers, SolvesSlightlyNonsymmetricProblems) {
  Random64 random(9);
  Eigen::MatrixXd W = delassus(random, 6, 40);
  const SolvedCone solved = [&] {
    for (double& entry : W.reshaped()) entry += uniform(random, -1e-3, 1e-3);
    return solved_cone(random, W);
  }();
  EXPECT_LT((W * (solution(solved.problem) - solved.r)).norm(), 1e-6);
}

// The loops and the judge have the same measure.
TEST(NaturalMap, OfLoopsIsThatOfTheResidual) {
  Random64 random(14);
  for (int k = 0; k < 10000; ++k) {
    const Eigen::Vector3d r = any(random, 3),
                          u = k % 5 == 0 ? Eigen::Vector3d::Zero() : Eigen::Vector3d(any(random, 3));
    const double mu = k % 7 == 0 ? 0.0 : uniform(random, 0.0, 2.0);
    EXPECT_NEAR(detail::natural_defect(r.data(), u.data(), mu), cone_defect(r, u, mu).squaredNorm(), 1e-14);
  }
}

// No wrong answer is ever reported as converged, whatever the problem: 5000 for each solver.
TEST_P(ConeSolvers, NeverReportsAWrongAnswerAsConverged) {
  Random64 random(stickslip::test::seed(10));
  int converged = 0, solvable = 0;
  for (int k = 0; k < 5000; ++k) {
    const int contacts = 1 + static_cast<int>(random() % 4);
    Eigen::MatrixXd W = delassus(random, contacts, 1 + static_cast<int>(random() % 16));
    const auto kind = random() % 6;
    SolvedCone solved = solved_cone(random, W);
    ConeProblem& problem = solved.problem;
    if (kind == 1) problem.q = any(random, problem.q.size());  // may have no solution where W is singular
    if (kind == 2) problem.mu *= 10.0;                         // no longer the chosen solution
    if (kind == 3) problem.W = BlockMatrix::from_dense(-W);    // may have none or several
    if (kind == 4) {
      const double factor = std::pow(10.0, uniform(random, -12.0, 12.0));
      problem.W = BlockMatrix::from_dense(factor * W);
      problem.q *= std::pow(10.0, uniform(random, -12.0, 12.0));
    }
    if (kind == 5) {  // few velocities, large masses: most have no solution, and impulses grow without bound
      problem.W = BlockMatrix::from_dense(std::pow(10.0, uniform(random, -9.0, -2.0)) * delassus(random, contacts, 3));
      problem.q = any(random, problem.q.size());
      problem.mu.setConstant(0.5);
    }
    Eigen::VectorXd r = Eigen::VectorXd::Zero(3 * contacts);
    const SolverOptions options{.tolerance = 1e-8, .max_iterations = 1000};
    const SolveReport report = solve(problem, r, options);
    ASSERT_TRUE(r.allFinite());
    const Truth truth = truth_of(problem, r);
    ASSERT_NEAR(report.residual, truth.residual, 1e-6 * truth.residual + truth.rounding) << kind;
    if (report.status == SolveStatus::converged) {
      ASSERT_LE(truth.residual, 1.001 * options.tolerance + truth.rounding) << kind;
    } else {
      ASSERT_GT(truth.residual, 0.999 * options.tolerance - truth.rounding) << kind;
    }
    solvable += kind == 0 ? 1 : 0;
    converged += kind == 0 && report.status == SolveStatus::converged ? 1 : 0;
  }
  RecordProperty("solved", std::to_string(converged) + " of " + std::to_string(solvable));
  EXPECT_GT(converged, solvable / 2);
}

std::string name_of_case(const testing::TestParamInfo<ConeMethod>& info) {
  return std::string(name_of(info.param));
}

INSTANTIATE_TEST_SUITE_P(Methods, ConeSolvers,
                         testing::Values(ConeMethod::automatic, ConeMethod::nsgs, ConeMethod::prox_newton,
                                         ConeMethod::admm),
                         name_of_case);

TEST(Admm, RefusesAMatrixThatIsNotNearlySymmetric) {
  Eigen::Matrix3d W = Eigen::Matrix3d::Identity();
  W(0, 1) = 0.1;
  Eigen::VectorXd r = Eigen::VectorXd::Zero(3);
  try {
    static_cast<void>(solve(single(W, {-1.0, 0.0, 0.0}, 0.5), as_span(r), ConeMethod::admm));
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("transpose"), std::string::npos) << error.what();
  }
}

// A hard island beside an easy one, which has all iterations for itself wherever it stands.
TEST(AutoCone, GivesEachIslandItsWholeBudget) {
  Random64 random(13);
  const Eigen::MatrixXd hard = delassus(random, 20, 24);
  const Eigen::VectorXd q_hard = solved_cone(random, hard).problem.q;
  for (const bool is_easy_first : {false, true}) {
    const Eigen::Index easy_row = is_easy_first ? 0 : 60, hard_row = is_easy_first ? 3 : 0;
    Eigen::MatrixXd W = Eigen::MatrixXd::Zero(63, 63);
    W.block<60, 60>(hard_row, hard_row) = hard;
    W.block<3, 3>(easy_row, easy_row).setIdentity();
    ConeProblem problem{BlockMatrix::from_dense(W), Eigen::VectorXd(63), Eigen::VectorXd::Constant(21, 0.5)};
    problem.q.segment<60>(hard_row) = q_hard;
    problem.q.segment<3>(easy_row) << -1.0, 2.0, 0.0;
    Eigen::VectorXd r = Eigen::VectorXd::Zero(63);
    AutoCone solver;
    const SolveReport report = solver.solve(problem, as_span(r), {.tolerance = 1e-12, .max_iterations = 3});
    EXPECT_EQ(report.status, SolveStatus::max_iterations);
    EXPECT_LT((r.segment<3>(easy_row) - Eigen::Vector3d(1.0, -0.5, 0.0)).norm(), 1e-9) << is_easy_first;
  }
}

TEST(AutoCone, SaysWhichMethodSolvedIt) {
  Random64 random(11);
  Eigen::VectorXd r = Eigen::VectorXd::Zero(3);
  EXPECT_EQ(solve(single(Eigen::Matrix3d::Identity(), {-1.0, 2.0, 0.0}, 0.5), as_span(r), ConeMethod::automatic).method,
            "auto: nsgs");
  const SolvedCone solved = solved_cone(random, delassus(random, 30, 40));
  r = Eigen::VectorXd::Zero(90);
  const SolveReport report = solve(solved.problem, as_span(r), ConeMethod::automatic, {.tolerance = 1e-12});
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_EQ(report.method, "auto: prox_newton");
}

}  // namespace
}  // namespace stickslip::solvers::test::cone_solvers_test
