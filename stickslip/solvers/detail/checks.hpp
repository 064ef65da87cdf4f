// Checks of the arrays that problems are made of. They throw InvalidArgument: "LcpProblem: M(2, 3) = nan must be finite".
#pragma once

#include <string>

#include <Eigen/Core>

#include "stickslip/core/error.hpp"

namespace stickslip::solvers::detail {

inline void require_finite(const std::string& subject, const char* name, const Eigen::VectorXd& values) {
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      throw InvalidArgument(subject + ": " + name + "[" + std::to_string(i) + "] = " + to_text(values[i]) +
                            " must be finite");
    }
  }
}

inline void require_finite(const std::string& subject, const char* name, const Eigen::MatrixXd& values) {
  if (values.allFinite()) return;
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    for (Eigen::Index j = 0; j < values.cols(); ++j) {
      if (!std::isfinite(values(i, j))) {
        throw InvalidArgument(subject + ": " + name + "(" + std::to_string(i) + ", " + std::to_string(j) +
                              ") = " + to_text(values(i, j)) + " must be finite");
      }
    }
  }
}

inline void require_size(const std::string& subject, const char* name, Eigen::Index size, Eigen::Index wanted) {
  if (size == wanted) return;
  throw InvalidArgument(subject + ": " + name + " has " + std::to_string(size) + " entries, must have " +
                        std::to_string(wanted));
}

inline void require_square(const std::string& subject, const char* name, const Eigen::MatrixXd& matrix,
                           Eigen::Index n) {
  if (matrix.rows() == n && matrix.cols() == n) return;
  throw InvalidArgument(subject + ": " + name + " is " + std::to_string(matrix.rows()) + " x " +
                        std::to_string(matrix.cols()) + ", must be " + std::to_string(n) + " x " + std::to_string(n));
}

}  // namespace stickslip::solvers::detail
