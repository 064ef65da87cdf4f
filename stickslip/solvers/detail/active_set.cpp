#include "stickslip/solvers/detail/active_set.hpp"

namespace stickslip::solvers::detail {

void ActiveSet::resize(const DenseProblem& problem) {
  const auto n = static_cast<std::size_t>(problem.n);
  lu_.resize(problem.n);
  member_.resize(n);
  rows_.resize(n);
  z_.resize(n);
  w_.resize(n);
  side_.resize(n);
  kept_.resize(n);
}

void ActiveSet::take_positive(const DenseProblem& problem, const double* z) noexcept {
  unsigned char* const member = member_.data();
  for (int i = 0; i < problem.n; ++i) member[i] = problem.free(i) || z[i] > 0.0 ? 1 : 0;
}

// z_A ← z_A − M_AA⁻¹ w_A, and w anew.
void ActiveSet::correct(const DenseProblem& problem) noexcept {
  const int* const rows = rows_.data();
  double* const side = side_.data();
  for (int k = 0; k < count_; ++k) side[k] = -w_[static_cast<std::size_t>(rows[k])];
  lu_.solve(side);
  double* const z = z_.data();
  for (int k = 0; k < count_; ++k) z[rows[k]] += side[k];
  multiply_add(problem.matrix, problem.n, z, problem.q, w_.data());
  defect_ = detail::defect(problem, z, w_.data());
}

bool ActiveSet::factor(const DenseProblem& problem, double relaxation, Budget& budget) noexcept {
  int* const rows = rows_.data();
  count_ = 0;
  for (int i = 0; i < problem.n; ++i) {
    if (member_[static_cast<std::size_t>(i)] != 0) rows[count_++] = i;
  }
  lu_.resize(count_);
  for (int k = 0; k < count_; ++k) {
    const double* from = problem.column(rows[k]);
    double* to = lu_.column(k);
    for (int i = 0; i < count_; ++i) to[i] = from[rows[i]];
    to[k] += relaxation;
  }
  worst_pivot_ = lu_.factor(budget);
  return worst_pivot_ >= singular;
}

// The largest |w| of the active rows, which should be zero.
double ActiveSet::left() const noexcept {
  double largest = 0.0;
  for (int k = 0; k < count_; ++k) {
    const auto row = static_cast<std::size_t>(rows_[static_cast<std::size_t>(k)]);
    largest = std::max(largest, std::abs(w_[row]));
  }
  return largest;
}

bool ActiveSet::solve(const DenseProblem& problem, Budget& budget) noexcept {
  if (!factor(problem, 0.0, budget)) return false;
  std::fill(z_.begin(), z_.end(), 0.0);
  std::copy_n(problem.q, problem.n, w_.begin());
  correct(problem);
  if (!std::isfinite(defect_)) return false;
  // A step of refinement where rounding is what keeps the point from being a solution.
  if (left() > 0.1 * problem.target) {
    std::copy(z_.begin(), z_.end(), kept_.begin());
    const double before = defect_;
    correct(problem);
    if (!(defect_ <= before)) {
      std::copy(kept_.begin(), kept_.end(), z_.begin());
      multiply_add(problem.matrix, problem.n, z_.data(), problem.q, w_.data());
      defect_ = before;
    }
  }
  return true;
}

bool ActiveSet::solve_near(const DenseProblem& problem, const double* start, Budget& budget) noexcept {
  constexpr double share = 1e-8;  // of the largest diagonal: far above rounding, far below what matters
  constexpr int most_corrections = 8;
  double largest = 0.0;
  for (int i = 0; i < problem.n; ++i) largest = std::max(largest, std::abs(problem.column(i)[i]));
  if (!factor(problem, share * (largest > 0.0 ? largest : 1.0), budget)) return false;
  for (int i = 0; i < problem.n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    z_[at] = member_[at] != 0 ? start[i] : 0.0;
  }
  multiply_add(problem.matrix, problem.n, z_.data(), problem.q, w_.data());
  for (int pass = 0; pass < most_corrections; ++pass) {
    const double before = left();
    correct(problem);
    if (!std::isfinite(defect_) || !(left() < before)) return false;
    if (left() <= 0.1 * problem.target) return true;
  }
  return false;
}

}  // namespace stickslip::solvers::detail
