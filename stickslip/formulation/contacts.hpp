// The points where bodies touch, or may touch within the step.
//
//   (1)  u = J v: velocity of the first body's point relative to the second's, in the contact's axes n, t1, t2 [m/s]
//   (2)  the impulse Λ = (Λ_n, Λ_t1, Λ_t2) [N·s], same axes, acts on the first body, −Λ on the second
//
// bodies     first and second, by index; the second may be the ground, −1
// point      p, world axes [m]
// normal     n from the second body to the first, of any length but zero
// mu         coefficients of friction, ≥ 0: one per contact, or two: mu_s while it sticks, mu_k while it slides
// gap        φ, distance along n, negative where bodies overlap [m]; no entries: zero
// tangent    a vector whose part in the tangent plane is t1; no rows: the x axis, the y axis where |n_x| > 0.9. t2 = n × t1
// ground_velocity  of contacts with the ground: how its surface moves at the point, world axes [m/s]; ignored for others; no rows: zero
//
// Contacts of the same two bodies are a manifold: they share one compliance, see relaxation.hpp.
#pragma once

#include "stickslip/core/vector.hpp"
#include "stickslip/formulation/arrays.hpp"

namespace stickslip::formulation {

struct Contacts {
  Pairs bodies;
  Rows<3> point;
  Rows<3> normal;
  Rows<Eigen::Dynamic> mu;
  Eigen::VectorXd gap = {};
  Rows<3> tangent = {};
  Rows<3> ground_velocity = {};

  int size() const noexcept { return static_cast<int>(bodies.rows()); }
};

// Throws InvalidArgument where sizes do not match, an index is no body's, or a value is out of its range, naming the contact.
// No allocation otherwise.
void check(const Contacts& contacts, int number_of_bodies);

// n, t1, t2 of a contact as rows, of unit length.
Eigen::Matrix3d axes_of(const Contacts& contacts, int contact) noexcept;

}  // namespace stickslip::formulation
