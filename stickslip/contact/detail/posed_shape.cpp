#include "stickslip/contact/detail/posed_shape.hpp"

#include <cmath>
#include <limits>

namespace stickslip::contact::detail {

namespace {

PosedPolyhedron posed_polyhedron(const geometry::Polyhedron& shape, const Collider& at,
                                 std::span<double> room) noexcept {
  const Eigen::Matrix3Xd& vertices = shape.vertices();
  const auto vertex_count = static_cast<std::size_t>(vertices.cols());
  const std::span<const PosedPolyhedron::Face> faces = shape.faces();
  auto take = [&room](std::size_t count) {
    const std::span<double> taken = room.first(count);
    room = room.subspan(count);
    return taken;
  };
  const std::span<double> x = take(vertex_count), y = take(vertex_count), z = take(vertex_count);
  const std::span<double> nx = take(faces.size()), ny = take(faces.size()), nz = take(faces.size());
  const std::span<double> offset = take(faces.size());

  for (std::size_t i = 0; i < vertex_count; ++i) {
    const Vec<3> p = at.rotation * vertices.col(static_cast<Eigen::Index>(i)) + at.position;
    x[i] = p(0), y[i] = p(1), z[i] = p(2);
  }
  double inner_radius = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const Vec<3> n = at.rotation * faces[i].normal;
    nx[i] = n(0), ny[i] = n(1), nz[i] = n(2);
    offset[i] = faces[i].offset + n.dot(at.position);
    inner_radius = std::min(inner_radius, faces[i].offset - faces[i].normal.dot(shape.centre()));
  }
  return {.x = x,
          .y = y,
          .z = z,
          .nx = nx,
          .ny = ny,
          .nz = nz,
          .offset = offset,
          .faces = faces,
          .corners = shape.corners(),
          .edges = shape.edges(),
          .centre = at.rotation * shape.centre() + at.position,
          .inner_radius = inner_radius,
          .radius = shape.radius()};
}

struct Poser {
  const Collider& at;
  std::span<double> room;

  PosedShape operator()(const geometry::Sphere& sphere) const noexcept {
    return PosedSphere{at.position, sphere.radius};
  }
  PosedShape operator()(const geometry::Polyhedron& shape) const noexcept { return posed_polyhedron(shape, at, room); }
  PosedShape operator()(const geometry::Plane& plane) const noexcept {
    const Vec<3> normal = at.rotation * plane.normal;
    return PosedPlane{normal, plane.offset + normal.dot(at.position)};
  }
};

struct Boxer {
  Box operator()(const PosedSphere& sphere) const noexcept {
    return Box{sphere.centre, sphere.centre}.grown(sphere.radius);
  }
  Box operator()(const PosedPolyhedron& shape) const noexcept {
    Box box{shape.vertex(0), shape.vertex(0)};
    for (int i = 1; i < static_cast<int>(shape.x.size()); ++i) {
      const Vec<3> p = shape.vertex(i);
      box.lower = box.lower.cwiseMin(p);
      box.upper = box.upper.cwiseMax(p);
    }
    return box;
  }
  Box operator()(const PosedPlane&) const noexcept {
    const Vec<3> far = Vec<3>::Constant(std::numeric_limits<double>::infinity());
    return {-far, far};
  }
};

}  // namespace

std::size_t room_for(const geometry::Shape& shape) noexcept {
  const auto* polyhedron = std::get_if<geometry::Polyhedron>(&shape);
  if (polyhedron == nullptr) return 0;
  return 3 * static_cast<std::size_t>(polyhedron->vertices().cols()) + 4 * polyhedron->faces().size();
}

PosedShape posed(const Collider& collider, std::span<double> room) noexcept {
  return std::visit(Poser{collider, room}, *collider.shape);
}

Box box_about(const PosedShape& shape) noexcept {
  return std::visit(Boxer{}, shape);
}

bool is_finite(const Collider& collider) noexcept {
  return collider.rotation.allFinite() && collider.position.allFinite() && std::isfinite(collider.speed);
}

}  // namespace stickslip::contact::detail
