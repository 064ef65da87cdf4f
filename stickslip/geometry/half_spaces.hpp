// A set bounded by planes: all x with A x ≤ b.
//
// Rows of A have unit length, so that b − A x are signed distances to the planes. An equation stands as two opposite
// rows.
#pragma once

#include <Eigen/Core>

namespace stickslip::geometry {

struct HalfSpaces {
  Eigen::MatrixXd a;  // m × d
  Eigen::VectorXd b;  // m
};

}  // namespace stickslip::geometry
