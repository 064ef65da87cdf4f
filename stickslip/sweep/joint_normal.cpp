#include "stickslip/sweep/joint_normal.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/normal_quantile.hpp"

namespace stickslip::sweep {

JointNormal::JointNormal(Eigen::VectorXd mean, const Eigen::MatrixXd& covariance) : mean_(std::move(mean)) {
  const Eigen::Index n = mean_.size();
  if (n == 0) throw InvalidArgument("mean: there must be at least one number");
  if (covariance.rows() != n || covariance.cols() != n) {
    throw InvalidArgument("covariance: must have " + std::to_string(n) + " rows and columns, as mean has numbers");
  }
  if (!mean_.allFinite()) throw InvalidArgument("mean: must be finite");
  if (!covariance.allFinite()) throw InvalidArgument("covariance: must be finite");
  constexpr double rounding = 1e-12;
  factor_ = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    if (covariance(j, j) < 0.0) throw InvalidArgument("covariance: a number on the diagonal is negative");
    double pivot = covariance(j, j) - factor_.row(j).head(j).squaredNorm();
    if (pivot < -rounding * covariance(j, j)) throw InvalidArgument("covariance: must have no negative eigenvalue");
    // What is left is rounding: the number follows those before it.
    if (pivot <= rounding * covariance(j, j)) pivot = 0.0;
    factor_(j, j) = std::sqrt(pivot);
    for (Eigen::Index i = j + 1; i < n; ++i) {
      const double scale = std::sqrt(covariance(i, i) * covariance(j, j));
      if (!(std::abs(covariance(i, j) - covariance(j, i)) <= rounding * scale)) {
        throw InvalidArgument("covariance: must be symmetric");
      }
      const double rest = covariance(i, j) - factor_.row(i).head(j).dot(factor_.row(j).head(j));
      if (pivot > 0.0) {
        factor_(i, j) = rest / factor_(j, j);
      } else if (std::abs(rest) > 1e-6 * scale) {
        throw InvalidArgument("covariance: must have no negative eigenvalue");
      }
    }
  }
}

void JointNormal::values(std::span<const double> u, std::span<double> x) const noexcept {
  for (Eigen::Index i = 0; i < mean_.size(); ++i) x[static_cast<std::size_t>(i)] = mean_[i];
  for (Eigen::Index j = 0; j < mean_.size(); ++j) {
    const double z = normal_quantile(u[static_cast<std::size_t>(j)]);
    for (Eigen::Index i = j; i < mean_.size(); ++i) x[static_cast<std::size_t>(i)] += factor_(i, j) * z;
  }
}

}  // namespace stickslip::sweep
