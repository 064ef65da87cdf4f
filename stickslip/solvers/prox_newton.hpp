// Proximal point iterations for friction at many contacts, each solved by Newton's method on the contacts that push.
//
//   (1)  r ← solution of the problem with W + α diag(w), q − α w r_old,    w_i the mean diagonal of W_ii, α from 10⁻³
//   (2)  F_i(r) = r_n − max(0, x),  r_t − P(r_t − ρ u_t; radius μ max(0, x)),   x = r_n − ρ u_n,   ρ = 1/w_i     [Alart 1991]
//   (3)  J d = −F,   r ← r + t d,   t = 1, ½, ¼ … until ‖F‖ is below the largest of the last four steps
//
// Ten sweeps of Nsgs come first. α is divided by 10 where (2) is solved, multiplied by 5, after 20 sweeps, where it is not. Scaling by w
// keeps the cone. W may be singular and nonsymmetric: a solution of the proximal problems [Rockafellar 1976] needs no inverse of W itself.
// The accurate method: 10⁻¹⁰ and below, redundant contacts, high stacks. Contacts between sticking and sliding cost it most steps.
// One iteration is one sweep or one Newton step: a factorisation of the contacts that push, by sparse 3 × 3 blocks ordered by least
// degree (detail/block_lu.hpp), without exchange of rows between contacts. The default budget is 5000.
// No allocation from the second solve of a size on, up to 2048 contacts; beyond that, ordering a pattern not seen in the last solve allocates.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/cone_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class ProxNewton {
 public:
  ProxNewton();
  ~ProxNewton();
  ProxNewton(ProxNewton&&) noexcept;
  ProxNewton& operator=(ProxNewton&&) noexcept;
  ProxNewton(const ProxNewton&) = delete;
  ProxNewton& operator=(const ProxNewton&) = delete;

  // r: start, and best point found. Throws InvalidArgument for a bad problem, start or options.
  SolveReport solve(const ConeProblem& problem, std::span<double> r, const SolverOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
