#include "stickslip/solvers/detail/boxed_run.hpp"

#include "stickslip/solvers/detail/checks.hpp"
#include "stickslip/solvers/detail/report.hpp"
#include "stickslip/solvers/residual.hpp"

namespace stickslip::solvers::detail {

bool BoxedRun::begin(const BoxedLcpProblem& problem, std::span<double> x, const SolverOptions& options) {
  require_square("BoxedLcpProblem", "A", problem.A, problem.size());
  require_size("BoxedLcpProblem", "lo", problem.lo.size(), problem.size());
  require_size("BoxedLcpProblem", "hi", problem.hi.size(), problem.size());
  if (!problem.bound_of.empty()) {
    require_size("BoxedLcpProblem", "bound_of", static_cast<Eigen::Index>(problem.bound_of.size()), problem.size());
  }
  require_size("solve", "x", static_cast<Eigen::Index>(x.size()), problem.size());
  problem_ = arrays_of(problem, options.tolerance);
  const int n = problem_.n;
  for (double& value : x) value = std::isfinite(value) ? value : 0.0;
  // Given bounds first: others are multiples of what they leave.
  for (const bool is_scaled : {false, true}) {
    for (int i = 0; i < n; ++i) {
      if (problem.is_scaled(i) != is_scaled) continue;
      double& value = x[static_cast<std::size_t>(i)];
      const double clamped = clamp_to(value, problem_.bounds(i, x.data()));
      if (std::isfinite(clamped)) value = clamped;  // a multiple of what is large may be no number
    }
  }
  w_.resize(x.size());
  multiply_add(problem_.matrix, n, x.data(), problem_.b, w_.data());
  best_.restart(x.data(), n, defect(problem_, x.data(), w_.data()));
  return problem.A.allFinite() && problem.b.allFinite() && !(best_.defect() <= problem_.target);
}

SolveReport BoxedRun::finish(const BoxedLcpProblem& problem, std::span<double> x, SolveStatus status,
                             std::string_view method, const SolverOptions& options, const Budget& budget) const {
  std::copy_n(best_.z(), x.size(), x.begin());
  return report_of(residual(problem, x), status, method, options, budget);
}

}  // namespace stickslip::solvers::detail
