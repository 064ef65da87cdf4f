// Projected Gauss–Seidel and SOR: row after row is made to hold, the others left alone, sweep after sweep.
//
//   (1)  z_i ← max(0, z_i − ω w_i/M_ii),   x_i ← clamp(x_i − ω w_i/A_ii, l_i, h_i) with the bounds of the moment
//
// ω = 1 is Gauss–Seidel; 1 < ω < 2 (successive over-relaxation) is often faster where convergence is slow, ω < 1 calmer where
// sweeps swing. The points at rest are the solutions, whatever ω.
// Converges for symmetric positive definite matrices, linearly, slowly where they are ill conditioned; often, not always, for those
// of contact. A row whose diagonal is not positive is divided by its largest entry instead, so that it moves at all. Sweeps end at
// the tolerance, with the budget, or when the best residual has not fallen by a hundredth in 200 sweeps: stalled. A sweep costs
// O(n²), less where few rows move. A start is used as it is. No allocation from the second solve of a size on.
// Sizes are checked at each call, numbers are not: what solvers require stands in solver_options.hpp.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/boxed_lcp_problem.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class ProjectedGaussSeidel {
 public:
  // relaxation: ω of Eq. 1, > 0 and < 2; throws InvalidArgument beyond.
  explicit ProjectedGaussSeidel(double relaxation = 1.0);
  ~ProjectedGaussSeidel();
  ProjectedGaussSeidel(ProjectedGaussSeidel&&) noexcept;
  ProjectedGaussSeidel& operator=(ProjectedGaussSeidel&&) noexcept;
  ProjectedGaussSeidel(const ProjectedGaussSeidel&) = delete;
  ProjectedGaussSeidel& operator=(const ProjectedGaussSeidel&) = delete;

  SolveReport solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options = {});
  SolveReport solve(const BoxedLcpProblem& problem, std::span<double> x, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
