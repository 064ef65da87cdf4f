// Friction at many contacts by whatever method does it: starts cheap, watches the residual, and switches.
//
// Contacts that W does not couple are islands, solved one by one to their share of the tolerance. For each: a few sweeps of Nsgs; more of
// them while the rate of convergence promises to be cheaper than Newton's method, whose cost is known from the pattern; then
// ProxNewton. Islands still unsolved come again, up to three times, with twice the patience each time, and Admm as well where W is near
// symmetric. Decisions depend on the numbers, never on the clock: results are the same on every run.
// report.method is "auto: " and the heaviest method that solved an island, or that was tried where one is left unsolved: nsgs,
// prox_newton or admm. Iterations are those of the island that needed most, each island having the whole budget of them: 100 000. Time
// is shared.
// No allocation from the second solve of a problem of the same pattern on, up to islands of 2048 contacts.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/cone_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class AutoCone {
 public:
  AutoCone();
  ~AutoCone();
  AutoCone(AutoCone&&) noexcept;
  AutoCone& operator=(AutoCone&&) noexcept;
  AutoCone(const AutoCone&) = delete;
  AutoCone& operator=(const AutoCone&) = delete;

  // r: start, and best point found. Throws InvalidArgument for a bad problem, start or options.
  SolveReport solve(const ConeProblem& problem, std::span<double> r, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
