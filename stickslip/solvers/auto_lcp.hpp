// Solves dense problems by whatever works: cheap things first, the residual watched, and a switch where it does not fall.
//
// LCP     the active set of the start, block pivoting, Lemke's ladder; then every basis up to 12 rows, projected sweeps (conjugate
//         gradients, then plain) beyond
// mixed   block pivoting, Lemke's ladder: sweeps do not know equations, so that large ones are not cheap
// boxed   the pattern of the start, Dantzig's method, Lemke's ladder (below 800 rows) on the equivalent mixed problem
//           w = u − v,  0 ≤ u ⟂ x − l ≥ 0,  0 ≤ v ⟂ h − x ≥ 0,
//         then projected sweeps
// From 800 rows on, where a single factorisation takes long, LCP and boxed begin with n/2 sweeps of conjugate gradients, and pivots
// go on from the active set or pattern they end with. Sweeps begin at the caller's start, those of conjugate gradients after pivots of an
// LCP at the best point that these found.
// report.method says who found the point, "auto: lemke"; the budget is that of all together. Sources and limits: the headers of
// the solvers. No allocation from the second solve of a size on, but for singular bases of the enumeration.
// Sizes are checked at each call, numbers are not: what solvers require stands in solver_options.hpp.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/boxed_lcp_problem.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/mixed_lcp_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class AutoLcp {
 public:
  AutoLcp();
  ~AutoLcp();
  AutoLcp(AutoLcp&&) noexcept;
  AutoLcp& operator=(AutoLcp&&) noexcept;
  AutoLcp(const AutoLcp&) = delete;
  AutoLcp& operator=(const AutoLcp&) = delete;

  SolveReport solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

class AutoMixedLcp {
 public:
  AutoMixedLcp();
  ~AutoMixedLcp();
  AutoMixedLcp(AutoMixedLcp&&) noexcept;
  AutoMixedLcp& operator=(AutoMixedLcp&&) noexcept;
  AutoMixedLcp(const AutoMixedLcp&) = delete;
  AutoMixedLcp& operator=(const AutoMixedLcp&) = delete;

  SolveReport solve(const MixedLcpProblem& problem, std::span<double> z, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

class AutoBoxedLcp {
 public:
  AutoBoxedLcp();
  ~AutoBoxedLcp();
  AutoBoxedLcp(AutoBoxedLcp&&) noexcept;
  AutoBoxedLcp& operator=(AutoBoxedLcp&&) noexcept;
  AutoBoxedLcp(const AutoBoxedLcp&) = delete;
  AutoBoxedLcp& operator=(const AutoBoxedLcp&) = delete;

  SolveReport solve(const BoxedLcpProblem& problem, std::span<double> x, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
