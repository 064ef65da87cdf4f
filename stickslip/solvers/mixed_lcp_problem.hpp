// A linear complementarity problem with equations among its rows.
//
//   (1)  w = M z + q;   free rows: w_i = 0, z_i of any sign;   other rows: 0 ≤ z_i ⟂ w_i ≥ 0
//
// Equations of motion and joints stand in the free rows, so that nothing need be eliminated by hand. The block of M of the
// free rows may be singular: then a solver that eliminates it first reports that it cannot.
#pragma once

#include <vector>

#include <Eigen/Core>

namespace stickslip::solvers {

struct MixedLcpProblem {
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
  std::vector<bool> free;  // one per row

  Eigen::Index size() const noexcept { return q.size(); }
};

// Throws InvalidArgument where sizes do not match or an entry is not finite, naming it.
void check(const MixedLcpProblem& problem);

}  // namespace stickslip::solvers
