// Murty's least-index method: principal pivots, one row at a time.
//
//   (1)  basis A: w_A = 0, z_N = 0, M_AA z_A = −q_A, w_N = q_N + M_NA z_A
//   (2)  of the rows where z_A or w_N is negative the one of least index changes sides
//
// Ends in the solution for every P-matrix (all principal minors positive) [Murty 1974]; takes up to 2ⁿ steps in contrived cases,
// about n in others. For other matrices it may meet the same basis again: then it would for ever, and the report says so, "murty:
// bases repeat"; or a basis that is singular, "murty: singular basis". It never turns into another method.
// A start is used for its active set. Iterations are pivots of O(n²). No allocation from the second solve of a size on.
// Sizes are checked at each call, numbers are not: what solvers require stands in solver_options.hpp.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class Murty {
 public:
  Murty();
  ~Murty();
  Murty(Murty&&) noexcept;
  Murty& operator=(Murty&&) noexcept;
  Murty(const Murty&) = delete;
  Murty& operator=(const Murty&) = delete;

  SolveReport solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
