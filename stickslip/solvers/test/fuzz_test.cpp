// A hundred thousand small problems of all classes, by every solver in turn: what is said to be solved is solved, and what must be
// solved is. The judge is not the library's residual but the definition of the problem, in long doubles.
#include <span>

#include <gtest/gtest.h>

#include "stickslip/core/test/property.hpp"
#include "stickslip/solvers/auto_lcp.hpp"
#include "stickslip/solvers/dantzig.hpp"
#include "stickslip/solvers/enumeration.hpp"
#include "stickslip/solvers/judice_pires.hpp"
#include "stickslip/solvers/lemke.hpp"
#include "stickslip/solvers/murty.hpp"
#include "stickslip/solvers/nonlinear_conjugate_gradients.hpp"
#include "stickslip/solvers/projected_gauss_seidel.hpp"
#include "stickslip/solvers/test/lcp_cases.hpp"
#include "stickslip/solvers/test/truth.hpp"

namespace stickslip::solvers::fuzz_test {
namespace {

using namespace test;
using stickslip::test::seed;

Random random_of(unsigned salt) {
  return Random(static_cast<Random::result_type>(seed(salt)));
}

// Solves, and compares what the report says with the truth.
template <class Solver, class Problem>
SolveReport judged(Solver& solver, const Problem& problem, Eigen::VectorXd& z) {
  SolverOptions options;
  options.max_iterations = 3000;
  z.setZero(problem.size());
  const std::span<double> point(z.data(), static_cast<std::size_t>(z.size()));
  const SolveReport report = solver.solve(problem, point, options);
  const Truth truth = truth_of(problem, z);
  EXPECT_NEAR(report.residual, truth.residual, truth.rounding) << report.method;
  if (report.status == SolveStatus::converged) {
    EXPECT_LE(truth.residual, options.tolerance + truth.rounding) << report.method;
  } else {
    EXPECT_GT(truth.residual, options.tolerance - truth.rounding) << report.method;
  }
  EXPECT_TRUE(z.allFinite()) << report.method;
  return report;
}

// Of 10 000 problems and more that have a solution. Of singular matrices pivots may be rounding: on one problem of half a million pivoting
// methods lose their way in doubles, and say so.
constexpr int most_given_up = 2;

// Whether a solver that should have solved it said that it did not; never that there is no solution.
int gives_up(const SolveReport& report) {
  EXPECT_NE(report.status, SolveStatus::infeasible) << report.method;
  return report.status == SolveStatus::converged ? 0 : 1;
}

class Fuzz : public testing::Test {
 protected:
  // Solvers outlive problems: nothing of one may leak into the next.
  Lemke lemke;
  Murty murty;
  JudicePires judice_pires;
  AutoLcp automatic;
  ProjectedGaussSeidel pgs;
  NonlinearConjugateGradients nncg;
  Enumeration enumeration;
  Eigen::VectorXd z;
};

// Unique solutions: all four must find them, whatever q.
TEST_F(Fuzz, PMatricesAreSolvedByAllPivotingMethods) {
  Random random = random_of(1);
  for (int k = 0; k < 20000; ++k) {
    const int n = 1 + index(random, 10);
    const LcpProblem problem{p_matrix(random, n), any_q(random, n)};
    ASSERT_EQ(judged(lemke, problem, z).status, SolveStatus::converged) << k;
    const Eigen::VectorXd solution = z;
    ASSERT_EQ(judged(murty, problem, z).status, SolveStatus::converged) << k;
    ASSERT_LE((z - solution).norm(), 1e-7 * (1.0 + solution.norm())) << k;
    ASSERT_EQ(judged(judice_pires, problem, z).status, SolveStatus::converged) << k;
    ASSERT_EQ(judged(automatic, problem, z).status, SolveStatus::converged) << k;
  }
}

// Rows and columns by 10^±6 each: entries by 10^±12.
TEST_F(Fuzz, BadlyScaledPMatricesAreSolved) {
  Random random = random_of(2);
  for (int k = 0; k < 15000; ++k) {
    const int n = 1 + index(random, 8);
    const LcpProblem problem = scaled(random, backwards(random, p_matrix(random, n)), 6.0);
    const SolveReport report = k % 3 == 0   ? judged(lemke, problem, z)
                               : k % 3 == 1 ? judged(judice_pires, problem, z)
                                            : judged(automatic, problem, z);
    ASSERT_EQ(report.status, SolveStatus::converged) << k << ' ' << report.method << ' ' << report.residual;
  }
}

TEST_F(Fuzz, CopositiveSemidefiniteSkewAndRedundantOnesAreSolvedByLemkeAndAuto) {
  Random random = random_of(3);
  int given_up = 0;
  for (int k = 0; k < 25000; ++k) {
    const int n = 1 + index(random, 10);
    const int kind = k % 4;
    // Strictly copositive: any q. The others: q with a solution.
    const LcpProblem problem = kind == 0   ? LcpProblem{copositive(random, n), any_q(random, n)}
                               : kind == 1 ? backwards(random, semidefinite(random, n))
                               : kind == 2 ? backwards(random, skew(random, n))
                                           : backwards(random, redundant(random, n));
    given_up += gives_up(judged(lemke, problem, z)) + gives_up(judged(automatic, problem, z));
    ASSERT_NE(judged(judice_pires, problem, z).status, SolveStatus::infeasible) << k;
  }
  EXPECT_LE(given_up, most_given_up);
}

// Most of these have no solution, some have several: the enumeration knows.
TEST_F(Fuzz, IndefiniteOnesAgreeWithTheEnumeration) {
  Random random = random_of(4);
  int undecided = 0;  // by the enumeration, which says so where rounding might decide
  for (int k = 0; k < 10000; ++k) {
    const int n = 1 + index(random, 5);
    const LcpProblem problem{matrix(random, n, n), any_q(random, n)};
    const SolveStatus truth = judged(enumeration, problem, z).status;
    if (truth != SolveStatus::converged && truth != SolveStatus::infeasible) {
      ++undecided;
      continue;
    }
    ASSERT_EQ(judged(automatic, problem, z).status, truth) << k;
    for (const SolveStatus status : {judged(lemke, problem, z).status, judged(murty, problem, z).status,
                                     judged(judice_pires, problem, z).status}) {
      if (truth == SolveStatus::converged) {
        ASSERT_NE(status, SolveStatus::infeasible) << k;
      } else {
        ASSERT_NE(status, SolveStatus::converged) << k;
      }
    }
  }
  EXPECT_LE(undecided, most_given_up);
}

TEST_F(Fuzz, InfeasibleOnesAreNeverSolved) {
  Random random = random_of(5);
  int proved = 0;  // by a vector of Farkas, without the enumeration
  for (int k = 0; k < 10000; ++k) {
    const int n = 1 + index(random, 8);
    const LcpProblem problem = infeasible(random, n);
    ASSERT_EQ(judged(automatic, problem, z).status, SolveStatus::infeasible) << k;
    const SolveReport report = judged(lemke, problem, z);
    ASSERT_NE(report.status, SolveStatus::converged);
    if (report.status == SolveStatus::infeasible) ++proved;
    ASSERT_NE(judged(judice_pires, problem, z).status, SolveStatus::converged);
  }
  EXPECT_GE(proved, 3000);
}

TEST_F(Fuzz, SweepsAreJudgedByTheResidual) {
  Random random = random_of(6);
  for (int k = 0; k < 5000; ++k) {
    const int n = 1 + index(random, 8);
    const Eigen::MatrixXd a = matrix(random, n, n);
    const LcpProblem problem{k % 2 == 0 ? Eigen::MatrixXd(a * a.transpose() + Eigen::MatrixXd::Identity(n, n)) : a,
                             any_q(random, n)};
    const SolveStatus plain = judged(pgs, problem, z).status, faster = judged(nncg, problem, z).status;
    if (k % 2 == 0) {
      ASSERT_EQ(plain, SolveStatus::converged) << k;
      ASSERT_EQ(faster, SolveStatus::converged) << k;
    }
  }
}

TEST_F(Fuzz, MixedOnesAreSolvedWhereWhatIsLeftIsAPMatrix) {
  Random random = random_of(7);
  AutoMixedLcp mixed;
  for (int k = 0; k < 10000; ++k) {
    const int n = 1 + index(random, 6), m = 1 + index(random, 4);
    const MixedLcpProblem problem = with_equations(random, {p_matrix(random, n), any_q(random, n)}, m);
    ASSERT_EQ(judged(mixed, problem, z).status, SolveStatus::converged) << k;
    ASSERT_EQ(judged(lemke, problem, z).status, SolveStatus::converged) << k;
    ASSERT_EQ(judged(judice_pires, problem, z).status, SolveStatus::converged) << k;
  }
}

TEST_F(Fuzz, BoxedOnesAreSolved) {
  Random random = random_of(8);
  Dantzig dantzig;
  AutoBoxedLcp boxed_auto;
  int with_friction = 0, given_up = 0;
  for (int k = 0; k < 10000; ++k) {
    const bool friction = k % 2 == 1;
    const int n = friction ? 3 * (1 + index(random, 3)) : 1 + index(random, 8);
    const Eigen::MatrixXd a = matrix(random, n, k % 4 < 2 ? n : (n + 1) / 2);
    const BoxedLcpProblem problem = boxed(random, a * a.transpose(), friction);
    given_up += gives_up(judged(boxed_auto, problem, z));
    const SolveReport report = judged(dantzig, problem, z);
    // Friction of random matrices couples rows more strongly than a body does: Dantzig's method may give up, and says so.
    if (!friction) {
      given_up += gives_up(report);
    } else if (report.status == SolveStatus::converged) {
      ++with_friction;
    }
    ASSERT_NE(judged(pgs, problem, z).status, SolveStatus::infeasible) << k;
  }
  EXPECT_LE(given_up, most_given_up);
  EXPECT_GE(with_friction, 4000);  // of 5000
}

}  // namespace
}  // namespace stickslip::solvers::fuzz_test
