// A point where two bodies touch, or may touch within the step.
//
//   (1)  p_a − p_b = φ n,   p_a, p_b the points of the two surfaces
//
// point    midway between the two surfaces, world axes [m]
// normal   n, from the second body to the first, world axes, of unit length
// gap      φ [m], negative where the bodies overlap
#pragma once

#include "stickslip/contact/contact_id.hpp"
#include "stickslip/core/vector.hpp"

namespace stickslip::contact {

struct ContactPoint {
  ContactId id;
  Vec<3> point;
  Vec<3> normal;
  double gap;

  friend bool operator==(const ContactPoint&, const ContactPoint&) = default;
};

}  // namespace stickslip::contact
