// The contacts of any two shapes in the world: which case it is, and the cases that are short.
#pragma once

#include <vector>

#include "stickslip/contact/contact_point.hpp"
#include "stickslip/contact/detail/polyhedron_manifold.hpp"
#include "stickslip/contact/detail/posed_shape.hpp"

namespace stickslip::contact::detail {

class PosedManifold {
 public:
  // Appends contacts nearer than `margin`, ascending by id; two planes have none. `id` names bodies and shapes.
  void append(const PosedShape& a, const PosedShape& b, double margin, const ContactId& id,
              std::vector<ContactPoint>& out);

 private:
  PolyhedronManifold polyhedra_;
};

}  // namespace stickslip::contact::detail
