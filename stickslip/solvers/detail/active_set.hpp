// The point that a choice of active rows stands for: w = 0 in the active rows, z = 0 in the others.
//
//   (1)  M_AA z_A = −q_A,   w_N = q_N + M_NA z_A;   free rows are always active
//
// One LU of the size of A and one step of refinement. Allocates only where the problem is larger than any before.
#pragma once

#include <vector>

#include "stickslip/solvers/detail/dense_problem.hpp"
#include "stickslip/solvers/detail/lu.hpp"

namespace stickslip::solvers::detail {

class ActiveSet {
 public:
  // What cancellation may leave of a pivot before the set counts as singular: a thousand roundings.
  static constexpr double singular = 1e-13;

  void resize(const DenseProblem& problem);
  // Active where z > 0, or the row is free.
  void take_positive(const DenseProblem& problem, const double* z) noexcept;

  unsigned char* member() noexcept { return member_.data(); }
  const unsigned char* member() const noexcept { return member_.data(); }

  // Finds z and w by Eq. 1. False where M_AA is singular, or the budget ended: z and w are then of no use.
  bool solve(const DenseProblem& problem, Budget& budget) noexcept;
  // The same for a singular M_AA whose equations do not contradict each other: of their solutions one near `start`, by corrections
  // with M_AA + ε I. False where they do not come down.
  bool solve_near(const DenseProblem& problem, const double* start, Budget& budget) noexcept;
  double* z() noexcept { return z_.data(); }
  const double* z() const noexcept { return z_.data(); }
  const double* w() const noexcept { return w_.data(); }
  // Of the last solve.
  double defect() const noexcept { return defect_; }
  // Of the last solve: what cancellation left of the worst pivot (dense_kernels.hpp), 1 where there was none.
  double worst_pivot() const noexcept { return worst_pivot_; }

 private:
  bool factor(const DenseProblem& problem, double relaxation, Budget& budget) noexcept;
  double left() const noexcept;
  void correct(const DenseProblem& problem) noexcept;

  int count_ = 0;
  Lu lu_;
  std::vector<unsigned char> member_;
  std::vector<int> rows_;
  std::vector<double> z_, w_, side_, kept_;
  double defect_ = 0.0, worst_pivot_ = 1.0;
};

}  // namespace stickslip::solvers::detail
