// Singular values of a square matrix, and what they say of its rank.
#pragma once

#include <optional>

#include <Eigen/Core>

namespace stickslip::formulation {

struct Spectrum {
  Eigen::VectorXd singular_values;  // in falling order

  // How many are larger than `tolerance`; not given: rows × 2.2e-16 × the largest.
  int rank(std::optional<double> tolerance = {}) const;
  // The largest over the smallest: infinite where that is zero, 1 for a matrix without entries.
  double condition() const noexcept;
};

// Allocates.
Spectrum spectrum(const Eigen::MatrixXd& matrix);

}  // namespace stickslip::formulation
