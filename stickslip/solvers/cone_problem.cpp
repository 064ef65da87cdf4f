#include "stickslip/solvers/cone_problem.hpp"

#include <cmath>
#include <string>

#include "stickslip/solvers/detail/checks.hpp"

namespace stickslip::solvers {

void check(const ConeProblem& problem) {
  constexpr const char* subject = "ConeProblem";
  const Eigen::Index n = problem.contacts();
  detail::require_size(subject, "q", problem.q.size(), 3 * n);
  if (problem.W.blocks_per_side() != n) {
    throw InvalidArgument(std::string(subject) + ": W has " + std::to_string(problem.W.rows()) + " rows, must have " +
                          std::to_string(3 * n) + ", three for each mu");
  }
  detail::require_finite(subject, "q", problem.q);
  for (Eigen::Index i = 0; i < n; ++i) {
    if (std::isfinite(problem.mu[i]) && problem.mu[i] >= 0.0) continue;
    throw InvalidArgument(std::string(subject) + ": mu[" + std::to_string(i) + "] = " + to_text(problem.mu[i]) +
                          " must be finite and >= 0");
  }
  for (int i = 0; i < problem.W.blocks_per_side(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (int k = problem.W.row_begin()[row]; k < problem.W.row_begin()[row + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (problem.W.blocks()[at].allFinite()) continue;
      throw InvalidArgument(std::string(subject) + ": W has an entry that is not finite, in the block of contacts " +
                            std::to_string(i) + " and " + std::to_string(problem.W.columns()[at]));
    }
  }
}

}  // namespace stickslip::solvers
