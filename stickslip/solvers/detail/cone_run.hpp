// What all solvers of ConeProblem begin and end with.
#pragma once

#include <span>
#include <string_view>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/cone_problem.hpp"
#include "stickslip/solvers/detail/budget.hpp"

namespace stickslip::solvers::detail {

// Throws InvalidArgument about the problem, the start or the options.
void check_cone_solve(const ConeProblem& problem, std::span<const double> r, const SolverOptions& options);

// The defect that solvers stop at: the tolerance times ‖q‖, by which the residual is divided, and a little less, because what
// judges them is computed in another order.
double target_of(const ConeProblem& problem, const SolverOptions& options) noexcept;

// The report on r, judged by residual(). `status` says why the solver stopped, if the residual does not; a point that is not
// finite is replaced by zero.
SolveReport finish_cone_solve(const ConeProblem& problem, std::span<double> r, SolveStatus status,
                              std::string_view method, const SolverOptions& options, const Budget& budget);

}  // namespace stickslip::solvers::detail
