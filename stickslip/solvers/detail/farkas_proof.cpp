#include "stickslip/solvers/detail/farkas_proof.hpp"

#include <Eigen/Core>

#include "stickslip/numerics/non_negative_fit.hpp"

namespace stickslip::solvers::detail {

namespace {

// Σ a b with bounds of its rounding. Products and sums are split into what is rounded and what that leaves out; where
// nothing is left out the bounds are equal. Compiled without contraction of a b + c: see CMakeLists.txt.
class CertainSum {
 public:
  void add(double a, double b) noexcept {
    const double product = a * b;
    const double of_product = std::fma(a, b, -product);
    const double sum = high_ + product;
    const double part = sum - high_;
    const double of_sum = (high_ - (sum - part)) + (product - part);
    high_ = sum;
    low_ += of_product + of_sum;
    errors_ += std::abs(of_product) + std::abs(of_sum);
    // What is left out of a product that is so small is no number itself.
    if (a != 0.0 && b != 0.0 && std::abs(product) < 1e-290) errors_ += 1e-290;
    terms_ += 2.0;
  }
  double highest() const noexcept { return high_ + (low_ + rounding()); }
  bool is_at_most_zero() const noexcept { return high_ <= -(low_ + rounding()); }
  bool is_zero() const noexcept { return errors_ == 0.0 && high_ == 0.0; }
  double size() const noexcept { return std::abs(high_) + errors_; }

 private:
  double rounding() const noexcept { return 2.0 * (terms_ + 2.0) * std::numeric_limits<double>::epsilon() * errors_; }

  double high_ = 0.0, low_ = 0.0, errors_ = 0.0, terms_ = 0.0;
};

// The target is 0.99 of the tolerance: a little more than both, and than the rounding of the sums it is multiplied with.
double lack_allowed(const DenseProblem& problem) noexcept {
  return 1.02 * problem.target;
}

}  // namespace

bool proves_infeasible(const DenseProblem& problem, const double* y) noexcept {
  CertainSum product;
  double sizes = 0.0;
  for (int i = 0; i < problem.n; ++i) {
    if (!problem.free(i) && !(y[i] >= 0.0)) return false;
    product.add(problem.q[i], y[i]);
    sizes += std::abs(y[i]);
  }
  if (!(product.highest() < 0.0)) return false;
  for (int j = 0; j < problem.n; ++j) {
    const double* column = problem.column(j);
    CertainSum sum;
    for (int i = 0; i < problem.n; ++i) sum.add(column[i], y[i]);
    if (!(problem.free(j) ? sum.is_zero() : sum.is_at_most_zero())) return false;
    sizes += sum.size();
  }
  // A share for the rounding of the product's upper bound itself.
  return product.highest() * (1.0 - 1e-12) < -lack_allowed(problem) * sizes;
}

bool has_infeasible_row(const DenseProblem& problem) noexcept {
  for (int i = 0; i < problem.n; ++i) {
    if (problem.free(i) || problem.q[i] >= 0.0) continue;
    bool can_rise = false;
    double sizes = 1.0;
    for (int j = 0; j < problem.n && !can_rise; ++j) {
      const double entry = problem.column(j)[i];
      can_rise = problem.free(j) ? entry != 0.0 : entry > 0.0;
      sizes += std::abs(entry);
    }
    if (!can_rise && problem.q[i] < -lack_allowed(problem) * sizes) return true;
  }
  return false;
}

bool nearly_proves_infeasible(const DenseProblem& problem, double* y) noexcept {
  constexpr double least_share = 1e-6, unit = 1.0 / 1024.0;
  double largest = 0.0;
  for (int i = 0; i < problem.n; ++i) {
    if (!problem.free(i)) y[i] = std::max(0.0, y[i]);
    largest = std::max(largest, std::abs(y[i]));
  }
  if (proves_infeasible(problem, y)) return true;
  double least = largest;
  for (int i = 0; i < problem.n; ++i) {
    if (std::abs(y[i]) > least_share * largest) least = std::min(least, std::abs(y[i]));
  }
  if (!(least > 0.0)) return false;
  for (int i = 0; i < problem.n; ++i) y[i] = unit * std::round(y[i] / (least * unit));
  return proves_infeasible(problem, y);
}

// The rest of the fit M' z − w → −q is such a y for M' > M: (2) of non_negative_fit.hpp.
bool has_infeasible_rows(const DenseProblem& problem) {
  constexpr int most_rows = 100;
  const int n = problem.n;
  if (n > most_rows || problem.is_free != nullptr) return false;
  const Eigen::Map<const Eigen::MatrixXd> m(problem.matrix, n, n);
  const Eigen::Map<const Eigen::VectorXd> q(problem.q, n);
  Eigen::MatrixXd columns(n, 2 * n);
  Eigen::VectorXd weights, y(n);
  for (const double margin : {1e-3, 1e-6, 1e-9}) {
    for (int j = 0; j < n; ++j) columns.col(j) = m.col(j).array() + margin * m.col(j).cwiseAbs().maxCoeff();
    columns.rightCols(n) = -Eigen::MatrixXd::Identity(n, n);
    if (numerics::non_negative_fit(columns, -q, weights).status == SolveStatus::not_finite) return false;
    y = columns * weights + q;
    y = (-y).cwiseMax(0.0);
    if (proves_infeasible(problem, y.data())) return true;
  }
  return false;
}

}  // namespace stickslip::solvers::detail
