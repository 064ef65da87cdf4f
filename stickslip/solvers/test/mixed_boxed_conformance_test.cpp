// What every solver of mixed and of boxed problems must do, and the workspace that calls all of them by name.
#include <limits>
#include <span>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/solvers/auto_lcp.hpp"
#include "stickslip/solvers/dantzig.hpp"
#include "stickslip/solvers/judice_pires.hpp"
#include "stickslip/solvers/lemke.hpp"
#include "stickslip/solvers/projected_gauss_seidel.hpp"
#include "stickslip/solvers/residual.hpp"
#include "stickslip/solvers/test/lcp_cases.hpp"
#include "stickslip/solvers/workspace.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::solvers::mixed_boxed_conformance_test {
namespace {

using namespace test;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::span<double> as_span(Eigen::VectorXd& z) {
  return {z.data(), static_cast<std::size_t>(z.size())};
}

template <class Solver, class Problem>
SolveReport judged(Solver& solver, const Problem& problem, Eigen::VectorXd& z, const SolverOptions& options = {}) {
  const SolveReport report = solver.solve(problem, as_span(z), options);
  EXPECT_EQ(report.residual, residual(problem, as_span(z)));
  EXPECT_EQ(report.status == SolveStatus::converged, report.residual <= options.tolerance);
  return report;
}

// Budgets, cancellation, starts that are no numbers, no memory of other problems, no allocation.
template <class Solver, class Problem>
void behaves(const Problem& problem, const Problem& other) {
  const Eigen::Index n = problem.size();
  Solver solver;
  Eigen::VectorXd first = Eigen::VectorXd::Zero(n), z = first;
  const SolveReport expected = judged(solver, problem, first);
  ASSERT_EQ(expected.status, SolveStatus::converged);
  ASSERT_GT(expected.iterations, 0);
  SolverOptions options;
  options.max_iterations = 0;
  EXPECT_EQ(judged(solver, problem, z, options).status, SolveStatus::max_iterations);
  options = {};
  options.time_limit = 0.0;
  z.setZero();
  EXPECT_EQ(judged(solver, problem, z, options).status, SolveStatus::time_limit);
  std::stop_source source;
  source.request_stop();
  options = {};
  options.stop = source.get_token();
  z.setZero();
  EXPECT_EQ(judged(solver, problem, z, options).status, SolveStatus::cancelled);
  z.setConstant(nan);
  EXPECT_EQ(judged(solver, problem, z).status, SolveStatus::converged);
  z.setZero(other.size());
  static_cast<void>(judged(solver, other, z));
  z.setZero(n);
  static_cast<void>(judged(solver, problem, z));
  z.setZero();
  SolveReport report;
  const std::size_t count = stickslip::test::allocations_in([&] { report = solver.solve(problem, as_span(z)); });
  EXPECT_EQ(report, expected);
  EXPECT_EQ(z, first);
  if (stickslip::test::counts_allocations()) {
    EXPECT_EQ(count, 0U);
  }
  // From the solution there is nothing left to do.
  EXPECT_EQ(judged(solver, problem, z).iterations, 0);
}

template <class Function>
std::string refusal(Function function) {
  try {
    function();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

template <class Solver, class Problem>
std::string refusal_of(const Problem& problem, int size) {
  return refusal([&] {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(size);
    static_cast<void>(Solver().solve(problem, as_span(z)));
  });
}

template <class Solver>
class MixedConformance : public testing::Test {};
using MixedSolvers = testing::Types<Lemke, JudicePires, AutoMixedLcp>;
TYPED_TEST_SUITE(MixedConformance, MixedSolvers);

TYPED_TEST(MixedConformance, Behaves) {
  Random random(1);
  const MixedLcpProblem problem = with_equations(random, {p_matrix(random, 6), any_q(random, 6)}, 4);
  const MixedLcpProblem other = with_equations(random, {p_matrix(random, 9), any_q(random, 9)}, 2);
  behaves<TypeParam>(problem, other);
}

TYPED_TEST(MixedConformance, RefusesSizesThatDoNotFit) {
  Random random(9);
  MixedLcpProblem problem = with_equations(random, {p_matrix(random, 2), any_q(random, 2)}, 2);
  EXPECT_EQ(refusal_of<TypeParam>(problem, 3), "solve: z has 3 entries, must have 4");
  problem.free.pop_back();
  EXPECT_EQ(refusal_of<TypeParam>(problem, 4), "MixedLcpProblem: free has 3 entries, must have 4");
  problem.M.resize(4, 5);
  EXPECT_EQ(refusal_of<TypeParam>(problem, 4), "MixedLcpProblem: M is 4 x 5, must be 4 x 4");
}

// z = (1/3, 2/3) by hand: z₀ + z₁ − 1 = 0, and the row z₁ has w = z₁ − 2 z₀ = 0 there.
TYPED_TEST(MixedConformance, SolvesTwoRowsByHand) {
  MixedLcpProblem problem{Eigen::MatrixXd(2, 2), Eigen::VectorXd(2), {true, false}};
  problem.M << 1.0, 1.0, -2.0, 1.0;
  problem.q << -1.0, 0.0;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(2);
  TypeParam solver;
  EXPECT_EQ(judged(solver, problem, z).status, SolveStatus::converged);
  EXPECT_NEAR(z[0], 1.0 / 3.0, 1e-12);
  EXPECT_NEAR(z[1], 2.0 / 3.0, 1e-12);
}

// Equations alone, and no free rows at all.
TYPED_TEST(MixedConformance, SolvesTheTwoExtremes) {
  Random random(2);
  TypeParam solver;
  const Eigen::MatrixXd m = p_matrix(random, 5);
  const Eigen::VectorXd q = any_q(random, 5);
  Eigen::VectorXd z = Eigen::VectorXd::Zero(5);
  EXPECT_EQ(judged(solver, MixedLcpProblem{m, q, std::vector<bool>(5, true)}, z).status, SolveStatus::converged);
  EXPECT_LE((m * z + q).norm(), 1e-9);
  Eigen::VectorXd mixed = Eigen::VectorXd::Zero(5), plain = mixed;
  EXPECT_EQ(judged(solver, MixedLcpProblem{m, q, std::vector<bool>(5, false)}, mixed).status, SolveStatus::converged);
  Lemke lemke;
  EXPECT_EQ(judged(lemke, LcpProblem{m, q}, plain).status, SolveStatus::converged);
  EXPECT_LE((mixed - plain).norm(), 1e-9);
}

// The free rows alone are singular, the whole is not: (0 1; 1 0) couples the free row with the other.
TYPED_TEST(MixedConformance, SolvesASingularBlockOfFreeRows) {
  MixedLcpProblem problem{Eigen::MatrixXd(2, 2), Eigen::VectorXd(2), {true, false}};
  problem.M << 0.0, 1.0, -1.0, 0.5;
  problem.q << -2.0, 0.25;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(2);
  TypeParam solver;
  EXPECT_EQ(judged(solver, problem, z).status, SolveStatus::converged);
  EXPECT_NEAR(z[1], 2.0, 1e-12);
  EXPECT_NEAR(z[0], 1.25, 1e-12);
}

// An equation twice is harmless; contradicting itself it is not.
TYPED_TEST(MixedConformance, IsHonestAboutDependentEquations) {
  MixedLcpProblem problem{Eigen::MatrixXd(3, 3), Eigen::VectorXd(3), {true, true, false}};
  problem.M << 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, -1.0, 1.0;
  problem.q << -1.0, -1.0, -1.0;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(3);
  TypeParam solver;
  EXPECT_EQ(judged(solver, problem, z).status, SolveStatus::converged);
  problem.q[1] = 1.0;
  z.setZero();
  EXPECT_NE(judged(solver, problem, z).status, SolveStatus::converged);
}

template <class Solver>
class BoxedConformance : public testing::Test {};
using BoxedSolvers = testing::Types<Dantzig, ProjectedGaussSeidel, AutoBoxedLcp>;
TYPED_TEST_SUITE(BoxedConformance, BoxedSolvers);

BoxedLcpProblem tame_box(unsigned seed, int n, bool friction) {
  Random random(seed);
  const Eigen::MatrixXd a = matrix(random, n, n);
  return boxed(random, a * a.transpose() / n + 2.0 * Eigen::MatrixXd::Identity(n, n), friction);
}

TYPED_TEST(BoxedConformance, Behaves) {
  behaves<TypeParam>(tame_box(1, 9, true), tame_box(2, 12, true));
  behaves<TypeParam>(tame_box(3, 8, false), tame_box(4, 5, false));
}

TYPED_TEST(BoxedConformance, RefusesSizesThatDoNotFit) {
  const BoxedLcpProblem problem = tame_box(7, 6, true);
  EXPECT_EQ(refusal_of<TypeParam>(problem, 7), "solve: x has 7 entries, must have 6");
  BoxedLcpProblem bad = problem;
  bad.lo.resize(5);
  EXPECT_EQ(refusal_of<TypeParam>(bad, 6), "BoxedLcpProblem: lo has 5 entries, must have 6");
  bad = problem;
  bad.hi.resize(7);
  EXPECT_EQ(refusal_of<TypeParam>(bad, 6), "BoxedLcpProblem: hi has 7 entries, must have 6");
  bad = problem;
  bad.bound_of.pop_back();
  EXPECT_EQ(refusal_of<TypeParam>(bad, 6), "BoxedLcpProblem: bound_of has 5 entries, must have 6");
  bad = problem;
  bad.A.resize(6, 5);
  EXPECT_EQ(refusal_of<TypeParam>(bad, 6), "BoxedLcpProblem: A is 6 x 5, must be 6 x 6");
}

TYPED_TEST(BoxedConformance, SolvesOneRowByHand) {
  const struct { double b, x; } cases[] = {{-1.0, 0.5}, {-8.0, 3.0}, {10.0, -1.0}, {0.0, 0.0}};
  TypeParam solver;
  for (const auto& [b, expected] : cases) {
    const BoxedLcpProblem problem{Eigen::MatrixXd::Constant(1, 1, 2.0), Eigen::VectorXd::Constant(1, b),
                                  Eigen::VectorXd::Constant(1, -1.0), Eigen::VectorXd::Constant(1, 3.0)};
    Eigen::VectorXd x = Eigen::VectorXd::Zero(1);
    EXPECT_EQ(judged(solver, problem, x).status, SolveStatus::converged);
    EXPECT_NEAR(x[0], expected, 1e-9);
  }
}

// A block of mass 1 pressed by 2 slides at 3: friction is μ times the normal impulse it ends with. The tangential row lifts the
// block by c: the normal is 2 + c μ x₀, that is 2/(1 − c μ), not the 2 of the bounds at the start.
TYPED_TEST(BoxedConformance, TakesTheBoundsOfTheFinalPoint) {
  constexpr double mu = 0.5, c = 0.4;
  BoxedLcpProblem problem{Eigen::MatrixXd(2, 2), Eigen::VectorXd(2), Eigen::VectorXd(2), Eigen::VectorXd(2), {-1, 0}};
  problem.A << 1.0, c, c, 1.0;
  problem.b << -2.0, 3.0;
  problem.lo << 0.0, -mu;
  problem.hi << HUGE_VAL, mu;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(2);
  TypeParam solver;
  EXPECT_EQ(judged(solver, problem, x).status, SolveStatus::converged);
  EXPECT_NEAR(x[0], 2.0 / (1.0 - c * mu), 1e-9);
  EXPECT_NEAR(x[1], -mu * x[0], 1e-9);
}

// Bounds of up to 10¹¹ beside b of 1: what solves the mixed problem, whose q are both, relative to its q need not solve this one.
TEST(AutoBoxedLcp, IsNotMisledByWideBounds) {
  AutoBoxedLcp solver;
  Random random(10);
  int later = 0;
  for (int k = 0; k < 10000; ++k) {
    const Eigen::MatrixXd a = matrix(random, 9, 5);
    BoxedLcpProblem problem = boxed(random, a * a.transpose(), true);
    for (int i = 0; i < 9; i += 3) problem.hi[i] = std::pow(10.0, k % 5 * 2 + 3);
    Eigen::VectorXd x = Eigen::VectorXd::Zero(9);
    const SolveReport report = judged(solver, problem, x);
    ASSERT_EQ(report.status, SolveStatus::converged) << k << ' ' << report.method << ' ' << report.residual;
    if (report.iterations > 0 && report.method != "auto: dantzig") ++later;
  }
  EXPECT_GT(later, 5);
}

// Beyond 800 rows sweeps come first: with time for two or three factorisations the point is a good one.
TEST(AutoBoxedLcp, AndAutoLcpBeginWithSweepsWhereThereAreManyRows) {
  constexpr int n = 900;
  Random random(11);
  Eigen::MatrixXd a = matrix(random, n, n) / n;
  a = (a + a.transpose()).eval() + Eigen::MatrixXd::Identity(n, n);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
  const Eigen::VectorXd b = any_q(random, n);
  AutoLcp lcp;
  EXPECT_EQ(judged(lcp, LcpProblem{a, b}, x).method, "auto: nncg");
  x.setZero();
  AutoBoxedLcp box;
  const BoxedLcpProblem problem{a, b, Eigen::VectorXd::Constant(n, -0.3), Eigen::VectorXd::Constant(n, 0.4)};
  const SolveReport report = judged(box, problem, x);
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_EQ(report.method, "auto: nncg");
}

TEST(Workspace, SolvesByEveryName) {
  Workspace workspace;
  Random random(5);
  const LcpProblem lcp{p_matrix(random, 5) + 5.0 * Eigen::MatrixXd::Identity(5, 5), any_q(random, 5)};
  for (const auto& row : Names<LcpMethod>::table) {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(5);
    const SolveReport report = workspace.solve(lcp, as_span(z), row.value);
    EXPECT_EQ(report.status, SolveStatus::converged) << row.name;
    EXPECT_TRUE(report.method.starts_with(row.name)) << report.method;
  }
  const MixedLcpProblem mixed = with_equations(random, lcp, 2);
  for (const auto& row : Names<MixedLcpMethod>::table) {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(7);
    const SolveReport report = workspace.solve(mixed, as_span(z), row.value);
    EXPECT_EQ(report.status, SolveStatus::converged) << row.name;
    EXPECT_TRUE(report.method.starts_with(row.name)) << report.method;
  }
  const BoxedLcpProblem box = tame_box(6, 6, true);
  for (const auto& row : Names<BoxedLcpMethod>::table) {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(6);
    const SolveReport report = workspace.solve(box, as_span(x), row.value);
    EXPECT_EQ(report.status, SolveStatus::converged) << row.name;
    EXPECT_TRUE(report.method.starts_with(row.name)) << report.method;
  }
}

TEST(Workspace, RefusesWhatIsWrong) {
  Workspace workspace;
  LcpProblem problem{Eigen::MatrixXd::Identity(2, 2), Eigen::VectorXd::Constant(2, -1.0)};
  Eigen::VectorXd z = Eigen::VectorXd::Zero(3);
  const auto said = [&](const SolverOptions& options = {}) {
    return refusal([&] { static_cast<void>(workspace.solve(problem, as_span(z), LcpMethod::lemke, options)); });
  };
  EXPECT_EQ(said(), "solve: z has 3 entries, must have 2");
  z = Eigen::Vector2d(0.0, nan);
  EXPECT_EQ(said(), "solve: z[1] = nan must be finite");
  z.setZero();
  SolverOptions options;
  options.tolerance = 0.0;
  EXPECT_EQ(said(options), "SolverOptions: tol = 0 must be finite and > 0");
  problem.M(1, 0) = nan;
  EXPECT_EQ(said(), "LcpProblem: M(1, 0) = nan must be finite");
  problem.M.setIdentity(2, 3);
  EXPECT_EQ(said(), "LcpProblem: M is 2 x 3, must be 2 x 2");
  BoxedLcpProblem box{Eigen::MatrixXd::Identity(2, 2), Eigen::Vector2d(0, 0), Eigen::Vector2d(0, 1),
                      Eigen::Vector2d(HUGE_VAL, 0)};
  const auto of_box = [&] { return refusal([&] { check(box); }); };
  EXPECT_EQ(of_box(), "BoxedLcpProblem: lo[1] = 1 must be at most hi = 0");
  box.lo[1] = 0.0;
  box.bound_of = {1, 0};
  EXPECT_EQ(of_box(), "BoxedLcpProblem: hi[0] = inf must be finite where it is a multiple of another variable");
  box.hi[0] = 1.0;
  EXPECT_EQ(of_box(), "BoxedLcpProblem: bound_of[0] = 1 must name a row whose own bounds are as given");
  box.bound_of = {2, -1};
  EXPECT_EQ(of_box(), "BoxedLcpProblem: bound_of[0] = 2 must be -1 or a row, 0 to 1");
}

TEST(Residual, OfDenseProblemsByHand) {
  // w = (2·1 + 0.5·2 − 4, 1) = (−1, 1): |min(1, −1)| = 1 of max|q| = 4; free: |w| = 1 and 1.
  LcpProblem lcp{Eigen::MatrixXd(2, 2), Eigen::Vector2d(-4.0, 1.0)};
  lcp.M << 2.0, 0.5, 0.0, 0.0;
  Eigen::VectorXd z = Eigen::Vector2d(1.0, 2.0);
  EXPECT_EQ(residual(lcp, as_span(z)), 0.25);
  EXPECT_EQ(residual(MixedLcpProblem{lcp.M, lcp.q, {true, false}}, as_span(z)), 0.25);
  // q = 0: not divided.
  lcp.q.setZero();
  EXPECT_EQ(residual(lcp, as_span(z)), 1.0);
  z[0] = nan;
  EXPECT_EQ(residual(lcp, as_span(z)), HUGE_VAL);
  // Bounds ±0.5 x₀ = ±1; w = x + b = (0, 1 − 5): clamp(1 + 4) = 1 is where x₁ is.
  BoxedLcpProblem box{Eigen::MatrixXd::Identity(2, 2),
                      Eigen::Vector2d(-2.0, -5.0),
                      Eigen::Vector2d(0.0, -0.5),
                      Eigen::Vector2d(HUGE_VAL, 0.5),
                      {-1, 0}};
  Eigen::VectorXd x = Eigen::Vector2d(2.0, 1.0);
  EXPECT_EQ(residual(box, as_span(x)), 0.0);
  x[1] = 0.0;
  EXPECT_EQ(residual(box, as_span(x)), 1.0 / 5.0);
}

// A contact that sticks under r = (1, 0.2, 0), μ = 0.5: u = 0. One that slides: r on the cone's edge against u_t. One that opens:
// r = 0, u_n > 0.
TEST(Residual, OfConeProblemsByHand) {
  ConeProblem problem;
  problem.W = BlockMatrix::from_dense(Eigen::MatrixXd::Identity(3, 3));
  problem.mu = Eigen::VectorXd::Constant(1, 0.5);
  problem.q = Eigen::Vector3d(-1.0, -0.2, 0.0);
  Eigen::VectorXd r = Eigen::Vector3d(1.0, 0.2, 0.0);
  EXPECT_EQ(residual(problem, as_span(r)), 0.0);
  problem.q = Eigen::Vector3d(-1.0, 2.0, 0.0);
  r = Eigen::Vector3d(1.0, -0.5, 0.0);
  EXPECT_NEAR(residual(problem, as_span(r)), 0.0, 1e-16);
  problem.q = Eigen::Vector3d(1.0, 2.0, 0.0);
  r.setZero();
  EXPECT_EQ(residual(problem, as_span(r)), 0.0);
  // r = 0 while it approaches at 1: r − P(−u) = −(1, 0, 0), ‖q‖ = 1.
  problem.q = Eigen::Vector3d(-1.0, 0.0, 0.0);
  EXPECT_EQ(residual(problem, as_span(r)), 1.0);
}

// Where u = 0 the defect is r − P_K(r): (0, t) projects to the edge, along (1, μ)/√(1 + μ²); below the polar cone to 0.
TEST(Residual, DefectOfAContactIsItsDistanceFromTheCone) {
  const Vec<3> at_rest = Vec<3>::Zero();
  EXPECT_LT((cone_defect({0.0, 2.0, 0.0}, at_rest, 1.0) - Vec<3>(-1.0, 1.0, 0.0)).norm(), 1e-15);
  EXPECT_EQ(cone_defect({-3.0, 2.0, 0.0}, at_rest, 1.0), Vec<3>(-3.0, 2.0, 0.0));
  EXPECT_EQ(cone_defect({3.0, 2.0, 0.0}, at_rest, 1.0), at_rest);
  EXPECT_EQ(cone_defect({3.0, 2.0, 1.0}, at_rest, 0.0), Vec<3>(0.0, 2.0, 1.0));
  // Without friction, lifting off along the normal, and pulled where it may not be.
  EXPECT_EQ(cone_defect(at_rest, {1.0, 0.0, 0.0}, 0.0), at_rest);
  EXPECT_EQ(cone_defect({-2.0, 0.0, 0.0}, at_rest, 0.0), Vec<3>(-2.0, 0.0, 0.0));
  EXPECT_TRUE(std::isnan(cone_defect({nan, 0.0, 0.0}, at_rest, 0.5).norm()));
  EXPECT_TRUE(std::isnan(cone_defect({1.0, 0.0, 0.0}, {0.0, nan, 0.0}, 0.5).norm()));
}

// Bounds that are multiples of 1e200 overflow: the point that comes back is finite all the same.
TEST(BoxedSolvers, ReturnAFinitePointWhereBoundsOverflow) {
  const BoxedLcpProblem problem{Eigen::Matrix2d::Identity(),
                                Eigen::Vector2d(-1e200, 0.0),
                                Eigen::Vector2d(1e200, 1e200),
                                Eigen::Vector2d(1e201, 1e201),
                                {-1, 0}};
  Workspace workspace;
  for (const auto& method : Names<BoxedLcpMethod>::table) {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(2);
    static_cast<void>(workspace.solve(problem, as_span(x), method.value));
    EXPECT_TRUE(x.allFinite()) << method.name;
  }
}

// A velocity counts however large the impulse is: x − (x − w) would lose it.
TEST(Residual, LosesNoVelocityBesideALargeImpulse) {
  EXPECT_EQ(cone_defect({1e18, 0.0, 0.0}, {-1e-3, 0.0, 0.0}, 0.5), Vec<3>(-1e-3, 0.0, 0.0));
  const BoxedLcpProblem boxed{Eigen::MatrixXd::Constant(1, 1, 1e-30), Eigen::VectorXd::Constant(1, -1.0),
                              Eigen::VectorXd::Zero(1),
                              Eigen::VectorXd::Constant(1, std::numeric_limits<double>::infinity())};
  Eigen::VectorXd x = Eigen::VectorXd::Constant(1, 1e18);
  EXPECT_NEAR(residual(boxed, as_span(x)), 1.0, 1e-11);
}

TEST(Residual, OfAConeProblemDoesNotDependOnTheUnitOfTime) {
  ConeProblem problem{BlockMatrix::from_dense(Eigen::Matrix3d::Identity()), Eigen::Vector3d::Zero(),
                      Eigen::VectorXd::Constant(1, 0.5)};
  for (const double unit : {1e-300, 1e-200, 1e-100, 1e100, 1e200, 1e300}) {
    problem.q = unit * Eigen::Vector3d(-3.0, 4.0, 0.0);
    Eigen::VectorXd r = Eigen::VectorXd::Zero(3);
    // u = q, so that r − P_K(−(−3 + 2, 4, 0)) = −P_K(1, −4, 0) = −(1 + 2)/1.25 (1, −½, 0): 2.4 √1.25 of 5.
    EXPECT_NEAR(residual(problem, as_span(r)), 2.4 * std::sqrt(1.25) / 5.0, 1e-12) << unit;
  }
}

}  // namespace
}  // namespace stickslip::solvers::mixed_boxed_conformance_test
