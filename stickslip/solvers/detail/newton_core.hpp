// Proximal point iterations on a cone problem, each solved by Newton's method on the contacts that push.
//
//   (1)  r ← solution of the problem with W + α diag(w), q − α w r_old;     w_i the contact's scale, α from 10⁻³
//   (2)  F_i(r) = r_n − max(0, x),  r_t − P(r_t − ρ u_t; radius μ max(0, x)),   x = r_n − ρ u_n,   ρ = 1/w_i   [Alart 1991]
//   (3)  J d = −F,   r ← r + t d,   ‖F‖ at r at most the largest of the last few steps (t = 1, ½, ¼ …)
//
// α is divided by 10 where (2) was solved, multiplied by 5 where it was not; then sweeps of Gauss–Seidel come first. W may be singular or
// slightly nonsymmetric: W + α diag(w) is what is factored (block_lu.hpp). Everything is scaled per contact by w_i, which keeps the cone.
// One Newton step costs a factorisation and a product with W. Allocates only for systems larger than any before, and in
// BlockLu::analyze.
#pragma once

#include <vector>

#include "stickslip/solvers/detail/block_lu.hpp"
#include "stickslip/solvers/detail/budget.hpp"
#include "stickslip/solvers/detail/cone_sweeps.hpp"
#include "stickslip/solvers/detail/cone_system.hpp"

namespace stickslip::solvers::detail {

class NewtonCore {
 public:
  // Prepares for a system. products(): of blocks, in one factorisation.
  void prepare(const ConeSystem& system);
  double products() const noexcept { return lu_.products(); }

  // From r, 4 entries per contact, to the best point found; returns its defect, the square root of squared_defect(). Ends where
  // that is at most `target`, the budget or `most_iterations` are spent, or a dozen steps (1) in a row have failed.
  double run(const ConeSystem& system, double* r, double target, Budget& budget, int first_sweeps,
             long most_iterations);

 private:
  enum class Outcome { solved, failed, reached, spent };

  Outcome solve_step(const ConeSystem& system, double alpha, double target, Budget& budget);
  bool sweep_some(const ConeSystem& system, double alpha, int count, double target, Budget& budget);
  double merit_at(const ConeSystem& system, double alpha, double step) noexcept;
  bool find_direction(const ConeSystem& system, double alpha) noexcept;
  void linearize(const ConeSystem& system, std::size_t i, double alpha) noexcept;
  double note_defect(const ConeSystem& system) noexcept;

  ConeSweeps sweeps_;
  BlockLu lu_;
  // r, W r and the same for the direction; the centre of (1); the q of (1); the best point.
  numerics::AlignedVector r_, wr_, d_, wd_, centre_, q_, u_, best_;
  numerics::AlignedVector rows_H_, rows_G_;
  std::vector<ContactState> state_;
  double best_defect_ = 0.0;
  bool is_W_symmetric_ = false;
};

}  // namespace stickslip::solvers::detail
