// Sweeps of block Gauss–Seidel over a cone problem, sped up by nonlinear conjugate gradients.
//
//   (1)  r' = sweep(r),  g = r' − r,  γ = Σ w_i ‖g_i‖² / Σ w_i ‖g_i‖² of the sweep before
//   (2)  r ← r' + γ p,   p ← g + γ p      where γ ≤ 1, else r ← r', p ← g                     [Silcowitz 2010]
//
// w_i is the contact's scale. After γ > 1 a few sweeps are plain, so that contacts settle between sticking, sliding and lifting off;
// so they are while sweeps alone make γ small. Allocates where the system is larger than any before.
#pragma once

#include <vector>

#include "stickslip/solvers/detail/cone_system.hpp"
#include "stickslip/solvers/detail/local_contact.hpp"

namespace stickslip::solvers::detail {

// Both found by trial on some twenty problems of 1 to 600 contacts; none is sensitive to them, but without the plain sweeps after a
// restart three times as many sweeps are needed.
inline constexpr int sweeps_after_restart = 4;
inline constexpr double worthwhile = 0.4;

class ConeSweeps {
 public:
  // For W + α diag(w): every contact's own block has α w on its diagonal, the caller's q holds the rest.
  void prepare(const ConeSystem& system, double alpha = 0.0);

  // One sweep and (2). Returns what sweep() does: the squared defect, about, of r as it was.
  double advance(const ConeSystem& system, const double* q, double* r) noexcept;

 private:
  std::vector<LocalContact> contacts_;
  numerics::AlignedVector before_, direction_;
  double last_change_ = 0.0;
  int plain_sweeps_ = 0;  // to be made before anything is added again
};

}  // namespace stickslip::solvers::detail
