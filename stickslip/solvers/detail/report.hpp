// The report of a solve: the residual has the last word.
#pragma once

#include <cmath>
#include <string_view>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/detail/budget.hpp"

namespace stickslip::solvers::detail {

// Converged where and only where the residual is at most the tolerance. `status` says why the solver stopped, if it is not.
inline SolveReport report_of(double residual, SolveStatus status, std::string_view method, const SolverOptions& options,
                             const Budget& budget) {
  if (residual <= options.tolerance) {
    status = SolveStatus::converged;
  } else if (!std::isfinite(residual)) {
    status = SolveStatus::not_finite;
  } else if (status == SolveStatus::converged) {
    status = SolveStatus::stalled;
  }
  options.progress(1.0);
  return {status, method, budget.spent(), residual};
}

}  // namespace stickslip::solvers::detail
