// Block principal pivoting: all wrong rows change sides at once, with two fallbacks.
//
//   (1)  basis A: w_A = 0, z_N = 0, M_AA z_A = −q_A, w_N = q_N + M_NA z_A;   free rows are always in A
//   (2)  wrong: the rows with z_A < 0 or w_N < 0
//
// While the number of wrong rows falls, or for up to ten steps in which it does not, all of them change sides: a few steps,
// whatever the size [Judice 1994]. Then Murty's least index from the best basis met, which is sure for P-matrices; and where a
// basis is singular, or Murty's walk does not end, Lemke's method. report.method says which: "judice_pires", "judice_pires: murty
// after no progress", "judice_pires: lemke after a singular basis", "judice_pires: lemke after no progress".
// A start is used for its active set: with the right one the first step ends. Iterations are exchanges of a block, or pivots. A
// step costs one LU of the size of A. No allocation from the second solve of a size on.
// Sizes are checked at each call, numbers are not: what solvers require stands in solver_options.hpp.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/mixed_lcp_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class JudicePires {
 public:
  JudicePires();
  ~JudicePires();
  JudicePires(JudicePires&&) noexcept;
  JudicePires& operator=(JudicePires&&) noexcept;
  JudicePires(const JudicePires&) = delete;
  JudicePires& operator=(const JudicePires&) = delete;

  SolveReport solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options = {});
  SolveReport solve(const MixedLcpProblem& problem, std::span<double> z, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
