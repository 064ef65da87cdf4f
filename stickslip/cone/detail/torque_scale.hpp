// Distances between wrenches, √(‖Δf‖² + ‖Δτ‖²/ℓ²), are Euclidean after each component is multiplied by this: 1 for
// forces, 1/ℓ for torques. (fx, fy, fz, τx, τy, τz) or (fx, fy, τ, fn); ℓ > 0 [m]. Throws InvalidArgument about `subject`.
#pragma once

#include <Eigen/Core>

#include "stickslip/core/error.hpp"

namespace stickslip::cone::detail {

inline Eigen::VectorXd torque_scale(const char* subject, Eigen::Index dimension, double length) {
  require(subject, check_positive("length", length, "must be finite and > 0 [m]"));
  Eigen::VectorXd scale = Eigen::VectorXd::Ones(dimension);
  if (dimension == 6) {
    scale.tail(3).setConstant(1.0 / length);
  } else {
    scale(2) = 1.0 / length;
  }
  return scale;
}

}  // namespace stickslip::cone::detail
