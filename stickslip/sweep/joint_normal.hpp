// Several numbers drawn together from a normal distribution.
//
//   (1)  x = mean + L z,   L Lᵀ = covariance,   z independent standard normal deviates, by the inverse of u
//
// The covariance is symmetric and may be singular, as where one number follows another; L is lower triangular.
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

namespace stickslip::sweep {

class JointNormal {
 public:
  // Throws InvalidArgument unless there are as many rows and columns as means, all finite, and the matrix is symmetric (to rounding)
  // and has no negative eigenvalue.
  JointNormal(Eigen::VectorXd mean, const Eigen::MatrixXd& covariance);

  std::size_t size() const noexcept { return static_cast<std::size_t>(mean_.size()); }
  const Eigen::VectorXd& mean() const noexcept { return mean_; }
  const Eigen::MatrixXd& factor() const noexcept { return factor_; }  // L

  // As many u as numbers, each above 0 and below 1.
  void values(std::span<const double> u, std::span<double> x) const noexcept;

 private:
  Eigen::VectorXd mean_;
  Eigen::MatrixXd factor_;
};

}  // namespace stickslip::sweep
