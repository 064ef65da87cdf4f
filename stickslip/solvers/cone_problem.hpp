// Coulomb friction at many contacts, exactly: a complementarity problem of second-order cones.
//
//   (1)  u = W r + q,   K_μ ∋ r ⟂ u + μ ‖u_t‖ n ∈ K*_μ     for each contact
//
// r   impulse of a contact in its axes (n, t1, t2) [N·s]
// u   relative velocity there after the step, same axes [m/s];  W [1/kg];  q the velocity without impulses
// μ   coefficient of friction, ≥ 0 and finite;  K_μ = { ‖r_t‖ ≤ μ r_n },  K*_μ = K_{1/μ} its dual
// (1) says: no contact pulls or is pulled apart while it pushes, friction is at most μ r_n, and is that, against u_t, where it
// slides [De Saxcé 1998]. W is symmetric positive semidefinite in mechanics, often singular: r then is not unique, u mostly is.
#pragma once

#include <Eigen/Core>

#include "stickslip/solvers/block_matrix.hpp"

namespace stickslip::solvers {

struct ConeProblem {
  BlockMatrix W;
  Eigen::VectorXd q;   // 3 n: n, t1, t2 per contact
  Eigen::VectorXd mu;  // n

  int contacts() const noexcept { return static_cast<int>(mu.size()); }
  Eigen::Index size() const noexcept { return q.size(); }
};

// Throws InvalidArgument where sizes do not match, an entry is not finite, or a μ is negative, naming it.
void check(const ConeProblem& problem);

}  // namespace stickslip::solvers
