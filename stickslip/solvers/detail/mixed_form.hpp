// A problem between bounds as a mixed complementarity problem, so that Lemke's method can solve it.
//
//   (1)  A x + b − u + v = 0,   0 ≤ u_i ⟂ x_i − l_i ≥ 0,   0 ≤ v_i ⟂ h_i − x_i ≥ 0
//
// x_i is free; there is no u_i or v_i where the bound is infinite, and where the bounds are 0 and infinity x_i is a variable with a
// sign and has neither. Bounds (l_i, h_i) = x_j (lo_i, hi_i) are linear as long as x_j ≥ 0: can_be_mixed says whether lo_j ≥ 0 for
// all these j.
#pragma once

#include "stickslip/solvers/detail/boxed_arrays.hpp"
#include "stickslip/solvers/mixed_lcp_problem.hpp"

namespace stickslip::solvers::detail {

bool can_be_mixed(const BoxedArrays& problem) noexcept;
// Eq. 1; x comes first. Allocates where the size differs from that of `mixed`.
void write_mixed(const BoxedArrays& problem, MixedLcpProblem& mixed);

}  // namespace stickslip::solvers::detail
