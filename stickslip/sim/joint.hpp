// A joint: what two bodies, or a body and the world, cannot do relative to each other.
//
//   kind     free                       rows
//   fixed    nothing                    3 of the point, 3 of the orientation
//   ball     all turns about a point    3 of the point
//   hinge    the turn about an axis     3 of the point, 2 across the axis
//   slider   the way along an axis      2 across the axis, 3 of the orientation
//   spring   everything                 none: it pulls along the line between two points, one on each body
//
// body      a and b; b may be the world. Positions, velocities and forces are those of a relative to b
// frame     X_BJ: where the joint is in each of the two, from the centre of mass; its z axis is the axis of the joint. The two are one
//           when the joint is added, but for a spring, which has a point on each. The world's frame is that of the world
// limits    of the position, which is 0 when the joint is added: angle about the axis [rad], or way along it [m]
// friction  a point law as friction of the joint: its velocity is that of the joint, its force a torque [N·m] of a hinge or a force
//           [N] of a slider, under the load factor 1. Where a law's parameter has N or m, a hinge has N·m or rad
//
// A drive acts along what a hinge or a slider leaves free:
//
//   (1)  effort = stiffness (target − position) + damping (target_velocity − velocity), at most max_effort in size
//
// Targets are those of the middle of a step, and move by target_velocity within it. How it is stepped, stable for any gains:
// detail/joint_rows.hpp. A spring between points that are not the centres of mass keeps its energy to 1 % while
// h² stiffness J M⁻¹ Jᵀ ≤ 0.3 and bodies turn by less than 0.1 rad per step: stiffer ones store errors of their length.
//
// A spring with a damper acts there too, beside the drive, and along the line of a joint that is a spring, whose position is its length:
//
//   (2)  force = stiffness (rest − position) − damping velocity;   stored is ½ stiffness (position − rest)²
//
// Where its two points meet, a spring of rest length 0 pulls through; of a longer one the direction is then undefined, and any is taken.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <variant>

#include "stickslip/core/field.hpp"
#include "stickslip/core/names.hpp"
#include "stickslip/core/pose3.hpp"
#include "stickslip/friction/any_law.hpp"

namespace stickslip::sim {

enum class JointKind : std::uint8_t { fixed, ball, hinge, slider, spring };

// In place of a body's number.
inline constexpr int the_world = -1;

struct JointLimits {
  double low, high;
};

struct Spring {
  double stiffness = required;
  double damping = 0.0;
  std::optional<double> rest = {};

  static constexpr auto fields() {
    using S = Spring;
    return std::tuple{
        Field{"stiffness", &S::stiffness, "N m/rad or N/m", not_negative, "force per distance from rest"},
        Field{"damping", &S::damping, "N m s/rad or N s/m", not_negative, "force per velocity"},
        Field{"rest", &S::rest, "rad or m", any_finite, "position at which it does not push",
              "None: 0 of a hinge or slider, of a spring between points the length that it has when it is added"}};
  }
  bool operator==(const Spring&) const = default;
};

struct JointOptions {
  std::optional<JointLimits> limits = {};
  std::optional<friction::AnyLaw> friction = {};
  std::optional<Spring> spring = {};  // with its rest
};

struct Joint {
  JointKind kind;
  std::array<int, 2> body;
  std::array<Pose3, 2> frame;
  JointOptions options = {};
  // By which angles are multiplied where they are compared with lengths: the mean radius of the bodies that move [m].
  double lever = 1.0;

  bool has_axis() const noexcept { return kind == JointKind::hinge || kind == JointKind::slider; }
  // Whether it has one position, along which something may act.
  bool has_position() const noexcept { return has_axis() || kind == JointKind::spring; }
  // In the spring at a position [J].
  double stored_energy(double position) const noexcept {
    if (!options.spring) return 0.0;
    const double away = position - options.spring->rest.value_or(0.0);
    return 0.5 * options.spring->stiffness * away * away;
  }
};

// "joint 3 (hinge of bodies 1 and 2)", "joint 0 (ball of body 4 and the world)"
std::string describe(const Joint& joint, int number);

struct Drive {
  double target = 0.0;
  double stiffness = 0.0;
  double damping = 0.0;
  double target_velocity = 0.0;
  std::optional<double> max_effort = {};

  static constexpr auto fields() {
    using D = Drive;
    return std::tuple{
        Field{"target", &D::target, "rad or m", any_finite, "position that it pulls to"},
        Field{"stiffness", &D::stiffness, "N m/rad or N/m", not_negative, "effort per distance from the target"},
        Field{"damping", &D::damping, "N m s/rad or N s/m", not_negative, "effort per velocity"},
        Field{"target_velocity", &D::target_velocity, "rad/s or m/s", any_finite, "velocity that it damps to"},
        Field{"max_effort", &D::max_effort, "N m or N", not_negative, "largest effort", "None: no bound"}};
  }
  bool operator==(const Drive&) const = default;
};

// What the friction of a joint remembers: bristles, an adhesion point, or nothing.
using JointFrictionState = std::variant<std::monostate, friction::Bristle<1>, friction::AdhesionState<1>>;

// What changes of a joint. Impulses are those of the last step, row by row: detail/joint_rows.hpp.
struct JointState {
  static constexpr std::size_t most_rows = 10;

  double position = 0.0;  // angle [rad], whole turns counted, way or length [m]; of a hinge, slider or spring
  std::optional<Drive> drive = {};
  JointFrictionState friction = {};
  double effort = 0.0;  // of the drive, or of a joint that is a spring, on a, mean over the last step [N·m or N]
  // Of all that the joint does to a, at the joint, world axes, mean over the last step: force [N], torque [N·m].
  Vec<6> reaction = Vec<6>::Zero();
  std::array<double, most_rows> impulses = {};
  // What the last step took where velocities contradicted the joint, as a blow does [J]. Has no part in the next step: save() leaves it out.
  double taken = 0.0;
};

// What can be read off a joint at any time.
struct JointReading {
  double position, velocity;  // [rad, rad/s] of a hinge, [m, m/s] of a slider or spring, else not a number
  double effort;
  Vec<6> reaction;
  double distance, angle;  // by which it is open [m, rad]
};

}  // namespace stickslip::sim

template <>
struct stickslip::Names<stickslip::sim::JointKind> {
  using K = sim::JointKind;
  static constexpr Named<sim::JointKind> table[] = {
      {K::fixed, "fixed"}, {K::ball, "ball"}, {K::hinge, "hinge"}, {K::slider, "slider"}, {K::spring, "spring"}};
};
