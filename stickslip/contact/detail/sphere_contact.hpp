// Where a sphere touches another shape: one point.
#pragma once

#include "stickslip/contact/detail/posed_shape.hpp"

namespace stickslip::contact::detail {

// The point of a shape that is nearest to a sphere's centre.
struct SurfacePoint {
  Vec<3> point;
  Vec<3> normal;    // outward, of unit length: from the point to the centre where that is outside
  double distance;  // of the centre from the surface, negative inside
};

SurfacePoint nearest_point(const PosedSphere& shape, const Vec<3>& centre) noexcept;
SurfacePoint nearest_point(const PosedPlane& shape, const Vec<3>& centre) noexcept;
SurfacePoint nearest_point(const PosedPolyhedron& shape, const Vec<3>& centre) noexcept;

}  // namespace stickslip::contact::detail
