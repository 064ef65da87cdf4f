// Least squares with coefficients that must not be negative: minimise ‖A x − b‖ subject to x ≥ 0.
//
// The active-set method: variables enter the fit where the residual says that they would help, and leave it before they
// turn negative. Ends after finitely many rounds; `rounds` bounds them against rounding.
// [Lawson 1974, Ch. 23]. Allocates.
#pragma once

#include <Eigen/Core>

namespace stickslip::patch::detail {

Eigen::VectorXd non_negative_fit(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, int rounds = 1000);

}  // namespace stickslip::patch::detail
