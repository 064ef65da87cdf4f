#include "stickslip/solvers/detail/projected_sweeps.hpp"

namespace stickslip::solvers::detail {

namespace {

// Stalled: the best defect has not fallen by this share within so many sweeps.
constexpr int patience = 200;
constexpr double progress = 0.01;

}  // namespace

void ProjectedSweeps::prepare(const BoxedArrays& problem, const double* x) {
  const auto n = static_cast<std::size_t>(problem.n);
  x_.assign(x, x + n);
  w_.resize(n);
  before_.resize(n);
  direction_.assign(n, 0.0);
  divisor_.assign(n, 0.0);
  for (int j = 0; j < problem.n; ++j) {
    const double* column = problem.column(j);
    for (std::size_t i = 0; i < n; ++i) divisor_[i] = std::max(divisor_[i], std::abs(column[i]));
  }
  for (int i = 0; i < problem.n; ++i) {
    double& divisor = divisor_[static_cast<std::size_t>(i)];
    const double diagonal = problem.column(i)[i];
    // A diagonal that is rounding beside its row would throw the row about.
    if (diagonal > 1e-12 * divisor) divisor = diagonal;
  }
}

// w is kept up to date by columns: a row that does not move costs nothing.
void ProjectedSweeps::sweep(const BoxedArrays& problem, double relaxation) noexcept {
  double* const x = x_.data();
  double* const w = w_.data();
  for (int i = 0; i < problem.n; ++i) {
    const double divisor = divisor_[static_cast<std::size_t>(i)];
    // A row of zeros: any value does, or none.
    const double wanted = divisor > 0.0 ? x[i] - relaxation * w[i] / divisor : x[i];
    const double change = clamp_to(wanted, problem.bounds(i, x)) - x[i];
    if (change == 0.0) continue;
    x[i] += change;
    add_scaled(w, problem.column(i), change, problem.n);
  }
}

SolveStatus ProjectedSweeps::run(const BoxedArrays& problem, const double* x, Kind kind, Best& best, Budget& budget,
                                 long most, double relaxation) {
  prepare(problem, x);
  const std::size_t n = x_.size();
  const auto renew = [&] { multiply_add(problem.matrix, problem.n, x_.data(), problem.b, w_.data()); };
  renew();
  double before = 0.0, lowest = std::numeric_limits<double>::infinity();
  long lowest_at = 0;
  for (long sweeps = 0; sweeps < most; ++sweeps) {
    if (!budget.spend(n < 50 ? 8 : 1)) return budget.status();
    std::copy(x_.begin(), x_.end(), before_.begin());
    sweep(problem, relaxation);
    if (sweeps % 32 == 31) renew();  // rounding of the changes adds up
    double now = defect(problem, x_.data(), w_.data());
    if (now < best.defect() || now <= problem.target) {
      renew();
      now = defect(problem, x_.data(), w_.data());
      best.offer(x_.data(), now);
      if (now <= problem.target) return SolveStatus::converged;
    }
    if (!std::isfinite(now)) return SolveStatus::stalled;
    if (now < (1.0 - progress) * lowest) {
      lowest = now;
      lowest_at = sweeps;
    } else if (sweeps - lowest_at > patience) {
      return SolveStatus::stalled;
    }
    if (kind == Kind::plain) continue;
    double gradient = 0.0;
    for (std::size_t i = 0; i < n; ++i) gradient += (x_[i] - before_[i]) * (x_[i] - before_[i]);
    const double share = before > 0.0 ? gradient / before : 2.0;
    before = gradient;
    for (std::size_t i = 0; i < n; ++i) {
      const double change = x_[i] - before_[i], old = direction_[i];
      if (share <= 1.0) x_[i] += share * old;
      direction_[i] = share <= 1.0 ? share * old + change : sweeps == 0 ? change : 0.0;
    }
    if (share <= 1.0) renew();
  }
  return SolveStatus::stalled;
}

}  // namespace stickslip::solvers::detail
