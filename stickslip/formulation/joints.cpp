#include "stickslip/formulation/joints.hpp"

#include "stickslip/formulation/detail/checks.hpp"

namespace stickslip::formulation {

void check(const Joints& joints, int number_of_bodies) {
  constexpr const char* subject = "Joints";
  const Eigen::Index m = joints.size();
  detail::require_rows(subject, "jacobian", joints.jacobian.rows(), m);
  detail::require_rows(subject, "velocity", joints.velocity.rows(), m, true);
  detail::require_rows(subject, "violation", joints.violation.rows(), m, true);
  detail::require_rows(subject, "stiffness", joints.stiffness.rows(), m, true);
  detail::require_rows(subject, "damping", joints.damping.rows(), m, true);
  detail::require_pairs(subject, joints.bodies, number_of_bodies);
  detail::require_finite(subject, "jacobian", joints.jacobian);
  detail::require_finite(subject, "velocity", joints.velocity);
  detail::require_finite(subject, "violation", joints.violation);
  detail::require_not_negative(subject, "stiffness", joints.stiffness);
  detail::require_not_negative(subject, "damping", joints.damping);
}

}  // namespace stickslip::formulation
