// A linear complementarity problem.
//
//   (1)  0 ≤ z ⟂ w = M z + q ≥ 0
//
// M  n × n, any: contact gives copositive matrices more often than positive definite ones
// q  n
// Units are the caller's: in contact z is impulses [N·s] and velocities [m/s], w the other way round.
// check() costs O(n²) and allocates nothing.
#pragma once

#include <Eigen/Core>

namespace stickslip::solvers {

struct LcpProblem {
  Eigen::MatrixXd M;
  Eigen::VectorXd q;

  Eigen::Index size() const noexcept { return q.size(); }
};

// Throws InvalidArgument where M is not n × n or an entry is not finite, naming it.
void check(const LcpProblem& problem);

}  // namespace stickslip::solvers
