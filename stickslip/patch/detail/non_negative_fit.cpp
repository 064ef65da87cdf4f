#include "stickslip/patch/detail/non_negative_fit.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <Eigen/QR>

namespace stickslip::patch::detail {

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

// The unconstrained fit with these columns alone; zero for all others.
VectorXd fit_of(const MatrixXd& a, const VectorXd& b, const std::vector<Index>& columns) {
  MatrixXd part(a.rows(), static_cast<Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) part.col(static_cast<Index>(k)) = a.col(columns[k]);
  const VectorXd solution = part.colPivHouseholderQr().solve(b);
  VectorXd x = VectorXd::Zero(a.cols());
  for (std::size_t k = 0; k < columns.size(); ++k) x(columns[k]) = solution(static_cast<Index>(k));
  return x;
}

}  // namespace

VectorXd non_negative_fit(const MatrixXd& a, const VectorXd& b, int rounds) {
  VectorXd x = VectorXd::Zero(a.cols());
  std::vector<Index> used;
  const double nothing = 1e-12 * a.norm() * b.norm();
  for (int round = 0; round < rounds;) {
    VectorXd gain = a.transpose() * (b - a * x);
    for (const Index k : used) gain(k) = -std::numeric_limits<double>::infinity();
    Index entering = 0;
    if (gain.size() == 0 || !(gain.maxCoeff(&entering) > nothing)) break;
    used.push_back(entering);
    for (; round < rounds; ++round) {
      const VectorXd target = fit_of(a, b, used);
      // As far towards the fit as all stay non-negative; what reaches zero leaves.
      double share = 1.0;
      Index leaving = -1;
      for (const Index k : used) {
        if (target(k) < 0.0 && x(k) < share * (x(k) - target(k))) {
          share = x(k) / (x(k) - target(k));
          leaving = k;
        }
      }
      x += share * (target - x);
      if (leaving < 0) break;
      x(leaving) = 0.0;
      std::erase_if(used, [&](Index k) { return x(k) <= 0.0; });
    }
    ++round;
  }
  return x.cwiseMax(0.0);
}

}  // namespace stickslip::patch::detail
