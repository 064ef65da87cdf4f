// Dantzig's principal pivoting for problems between bounds: one row after the other is made to hold, the rows before it kept.
//
//   (1)  drive x_i until w_i = 0 or x_i meets its bound;   meanwhile w_F = 0 in the rows F between their bounds
//   (2)  A_FF dx_F + A_Fi dx_i + Σ_k A_Fk dx_k = 0
//        dx_k = c_k dx_j where row k rests at the bound c_k x_j, 0 where at a given one
//
// As in [Baraff 1994], but with (2) a bound that is a multiple of another variable moves with that variable while rows are
// driven. So the bounds are those of the final x, not of an earlier guess, and the result solves the whole problem, not one with
// frozen bounds.
// Made for symmetric positive semidefinite A. Redundant contacts make A singular: a small multiple ε of the mean
// diagonal is added to it (1e-10, then 1e-8 and 1e-6), and the linear equations of the final rows are then refined without it.
// Where friction couples rows strongly a walk can get stuck; the residual decides, the status then is stalled.
// A start is used for its pattern of bounds: where that is right, nothing is driven. Iterations are events of the walk, each
// O(|F|³). No allocation from the second solve of a size on.
// Sizes are checked at each call, numbers are not: what solvers require stands in solver_options.hpp.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/boxed_lcp_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class Dantzig {
 public:
  Dantzig();
  ~Dantzig();
  Dantzig(Dantzig&&) noexcept;
  Dantzig& operator=(Dantzig&&) noexcept;
  Dantzig(const Dantzig&) = delete;
  Dantzig& operator=(const Dantzig&) = delete;

  SolveReport solve(const BoxedLcpProblem& problem, std::span<double> x, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
