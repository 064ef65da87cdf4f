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
      const Eigen::Matrix<double, 6, 3> Y = problem.bodies[static_cast<std::size_t>(body)].inverse * J.transpose();
      for (int k = 0; k < 6; ++k) {
        for (int c = 0; c < 3; ++c) {
          row.J[side][4 * k + c] = J(c, k);
          row.Y[side][8 * c + k] = Y(k, c);
        }
      }
      A.noalias() += J * Y;
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
}

}  // namespace stickslip::solvers::detail
