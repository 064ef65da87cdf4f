// What every overlap must obey, and the same overlap by Qhull's half-space intersection.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <Eigen/QR>
#include <gtest/gtest.h>

#include "stickslip/geometry/hull.hpp"
#include "stickslip/geometry/overlap.hpp"

namespace stickslip::geometry::test {

inline double size_of(const Overlap& o) {
  double size = 0.0;
  for (const Vec<3>& v : o.vertices()) size = std::max(size, v.norm());
  return size;
}

// Nothing where all is well, otherwise what is not. `reach` bounds the size of the bodies and their distance [m].
inline std::optional<std::string> broken_rule(const Overlap& o, const Polyhedron& a, const Pose3& X_WA,
                                              const Polyhedron& b, const Pose3& X_WB, double reach) {
  const double rounding = 1e-13 * reach, size = size_of(o);
  if (!std::isfinite(o.volume()) || !o.barycentre().allFinite()) return "a number is not finite";
  if (o.is_empty()) {
    if (o.volume() != 0.0 || !o.vertices().empty() || !o.corners().empty()) return "empty, with volume or vertices";
    return {};
  }
  if (!(o.volume() > 0.0)) return "no volume";
  std::map<std::pair<int, int>, int> uses;
  Vec<3> closing = Vec<3>::Zero();
  double surface = 0.0, volume = 0.0;
  for (const Overlap::Face& face : o.faces()) {
    const auto corners = o.corners(face);
    const bool is_a = face.owner == Overlap::Owner::a;
    const Polyhedron::Face& own = (is_a ? a : b).faces()[static_cast<std::size_t>(face.face)];
    if (((is_a ? X_WA : X_WB).vector(own.normal) - face.normal).norm() > 1e-13) return "a normal is not its owner's";
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const int from = corners[i], to = corners[(i + 1) % corners.size()];
      ++uses[{from, to}];
      const Vec<3>& x = o.vertices()[static_cast<std::size_t>(from)];
      if (std::abs(face.normal.dot(x) - face.offset) > rounding) return "a corner is not in the plane of its face";
    }
    for (const Vec<3>& x : o.vertices()) {
      if (!x.allFinite()) return "a vertex is not finite";
      if (face.normal.dot(x) - face.offset > rounding) return "a vertex is beyond a face";
    }
    if (!(face.area >= 0.0)) return "a negative area";
    closing += face.area * face.normal;
    surface += face.area;
    volume += face.area * face.offset / 3.0;
  }
  for (const auto& [ends, count] : uses) {
    const auto back = uses.find({ends.second, ends.first});
    if (count != 1 || back == uses.end() || back->second != 1) return "an edge is not between two faces";
  }
  if (o.vertices().size() + o.faces().size() != uses.size() / 2 + 2)
    return "vertices, edges and faces do not obey Euler";
  if (closing.norm() > 10.0 * rounding * size) return "areas times normals do not add up to zero";
  if (std::abs(volume - o.volume()) > rounding * surface) return "the volume is not that of the pyramids";
  for (const Vec<3>& x : o.vertices()) {
    const Vec<3> point = o.barycentre() + x;
    if (a.depth(X_WA.inverse().point(point)) > rounding || b.depth(X_WB.inverse().point(point)) > rounding) {
      return "a vertex is outside of a body";
    }
  }
  return {};
}

struct HalfSpaceIntersection {
  Eigen::Matrix3Xd vertices;  // from the point inside
  std::size_t faces;
};

// By duality: a plane n·x = d, seen from a point inside, is the point n/d; facets of their hull are the vertices.
inline HalfSpaceIntersection intersection_by_qhull(const Polyhedron& a, const Pose3& X_WA, const Polyhedron& b,
                                                   const Pose3& X_WB, const Vec<3>& inside) {
  std::vector<Vec<3>> dual;
  for (const auto& [body, pose] : {std::pair(&a, &X_WA), std::pair(&b, &X_WB)}) {
    const Vec<3> centre = pose->inverse().point(inside);
    for (const Polyhedron::Face& face : body->faces()) {
      dual.emplace_back(pose->vector(face.normal) / (face.offset - face.normal.dot(centre)));
    }
  }
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(dual.size()), 3);
  for (std::size_t i = 0; i < dual.size(); ++i) rows.row(static_cast<Eigen::Index>(i)) = dual[i];
  std::vector<bool> is_face(dual.size());
  const std::vector<Corners> facets = hull_facets(rows);
  Eigen::Matrix3Xd vertices(3, static_cast<Eigen::Index>(facets.size()));
  for (std::size_t k = 0; k < facets.size(); ++k) {
    for (const Eigen::Index i : facets[k]) is_face[static_cast<std::size_t>(i)] = true;
    const Eigen::MatrixXd planes = rows(facets[k], Eigen::all);
    vertices.col(static_cast<Eigen::Index>(k)) =
        planes.colPivHouseholderQr().solve(Eigen::VectorXd::Ones(planes.rows()));
  }
  return {vertices, static_cast<std::size_t>(std::ranges::count(is_face, true))};
}

}  // namespace stickslip::geometry::test
