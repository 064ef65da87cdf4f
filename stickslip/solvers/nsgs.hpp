// Block Gauss–Seidel for friction at many contacts: each contact in turn is solved exactly, the others held as they are.
//
//   (1)  r_i ← solution of the contact's own problem with A = W_ii, b = q_i + Σ_{j≠i} W_ij r_j        for i = 1 … n, again and again
//
// The contact's own problem (lift off, stick or slide; one root of a scalar equation) stands in detail/local_contact.hpp. Sweeps (1) are
// sped up by nonlinear conjugate gradients [Silcowitz 2010]: the change of a sweep is the direction, which is
// added with weight ‖g‖²/‖g_old‖² while that is at most 1 (detail/cone_sweeps.hpp).
// Cheap and sparse, good to moderate accuracy; slow where stacks are high, mass ratios large, or contacts redundant. No symmetry of W is
// needed. A contact whose own block is zero is left as it is. Known as nonsmooth Gauss–Seidel [Jean 1999].
// One iteration is one sweep: O(blocks). The default budget is 100 000 of them. No allocation from the second solve of a size on.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/cone_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class Nsgs {
 public:
  Nsgs();
  ~Nsgs();
  Nsgs(Nsgs&&) noexcept;
  Nsgs& operator=(Nsgs&&) noexcept;
  Nsgs(const Nsgs&) = delete;
  Nsgs& operator=(const Nsgs&) = delete;

  // r: start, and best point found. Throws InvalidArgument for a bad problem, start or options.
  SolveReport solve(const ConeProblem& problem, std::span<double> r, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
