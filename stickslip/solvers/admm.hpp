// Alternating directions for friction at many contacts: one factorisation, then a solve and a projection per iteration.
//
//   (1)  (W_s + ρ diag(w)) x = −q − s − (W − W_s) z + ρ w (z − ξ),      W_s = (W + Wᵀ)/2,  w_i the mean diagonal of W_ii
//   (2)  z ← P_K(ω x + (1 − ω) z + ξ),   ξ ← ξ + ω x + (1 − ω) z_old − z,   ω = 1.6;     s = μ ‖ρ w ξ_t‖ n
//
// [Boyd 2011]; with s, which makes a cone problem of a cone program, [Acary 2018]. For large problems that mostly stick and for which a few
// dozen iterations do; slow where contacts slide or W is badly conditioned. The point judged is z, by W itself. W may differ from its
// transpose by 10⁻² of its largest entry: the difference is taken from the last point looked at. Beyond that solve() throws InvalidArgument.
// One iteration is one pair of triangular solves; every tenth looks at the residual. ρ is changed at most ten times, a factorisation each.
// The default budget is 20 000. No allocation from the second solve of a size on, up to 2048 contacts; beyond that, ordering a
// pattern not seen in the last solve allocates.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/cone_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class Admm {
 public:
  // By which W may differ from its transpose, of its largest entry.
  static constexpr double most_asymmetry = 1e-2;

  Admm();
  ~Admm();
  Admm(Admm&&) noexcept;
  Admm& operator=(Admm&&) noexcept;
  Admm(const Admm&) = delete;
  Admm& operator=(const Admm&) = delete;

  // r: start, and best point found. Throws InvalidArgument for a bad problem, start or options.
  SolveReport solve(const ConeProblem& problem, std::span<double> r, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
