#include "stickslip/geometry/detail/separating_axis.hpp"

#include <cstddef>
#include <limits>

#include <Eigen/Geometry>

namespace stickslip::geometry::detail {

namespace {

// An edge, and the normals of its faces: the arc between them on the sphere of normals is normal to the edge.
struct Arc {
  Vec<3> tail, along;
  Vec<3> left, right;
};

Arc arc_a(const ConvexPair& pair, const Polyhedron::Edge& edge) noexcept {
  const Vec<3> tail = pair.vertex_a(edge.tail);
  return {tail, pair.vertex_a(edge.head) - tail, pair.a.faces[static_cast<std::size_t>(edge.left)].normal,
          pair.a.faces[static_cast<std::size_t>(edge.right)].normal};
}

// In the frame of a, with the normals of −b.
Arc arc_b(const ConvexPair& pair, const Polyhedron::Edge& edge) noexcept {
  const Vec<3> tail = pair.vertex_b(edge.tail);
  return {tail, pair.vertex_b(edge.head) - tail,
          -(pair.R_AB * pair.b.faces[static_cast<std::size_t>(edge.left)].normal),
          -(pair.R_AB * pair.b.faces[static_cast<std::size_t>(edge.right)].normal)};
}

// Whether two arcs, each shorter than a half circle, cross. Where one ends on the other, a face has the answer.
bool cross(const Arc& a, const Arc& b) noexcept {
  const double b_left = b.left.dot(a.along), b_right = b.right.dot(a.along);
  if (b_left * b_right >= 0.0) return false;
  const double a_left = a.left.dot(b.along), a_right = a.right.dot(b.along);
  return a_left * a_right < 0.0 && b_left * a_right > 0.0;  // the last: on the same side of the sphere
}

}  // namespace

Axis separating_axis(const ConvexPair& pair) noexcept {
  Axis best{Vec<3>::UnitZ(), -std::numeric_limits<double>::infinity()};
  for (const Polyhedron::Face& face : pair.a.faces) {
    const int nearest = pair.b.support(-(pair.R_AB.transpose() * face.normal));
    const double separation = face.normal.dot(pair.vertex_b(nearest)) - face.offset;
    if (separation > best.separation) best = {-face.normal, separation};
  }
  for (const Polyhedron::Face& face : pair.b.faces) {
    const Vec<3> normal = pair.R_AB * face.normal;
    const double separation = normal.dot(pair.vertex_a(pair.a.support(-normal)) - pair.p_AB) - face.offset;
    if (separation > best.separation) best = {normal, separation};
  }
  const double noticeable = 1e-14 * pair.magnitude;
  for (const Polyhedron::Edge& edge_b : pair.b.edges) {
    const Arc b = arc_b(pair, edge_b);
    for (const Polyhedron::Edge& edge_a : pair.a.edges) {
      const Arc a = arc_a(pair, edge_a);
      if (!cross(a, b)) continue;
      Vec<3> outward = a.along.cross(b.along);
      const double length = outward.norm();
      if (!(length > 1e-14 * a.along.norm() * b.along.norm())) continue;  // parallel: a face is at least as good
      outward /= outward.dot(a.left + a.right) < 0.0 ? -length : length;
      if (!(outward.dot(b.tail - a.tail) > best.separation + noticeable)) continue;
      // Measured anew by all vertices: for edges that are almost parallel the direction is none too good.
      const double separation = pair.separation(-outward);
      if (separation > best.separation + noticeable) best = {-outward, separation};
    }
  }
  return best;
}

}  // namespace stickslip::geometry::detail
