#include "stickslip/solvers/detail/dense_run.hpp"

#include "stickslip/solvers/detail/checks.hpp"
#include "stickslip/solvers/detail/report.hpp"
#include "stickslip/solvers/residual.hpp"

namespace stickslip::solvers::detail {

bool DenseRun::begin(const LcpProblem& problem, std::span<double> z, const SolverOptions& options) {
  require_square("LcpProblem", "M", problem.M, problem.size());
  require_size("solve", "z", static_cast<Eigen::Index>(z.size()), problem.size());
  problem_ = {static_cast<int>(problem.size()), problem.M.data(), problem.q.data()};
  is_finite_ = problem.M.allFinite() && problem.q.allFinite();
  return look(z, options.tolerance);
}

bool DenseRun::begin(const MixedLcpProblem& problem, std::span<double> z, const SolverOptions& options) {
  require_square("MixedLcpProblem", "M", problem.M, problem.size());
  require_size("MixedLcpProblem", "free", static_cast<Eigen::Index>(problem.free.size()), problem.size());
  require_size("solve", "z", static_cast<Eigen::Index>(z.size()), problem.size());
  is_free_.assign(problem.free.begin(), problem.free.end());
  problem_ = {static_cast<int>(problem.size()), problem.M.data(), problem.q.data(), is_free_.data()};
  is_finite_ = problem.M.allFinite() && problem.q.allFinite();
  return look(z, options.tolerance);
}

bool DenseRun::look(std::span<double> z, double tolerance) {
  const int n = problem_.n;
  for (double& value : z) value = std::isfinite(value) ? value : 0.0;
  w_.resize(z.size());
  double scale = 0.0;
  for (int i = 0; i < n; ++i) scale = std::max(scale, std::abs(problem_.q[i]));
  // A little less than asked: residual() adds up in another order.
  problem_.target = 0.99 * tolerance * (scale > 0.0 ? scale : 1.0);
  multiply_add(problem_.matrix, n, z.data(), problem_.q, w_.data());
  best_.restart(z.data(), n, defect(problem_, z.data(), w_.data()));
  return is_finite_ && !best_.solves(problem_);
}

bool DenseRun::try_start(std::span<const double> z, Budget& budget) {
  set_.resize(problem_);
  set_.take_positive(problem_, z.data());
  if (set_.solve(problem_, budget) || set_.solve_near(problem_, z.data(), budget)) best_.offer(set_.z(), set_.defect());
  return best_.solves(problem_);
}

SolveReport DenseRun::finish(const LcpProblem& problem, std::span<double> z, SolveStatus status,
                             std::string_view method, const SolverOptions& options, const Budget& budget) const {
  std::copy_n(best_.z(), z.size(), z.begin());
  return report_of(residual(problem, z), status, method, options, budget);
}

SolveReport DenseRun::finish(const MixedLcpProblem& problem, std::span<double> z, SolveStatus status,
                             std::string_view method, const SolverOptions& options, const Budget& budget) const {
  std::copy_n(best_.z(), z.size(), z.begin());
  return report_of(residual(problem, z), status, method, options, budget);
}

}  // namespace stickslip::solvers::detail
