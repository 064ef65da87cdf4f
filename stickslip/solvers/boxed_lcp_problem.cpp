#include "stickslip/solvers/boxed_lcp_problem.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "stickslip/solvers/detail/checks.hpp"

namespace stickslip::solvers {

namespace {

constexpr const char* subject = "BoxedLcpProblem";

std::string entry(const char* name, Eigen::Index i, double value) {
  return std::string(subject) + ": " + name + "[" + std::to_string(i) + "] = " + to_text(value);
}

void check_bounds(const BoxedLcpProblem& problem, Eigen::Index i) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double lo = problem.lo[i], hi = problem.hi[i];
  if (std::isnan(lo) || lo == infinity) throw InvalidArgument(entry("lo", i, lo) + " must be a number below infinity");
  if (std::isnan(hi) || hi == -infinity)
    throw InvalidArgument(entry("hi", i, hi) + " must be a number above -infinity");
  if (lo > hi) throw InvalidArgument(entry("lo", i, lo) + " must be at most hi = " + to_text(hi));
  if (problem.is_scaled(i) && !(std::isfinite(lo) && std::isfinite(hi))) {
    throw InvalidArgument(entry(std::isfinite(lo) ? "hi" : "lo", i, std::isfinite(lo) ? hi : lo) +
                          " must be finite where it is a multiple of another variable");
  }
}

void check_bound_of(const BoxedLcpProblem& problem, Eigen::Index i) {
  const int j = problem.bound_of[static_cast<std::size_t>(i)];
  if (j < -1 || j >= problem.size()) {
    throw InvalidArgument(entry("bound_of", i, j) + " must be -1 or a row, 0 to " + std::to_string(problem.size() - 1));
  }
  if (j >= 0 && problem.is_scaled(j)) {
    throw InvalidArgument(entry("bound_of", i, j) + " must name a row whose own bounds are as given");
  }
}

}  // namespace

void check(const BoxedLcpProblem& problem) {
  const Eigen::Index n = problem.size();
  detail::require_square(subject, "A", problem.A, n);
  detail::require_size(subject, "lo", problem.lo.size(), n);
  detail::require_size(subject, "hi", problem.hi.size(), n);
  if (!problem.bound_of.empty()) {
    detail::require_size(subject, "bound_of", static_cast<Eigen::Index>(problem.bound_of.size()), n);
  }
  detail::require_finite(subject, "A", problem.A);
  detail::require_finite(subject, "b", problem.b);
  for (Eigen::Index i = 0; i < n; ++i) {
    check_bounds(problem, i);
    if (!problem.bound_of.empty()) check_bound_of(problem, i);
  }
}

}  // namespace stickslip::solvers
