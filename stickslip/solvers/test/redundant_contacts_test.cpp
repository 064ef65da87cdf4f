// Stacks and walls have more contacts than their bodies need: matrices are singular, ratios tie. All must be solved.
#include <span>

#include <gtest/gtest.h>

#include "stickslip/solvers/auto_lcp.hpp"
#include "stickslip/solvers/dantzig.hpp"
#include "stickslip/solvers/lemke.hpp"
#include "stickslip/solvers/residual.hpp"
#include "stickslip/solvers/test/contact_scene.hpp"

namespace stickslip::solvers::redundant_contacts_test {
namespace {

using namespace test;

template <class Solver, class Problem>
void expect_solved(Solver& solver, const Problem& problem, const std::string& name) {
  Eigen::VectorXd z = Eigen::VectorXd::Zero(problem.size());
  const std::span<double> point(z.data(), static_cast<std::size_t>(z.size()));
  const SolveReport report = solver.solve(problem, point);
  EXPECT_EQ(report.status, SolveStatus::converged) << name << " by " << report.method << ": " << report.residual;
  EXPECT_LE(residual(problem, point), 1e-10) << name;
}

TEST(RedundantContacts, OfTheSceneFilesAreSolved) {
  ASSERT_EQ(scene_names().size(), 15U);
  Lemke lemke;
  AutoLcp automatic;
  AutoBoxedLcp boxed;
  for (const std::string& name : scene_names()) {
    const ContactScene scene = read_scene(name);
    ASSERT_FALSE(scene.contacts.empty()) << name;
    for (const int k : {2, 4}) {
      const LcpProblem problem = anitescu_potra(scene, k);
      expect_solved(lemke, problem, name);
      expect_solved(automatic, problem, name);
    }
    expect_solved(boxed, friction_box(scene), name);
  }
}

TEST(RedundantContacts, OfRandomStacksAndWallsAreSolved) {
  Lemke lemke;
  AutoLcp automatic;
  for (const int n : {1, 2, 3, 5, 10}) {
    for (unsigned seed = 0; seed < 10; ++seed) {
      Random random(seed);
      const std::string name = "n = " + std::to_string(n) + ", seed " + std::to_string(seed);
      for (const int points : {3, 4}) {
        const LcpProblem problem = anitescu_potra(random_stack(random, n, points), 2);
        expect_solved(lemke, problem, "stack, " + name);
        expect_solved(automatic, problem, "stack, " + name);
      }
      const LcpProblem problem = anitescu_potra(random_wall(random, n), 2);
      expect_solved(lemke, problem, "wall, " + name);
      expect_solved(automatic, problem, "wall, " + name);
    }
  }
}

}  // namespace
}  // namespace stickslip::solvers::redundant_contacts_test
