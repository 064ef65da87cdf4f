// The shapes that bodies have.
//
// Sphere   of radius r [m] about the origin of its frame
// Plane    bounds the half-space n·x ≤ offset, which is solid; n of unit length. Of fixed things only: it has no volume
#pragma once

#include <variant>

#include "stickslip/core/vector.hpp"
#include "stickslip/geometry/polyhedron.hpp"

namespace stickslip::geometry {

struct Sphere {
  double radius;
};

struct Plane {
  Vec<3> normal;
  double offset;
};

using Shape = std::variant<Sphere, Polyhedron, Plane>;

}  // namespace stickslip::geometry
