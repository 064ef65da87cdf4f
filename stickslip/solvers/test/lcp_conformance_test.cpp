// What every solver of dense complementarity problems must do, whatever its method.
#include <atomic>
#include <limits>
#include <span>
#include <stdexcept>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/solvers/auto_lcp.hpp"
#include "stickslip/solvers/enumeration.hpp"
#include "stickslip/solvers/judice_pires.hpp"
#include "stickslip/solvers/lemke.hpp"
#include "stickslip/solvers/murty.hpp"
#include "stickslip/solvers/nonlinear_conjugate_gradients.hpp"
#include "stickslip/solvers/projected_gauss_seidel.hpp"
#include "stickslip/solvers/residual.hpp"
#include "stickslip/solvers/test/lcp_cases.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::solvers::lcp_conformance_test {
namespace {

using namespace test;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::span<double> as_span(Eigen::VectorXd& z) {
  return {z.data(), static_cast<std::size_t>(z.size())};
}

template <class Solver>
class LcpConformance : public testing::Test {
 protected:
  Solver solver;

  SolveReport solve(const LcpProblem& problem, Eigen::VectorXd& z, const SolverOptions& options = {}) {
    const SolveReport report = solver.solve(problem, as_span(z), options);
    EXPECT_EQ(report.residual, residual(problem, as_span(z)));
    EXPECT_EQ(report.status == SolveStatus::converged, report.residual <= options.tolerance);
    EXPECT_FALSE(report.method.empty());
    return report;
  }
  // Diagonally dominant and symmetric: no method may fail.
  static LcpProblem tame(unsigned seed, int n) {
    Random random(seed);
    const Eigen::MatrixXd a = matrix(random, n, n);
    return {0.5 * (a + a.transpose()) + n * Eigen::MatrixXd::Identity(n, n), any_q(random, n)};
  }
};

using Solvers =
    testing::Types<Lemke, Murty, JudicePires, AutoLcp, ProjectedGaussSeidel, NonlinearConjugateGradients, Enumeration>;
TYPED_TEST_SUITE(LcpConformance, Solvers);

TYPED_TEST(LcpConformance, FindsTheSolutionBuiltBackwards) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const int n = 1 + index(random, 10);
    const Eigen::MatrixXd a = matrix(random, n, n);
    Eigen::VectorXd solution;
    const LcpProblem problem = backwards(random, a * a.transpose() + Eigen::MatrixXd::Identity(n, n), &solution);
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
    ASSERT_EQ(this->solve(problem, z).status, SolveStatus::converged) << seed;
    EXPECT_LE((z - solution).norm(), 1e-7 * (1.0 + solution.norm())) << seed;
  }
}

TYPED_TEST(LcpConformance, SolvesNothing) {
  Eigen::VectorXd z;
  const SolveReport report = this->solve({Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)}, z);
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_EQ(report.residual, 0.0);
}

TYPED_TEST(LcpConformance, StaysAtZeroWhereNothingPushes) {
  Eigen::VectorXd z = Eigen::VectorXd::Zero(5);
  LcpProblem problem = this->tame(1, 5);
  problem.q = problem.q.cwiseAbs();
  EXPECT_EQ(this->solve(problem, z).status, SolveStatus::converged);
  EXPECT_TRUE((z.array() == 0.0).all());
  problem.q.setZero();
  EXPECT_EQ(this->solve(problem, z).residual, 0.0);
}

TYPED_TEST(LcpConformance, SolvesOneRowByHand) {
  const struct {
    double m, q, z;
  } cases[] = {{2.0, -3.0, 1.5}, {2.0, 3.0, 0.0}, {0.0, 1.0, 0.0}, {1e-9, -1.0, 1e9}, {1e9, -1.0, 1e-9}};
  for (const auto& [m, q, expected] : cases) {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(1);
    EXPECT_EQ(this->solve({Eigen::MatrixXd::Constant(1, 1, m), Eigen::VectorXd::Constant(1, q)}, z).status,
              SolveStatus::converged);
    EXPECT_NEAR(z[0], expected, 1e-9 * (1.0 + expected));
  }
}

TYPED_TEST(LcpConformance, NeverSolvesWhatHasNoSolution) {
  Eigen::VectorXd z = Eigen::VectorXd::Zero(1);
  for (const double m : {0.0, -1.0}) {
    const LcpProblem problem{Eigen::MatrixXd::Constant(1, 1, m), Eigen::VectorXd::Constant(1, -1.0)};
    EXPECT_NE(this->solve(problem, z).status, SolveStatus::converged);
  }
}

