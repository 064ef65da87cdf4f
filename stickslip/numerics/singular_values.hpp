// Singular values and vectors of a dense matrix: Eigen's own class, compiled once.
//
// Compiling it takes ten seconds of processor time, so that files that use it include this header and not <Eigen/SVD>.
#pragma once

#include <Eigen/Core>
#include <Eigen/SVD>

namespace stickslip::numerics {

using SingularValues = Eigen::JacobiSVD<Eigen::MatrixXd>;

}  // namespace stickslip::numerics

extern template class Eigen::JacobiSVD<Eigen::MatrixXd>;
