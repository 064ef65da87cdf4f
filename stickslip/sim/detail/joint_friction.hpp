// A point law as friction of a joint, over one step: joint_rows.hpp (4).
#pragma once

#include "stickslip/sim/joint.hpp"

namespace stickslip::sim::detail {

// Whether it has no memory, so that its force jumps where the velocity changes its sign.
bool is_dry(const friction::AnyLaw& law) noexcept;
// Largest force of dry friction at a velocity.
double dry_force(const friction::AnyLaw& law, double u) noexcept;

// Memory of a law at rest at a position.
JointFrictionState friction_at_rest(const friction::AnyLaw& law, double position) noexcept;
// Mean force over a step of length h in which the velocity is u and the joint moves from `position`; the memory goes on.
double step_friction(const friction::AnyLaw& law, JointFrictionState& state, double position, double u,
                     double h) noexcept;

// f ≈ force − slope (u − at), slope ≥ 0.
struct FrictionTangent {
  double force, slope;
};
FrictionTangent friction_tangent(const friction::AnyLaw& law, const JointFrictionState& state, double position,
                                 double u, double h) noexcept;

// Largest force that the law holds without slipping: what errors are compared with.
double friction_scale(const friction::AnyLaw& law) noexcept;

}  // namespace stickslip::sim::detail
