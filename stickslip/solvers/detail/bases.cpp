#include "stickslip/solvers/detail/bases.hpp"

#include <Eigen/Core>

#include "stickslip/numerics/non_negative_fit.hpp"
#include "stickslip/solvers/detail/farkas_proof.hpp"

namespace stickslip::solvers::detail {

namespace {

// A basis that lacks less than this, relative to the largest |q|, may be a solution spoilt by rounding.
constexpr double close = 1e-6;

// The same for a basis whose z is large or whose pivots are small: what rounding may have added to its defect.
double rounding(const DenseProblem& problem, const ActiveSet& set) noexcept {
  double largest = 0.0;
  for (int i = 0; i < problem.n; ++i) {
    double terms = std::abs(problem.q[i]);
    for (int j = 0; j < problem.n; ++j) terms += std::abs(problem.column(j)[i] * set.z()[j]);
    largest = std::max({largest, terms, std::abs(set.z()[i])});
  }
  return 100.0 * problem.n * std::numeric_limits<double>::epsilon() * largest / set.worst_pivot();
}

// The point of a singular basis, by non-negative least squares.
void fit(const DenseProblem& problem, const unsigned char* member, Best& best) {
  const int n = problem.n;
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(n, n);
  for (int j = 0; j < n; ++j) {
    if (member[j] != 0) {
      columns.col(j) = Eigen::Map<const Eigen::VectorXd>(problem.column(j), n);
    } else {
      columns(j, j) = -1.0;
    }
  }
  Eigen::VectorXd weights;
  const SolveReport report =
      numerics::non_negative_fit(columns, -Eigen::Map<const Eigen::VectorXd>(problem.q, n), weights);
  if (report.status == SolveStatus::not_finite) return;
  for (int j = 0; j < n; ++j) {
    if (member[j] == 0) weights[j] = 0.0;
  }
  Eigen::VectorXd w(n);
  multiply_add(problem.matrix, n, weights.data(), problem.q, w.data());
  best.offer(weights.data(), defect(problem, weights.data(), w.data()));
}

}  // namespace

SolveStatus Bases::run(const DenseProblem& problem, Best& best, Budget& budget) {
  set_.resize(problem);
  double size = 0.0;
  for (int i = 0; i < problem.n; ++i) size = std::max(size, std::abs(problem.q[i]));
  bool is_sure = true;  // that none of the bases so far holds a solution
  for (unsigned basis = 0; basis < 1U << static_cast<unsigned>(problem.n); ++basis) {
    if (!budget.spend(16)) return budget.status();
    for (int i = 0; i < problem.n; ++i) set_.member()[i] = (basis >> static_cast<unsigned>(i)) & 1U;
    if (set_.solve(problem, budget)) {
      best.offer(set_.z(), set_.defect());
      is_sure = is_sure && set_.defect() > close * size + rounding(problem, set_);
    } else {
      fit(problem, set_.member(), best);
      is_sure = false;
    }
    if (best.solves(problem)) return SolveStatus::converged;
  }
  const bool is_infeasible = is_sure || has_infeasible_row(problem) || has_infeasible_rows(problem);
  return is_infeasible ? SolveStatus::infeasible : SolveStatus::stalled;
}

}  // namespace stickslip::solvers::detail
