// Where the two halves of a joint are, and what is open between them.
//
//   (1)  gap      p_a − p_b: from the point of the joint on b to that on a [m]
//   (2)  twist    φ of exp(φ) R_b = R_a, for a hinge z_b × z_a: how a is turned against b, but for what the joint leaves free [rad]
//   (3)  angle    of a hinge 2 atan2(z, w) of R_bᵀ R_a, to the nearest turn;   way of a slider z_b · (p_a − p_b);   length of a spring
//                 ‖p_a − p_b‖
#pragma once

#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include "stickslip/core/at.hpp"
#include "stickslip/sim/detail/rotation.hpp"
#include "stickslip/sim/joint.hpp"
#include "stickslip/sim/state.hpp"

namespace stickslip::sim::detail {

// Of a body, or of the world.
struct BodyPose {
  Vec<3> position = Vec<3>::Zero();
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
};

struct JointGeometry {
  std::array<Vec<3>, 2> arm;  // from the centres of mass to the point of the joint on each body
  Eigen::Quaterniond R_a, R_b;
  Eigen::Matrix3d axes;  // columns: those of the joint on b
  Vec<3> gap;            // Eq. 1

  JointGeometry() = default;
  JointGeometry(const Joint& joint, const BodyPose& a, const BodyPose& b) noexcept
      : arm{rotated(a.orientation, joint.frame[0].position()), rotated(b.orientation, joint.frame[1].position())},
        R_a(a.orientation * joint.frame[0].rotation()),
        R_b(b.orientation * joint.frame[1].rotation()),
        axes(R_b.toRotationMatrix()),
        gap((a.position - b.position) + (arm[0] - arm[1])) {}

  Vec<3> axis() const noexcept { return axes.col(2); }
  // From the point on b to that on a; any direction where they are one.
  Vec<3> line() const noexcept {
    const double length = gap.norm();
    return length > 0.0 ? Vec<3>(gap / length) : Vec<3>(Vec<3>::UnitZ());
  }

  // Eq. 2.
  Vec<3> twist(JointKind kind) const noexcept {
    if (kind == JointKind::ball || kind == JointKind::spring) return Vec<3>::Zero();
    if (kind == JointKind::hinge) return axis().cross(rotated(R_a, Vec<3>::UnitZ()));
    const Eigen::Quaterniond turn = R_a * R_b.conjugate();
    const double sine = turn.vec().norm(), sign = turn.w() < 0.0 ? -1.0 : 1.0;
    if (sine < 1e-8) return 2.0 * sign * turn.vec();
    return 2.0 * sign * std::atan2(sine, std::abs(turn.w())) / sine * turn.vec();
  }

  // Eq. 3, the angle nearest to `near`.
  double position(JointKind kind, double near) const noexcept {
    if (kind == JointKind::slider) return axis().dot(gap);
    if (kind == JointKind::spring) return gap.norm();
    const Eigen::Quaterniond turn = R_b.conjugate() * R_a;
    const double angle = 2.0 * std::atan2(turn.z(), turn.w()), whole = 2.0 * std::numbers::pi;
    return angle + whole * std::round((near - angle) / whole);
  }

  // What is open: (1) without the way of a slider, and (2).
  double open_distance(JointKind kind) const noexcept {
    if (kind == JointKind::spring) return 0.0;
    return kind == JointKind::slider ? Vec<3>(gap - axis().dot(gap) * axis()).norm() : gap.norm();
  }
  double open_angle(JointKind kind) const noexcept { return twist(kind).norm(); }
};

inline JointGeometry geometry_of(const Joint& joint, const std::vector<BodyState>& bodies) noexcept {
  const auto pose = [&bodies](int body) {
    return body == the_world ? BodyPose{} : BodyPose{bodies[at(body)].position, bodies[at(body)].orientation};
  };
  return {joint, pose(joint.body[0]), pose(joint.body[1])};
}

}  // namespace stickslip::sim::detail