TYPED_TEST(LcpConformance, ReportsWhatIsNotFinite) {
  for (const double bad : {nan, HUGE_VAL, -HUGE_VAL}) {
    LcpProblem problem = this->tame(2, 4);
    problem.q[2] = bad;
    Eigen::VectorXd z = Eigen::VectorXd::Zero(4);
    EXPECT_EQ(this->solver.solve(problem, as_span(z)).status, SolveStatus::not_finite);
    problem = this->tame(2, 4);
    problem.M(1, 2) = bad;
    z.setZero();
    EXPECT_NE(this->solver.solve(problem, as_span(z)).status, SolveStatus::converged);
  }
}

TYPED_TEST(LcpConformance, TakesAnyStart) {
  const LcpProblem problem = this->tame(3, 6);
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(6);
  ASSERT_EQ(this->solve(problem, expected).status, SolveStatus::converged);
  for (const double value : {nan, HUGE_VAL, -1.0, 1.0, 1e300, -1e300}) {
    Eigen::VectorXd z = Eigen::VectorXd::Constant(6, value);
    EXPECT_EQ(this->solve(problem, z).status, SolveStatus::converged) << value;
    EXPECT_LE((z - expected).norm(), 1e-8) << value;
  }
}

TYPED_TEST(LcpConformance, IsQuickFromTheSolution) {
  const LcpProblem problem = this->tame(4, 8);
  Eigen::VectorXd z = Eigen::VectorXd::Zero(8);
  const long cold = this->solve(problem, z).iterations;
  ASSERT_GT(cold, 0);
  const Eigen::VectorXd solution = z;
  EXPECT_EQ(this->solve(problem, z).iterations, 0);
  EXPECT_EQ(z, solution);
}

TYPED_TEST(LcpConformance, KeepsToItsBudget) {
  const LcpProblem problem = this->tame(5, 8);
  SolverOptions options;
  options.max_iterations = 0;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(8);
  SolveReport report = this->solve(problem, z, options);
  EXPECT_EQ(report.status, SolveStatus::max_iterations);
  EXPECT_EQ(report.iterations, 0);
  options.max_iterations.reset();
  options.time_limit = 0.0;
  z.setZero();
  EXPECT_EQ(this->solve(problem, z, options).status, SolveStatus::time_limit);
  options.time_limit.reset();
  std::stop_source source;
  source.request_stop();
  options.stop = source.get_token();
  z.setZero();
  EXPECT_EQ(this->solve(problem, z, options).status, SolveStatus::cancelled);
}

TYPED_TEST(LcpConformance, TellsItsProgress) {
  const LcpProblem problem = this->tame(6, 8);
  double last = 0.0;
  SolverOptions options;
  options.progress = [&last](double share) {
    EXPECT_GE(share, last);
    last = share;
  };
  Eigen::VectorXd z = Eigen::VectorXd::Zero(8);
  EXPECT_EQ(this->solve(problem, z, options).status, SolveStatus::converged);
  EXPECT_EQ(last, 1.0);
  options.progress = [](double) { throw std::runtime_error("enough"); };
  z.setZero();
  EXPECT_THROW(static_cast<void>(this->solver.solve(problem, as_span(z), options)), std::runtime_error);
  // The solver is as good as new.
  z.setZero();
  EXPECT_EQ(this->solve(problem, z).status, SolveStatus::converged);
}

TYPED_TEST(LcpConformance, DoesNotRememberNorAllocate) {
  const LcpProblem problem = this->tame(7, 9), smaller = this->tame(8, 4), larger = this->tame(9, 11);
  Eigen::VectorXd first = Eigen::VectorXd::Zero(9);
  TypeParam fresh;
  const SolveReport expected = fresh.solve(problem, as_span(first));
  for (const LcpProblem* other : {&smaller, &larger, &problem}) {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(other->size());
    static_cast<void>(this->solve(*other, z));
  }
  Eigen::VectorXd z = Eigen::VectorXd::Zero(9);
  SolveReport report;
  const std::size_t count = stickslip::test::allocations_in([&] { report = this->solver.solve(problem, as_span(z)); });
  EXPECT_EQ(report, expected);
  EXPECT_EQ(z, first);
  if (stickslip::test::counts_allocations()) {
    EXPECT_EQ(count, 0U);
  }
}

