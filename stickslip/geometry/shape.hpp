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

  bool operator==(const Sphere&) const = default;
};

struct Plane {
  Vec<3> normal;
  double offset;

  // With a normal of any length, scaled to 1; the offset is not. Throws InvalidArgument where it is zero or not finite.
  static Plane with_normal(const Vec<3>& normal, double offset);

  bool operator==(const Plane& other) const noexcept { return normal == other.normal && offset == other.offset; }
};

using Shape = std::variant<Sphere, Polyhedron, Plane>;

// Throws InvalidArgument unless a sphere's radius is positive and at most 1e50, a plane's normal of length 1 within 1e-9 and
// its offset at most 1e50 in size. A polyhedron was checked when it was made. Allocates nothing otherwise.
void check(const Shape& shape);

}  // namespace stickslip::geometry
