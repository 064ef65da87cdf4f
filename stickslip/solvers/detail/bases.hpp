// Every basis of a small problem: enumeration.hpp says what that is.
#pragma once

#include "stickslip/solvers/detail/active_set.hpp"
#include "stickslip/solvers/detail/budget.hpp"

namespace stickslip::solvers::detail {

class Bases {
 public:
  static constexpr int most_rows = 12;

  // Improves `best`. Converged, infeasible, stalled, or why the budget ended. No row may be free; at most most_rows rows.
  SolveStatus run(const DenseProblem& problem, Best& best, Budget& budget);

 private:
  ActiveSet set_;
};

}  // namespace stickslip::solvers::detail
