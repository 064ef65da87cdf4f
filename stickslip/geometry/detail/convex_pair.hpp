// Two convex bodies in the frame of the first: what the search for their distance asks of them.
//
// The difference of the bodies is the set of all x_a − x_b. It holds the origin where they overlap, and its point nearest
// to the origin joins their nearest points.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "stickslip/core/pose3.hpp"
#include "stickslip/geometry/polyhedron.hpp"

namespace stickslip::geometry::detail {

// The points whose hull a body is, and its faces and edges; a sphere's is its centre.
struct Core {
  Eigen::Map<const Eigen::Matrix3Xd> vertices;
  std::span<const Polyhedron::Face> faces;
  std::span<const Polyhedron::Edge> edges;
  double radius;  // of the sphere about it [m]

  static Core point() noexcept {
    static constexpr std::array<double, 3> origin{};
    return {Eigen::Map<const Eigen::Matrix3Xd>(origin.data(), 3, 1), {}, {}, 0.0};
  }
  static Core of(const Polyhedron& body) noexcept {
    const Eigen::Matrix3Xd& all = body.vertices();
    return {Eigen::Map<const Eigen::Matrix3Xd>(all.data(), 3, all.cols()), body.faces(), body.edges(), body.radius()};
  }

  int support(const Vec<3>& direction) const noexcept {
    int best = 0;
    double farthest = -std::numeric_limits<double>::infinity();
    for (Eigen::Index i = 0; i < vertices.cols(); ++i) {
      const double along = direction.dot(vertices.col(i));
      if (along > farthest) {
        farthest = along;
        best = static_cast<int>(i);
      }
    }
    return best;
  }
};

// A vertex of the difference.
struct DifferencePoint {
  Vec<3> value;
  int a, b;  // the vertices it comes from
};

struct ConvexPair {
  Core a, b;
  Eigen::Matrix3d R_AB;
  Vec<3> p_AB;
  double size;       // of the bodies [m]
  double magnitude;  // of the coordinates [m]: what rounding is measured by

  ConvexPair(const Core& first, const Core& second, const Pose3& X_AB) noexcept
      : a(first),
        b(second),
        R_AB(X_AB.rotation().toRotationMatrix()),
        p_AB(X_AB.position()),
        size(first.radius + second.radius),
        magnitude(size + p_AB.norm() + first.vertices.col(0).norm() + second.vertices.col(0).norm()) {}

  Vec<3> vertex_a(int i) const noexcept { return a.vertices.col(i); }
  Vec<3> vertex_b(int i) const noexcept { return R_AB * b.vertices.col(i) + p_AB; }
  DifferencePoint difference(int i, int j) const noexcept { return {vertex_a(i) - vertex_b(j), i, j}; }

  // The point of the difference that is farthest along a direction.
  DifferencePoint support(const Vec<3>& direction) const noexcept {
    return difference(a.support(direction), b.support(-(R_AB.transpose() * direction)));
  }

  // The gap between the bodies along a unit vector from b to a; negative where they overlap.
  double separation(const Vec<3>& normal) const noexcept { return normal.dot(support(-normal).value); }
};

}  // namespace stickslip::geometry::detail
