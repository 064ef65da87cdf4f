#include "stickslip/solvers/detail/cone_run.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/solvers/detail/options.hpp"
#include "stickslip/solvers/detail/report.hpp"
#include "stickslip/solvers/residual.hpp"

namespace stickslip::solvers::detail {

void check_cone_solve(const ConeProblem& problem, std::span<const double> r, const SolverOptions& options) {
  check(problem);
  require_start("r", r, problem.size(), options);
}

double target_of(const ConeProblem& problem, const SolverOptions& options) noexcept {
  constexpr double safety = 0.9;
  const double norm = problem.q.norm();
  return safety * options.tolerance * (norm > 0.0 ? norm : 1.0);
}

SolveReport finish_cone_solve(const ConeProblem& problem, std::span<double> r, SolveStatus status,
                              std::string_view method, const SolverOptions& options, const Budget& budget) {
  double final_residual = residual(problem, r);
  if (!std::isfinite(final_residual)) {
    std::fill(r.begin(), r.end(), 0.0);
    final_residual = residual(problem, r);
  }
  return report_of(final_residual, status, method, options, budget);
}

}  // namespace stickslip::solvers::detail
