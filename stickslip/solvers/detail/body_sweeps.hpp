// Sweeps of block Gauss–Seidel over a BodyConeProblem, sped up by nonlinear conjugate gradients as in cone_sweeps.hpp: the direction is
// kept in impulses and in velocities alike, so that no product is needed.
#pragma once

#include <vector>

#include "stickslip/solvers/detail/body_rows.hpp"

namespace stickslip::solvers::detail {

class BodySweeps {
 public:
  void prepare(const BodyRows& system);
  // One sweep. Returns Σ (w ‖change of r‖)² of the sweep itself: near the squared defect of r as it was.
  double advance(const BodyRows& system, double* r, double* v) noexcept;

 private:
  std::vector<LocalContact> contacts_;
  numerics::AlignedVector r_before_, v_before_, r_direction_, v_direction_;
  double last_change_ = 0.0;
  int plain_sweeps_ = 0;  // to be made before anything is added again
};

}  // namespace stickslip::solvers::detail
