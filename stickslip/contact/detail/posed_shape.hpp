// A shape in the axes of the world, laid out so that sums over all vertices or all faces are vector code.
#pragma once

#include <span>
#include <variant>
#include <vector>

#include "stickslip/contact/box.hpp"
#include "stickslip/contact/collider.hpp"

namespace stickslip::contact::detail {

struct PosedPolyhedron {
  using Face = geometry::Polyhedron::Face;
  using Edge = geometry::Polyhedron::Edge;

  std::span<const double> x, y, z;     // of vertices
  std::span<const double> nx, ny, nz;  // of faces: outward normals
  std::span<const double> offset;      // n·p of each face
  std::span<const Face> faces;         // the normal and the offset in them are those of the shape's own frame
  std::span<const int> corners;
  std::span<const Edge> edges;
  Vec<3> centre;
  double inner_radius;  // of the sphere about the centre that fits inside
  double radius;        // of the sphere about the centre that holds it

  Vec<3> vertex(int i) const noexcept {
    const auto at = static_cast<std::size_t>(i);
    return {x[at], y[at], z[at]};
  }
  Vec<3> normal(int face) const noexcept {
    const auto at = static_cast<std::size_t>(face);
    return {nx[at], ny[at], nz[at]};
  }
  double height(int face, const Vec<3>& point) const noexcept {
    return normal(face).dot(point) - offset[static_cast<std::size_t>(face)];
  }
  const Edge& edge(int i) const noexcept { return edges[static_cast<std::size_t>(i)]; }
  std::span<const int> corners_of(int face) const noexcept {
    const Face& f = faces[static_cast<std::size_t>(face)];
    return corners.subspan(static_cast<std::size_t>(f.first), static_cast<std::size_t>(f.count));
  }
};

struct PosedSphere {
  Vec<3> centre;
  double radius;
};

struct PosedPlane {
  Vec<3> normal;
  double offset;
};

using PosedShape = std::variant<PosedSphere, PosedPolyhedron, PosedPlane>;

// Numbers that posed() writes for a shape, and the shape, which points into them.
std::size_t room_for(const geometry::Shape& shape) noexcept;
PosedShape posed(const Collider& collider, std::span<double> room) noexcept;

// The box about a shape; about a plane, everything.
Box box_about(const PosedShape& shape) noexcept;

// Whether all that says where it is and how it moves is finite.
bool is_finite(const Collider& collider) noexcept;

}  // namespace stickslip::contact::detail
