// What impulses do to the velocities at contacts, as a full matrix, joints eliminated.
//
//   (1)  u = A Λ + a,   A = W − W_cb (W_bb + ε_b)⁻¹ W_bc,   a = J v_free − W_cb (W_bb + ε_b)⁻¹ (J_b v_free + d_b)
//
// Order: the normals of all contacts, then t1, t2 contact by contact. Cost n² blocks of 3 × 3; memory is kept.
#pragma once

#include <Eigen/Core>

#include "stickslip/formulation/detail/system.hpp"

namespace stickslip::formulation::detail {

struct DenseStep {
  Eigen::MatrixXd A;
  Eigen::VectorXd a;
  Eigen::MatrixXd joint_rhs;  // L⁻¹ [W_bc, J_b v_free + d_b]

  // joint_factor receives L of W_bb + ε_b. Throws InvalidArgument where joints are redundant.
  void set(const System& system, Eigen::MatrixXd& joint_factor);

  // Rows of a contact.
  static Eigen::Index normal(Eigen::Index contact) noexcept { return contact; }
  static Eigen::Index tangent(Eigen::Index contacts, Eigen::Index contact) noexcept { return contacts + 2 * contact; }
};

// `matrix` receives the factor of W_bb + ε_b. Throws InvalidArgument where a row depends on those before it.
void factor_joints(const System& system, Eigen::MatrixXd& matrix);

// The velocity at contact i per impulse of joint j.
Vec<3> joint_coupling(const SystemContact& i, const SystemJoint& j) noexcept;

}  // namespace stickslip::formulation::detail
