// How far two shapes are apart, or how deep one is in the other, and where.
//
//   (1)  apart:      distance = min ‖x_a − x_b‖ over the points of both
//   (2)  otherwise:  distance = −min ‖t‖ over the translations t of a after which the shapes touch
//   (3)  point_a − point_b = distance · normal
//
// normal      of unit length, from b to a: moving a along it takes the shapes apart
// point_a, b  in the world, on the surfaces [m]. Where faces or edges lie along one another there are many: one of them
// Any pair of sphere, polyhedron and plane but two planes.
//
// Apart, polyhedra are measured by the algorithm of Gilbert, Johnson and Keerthi [Gilbert 1988]: a point of the difference
// of the shapes is an upper bound, the plane through the difference's support a lower one, and the two meet at the answer. For
// shapes in one another, Eq. 2 is the largest separation along the normals of the faces of the difference: faces of either
// shape, and pairs of edges whose arcs on the sphere of normals cross. Both are exact but for rounding, about 1e-13 of the
// coordinates. Where edges or faces that touch are parallel within an angle of 1e-12 to 1e-6 [rad], distances and points may be
// off by that angle times the size.
// Cost: O(v) per step apart, about ten steps, for v vertices; O(f v + e_a e_b) in one another or almost touching. No allocation.
#pragma once

#include "stickslip/core/pose3.hpp"
#include "stickslip/geometry/shape.hpp"

namespace stickslip::geometry {

struct Separation {
  double distance;  // [m]; negative: depth of penetration
  Vec<3> point_a, point_b;
  Vec<3> normal;
};

// Throws InvalidArgument for two planes, and where a position, a radius or a plane is not finite.
Separation distance(const Shape& a, const Pose3& X_WA, const Shape& b, const Pose3& X_WB);

}  // namespace stickslip::geometry
