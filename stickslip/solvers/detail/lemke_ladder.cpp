#include "stickslip/solvers/detail/lemke_ladder.hpp"

#include "stickslip/solvers/detail/farkas_proof.hpp"

namespace stickslip::solvers::detail {

void LemkeLadder::resize(const DenseProblem& problem) {
  const auto n = static_cast<std::size_t>(problem.n);
  dictionary_.resize(problem);
  polish_.resize(problem);
  cover_.resize(n);
  z_.resize(n);
  w_.resize(n);
}

// The row that stops the entering variable first; −1: none does. Among ties z₀ leaves first, else the largest pivot.
int LemkeLadder::leaving_row(int entering, const Rung& rung) const noexcept {
  const int n = dictionary_.rows();
  const double* column = dictionary_.column(entering);
  const double* values = dictionary_.values();
  const unsigned char* is_bounded = dictionary_.is_bounded();
  double largest = 0.0, high = 0.0;
  for (int i = 0; i < n; ++i) {
    largest = std::max(largest, std::abs(column[i]));
    high = std::max(high, std::abs(values[i]));
  }
  const double least = -rung.pivot * largest;
  double ratio = HUGE_VAL;
  for (int i = 0; i < n; ++i) {
    if (is_bounded[i] == 0 || !(column[i] < least)) continue;
    ratio = std::min(ratio, std::max(0.0, values[i]) / -column[i]);
  }
  if (ratio == HUGE_VAL) return -1;
  const int z0_row = dictionary_.row_of(dictionary_.z0());
  int row = -1;
  double pivot = 0.0;
  for (int i = 0; i < n; ++i) {
    if (is_bounded[i] == 0 || !(column[i] < least)) continue;
    // Tied: at the smallest ratio the value is zero to the window.
    if (std::max(0.0, values[i]) + ratio * column[i] > rung.tie * high) continue;
    if (i == z0_row) return i;
    if (-column[i] > pivot) {
      pivot = -column[i];
      row = i;
    }
  }
  return row;
}

LemkeLadder::Exit LemkeLadder::walk(const DenseProblem& problem, const Rung& rung, Budget& budget) {
  const int n = problem.n;
  for (int i = 0; i < n; ++i) {
    // Between 1 and 2, no two alike: multiples of the golden ratio, without their whole part.
    const double step = 0.6180339887498949 * (i + 1);
    cover_[static_cast<std::size_t>(i)] = rung.is_uneven ? 1.0 + step - std::floor(step) : 1.0;
  }
  dictionary_.load(problem, rung.scaling);
  // Equations that are left over are judged at the end.
  static_cast<void>(dictionary_.eliminate_free(problem, budget));
  if (budget.status() != SolveStatus::converged) return Exit::budget;
  dictionary_.cover(problem, cover_.data());
  int row = -1;
  const double* d = dictionary_.column(n);
  for (int i = 0; i < n; ++i) {
    if (dictionary_.is_bounded()[i] == 0 || dictionary_.values()[i] >= 0.0) continue;
    const double* b = dictionary_.values();
    if (row < 0 || b[i] * d[row] < b[row] * d[i]) row = i;
  }
  if (row < 0) return Exit::solved;
  int entering = n;
  const long most = most_pivots_of_a_rung(n);
  for (long pivots = 0; pivots < most; ++pivots) {
    if (!budget.spend(n < 100 ? 16 : 1)) return Exit::budget;
    const int leaving = dictionary_.basic(row);
    dictionary_.exchange(row, entering);
    if (leaving == dictionary_.z0()) return Exit::solved;
    if (pivots % Dictionary::pivots_per_look == Dictionary::pivots_per_look - 1 &&
        dictionary_.error(problem) > Dictionary::too_inexact && !dictionary_.rebuild(problem, budget)) {
      return budget.status() == SolveStatus::converged ? Exit::lost : Exit::budget;
    }
    entering = dictionary_.column_of(dictionary_.complement(leaving));
    row = leaving_row(entering, rung);
    if (row < 0) {
      ray_ = entering;
      return Exit::ray;
    }
  }
  return Exit::lost;
}

// The point where the walk ended, as it is, and with w = 0 solved anew in its active rows.
void LemkeLadder::judge(const DenseProblem& problem, Best& best, Budget& budget) noexcept {
  const int n = problem.n;
  for (int i = 0; i < n; ++i) polish_.member()[i] = problem.free(i) || dictionary_.row_of(i) >= 0 ? 1 : 0;
  if (polish_.solve(problem, budget)) best.offer(polish_.z(), polish_.defect());
  if (best.solves(problem)) return;
  dictionary_.point(z_.data());
  for (int i = 0; i < n; ++i) {
    if (!problem.free(i)) z_[static_cast<std::size_t>(i)] = std::max(0.0, z_[static_cast<std::size_t>(i)]);
  }
  multiply_add(problem.matrix, n, z_.data(), problem.q, w_.data());
  best.offer(z_.data(), defect(problem, z_.data(), w_.data()));
}

// The direction of z along the ray is such a y where M is copositive-plus [Cottle 2009, §4.4].
bool LemkeLadder::ray_proves_infeasible(const DenseProblem& problem) noexcept {
  const double* column = dictionary_.column(ray_);
  for (int i = 0; i < problem.n; ++i) {
    const int row = dictionary_.row_of(i);
    const double step = row >= 0 ? column[row] : dictionary_.column_of(i) == ray_ ? 1.0 : 0.0;
    z_[static_cast<std::size_t>(i)] = step * dictionary_.column_scale(i);
  }
  return nearly_proves_infeasible(problem, z_.data());
}

SolveStatus LemkeLadder::run(const DenseProblem& problem, Best& best, Budget& budget) {
  using Scaling = Dictionary::Scaling;
  static constexpr Rung rungs[] = {
      {1e-11, 1e-10, Scaling::none, false},        {1e-9, 1e-10, Scaling::none, true},
      {1e-7, 1e-10, Scaling::none, false},         {1e-13, 1e-14, Scaling::none, true},
      {1e-11, 1e-10, Scaling::equilibrated, true}, {1e-9, 1e-14, Scaling::equilibrated, false},
      {1e-7, 1e-10, Scaling::equilibrated, true},  {1e-13, 1e-14, Scaling::equilibrated, true},
  };
  if (best.solves(problem)) return SolveStatus::converged;
  if (has_infeasible_row(problem)) return SolveStatus::infeasible;
  resize(problem);
  for (const Rung& rung : rungs) {
    const Exit exit = walk(problem, rung, budget);
    judge(problem, best, budget);
    if (best.solves(problem)) return SolveStatus::converged;
    if (exit == Exit::budget) return budget.status();
    if (exit == Exit::ray && ray_proves_infeasible(problem)) return SolveStatus::infeasible;
  }
  return has_infeasible_rows(problem) ? SolveStatus::infeasible : SolveStatus::stalled;
}

}  // namespace stickslip::solvers::detail
