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

// −df/du at u, ≥ 0: by a difference.
double friction_slope(const friction::AnyLaw& law, const JointFrictionState& state, double position, double u,
                      double h) noexcept;

// Largest force that the law holds without slipping: what errors are compared with.
double friction_scale(const friction::AnyLaw& law) noexcept;

// Where friction meets what the rest of the island does: impulse Λ and mean velocity u of a joint lie on a line, u = u_1 + c (Λ − Λ_1),
// which two solves tell; with other joints' friction it moves a little. On it Λ = h f(u) has a root between Λ_1 and h f(u_1), also where
// the law jumps.
class FrictionLine {
 public:
  void begin() noexcept { points_ = 0; }
  // Takes the point (u, impulse) of a solve; the root on the line known so far. w: response of the joint, as if nothing held it.
  double root(const friction::AnyLaw& law, const JointState& state, double u, double impulse, double w,
              double h) noexcept;
  // u on the line.
  double velocity(double impulse) const noexcept { return u_ + slope_ * (impulse - impulse_); }

 private:
  int points_ = 0;
  double u_ = 0.0, impulse_ = 0.0, slope_ = 0.0;
};

}  // namespace stickslip::sim::detail
