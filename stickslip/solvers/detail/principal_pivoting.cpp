#include "stickslip/solvers/detail/principal_pivoting.hpp"

namespace stickslip::solvers::detail {

namespace {

// A pivot below this, relative to its column, would divide by rounding.
constexpr double smallest_pivot = 1e-13;

// Why a basis could not be computed.
WalkEnd failed_or_spent(WalkEnd failed, const Budget& budget) noexcept {
  return budget.status() == SolveStatus::converged ? failed : WalkEnd::spent;
}

}  // namespace

int LeastIndexWalk::first_wrong(const DenseProblem& problem) const noexcept {
  const double least = -0.5 * problem.target;
  for (int i = 0; i < problem.n; ++i) {
    if (problem.free(i)) continue;
    const int row = std::max(dictionary_.row_of(i), dictionary_.row_of(problem.n + i));
    if (row >= 0 && dictionary_.values()[row] < least) return row;
  }
  return -1;
}

void LeastIndexWalk::judge(const DenseProblem& problem, Best& best, Budget& budget) noexcept {
  for (int i = 0; i < problem.n; ++i) {
    polish_.member()[i] = problem.free(i) || dictionary_.row_of(i) >= 0 ? 1 : 0;
  }
  if (polish_.solve(problem, budget)) best.offer(polish_.z(), polish_.defect());
}

WalkEnd LeastIndexWalk::run(const DenseProblem& problem, const unsigned char* start, Best& best, Budget& budget,
                            long most) {
  const int n = problem.n;
  dictionary_.resize(problem);
  polish_.resize(problem);
  seen_.assign(static_cast<std::size_t>(n), 2);  // no basis at all
  dictionary_.load(problem, Dictionary::Scaling::none);
  if (start == nullptr || !dictionary_.choose(problem, start, budget)) {
    dictionary_.load(problem, Dictionary::Scaling::none);
    if (!dictionary_.eliminate_free(problem, budget)) return failed_or_spent(WalkEnd::singular, budget);
  }
  long next_keep = 1;
  bool is_fresh = false;
  for (long steps = 0;; ++steps) {
    const int row = first_wrong(problem);
    if (row < 0) {
      judge(problem, best, budget);
      if (best.solves(problem)) return WalkEnd::solved;
      // Either rounding has hidden a wrong row, or the basis itself is at fault.
      if (is_fresh) return WalkEnd::inexact;
      if (!dictionary_.rebuild(problem, budget)) return failed_or_spent(WalkEnd::inexact, budget);
      is_fresh = true;
      continue;
    }
    if (steps >= most || !budget.spend(n < 100 ? 16 : 1)) return WalkEnd::spent;
    const int column = dictionary_.column_of(dictionary_.complement(dictionary_.basic(row)));
    double largest = 0.0;
    for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(dictionary_.column(column)[i]));
    if (!(std::abs(dictionary_.column(column)[row]) > smallest_pivot * largest)) {
      judge(problem, best, budget);
      return best.solves(problem) ? WalkEnd::solved : WalkEnd::singular;
    }
    dictionary_.exchange(row, column);
    is_fresh = false;
    if (steps % Dictionary::pivots_per_look == Dictionary::pivots_per_look - 1 &&
        dictionary_.error(problem) > Dictionary::too_inexact) {
      if (!dictionary_.rebuild(problem, budget)) return failed_or_spent(WalkEnd::singular, budget);
      is_fresh = true;
    }
    // The next step depends on the basis alone, so that one basis met twice is met for ever. One is kept, exchanged for
    // the present one at steps 1, 2, 4, 8, …: a cycle of any length is found [Brent 1980].
    bool is_same = true;
    for (int i = 0; i < n; ++i) {
      const unsigned char is_active = dictionary_.row_of(i) >= 0 ? 1 : 0;
      is_same = is_same && seen_[static_cast<std::size_t>(i)] == is_active;
    }
    if (is_same) return WalkEnd::repeats;
    if (steps + 1 == next_keep) {
      next_keep *= 2;
      for (int i = 0; i < n; ++i) seen_[static_cast<std::size_t>(i)] = dictionary_.row_of(i) >= 0 ? 1 : 0;
    }
  }
}

WalkEnd BlockWalk::run(const DenseProblem& problem, const double* z, Best& best, Budget& budget) {
  const int n = problem.n;
  set_.resize(problem);
  set_.take_positive(problem, z);
  basis_.assign(set_.member(), set_.member() + n);
  const double least = -0.5 * problem.target;
  int fewest = n + 1, idle = 0;
  for (;;) {
    if (!set_.solve(problem, budget)) return failed_or_spent(WalkEnd::singular, budget);
    best.offer(set_.z(), set_.defect());
    if (best.solves(problem)) return WalkEnd::solved;
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
      if (!problem.free(i) && std::min(set_.z()[i], set_.w()[i]) < least) ++wrong;
    }
    if (wrong == 0) return WalkEnd::inexact;
    if (wrong < fewest) {
      fewest = wrong;
      idle = 0;
      std::copy_n(set_.member(), n, basis_.begin());
    } else if (++idle >= patience) {
      return WalkEnd::idle;
    }
    if (!budget.spend()) return WalkEnd::spent;
    for (int i = 0; i < n; ++i) {
      if (!problem.free(i) && std::min(set_.z()[i], set_.w()[i]) < least) set_.member()[i] ^= 1;
    }
  }
}

}  // namespace stickslip::solvers::detail
