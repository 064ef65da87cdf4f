#include "stickslip/solvers/detail/body_rows.hpp"

#include <algorithm>

namespace stickslip::solvers::detail {

void BodyRows::set(const BodyConeProblem& problem) {
  bodies_ = static_cast<int>(problem.bodies.size());
  free.assign(8 * (problem.bodies.size() + 1), 0.0);
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    for (int k = 0; k < 6; ++k) free[8 * b + static_cast<std::size_t>(k)] = problem.bodies[b].free[k];
  }
  rows.resize(problem.contacts.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const BodyConeProblem::Contact& contact = problem.contacts[i];
    BodyRow& row = rows[i];
    Eigen::Matrix3d A = Eigen::Matrix3d::Zero();
    for (int side = 0; side < 2; ++side) {
      const int body = side == 0 ? contact.first : contact.second;
      row.body[side] = body == BodyConeProblem::none ? bodies_ : body;
      std::fill_n(row.J[side], 24, 0.0);
      std::fill_n(row.Y[side], 24, 0.0);
      if (body == BodyConeProblem::none) continue;
      const Eigen::Matrix<double, 3, 6>& J = side == 0 ? contact.J_first : contact.J_second;
      const BodyConeProblem::Body& of = problem.bodies[static_cast<std::size_t>(body)];
      Eigen::Map<Eigen::Matrix<double, 3, 6>, 0, Eigen::OuterStride<4>>(row.J[side]) = J;
      Eigen::Map<Eigen::Matrix3d, 0, Eigen::OuterStride<8>> linear(row.Y[side]), angular(row.Y[side] + 3);
      linear = of.inverse_mass * J.leftCols<3>().transpose();
      angular.noalias() = of.inverse_inertia * J.rightCols<3>().transpose();
      A.noalias() += J.leftCols<3>() * linear;
      A.noalias() += J.rightCols<3>() * angular;
    }
    row.w = A.trace() / 3.0;
    A(0, 0) += contact.epsilon;
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) row.A[4 * j + k] = A(k, j);
      row.A[4 * j + 3] = 0.0;
      row.d[j] = contact.d[j];
    }
    row.d[3] = 0.0;
    row.epsilon = contact.epsilon;
    row.mu = contact.mu;
  }
  bounded.resize(problem.rows.size());
  set_bounded_rows(problem, bounded.data());
}

void pad(const BodyRows& system, const double* r, double* padded) noexcept {
  for (std::size_t i = 0; i < system.rows.size(); ++i) std::copy_n(r + 3 * i, 3, padded + 4 * i);
  std::copy_n(r + 3 * system.rows.size(), system.bounded.size(), padded + 4 * system.rows.size());
}

void unpad(const BodyRows& system, const double* padded, double* r) noexcept {
  for (std::size_t i = 0; i < system.rows.size(); ++i) std::copy_n(padded + 4 * i, 3, r + 3 * i);
  std::copy_n(padded + 4 * system.rows.size(), system.bounded.size(), r + 3 * system.rows.size());
}

}  // namespace stickslip::solvers::detail
