// One number that says how well a problem is solved: what tolerances mean and what every report holds.
//
//   (1)  LCP     max_i |min(z_i, w_i)| / max_i |q_i|,   w = M z + q
//   (2)  mixed   the same, with |w_i| in the free rows
//   (3)  boxed   max_i |x_i − clamp(x_i − w_i, l_i, h_i)| / max_i |b_i|,   w = A x + b, bounds as in boxed_lcp_problem.hpp
//   (4)  cone    √Σ_c ‖r − P_K(r − (u + μ ‖u_t‖ n))‖² / ‖q‖,   u = W r + q, P_K the projection to the friction cone
//
// Not divided where q = 0. Zero exactly at solutions. They are natural residuals: not invariant to the units of z, and (4) is lenient
// where velocities are small against impulses; see docs/solvers.md. Infinite where a number is not finite. No allocation.
// Sizes are not checked: check() the problem.
#pragma once

#include <span>

#include "stickslip/core/vector.hpp"
#include "stickslip/solvers/boxed_lcp_problem.hpp"
#include "stickslip/solvers/cone_problem.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/mixed_lcp_problem.hpp"

namespace stickslip::solvers {

double residual(const LcpProblem& problem, std::span<const double> z) noexcept;
double residual(const MixedLcpProblem& problem, std::span<const double> z) noexcept;
double residual(const BoxedLcpProblem& problem, std::span<const double> x) noexcept;
double residual(const ConeProblem& problem, std::span<const double> r) noexcept;

// What (4) squares and adds for one contact: r − P_K(r − (u + μ ‖u_t‖ n)).
Vec<3> cone_defect(const Vec<3>& r, const Vec<3>& u, double mu) noexcept;

}  // namespace stickslip::solvers
