// Rows that two bodies' velocities must obey: hinges, sliders, motors, loops.
//
//   (1)  rigid:     J v⁺ = u − δ/h
//   (2)  relaxed:   J v⁺ + ε Λ + ε h k δ − u = 0,   ε = 1/(k h² + b h)        [Peiret 2017, Eqs. 40, 41]
//
// bodies       first and second, by index; the second may be the ground, −1, whose six columns are ignored
// jacobian     J: the first body's six columns (velocity of the centre of mass, angular velocity, world axes), then the second's
// velocity     u, what J v⁺ shall be; no entries: zero
// violation    δ, how far the constraint is open; no entries: zero. (1) closes it within the step: (2) as k → ∞
// stiffness    k ≥ 0, damping b ≥ 0 [N/m, N·s/m for a row in metres]; no entries: zero. Where both are zero the row is rigid
// Λ            impulse of the row; Jᵀ Λ acts on the bodies
//
// Rigid rows must be independent of each other; redundant ones need stiffness or damping.
#pragma once

#include "stickslip/formulation/arrays.hpp"

namespace stickslip::formulation {

struct Joints {
  Pairs bodies = {};
  Rows<12> jacobian = {};
  Eigen::VectorXd velocity = {};
  Eigen::VectorXd violation = {};
  Eigen::VectorXd stiffness = {};
  Eigen::VectorXd damping = {};

  int size() const noexcept { return static_cast<int>(bodies.rows()); }
};

// Throws InvalidArgument where sizes do not match, an index is no body's, or a value is out of its range, naming the row.
// No allocation otherwise.
void check(const Joints& joints, int number_of_bodies);

}  // namespace stickslip::formulation
