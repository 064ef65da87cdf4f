// What all solvers of BoxedLcpProblem begin and end with.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "stickslip/solvers/detail/boxed_arrays.hpp"
#include "stickslip/solvers/detail/budget.hpp"

namespace stickslip::solvers::detail {

class BoxedRun {
 public:
  // Looks at the problem and the start; what is not finite in the start counts as 0, what is out of bounds as at the bound. False
  // where there is nothing to solve: the start is a solution, or the problem is not finite. Throws InvalidArgument where sizes do
  // not fit.
  bool begin(const BoxedLcpProblem& problem, std::span<double> x, const SolverOptions& options);

  const BoxedArrays& problem() const noexcept { return problem_; }
  Best& best() noexcept { return best_; }

  // Writes the best point and reports its residual. `status` says why the solver stopped, if the residual does not.
  SolveReport finish(const BoxedLcpProblem& problem, std::span<double> x, SolveStatus status, std::string_view method,
                     const SolverOptions& options, const Budget& budget) const;

 private:
  BoxedArrays problem_ = {};
  Best best_;
  std::vector<double> w_;
};

}  // namespace stickslip::solvers::detail
