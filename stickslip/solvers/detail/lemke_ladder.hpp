// Lemke's method, climbed as a ladder: the same walk with other tolerances and scalings until one ends in a solution. What it does
// and why stands in lemke.hpp; this is the part that other solvers fall back on.
#pragma once

#include <vector>

#include "stickslip/solvers/detail/active_set.hpp"
#include "stickslip/solvers/detail/budget.hpp"
#include "stickslip/solvers/detail/dictionary.hpp"

namespace stickslip::solvers::detail {

class LemkeLadder {
 public:
  // Enough for all rungs: none takes more than a part of it.
  static constexpr long most_pivots(long n) noexcept { return 8 * most_pivots_of_a_rung(n); }

  // Improves `best` until it solves the problem, all rungs are tried or the budget is used up. Converged, infeasible (with a
  // proof), stalled, or why the budget ended. Allocates where the problem is larger than any before.
  SolveStatus run(const DenseProblem& problem, Best& best, Budget& budget);

 private:
  static constexpr long most_pivots_of_a_rung(long n) noexcept { return 40 * n + 200; }

  struct Rung {
    double pivot;  // smallest that is taken, relative to the largest of its column
    double tie;    // ratios closer than this, relative to the largest value in play, are ties
    Dictionary::Scaling scaling;
    bool is_uneven;  // cover with different entries, so that ties are broken
  };
  enum class Exit : unsigned char { solved, ray, lost, budget };

  void resize(const DenseProblem& problem);
  Exit walk(const DenseProblem& problem, const Rung& rung, Budget& budget);
  int leaving_row(int entering, const Rung& rung) const noexcept;
  void judge(const DenseProblem& problem, Best& best, Budget& budget) noexcept;
  bool ray_proves_infeasible(const DenseProblem& problem) noexcept;

  Dictionary dictionary_;
  ActiveSet polish_;
  std::vector<double> cover_, z_, w_;
  int ray_ = 0;  // the column along which the walk went off
};

}  // namespace stickslip::solvers::detail
