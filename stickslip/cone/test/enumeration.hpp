// Facets by trying every plane through d − 1 rays: slow, simple, for few rays that span their space.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <random>
#include <vector>

#include <Eigen/Core>

#include "stickslip/numerics/singular_values.hpp"

namespace stickslip::cone::test {

inline Eigen::MatrixXd matrix_of(std::initializer_list<std::initializer_list<double>> rows) {
  Eigen::MatrixXd m(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.begin()->size()));
  Eigen::Index i = 0;
  for (const auto& row : rows) {
    Eigen::Index j = 0;
    for (const double value : row) m(i, j++) = value;
    ++i;
  }
  return m;
}

inline Eigen::MatrixXd facets_by_enumeration(const Eigen::MatrixXd& given) {
  using Eigen::Index;
  const Eigen::MatrixXd rays = given.rowwise().normalized();
  const Index n = rays.rows(), d = rays.cols();
  std::vector<Eigen::VectorXd> found;
  std::vector<bool> chosen(static_cast<std::size_t>(n), false);
  std::fill_n(chosen.begin(), d - 1, true);
  do {
    Eigen::MatrixXd on(d - 1, d);
    Index count = 0;
    for (Index i = 0; i < n; ++i) {
      if (chosen[static_cast<std::size_t>(i)]) on.row(count++) = rays.row(i);
    }
    const numerics::SingularValues svd(on, Eigen::ComputeFullV);
    if (d > 1 && svd.singularValues()(d - 2) < 1e-8) continue;
    for (const double sign : {1.0, -1.0}) {
      const Eigen::VectorXd normal = sign * svd.matrixV().col(d - 1);
      if ((rays * normal).maxCoeff() > 1e-9) continue;
      if (std::none_of(found.begin(), found.end(), [&](const auto& other) { return (other - normal).norm() < 1e-7; }))
        found.push_back(normal);
    }
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  Eigen::MatrixXd all(static_cast<Index>(found.size()), d);
  for (std::size_t k = 0; k < found.size(); ++k) all.row(static_cast<Index>(k)) = found[k].transpose();
  return all;
}

// How far apart two sets of directions are, whatever their order and lengths: infinite if they are not as many.
inline double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return std::numeric_limits<double>::infinity();
  std::vector<bool> taken(static_cast<std::size_t>(b.rows()), false);
  double largest = 0.0;
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    double least = std::numeric_limits<double>::infinity();
    Eigen::Index nearest = 0;
    for (Eigen::Index j = 0; j < b.rows(); ++j) {
      const double distance = (a.row(i).normalized() - b.row(j).normalized()).norm();
      if (!taken[static_cast<std::size_t>(j)] && distance < least) {
        least = distance;
        nearest = j;
      }
    }
    taken[static_cast<std::size_t>(nearest)] = true;
    largest = std::max(largest, least);
  }
  return largest;
}

inline Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns, std::mt19937& generator) {
  std::normal_distribution<double> normal;
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(generator); });
}

inline Eigen::MatrixXd random_rotation(Eigen::Index d, std::mt19937& generator) {
  const numerics::SingularValues svd(random_matrix(d, d, generator), Eigen::ComputeFullU | Eigen::ComputeFullV);
  return svd.matrixU() * svd.matrixV().transpose();
}

}  // namespace stickslip::cone::test
