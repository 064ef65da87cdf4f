#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include <Eigen/Geometry>

#include "stickslip/core/error.hpp"
#include "stickslip/geometry/detail/mesh.hpp"
#include "stickslip/geometry/mesh_file.hpp"

namespace stickslip::geometry::detail {

namespace {

std::string text_of(const Vec<3>& point) {
  return "(" + to_text(point(0)) + ", " + to_text(point(1)) + ", " + to_text(point(2)) + ")";
}

// A mesh whose vertices differ, are corners of faces, and are scaled.
struct Welded {
  std::vector<Mesh::Vertex> vertices;
  std::vector<int> corners;
  std::vector<Mesh::Face> faces;  // without those that are lines or points

  Vec<3> corner(const Mesh::Face& face, std::size_t i) const {
    return vertices[static_cast<std::size_t>(corners[face.first + i % face.count])].position;
  }
};

Welded welded(const Mesh& mesh, const std::string& file, double scale) {
  Welded result;
  std::vector<int> used = mesh.corners;
  const auto key = [&](int i) {
    const Vec<3>& p = mesh.vertices[static_cast<std::size_t>(i)].position;
    return std::tuple(p(0), p(1), p(2), i);
  };
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::ranges::sort(used, {}, key);
  std::vector<int> place(mesh.vertices.size(), -1);
  for (const int i : used) {
    const Mesh::Vertex& vertex = mesh.vertices[static_cast<std::size_t>(i)];
    const Vec<3> position = scale * vertex.position;
    if (!(position.cwiseAbs().maxCoeff() <= 1e50)) {
      throw ParseError(file, vertex.line,
                       "vertex " + text_of(vertex.position) + " times the scale is more than 1e50 m");
    }
    if (result.vertices.empty() || result.vertices.back().position != position) {
      result.vertices.push_back({position, vertex.line});
    }
    place[static_cast<std::size_t>(i)] = static_cast<int>(result.vertices.size()) - 1;
  }
  for (const Mesh::Face& face : mesh.faces) {
    Mesh::Face kept{result.corners.size(), 0, face.line};
    for (std::size_t i = 0; i < face.count; ++i) {
      const int corner = place[static_cast<std::size_t>(mesh.corners[face.first + i])];
      if (kept.count > 0 && result.corners.back() == corner) continue;
      result.corners.push_back(corner);
      ++kept.count;
    }
    if (kept.count > 1 && result.corners.back() == result.corners[kept.first]) {
      result.corners.pop_back();
      --kept.count;
    }
    if (kept.count >= 3) {
      result.faces.push_back(kept);
    } else {
      result.corners.resize(kept.first);
    }
  }
  return result;
}

// Every edge must lie between two faces.
void check_closed(const Welded& mesh, const std::string& file) {
  struct EdgeOfFace {
    int low, high;
    std::size_t line;
  };
  std::vector<EdgeOfFace> sides;
  for (const Mesh::Face& face : mesh.faces) {
    for (std::size_t i = 0; i < face.count; ++i) {
      const int from = mesh.corners[face.first + i], to = mesh.corners[face.first + (i + 1) % face.count];
      sides.push_back({std::min(from, to), std::max(from, to), face.line});
    }
  }
  const auto ends = [](const EdgeOfFace& side) { return std::pair(side.low, side.high); };
  std::ranges::stable_sort(sides, {}, ends);
  for (auto first = sides.begin(); first != sides.end();) {
    const auto last =
        std::find_if(first, sides.end(), [&](const EdgeOfFace& side) { return ends(side) != ends(*first); });
    if (last - first != 2) {
      const auto position = [&](int i) { return text_of(mesh.vertices[static_cast<std::size_t>(i)].position); };
      throw ParseError(file, first->line,
                       "the edge from " + position(first->low) + " to " + position(first->high) + " belongs to " +
                           std::to_string(last - first) +
                           " faces; in a closed mesh without T-junctions every edge belongs to 2");
    }
    first = last;
  }
}

void check_on_surface(const Welded& mesh, const Polyhedron& hull, double extent, const std::string& file) {
  // Both are in the order of their coordinates, so that corners of the hull are found in passing.
  Eigen::Index corner = 0;
  for (const Mesh::Vertex& vertex : mesh.vertices) {
    if (corner < hull.vertices().cols() && hull.vertices().col(corner) == vertex.position) {
      ++corner;
      continue;
    }
    const double depth = -hull.depth(vertex.position);
    if (depth > mesh_flatness * extent) {
      throw ParseError(file, vertex.line,
                       "vertex " + text_of(vertex.position) + " lies " + to_text(depth) +
                           " m inside the convex hull; the mesh must be convex within 1e-6 of its extent");
    }
  }
}

void check_volume(const Welded& mesh, const Polyhedron& hull, double extent, const std::string& file) {
  double volume = 0.0, area = 0.0;
  for (const Mesh::Face& face : mesh.faces) {
    Vec<3> twice = Vec<3>::Zero();
    const Vec<3> origin = mesh.corner(face, 0);
    for (std::size_t i = 2; i < face.count; ++i) {
      twice += (mesh.corner(face, i - 1) - origin).cross(mesh.corner(face, i) - origin);
    }
    volume += std::abs(twice.dot(origin - hull.centre())) / 6.0;
    area += 0.5 * twice.norm();
  }
  if (!(std::abs(volume - hull.volume()) <= 4.0 * mesh_flatness * extent * area)) {
    throw ParseError(file, 1,
                     "the faces enclose " + to_text(volume) + " m3, the convex hull of their vertices " +
                         to_text(hull.volume()) + " m3; the mesh must be convex");
  }
}

}  // namespace

Polyhedron convex_body(const Mesh& mesh, const std::string& file, double scale) {
  const Welded body = welded(mesh, file, scale);
  if (body.faces.empty()) throw ParseError(file, 1, "the mesh has no faces");
  check_closed(body, file);
  Eigen::Matrix3Xd points(3, static_cast<Eigen::Index>(body.vertices.size()));
  for (Eigen::Index i = 0; i < points.cols(); ++i) points.col(i) = body.vertices[static_cast<std::size_t>(i)].position;
  const double extent = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).maxCoeff();
  try {
    const Polyhedron hull = Polyhedron::from_points(points, mesh_flatness * extent, "mesh");
    check_on_surface(body, hull, extent, file);
    check_volume(body, hull, extent, file);
    return hull;
  } catch (const InvalidArgument& wrong) {  // flat, too small
    throw ParseError(file, 1, wrong.what());
  }
}

}  // namespace stickslip::geometry::detail
