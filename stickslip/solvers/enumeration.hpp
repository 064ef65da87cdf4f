// Every basis of a small complementarity problem: the oracle that other solvers are compared with.
//
//   (1)  for all A ⊆ {1 … n}:   M_AA z_A = −q_A,   z_A ≥ 0,   q_N + M_NA z_A ≥ 0
//
// Where M_AA is regular, one LU. Where it is singular a basis may still hold solutions: whether (1) has any is a question of
// non-negative least squares, min ‖(M_AA 0; M_NA −I)(z_A, w_N) + q‖ over z_A, w_N ≥ 0. So all bases are covered. Where none holds a
// solution the status is infeasible, if that is certain: every basis is regular and fails by clearly more than rounding (1e-6 and
// more), or a vector proves that no z ≥ 0 has M z + q ≥ 0. Otherwise it is stalled.
// The first solution in the order of A as a binary number is returned; a start only serves as the first candidate. n ≤ 12: throws
// InvalidArgument beyond. Iterations are bases, up to 2ⁿ; a few milliseconds for n = 12. Singular bases allocate.
// Sizes are checked at each call, numbers are not: what solvers require stands in solver_options.hpp.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class Enumeration {
 public:
  Enumeration();
  ~Enumeration();
  Enumeration(Enumeration&&) noexcept;
  Enumeration& operator=(Enumeration&&) noexcept;
  Enumeration(const Enumeration&) = delete;
  Enumeration& operator=(const Enumeration&) = delete;

  SolveReport solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