TYPED_TEST(LcpConformance, RefusesSizesThatDoNotFit) {
  const auto said = [this](const LcpProblem& problem, int size) -> std::string {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(size);
    try {
      static_cast<void>(this->solver.solve(problem, as_span(z)));
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "";
  };
  const LcpProblem problem = this->tame(10, 4);
  EXPECT_EQ(said(problem, 3), "solve: z has 3 entries, must have 4");
  EXPECT_EQ(said(problem, 5), "solve: z has 5 entries, must have 4");
  EXPECT_EQ(said({problem.M.leftCols(3), problem.q}, 4), "LcpProblem: M is 4 x 3, must be 4 x 4");
  EXPECT_EQ(said({problem.M, problem.q.head(3)}, 3), "LcpProblem: M is 4 x 4, must be 3 x 3");
  EXPECT_EQ(said(problem, 4), "");
}

// A chain of springs pressed against a floor by alternating loads: sweeps carry news one link at a time.
TEST(ProjectedGaussSeidel, ComesToRestAtTheSamePointWhateverTheRelaxation) {
  constexpr int n = 30;
  LcpProblem problem{2.0 * Eigen::MatrixXd::Identity(n, n), Eigen::VectorXd::Constant(n, -1.0)};
  problem.M.diagonal(1).setConstant(-1.0);
  problem.M.diagonal(-1).setConstant(-1.0);
  problem.q.head(5).setConstant(100.0);
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(n);
  ASSERT_EQ(Lemke().solve(problem, as_span(expected)).status, SolveStatus::converged);
  const auto sweeps = [&](double relaxation) {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
    const SolveReport report = ProjectedGaussSeidel(relaxation).solve(problem, as_span(z));
    EXPECT_EQ(report.status, SolveStatus::converged) << relaxation;
    EXPECT_LE((z - expected).norm(), 1e-5) << relaxation;
    return report.iterations;
  };
  const long slower = sweeps(0.5), plain = sweeps(1.0), faster = sweeps(1.8);
  EXPECT_GT(slower, plain);
  EXPECT_LT(5 * faster, plain);
  for (const double bad : {0.0, -1.0, 2.0, nan}) EXPECT_THROW(ProjectedGaussSeidel{bad}, InvalidArgument) << bad;
}

TEST(Enumeration, RefusesThirteenRows) {
  Eigen::VectorXd z = Eigen::VectorXd::Zero(13);
  Enumeration enumeration;
  EXPECT_THROW(static_cast<void>(enumeration.solve(
                   {Eigen::MatrixXd::Identity(13, 13), Eigen::VectorXd::Constant(13, -1.0)}, as_span(z))),
               InvalidArgument);
}

// z₂ w₂ = 0 by M = (0 1; 1 0), q = (0, −1): only the singular basis {1} holds the solution (1, 0).
TEST(Enumeration, FindsSolutionsOfSingularBases) {
  LcpProblem problem{Eigen::MatrixXd(2, 2), Eigen::VectorXd(2)};
  problem.M << 0.0, 1.0, 1.0, 0.0;
  problem.q << 0.0, -1.0;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(2);
  EXPECT_EQ(Enumeration().solve(problem, as_span(z)).status, SolveStatus::converged);
  EXPECT_NEAR(z[0], 1.0, 1e-12);
  EXPECT_NEAR(z[1], 0.0, 1e-12);
}

// Matrices of any kind: for many that are not P-matrices least indices go round in a circle.
TEST(Murty, SaysThatBasesRepeat) {
  Murty murty;
  Random random(11);
  int repeats = 0;
  for (int k = 0; k < 2000; ++k) {
    const LcpProblem problem{matrix(random, 4, 4), any_q(random, 4)};
    Eigen::VectorXd z = Eigen::VectorXd::Zero(4);
    const SolveReport report = murty.solve(problem, as_span(z));
    if (report.method == "murty: bases repeat") {
      EXPECT_EQ(report.status, SolveStatus::stalled);
      ++repeats;
    } else {
      EXPECT_TRUE(report.status == SolveStatus::converged || report.method == "murty: singular basis") << k;
    }
  }
  EXPECT_GT(repeats, 100);
}

TEST(JudicePires, SaysWhatItFellBackOn) {
  JudicePires solver;
  // A singular basis at the first step: the rows of two equal contacts.
  LcpProblem problem{Eigen::MatrixXd::Ones(2, 2), Eigen::VectorXd::Constant(2, -1.0)};
  Eigen::VectorXd z = Eigen::VectorXd::Zero(2);
  const SolveReport report = solver.solve(problem, as_span(z));
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_EQ(report.method, "judice_pires: lemke after a singular basis");
  Random random(12);
  int murty = 0;
  for (int k = 0; k < 3000; ++k) {
    const LcpProblem p{p_matrix(random, 8), any_q(random, 8)};
    z.setZero(8);
    const SolveReport r = solver.solve(p, as_span(z));
    EXPECT_EQ(r.status, SolveStatus::converged);
    if (r.method == "judice_pires: murty after no progress") ++murty;
  }
  EXPECT_GT(murty, 0);
}

// Mᵀy = 0, qᵀy < 0 for y = (1, 1), and for no single row: M is semidefinite, hence copositive-plus, and the ray is the proof.
TEST(Lemke, ProvesThatThereIsNoSolution) {
  LcpProblem problem{Eigen::MatrixXd(2, 2), Eigen::VectorXd(2)};
  problem.M << 1.0, -1.0, -1.0, 1.0;
  problem.q << -1.0, -1.0;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(2);
  EXPECT_EQ(Lemke().solve(problem, as_span(z)).status, SolveStatus::infeasible);
}

// z ≈ (2/e, 2/e): however near M comes to that singular matrix, a solution exists. z is exact in double, so that w is too.
TYPED_TEST(LcpConformance, NeverCallsANearlySingularProblemInfeasible) {
  for (const double tolerance : {1e-3, 1e-10}) {
    for (int digits = 30; digits <= 50; ++digits) {
      const double e = std::ldexp(1.0, -digits);
      LcpProblem problem{Eigen::MatrixXd(2, 2), Eigen::VectorXd::Constant(2, -1.0)};
      problem.M << 1.0, -1.0, -1.0, 1.0 + e;
      Eigen::VectorXd z(2);
      z << 2.0 / e + 1.0, 2.0 / e;
      ASSERT_EQ(residual(problem, as_span(z)), 0.0);
      SolverOptions options;
      options.tolerance = tolerance;
      z.setZero();
      EXPECT_NE(this->solve(problem, z, options).status, SolveStatus::infeasible) << digits;
    }
    // The same in decimals, whose rounding is in the matrix.
    for (const double e : {1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14}) {
      LcpProblem problem{Eigen::MatrixXd(2, 2), Eigen::VectorXd::Constant(2, -1.0)};
      problem.M << 1.0, -1.0, -1.0, 1.0 + e;
      SolverOptions options;
      options.tolerance = tolerance;
      Eigen::VectorXd z = Eigen::VectorXd::Zero(2);
      EXPECT_NE(this->solve(problem, z, options).status, SolveStatus::infeasible) << e;
    }
  }
}

// Row 0 cannot rise from −1e-12, which is within the tolerance: (0, 1) is a solution.
TYPED_TEST(LcpConformance, TakesWhatIsWithinTheToleranceForFeasible) {
  LcpProblem problem{Eigen::MatrixXd::Zero(2, 2), Eigen::VectorXd(2)};
  problem.M(1, 1) = 1.0;
  problem.q << -1e-12, -1.0;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(2);
  EXPECT_EQ(this->solve(problem, z).status, SolveStatus::converged);
}

// y = (1, 1, 1) has Mᵀy = −0.1, qᵀy = −1, and no single row is a proof.
TEST(Lemke, ProvesWhatHasRoomToSpare) {
  LcpProblem problem{Eigen::MatrixXd(3, 3), Eigen::VectorXd(3)};
  problem.M << 1.0, -2.0, 0.7, -2.0, 0.9, 0.2, 0.9, 1.0, -1.0;
  problem.q << -2.0, 0.5, 0.5;
  for (const double scale : {1e-9, 1.0, 1e9}) {
    const LcpProblem same{scale * problem.M, problem.q};
    Eigen::VectorXd z = Eigen::VectorXd::Zero(3);
    EXPECT_EQ(Lemke().solve(same, as_span(z)).status, SolveStatus::infeasible) << scale;
    z.setZero();
    EXPECT_EQ(Enumeration().solve(same, as_span(z)).status, SolveStatus::infeasible) << scale;
  }
}

}  // namespace
}  // namespace stickslip::solvers::lcp_conformance_test
