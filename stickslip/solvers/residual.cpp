#include "stickslip/solvers/residual.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "stickslip/solvers/detail/natural_map.hpp"

namespace stickslip::solvers {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Eigen::Map<const Eigen::VectorXd> as_vector(std::span<const double> values) noexcept {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

// Not divided where the scale is zero; infinite where either is not a number.
double ratio(double value, double scale) noexcept {
  const double result = scale > 0.0 ? value / scale : value;
  return std::isfinite(result) && std::isfinite(scale) ? result : infinity;
}

double largest(const Eigen::VectorXd& values) noexcept {
  return values.size() == 0 ? 0.0 : values.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

// The larger of two, not a number where one is not.
double larger(double a, double b) noexcept {
  return a >= b || std::isnan(a) ? a : b;
}

// Calls f(i, w_i) for the rows of w = M z + q. A few rows at a time, down the columns, which is how M lies in memory.
template <class Function>
void for_each_row(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, const Eigen::Map<const Eigen::VectorXd>& z,
                  Function f) noexcept {
  constexpr Eigen::Index rows = 8;
  const Eigen::Index n = q.size();
  Eigen::Index first = 0;
  for (; first + rows <= n; first += rows) {
    Eigen::Matrix<double, rows, 1> w = q.segment<rows>(first);
    for (Eigen::Index j = 0; j < n; ++j) w += z[j] * M.col(j).segment<rows>(first);
    for (Eigen::Index i = 0; i < rows; ++i) f(first + i, w[i]);
  }
  for (; first < n; ++first) f(first, M.row(first).dot(z) + q[first]);
}

}  // namespace

double residual(const LcpProblem& problem, std::span<const double> z) noexcept {
  const auto point = as_vector(z);
  double defect = 0.0;
  for_each_row(problem.M, problem.q, point, [&](Eigen::Index i, double w) {
    defect = larger(defect, std::abs(std::isnan(w) ? w : std::min(point[i], w)));
  });
  return ratio(defect, largest(problem.q));
}

double residual(const MixedLcpProblem& problem, std::span<const double> z) noexcept {
  const auto point = as_vector(z);
  double defect = 0.0;
  for_each_row(problem.M, problem.q, point, [&](Eigen::Index i, double w) {
    const bool is_equation = problem.free[static_cast<std::size_t>(i)] || std::isnan(w);
    defect = larger(defect, std::abs(is_equation ? w : std::min(point[i], w)));
  });
  return ratio(defect, largest(problem.q));
}

double residual(const BoxedLcpProblem& problem, std::span<const double> x) noexcept {
  const auto point = as_vector(x);
  double defect = 0.0;
  for_each_row(problem.A, problem.b, point, [&](Eigen::Index i, double w) {
    double lo = problem.lo[i], hi = problem.hi[i];
    if (problem.is_scaled(i)) {
      const double scale = std::max(0.0, point[problem.bound_of[static_cast<std::size_t>(i)]]);
      lo *= scale;
      hi *= scale;
    }
    defect = larger(defect, std::abs(detail::natural_row(point[i], w, lo, hi)));
  });
  return ratio(defect, largest(problem.b));
}

Vec<3> cone_defect(const Vec<3>& r, const Vec<3>& u, double mu) noexcept {
  // How far an impulse of 10⁹ is from the edge of its cone, against a velocity of 1, doubles cannot say.
  using Real = long double;
  const std::array<Real, 3> impulse = {r[0], r[1], r[2]}, velocity = {u[0], u[1], u[2]};
  std::array<Real, 3> defect{};
  detail::natural_map(
      impulse.data(), velocity.data(), static_cast<Real>(mu), [](Real a, Real b) { return std::hypot(a, b); },
      defect.data());
  return {static_cast<double>(defect[0]), static_cast<double>(defect[1]), static_cast<double>(defect[2])};
}

double residual(const ConeProblem& problem, std::span<const double> r) noexcept {
  // Divided before they are squared: squares of what is small or large leave the range of doubles.
  const double scale = largest(problem.q), unit = scale > 0.0 ? scale : 1.0;
  double squares = 0.0;
  for (int i = 0; i < problem.contacts(); ++i) {
    const Vec<3> u = problem.W.row_times(i, r.data()) + problem.q.segment<3>(3 * i);
    squares += (cone_defect(Eigen::Map<const Vec<3>>(r.data() + 3 * i), u, problem.mu[i]) / unit).squaredNorm();
  }
  return ratio(std::sqrt(squares), scale > 0.0 ? (problem.q / unit).norm() : scale);
}

}  // namespace stickslip::solvers
