#include "stickslip/solvers/mixed_lcp_problem.hpp"

#include "stickslip/solvers/detail/checks.hpp"

namespace stickslip::solvers {

void check(const MixedLcpProblem& problem) {
  detail::require_square("MixedLcpProblem", "M", problem.M, problem.size());
  detail::require_size("MixedLcpProblem", "free", static_cast<Eigen::Index>(problem.free.size()), problem.size());
  detail::require_finite("MixedLcpProblem", "M", problem.M);
  detail::require_finite("MixedLcpProblem", "q", problem.q);
}

}  // namespace stickslip::solvers
