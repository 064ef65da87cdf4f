// Alternating directions on a cone problem: one factorisation, then a solve and a projection per iteration.
//
//   (1)  (W_s + ρ diag(w)) x = −q − s − (W − W_s) z + ρ w (z − ξ)      W_s = (W + Wᵀ)/2,  w_i the contact's scale
//   (2)  z ← P_K(ω x + (1 − ω) z + ξ),   ξ ← ξ + ω x + (1 − ω) z_old − z,   ω = 1.6
//   (3)  s = μ ‖u_t‖ n  with  u_t = −ρ w ξ_t
//
// At a fixed point z = x ∈ K and u + s = −ρ w ξ ∈ K*: a solution [Boyd 2011; Acary 2018]. z is always in the cone, and is the point
// that is judged, by W itself. ρ begins at 0.1 and is changed, at most ten times, where one of the residuals ‖x − z‖, ρ‖z − z_old‖ is
// far behind the other: each change is a factorisation. Allocates only for systems larger than any before, and in BlockLu::analyze.
#pragma once

#include <vector>

#include "stickslip/solvers/detail/block_lu.hpp"
#include "stickslip/solvers/detail/budget.hpp"
#include "stickslip/solvers/detail/cone_system.hpp"

namespace stickslip::solvers::detail {

class AdmmCore {
 public:
  // From r, 4 entries per contact, to the best point found; returns its defect. Ends as NewtonCore::run does.
  double run(const ConeSystem& system, double* r, double target, Budget& budget, long most_iterations);

 private:
  bool factor(double rho) noexcept;
  void make_symmetric(const ConeSystem& system);

  ConeSystem symmetric_;
  BlockLu lu_;
  numerics::AlignedVector x_, z_, xi_, u_, best_, shifts_, correction_;
  std::vector<ContactState> state_;
};

}  // namespace stickslip::solvers::detail
