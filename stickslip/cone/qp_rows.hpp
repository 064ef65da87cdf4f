// Cones of several wrenches as rows for solvers of quadratic programs (OSQP and its like): l ≤ A w ≤ u.
//
// w holds all wrenches one after another; A is block-diagonal, a block a cone. Two opposite rows of a cone, an equation,
// become one with l = u = 0; other rows have l = −∞, u = 0.
#pragma once

#include <span>

#include <Eigen/Core>

#include "stickslip/cone/polyhedral_cone.hpp"

namespace stickslip::cone {

struct QpRows {
  Eigen::MatrixXd a;
  Eigen::VectorXd l, u;
};

QpRows stack(std::span<const PolyhedralCone> cones);

}  // namespace stickslip::cone
