// The two walks over complementary bases, of which Murty's and Júdice and Pires' methods are made. A basis is an active set
// (active_set.hpp); a row is wrong where its z (active) or w (not active) is negative by more than half of what the problem allows.
#pragma once

#include <vector>

#include "stickslip/solvers/detail/active_set.hpp"
#include "stickslip/solvers/detail/budget.hpp"
#include "stickslip/solvers/detail/dictionary.hpp"

namespace stickslip::solvers::detail {

// How a walk ended. `repeats`: the bases came back, so they would for ever; `idle`: the number of wrong rows no longer fell;
// `spent`: the walk's own limit of steps, or the budget, which then says why.
enum class WalkEnd : unsigned char { solved, idle, repeats, singular, inexact, spent };

// Exchanges the wrong row of least index, one at a time. Sure to end for P-matrices [Murty 1974]. O(n²) per step.
class LeastIndexWalk {
 public:
  // From the basis `start` (null, or singular: no row active but the free ones), at most `most` steps.
  WalkEnd run(const DenseProblem& problem, const unsigned char* start, Best& best, Budget& budget, long most);

 private:
  int first_wrong(const DenseProblem& problem) const noexcept;
  void judge(const DenseProblem& problem, Best& best, Budget& budget) noexcept;

  Dictionary dictionary_;
  ActiveSet polish_;
  std::vector<unsigned char> seen_;
};

// Exchanges all wrong rows at once, as long as their number falls or has not been idle for long. O(n³) per step, few steps.
class BlockWalk {
 public:
  static constexpr int patience = 10;  // steps without fewer wrong rows

  // From the rows where z > 0.
  WalkEnd run(const DenseProblem& problem, const double* z, Best& best, Budget& budget);
  // The basis with the fewest wrong rows that was met.
  const unsigned char* basis() const noexcept { return basis_.data(); }

 private:
  ActiveSet set_;
  std::vector<unsigned char> basis_;
};

}  // namespace stickslip::solvers::detail
