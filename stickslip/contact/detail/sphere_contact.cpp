#include "stickslip/contact/detail/sphere_contact.hpp"

#include <algorithm>
#include <limits>

namespace stickslip::contact::detail {

namespace {

// The point of a face nearest to `centre`, which is outside its plane by `height`.
Vec<3> nearest_on_face(const PosedPolyhedron& shape, int face, const Vec<3>& centre, double height) noexcept {
  const std::span<const int> corners = shape.corners_of(face);
  const Vec<3> normal = shape.normal(face);
  const Vec<3> foot = centre - height * normal;
  Vec<3> best = foot;
  double least = std::numeric_limits<double>::infinity();
  bool is_inside = true;
  Vec<3> tail = shape.vertex(corners.back());
  for (const int corner : corners) {
    const Vec<3> head = shape.vertex(corner), along = head - tail;
    if (along.cross(normal).dot(foot - tail) > 0.0) {
      is_inside = false;
      const Vec<3> on_side = tail + std::clamp(along.dot(foot - tail) / along.squaredNorm(), 0.0, 1.0) * along;
      const double distance = (foot - on_side).squaredNorm();
      if (distance < least) best = on_side, least = distance;
    }
    tail = head;
  }
  return is_inside ? foot : best;
}

}  // namespace

SurfacePoint nearest_point(const PosedSphere& shape, const Vec<3>& centre) noexcept {
  const Vec<3> between = centre - shape.centre;
  const double distance = norm(between);
  // Spheres about one centre: any direction is as good.
  const Vec<3> normal = distance > 0.0 ? unit(between, distance) : Vec<3>::UnitZ();
  return {shape.centre + shape.radius * normal, normal, distance - shape.radius};
}

SurfacePoint nearest_point(const PosedPlane& shape, const Vec<3>& centre) noexcept {
  const double height = shape.normal.dot(centre) - shape.offset;
  return {centre - height * shape.normal, shape.normal, height};
}

SurfacePoint nearest_point(const PosedPolyhedron& shape, const Vec<3>& centre) noexcept {
  int highest = 0;
  double most = -std::numeric_limits<double>::infinity();
  double least = std::numeric_limits<double>::infinity();
  Vec<3> best = centre;
  for (int face = 0; face < static_cast<int>(shape.faces.size()); ++face) {
    const double height = shape.height(face, centre);
    if (height > most) highest = face, most = height;
    if (!(height > 0.0)) continue;
    const Vec<3> point = nearest_on_face(shape, face, centre, height);
    const double squared = (centre - point).squaredNorm();
    if (squared < least) best = point, least = squared;
  }
  const double distance = norm(centre - best);
  // Inside, or so near that the direction would be rounding: the face that is nearest.
  if (!(distance > 1e-12 * shape.radius)) {
    const Vec<3> normal = shape.normal(highest);
    return {centre - most * normal, normal, most};
  }
  return {best, (centre - best) / distance, distance};
}

}  // namespace stickslip::contact::detail
