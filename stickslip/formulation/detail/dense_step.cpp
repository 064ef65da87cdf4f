#include "stickslip/formulation/detail/dense_step.hpp"

#include <string>

#include "stickslip/core/at.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/formulation/detail/dense.hpp"

namespace stickslip::formulation::detail {

namespace {

double coupling(const SystemJoint& i, const SystemJoint& j) noexcept {
  double sum = 0.0;
  for (std::size_t a = 0; a < 2; ++a) {
    if (i.body[a] == ground) continue;
    for (std::size_t b = 0; b < 2; ++b) {
      if (i.body[a] == j.body[b]) sum += i.row[a].dot(j.response[b]);
    }
  }
  return sum;
}

void eliminate_joints(const System& system, DenseStep& step, const Eigen::MatrixXd& joint_factor) {
  const auto n = static_cast<Eigen::Index>(system.contacts.size());
  const auto m = static_cast<Eigen::Index>(system.joints.size());
  step.joint_rhs.resize(m, 3 * n + 1);
  for (Eigen::Index j = 0; j < m; ++j) {
    const SystemJoint& joint = system.joints[at(j)];
    for (Eigen::Index i = 0; i < n; ++i) {
      const Vec<3> w = joint_coupling(system.contacts[at(i)], joint);
      step.joint_rhs(j, DenseStep::normal(i)) = w[0];
      step.joint_rhs(j, DenseStep::tangent(n, i)) = w[1];
      step.joint_rhs(j, DenseStep::tangent(n, i) + 1) = w[2];
    }
    step.joint_rhs(j, 3 * n) = joint.d + System::joint_velocity(joint, [&system](int body) -> const Vec<6>& {
                                 return system.bodies[at(body)].free;
                               });
  }
  solve_lower(joint_factor, step.joint_rhs);
  const auto X = step.joint_rhs.leftCols(3 * n);
  for (Eigen::Index i = 0; i < 3 * n; ++i) {
    step.a[i] -= X.col(i).dot(step.joint_rhs.col(3 * n));
    for (Eigen::Index j = 0; j < 3 * n; ++j) step.A(i, j) -= X.col(i).dot(X.col(j));
  }
}

}  // namespace

Vec<3> joint_coupling(const SystemContact& i, const SystemJoint& j) noexcept {
  Vec<3> sum = Vec<3>::Zero();
  for (std::size_t a = 0; a < 2; ++a) {
    if (i.body[a] == ground) continue;
    for (std::size_t b = 0; b < 2; ++b) {
      if (i.body[a] != j.body[b]) continue;
      const Vec<3> part = i.axes * j.response[b].head<3>() + i.arm[a] * j.response[b].tail<3>();
      sum += a == 0 ? part : Vec<3>(-part);
    }
  }
  return sum;
}

void factor_joints(const System& system, Eigen::MatrixXd& matrix) {
  const auto m = static_cast<Eigen::Index>(system.joints.size());
  matrix.resize(m, m);
  for (Eigen::Index i = 0; i < m; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) matrix(i, j) = coupling(system.joints[at(i)], system.joints[at(j)]);
    matrix(i, i) += system.joints[at(i)].epsilon;
  }
  if (const Eigen::Index row = factor(matrix); row >= 0) {
    throw InvalidArgument("Joints: jacobian[" + std::to_string(row) +
                          "] must be independent of the rows before it, or have stiffness or damping");
  }
}

void DenseStep::set(const System& system, Eigen::MatrixXd& joint_factor) {
  const auto n = static_cast<Eigen::Index>(system.contacts.size());
  A.resize(3 * n, 3 * n);
  a.resize(3 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const SystemContact& contact = system.contacts[at(i)];
    const Eigen::Index ni = normal(i), ti = tangent(n, i);
    a[ni] = contact.u_free[0];
    a.segment<2>(ti) = contact.u_free.tail<2>();
    for (Eigen::Index j = 0; j <= i; ++j) {
      const Eigen::Index nj = normal(j), tj = tangent(n, j);
      const Eigen::Matrix3d W = system.coupling(contact, system.contacts[at(j)]);
      A(ni, nj) = A(nj, ni) = W(0, 0);
      A.block<1, 2>(ni, tj) = W.block<1, 2>(0, 1);
      A.block<2, 1>(tj, ni) = W.block<1, 2>(0, 1).transpose();
      A.block<2, 1>(ti, nj) = W.block<2, 1>(1, 0);
      A.block<1, 2>(nj, ti) = W.block<2, 1>(1, 0).transpose();
      A.block<2, 2>(ti, tj) = W.block<2, 2>(1, 1);
      A.block<2, 2>(tj, ti) = W.block<2, 2>(1, 1).transpose();
    }
  }
  factor_joints(system, joint_factor);
  if (!system.joints.empty()) eliminate_joints(system, *this, joint_factor);
}

}  // namespace stickslip::formulation::detail
