// What all solvers of LcpProblem and MixedLcpProblem begin and end with.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "stickslip/solvers/detail/active_set.hpp"
#include "stickslip/solvers/detail/budget.hpp"
#include "stickslip/solvers/detail/dense_problem.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/mixed_lcp_problem.hpp"

namespace stickslip::solvers::detail {

class DenseRun {
 public:
  // Looks at the problem and the start; what is not finite in the start counts as 0. False where there is nothing to solve: the
  // start is a solution, or the problem is not finite. Throws InvalidArgument where sizes do not fit.
  bool begin(const LcpProblem& problem, std::span<double> z, const SolverOptions& options);
  bool begin(const MixedLcpProblem& problem, std::span<double> z, const SolverOptions& options);
  // Tries the rows where the start is positive as active set. True where that is a solution.
  bool try_start(std::span<const double> z, Budget& budget);

  const DenseProblem& problem() const noexcept { return problem_; }
  Best& best() noexcept { return best_; }

  // Writes the best point and reports its residual. `status` says why the solver stopped, if the residual does not.
  SolveReport finish(const LcpProblem& problem, std::span<double> z, SolveStatus status, std::string_view method,
                     const SolverOptions& options, const Budget& budget) const;
  SolveReport finish(const MixedLcpProblem& problem, std::span<double> z, SolveStatus status, std::string_view method,
                     const SolverOptions& options, const Budget& budget) const;

 private:
  bool look(std::span<double> z, double tolerance);

  DenseProblem problem_ = {};
  Best best_;
  ActiveSet set_;
  std::vector<unsigned char> is_free_;
  std::vector<double> w_;
  bool is_finite_ = true;
};

}  // namespace stickslip::solvers::detail
