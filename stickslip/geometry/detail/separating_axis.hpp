// The direction along which two convex bodies are farthest apart, or overlap least, among the normals of the faces of their
// difference.
#pragma once

#include "stickslip/geometry/detail/convex_pair.hpp"

namespace stickslip::geometry::detail {

struct Axis {
  Vec<3> normal;      // unit, from b to a, in the frame of a
  double separation;  // along it; negative where bodies overlap, −∞ where neither has a face
};

// For bodies in one another this is the depth of penetration. Of faces and edges that are as good, a face.
Axis separating_axis(const ConvexPair& pair) noexcept;

}  // namespace stickslip::geometry::detail
