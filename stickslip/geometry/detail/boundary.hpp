// The boundary of a convex body, from loops of points to plane faces.
//
// Loops may be many to a face, as triangles are, may be given in either sense, and may have corners that are none, such
// as points in the middle of an edge. Which loops are one face is decided by a tolerance [m]: from the largest loop
// outwards, neighbours whose corners lie within the tolerance of its plane are joined to it. How faces follow one another
// is taken from the loops alone and not from coordinates, so that it stays consistent where faces are almost coplanar.
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "stickslip/geometry/polyhedron.hpp"

namespace stickslip::geometry::detail {

using Loop = std::vector<int>;  // indices of points

struct Boundary {
  std::vector<int> vertices;  // indices of the points that are corners, ascending
  std::vector<int> corners;   // places in `vertices`
  std::vector<Polyhedron::Face> faces;
  std::vector<Polyhedron::Edge> edges;
};

// Nothing where loops do not close, or faces are not convex within a few tolerances.
std::optional<Boundary> boundary(const Eigen::Matrix3Xd& points, std::vector<Loop> loops, double tolerance);

}  // namespace stickslip::geometry::detail
