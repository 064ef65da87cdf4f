// Lemke's method for complementarity problems: a walk along the edges of a polyhedron, made safe against rounding.
//
//   (1)  w = q + M z + d z₀ ≥ 0,   z ≥ 0,   z₀ ≥ 0,   z_i w_i = 0 but for one i;   d > 0
//
// z₀ enters first, so large that w ≥ 0; then the complement of whatever left enters, until z₀ leaves: z solves the problem
// [Lemke 1965]. Where nothing stops the entering variable the walk goes off along a ray. That never happens for strictly copositive
// M; for copositive-plus M it proves that no solution exists, by a y ≥ 0 with Mᵀy ≤ 0 and qᵀy < 0. The status says infeasible only
// where such a y, from the ray or by least squares, passes a check that rounding cannot deceive; where it does not, stalled.
// Redundant contacts make M singular and ratios tie, and the textbook's method then takes rounding for pivots. Here
//   - pivots below 1e-13 … 1e-7 of their column are refused; ratios tie within 1e-10 of the largest value, z₀ leaves first among
//     ties, then the largest pivot;
//   - where a walk does not end in a solution the next rung is tried: another tolerance, another d, then the equilibrated matrix;
//   - the end of a walk, whatever it was, is judged by the residual, after w = 0 was solved anew by LU in its active rows;
//   - the dictionary is looked at every 50 pivots and computed anew where rounding has grown beyond 1e-9.
// Mixed problems: free variables are first made basic, which needs no regular block of the free rows as long as the whole is
// regular; equations that depend on others are left out, and the residual says whether they hold.
// A start is used for its active set alone: one LU, and if that is a solution no pivot is made (0 iterations).
// Iterations are pivots of all rungs. About n pivots of O(n²); 8 (n + 2) n bytes. No allocation from the second solve of a size
// on, but for the least squares after all rungs have failed.
// Sizes are checked at each call, numbers are not: what solvers require stands in solver_options.hpp.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/mixed_lcp_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class Lemke {
 public:
  Lemke();
  ~Lemke();
  Lemke(Lemke&&) noexcept;
  Lemke& operator=(Lemke&&) noexcept;
  Lemke(const Lemke&) = delete;
  Lemke& operator=(const Lemke&) = delete;

  SolveReport solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options = {});
  SolveReport solve(const MixedLcpProblem& problem, std::span<double> z, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
