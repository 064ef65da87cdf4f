// Cone problems for the tests: built backwards from a solution, or at random.
#pragma once

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include <Eigen/Core>

#include "stickslip/solvers/cone_problem.hpp"

namespace stickslip::solvers::test {

struct SolvedCone {
  ConeProblem problem;
  Eigen::VectorXd r;
};

using Random64 = std::mt19937_64;

inline double uniform(Random64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

inline Eigen::VectorXd any(Random64& random, Eigen::Index n) {
  Eigen::VectorXd values(n);
  for (double& value : values) value = uniform(random, -1.0, 1.0);
  return values;
}

// W = J M⁻¹ Jᵀ of `contacts` contacts that act on `velocities` velocities: singular where there are more rows than velocities.
inline Eigen::MatrixXd delassus(Random64& random, int contacts, int velocities) {
  std::normal_distribution<double> normal;
  Eigen::MatrixXd jacobian(3 * contacts, velocities);
  for (double& entry : jacobian.reshaped()) entry = normal(random) / std::sqrt(velocities);
  Eigen::VectorXd inverse_mass(velocities);
  for (double& entry : inverse_mass) entry = std::exp(uniform(random, -1.0, 1.0));
  const Eigen::MatrixXd W = jacobian * inverse_mass.asDiagonal() * jacobian.transpose();
  return 0.5 * (W + W.transpose());
}

// Chooses for each contact whether it lifts off, sticks or slides, an impulse and a velocity that go with it, and q = u − W r.
inline SolvedCone solved_cone(Random64& random, const Eigen::MatrixXd& W) {
  const int n = static_cast<int>(W.rows() / 3);
  SolvedCone solved{{BlockMatrix::from_dense(W), Eigen::VectorXd::Zero(3 * n), Eigen::VectorXd::Zero(n)},
                    Eigen::VectorXd::Zero(3 * n)};
  Eigen::VectorXd u = Eigen::VectorXd::Zero(3 * n);
  for (int i = 0; i < n; ++i) {
    const double mu = uniform(random, 0.1, 0.8), normal = uniform(random, 0.2, 2.0);
    const double angle = uniform(random, 0.0, 2.0 * std::numbers::pi), speed = uniform(random, 0.1, 1.0);
    const Eigen::Vector2d e(std::cos(angle), std::sin(angle));
    solved.problem.mu[i] = mu;
    switch (random() % 3) {
      case 0:
        u[3 * i] = speed;
        u.segment<2>(3 * i + 1) = uniform(random, 0.0, 1.0) * e;
        break;
      case 1:
        solved.r[3 * i] = normal;
        solved.r.segment<2>(3 * i + 1) = uniform(random, 0.0, 0.95) * mu * normal * e;
        break;
      default:
        solved.r[3 * i] = normal;
        solved.r.segment<2>(3 * i + 1) = mu * normal * e;
        u.segment<2>(3 * i + 1) = -speed * e;
    }
  }
  solved.problem.q = u - W * solved.r;
  return solved;
}

}  // namespace stickslip::solvers::test
