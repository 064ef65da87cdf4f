#include "stickslip/solvers/lcp_problem.hpp"

#include "stickslip/solvers/detail/checks.hpp"

namespace stickslip::solvers {

void check(const LcpProblem& problem) {
  detail::require_square("LcpProblem", "M", problem.M, problem.size());
  detail::require_finite("LcpProblem", "M", problem.M);
  detail::require_finite("LcpProblem", "q", problem.q);
}

}  // namespace stickslip::solvers
