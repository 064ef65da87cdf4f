// When a solver stops, and how it is stopped.
//
// A solver ends when the residual (residual.hpp) is at most `tolerance`, when a budget is used up, or when the caller stops it; it
// then returns the best point it found, with that point's residual. A stop asked for through `stop` gives the status
// `cancelled`; what `progress` throws reaches the caller, who gets no point.
//
// Solvers of dense problems, called directly, throw InvalidArgument where the sizes of the problem's arrays and of the start do not
// fit. A problem with numbers that are not finite is never `converged`; those of the start count as 0. All else that
// check(problem) requires, such as lo ≤ hi and the rows named by bound_of, and options within their ranges, the caller guarantees;
// a Workspace checks it.
#pragma once

#include <optional>
#include <stop_token>
#include <tuple>

#include "stickslip/core/field.hpp"
#include "stickslip/core/progress.hpp"

namespace stickslip::solvers {

struct SolverOptions {
  double tolerance = 1e-10;
  std::optional<int> max_iterations = {};
  std::optional<double> time_limit = {};
  std::stop_token stop = {};
  Progress progress = {};  // called now and then with the share of the budget used

  static constexpr auto fields() {
    using O = SolverOptions;
    return std::tuple{Field{"tol", &O::tolerance, "1", positive, "residual at which a point counts as a solution"},
                      Field{"max_iterations", &O::max_iterations, "1", at_least(0.0), "budget of iterations",
                            "None: the solver's own, finite"},
                      Field{"time_limit", &O::time_limit, "s", not_negative, "budget of time", "None: 10 s"}};
  }
};

}  // namespace stickslip::solvers
