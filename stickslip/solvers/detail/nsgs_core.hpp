// Sweeps until the defect is small enough, with the best point kept. Used by Nsgs and by `auto`, which wants to stop sooner.
#pragma once

#include "stickslip/solvers/detail/budget.hpp"
#include "stickslip/solvers/detail/cone_sweeps.hpp"
#include "stickslip/solvers/detail/cone_system.hpp"

namespace stickslip::solvers::detail {

class NsgsCore {
 public:
  // What another method would cost, in sweeps: run() ends where sweeps are expected to cost more. Infinite: never.
  struct Patience {
    double sweeps;
  };

  // From r to the best point found; returns its defect.
  double run(const ConeSystem& system, double* r, double target, Budget& budget, const Patience& patience);

 private:
  double look(const ConeSystem& system, const double* r) noexcept;

  ConeSweeps sweeps_;
  numerics::AlignedVector u_, best_;
  double best_defect_ = 0.0;
};

}  // namespace stickslip::solvers::detail
