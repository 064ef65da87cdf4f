// Nonlinear conjugate gradients over projected Gauss–Seidel (NNCG) [Silcowitz 2010].
//
//   (1)  g_k = z_k − PGS(z_k),   β = ‖g_k‖²/‖g_{k−1}‖²
//   (2)  z_{k+1} = PGS(z_k) + β p_{k−1},   p_k = β p_{k−1} − g_k;   β > 1: z_{k+1} = PGS(z_k), p_k = 0
//
// The change of a sweep serves as gradient. Costs hardly more than a sweep and needs far fewer of them; it is not monotone, so the
// best point is kept. Where it converges, and all else: projected_gauss_seidel.hpp.
// Sizes are checked at each call, numbers are not: what solvers require stands in solver_options.hpp.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class NonlinearConjugateGradients {
 public:
  NonlinearConjugateGradients();
  ~NonlinearConjugateGradients();
  NonlinearConjugateGradients(NonlinearConjugateGradients&&) noexcept;
  NonlinearConjugateGradients& operator=(NonlinearConjugateGradients&&) noexcept;
  NonlinearConjugateGradients(const NonlinearConjugateGradients&) = delete;
  NonlinearConjugateGradients& operator=(const NonlinearConjugateGradients&) = delete;

  SolveReport solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
