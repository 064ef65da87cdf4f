// The rigid bodies of a step: what they weigh, where they are, how they move, and what acts on them besides contacts and joints.
//
//   (1)  M v̇ = f − c,   M = diag(m, m, m, R I Rᵀ),   f = (force, torque),   c = (0, ω × R I Rᵀ ω)
//   (2)  M v_free = M v + h (f − c): the velocity after a step of length h without contacts and joints
//
// mass              m [kg], > 0
// inertia           I about the centre of mass in body axes [kg·m²], positive definite: three principal moments per row, or the
//                   nine entries of the matrix, row by row
// position          centre of mass, world axes [m]
// velocity          of the centre of mass, world axes [m/s];  angular_velocity  ω, world axes [rad/s]
// orientation       R as a quaternion w, x, y, z from body axes to world axes, of any length but zero; no rows: identity
// force, torque     world axes [N], [N·m], torque about the centre of mass; gravity is one of them; no rows: zero.
//                   The gyroscopic torque −ω × R I Rᵀ ω of (1) is added by the formulations and must not be given
// v = (velocity, angular velocity), six numbers per body. (2) is explicit: good while h ‖ω‖ is small.
#pragma once

#include "stickslip/formulation/arrays.hpp"

namespace stickslip::formulation {

struct Bodies {
  Eigen::VectorXd mass;
  Rows<Eigen::Dynamic> inertia;
  Rows<3> position;
  Rows<3> velocity;
  Rows<3> angular_velocity;
  Rows<4> orientation = {};
  Rows<3> force = {};
  Rows<3> torque = {};

  int size() const noexcept { return static_cast<int>(mass.size()); }
};

// Throws InvalidArgument where sizes do not match or a value is out of its range, naming the body. No allocation otherwise.
void check(const Bodies& bodies);

}  // namespace stickslip::formulation
