// Vertices and faces as a file has them, and the body they enclose.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/core/vector.hpp"
#include "stickslip/geometry/polyhedron.hpp"

namespace stickslip::geometry::detail {

struct Mesh {
  struct Vertex {
    Vec<3> position;
    std::size_t line;
  };
  struct Face {
    std::size_t first, count;  // in corners
    std::size_t line;
  };
  std::vector<Vertex> vertices;
  std::vector<int> corners;
  std::vector<Face> faces;
};

// Both throw ParseError; coordinates are finite.
Mesh read_obj(std::string_view bytes, const std::string& file);
Mesh read_stl(std::string_view bytes, const std::string& file);

// Throws ParseError unless the mesh is closed and convex.
Polyhedron convex_body(const Mesh& mesh, const std::string& file, double scale);

}  // namespace stickslip::geometry::detail
