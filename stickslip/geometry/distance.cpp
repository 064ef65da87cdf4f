#include "stickslip/geometry/distance.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <variant>

#include "stickslip/core/error.hpp"
#include "stickslip/geometry/detail/convex_pair.hpp"
#include "stickslip/geometry/detail/nearest_point.hpp"
#include "stickslip/geometry/detail/separating_axis.hpp"

namespace stickslip::geometry {

namespace {

using detail::Axis;
using detail::ConvexPair;
using detail::Core;
using detail::DifferencePoint;
using detail::Simplex;

// Where the cores of two bodies are nearest, in the frame of the first.
struct Nearest {
  double distance;
  Vec<3> normal;   // from b to a
  Vec<3> point_a;  // that of b lies distance · normal before it
};

Vec<3> point_of_a(const ConvexPair& pair, const Simplex& simplex) noexcept {
  Vec<3> point = Vec<3>::Zero();
  for (std::size_t i = 0; i < simplex.count; ++i) point += simplex.weights[i] * pair.vertex_a(simplex.points[i].a);
  return point;
}

// Of the vertices of `core` within `slack` of the farthest along `up`, the farthest along `direction`.
int support_within(const Core& core, const Vec<3>& up, double slack, const Vec<3>& direction) noexcept {
  const double least = up.dot(core.vertices.col(core.support(up))) - slack;
  int best = -1;
  double farthest = -std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < core.vertices.cols(); ++i) {
    if (up.dot(core.vertices.col(i)) < least) continue;
    const double along = direction.dot(core.vertices.col(i));
    if (along > farthest) {
      farthest = along;
      best = static_cast<int>(i);
    }
  }
  return best;
}

// The point of a where it would touch b after moving along the axis: common to what the faces that look at one another
// cover, seen along the axis.
Vec<3> touching_point(const ConvexPair& pair, const Axis& axis) noexcept {
  const Vec<3> up_b = pair.R_AB.transpose() * axis.normal;
  const auto seen_along_axis = [&](DifferencePoint point) {
    point.value -= axis.normal.dot(point.value) * axis.normal;
    return point;
  };
  const double zero = 1e-15 * pair.magnitude;
  Vec<3> point = Vec<3>::Zero();
  // Faces that are not quite parallel touch at an edge; how parallel they must be to touch as a whole is found out.
  for (double slack = 1e-14 * pair.magnitude; slack < 1e-5 * pair.magnitude; slack *= 10.0) {
    const auto support = [&](const Vec<3>& direction) {
      const int i = support_within(pair.a, -axis.normal, slack, direction);
      const int j = support_within(pair.b, up_b, slack, -(pair.R_AB.transpose() * direction));
      return seen_along_axis(pair.difference(i, j));
    };
    const Simplex simplex = detail::nearest_point(support, support(axis.normal), zero);
    point = point_of_a(pair, simplex);
    if (simplex.count == 4 || simplex.nearest.norm() <= 1e-13 * pair.magnitude) break;
  }
  return point;
}

Nearest nearest(const ConvexPair& pair) noexcept {
  const double touching = 1e-13 * pair.magnitude;
  const auto support = [&](const Vec<3>& direction) { return pair.support(direction); };
  const Simplex simplex = detail::nearest_point(support, pair.difference(0, 0), 0.0);
  const double distance = simplex.count == 4 ? 0.0 : norm(simplex.nearest);
  // The difference of near points has few digits left, the normal of a face has all.
  if (distance <= touching || distance <= 1e-6 * pair.size) {
    const Axis axis = detail::separating_axis(pair);
    if (std::isinf(axis.separation)) {  // two points
      if (distance == 0.0) return {0.0, axis.normal, pair.vertex_a(0)};
    } else if (distance <= touching || axis.separation >= distance - touching) {
      return {axis.separation, axis.normal, touching_point(pair, axis)};
    }
  }
  return {distance, unit(simplex.nearest, distance), point_of_a(pair, simplex)};
}

struct Body {
  Core core;
  double margin;  // around the core: a sphere's radius
};

Body body_of(const Shape& shape) noexcept {
  if (const Sphere* const sphere = std::get_if<Sphere>(&shape)) return {Core::point(), sphere->radius};
  return {Core::of(std::get<Polyhedron>(shape)), 0.0};
}

Separation between(const Body& a, const Pose3& X_WA, const Body& b, const Pose3& X_WB) noexcept {
  const Nearest found = nearest(ConvexPair(a.core, b.core, X_WA.inverse() * X_WB));
  Separation result;
  result.distance = found.distance - a.margin - b.margin;
  result.normal = X_WA.vector(found.normal);
  result.point_a = X_WA.point(found.point_a) - a.margin * result.normal;
  result.point_b = result.point_a - result.distance * result.normal;
  return result;
}

// The body is the first, the plane the second.
Separation above_plane(const Body& body, const Pose3& X_WS, const Plane& plane, const Pose3& X_WP) noexcept {
  Separation result;
  result.normal = X_WP.vector(plane.normal);
  const int lowest = body.core.support(-(X_WS.rotation().conjugate() * result.normal));
  result.point_a = X_WS.point(body.core.vertices.col(lowest)) - body.margin * result.normal;
  result.distance = result.normal.dot(result.point_a - X_WP.position()) - plane.offset;
  result.point_b = result.point_a - result.distance * result.normal;
  return result;
}

void check_position(const char* name, const Pose3& X) {
  for (const double coordinate : X.position()) {
    if (!(std::abs(coordinate) <= 1e50)) {
      throw InvalidArgument("distance", {name, coordinate, "must be finite and at most 1e50 in size [m]"});
    }
  }
}

}  // namespace

Separation distance(const Shape& a, const Pose3& X_WA, const Shape& b, const Pose3& X_WB) {
  check(a);
  check(b);
  check_position("position of a", X_WA);
  check_position("position of b", X_WB);
  const Plane* const plane_a = std::get_if<Plane>(&a);
  const Plane* const plane_b = std::get_if<Plane>(&b);
  if (plane_a != nullptr && plane_b != nullptr) throw InvalidArgument("distance: two planes have no distance");
  if (plane_b != nullptr) return above_plane(body_of(a), X_WA, *plane_b, X_WB);
  if (plane_a == nullptr) return between(body_of(a), X_WA, body_of(b), X_WB);
  const Separation swapped = above_plane(body_of(b), X_WB, *plane_a, X_WA);
  return {swapped.distance, swapped.point_b, swapped.point_a, -swapped.normal};
}

}  // namespace stickslip::geometry
