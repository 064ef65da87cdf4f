#include "stickslip/geometry/mesh_file.hpp"

#include <cctype>

#include "stickslip/core/error.hpp"
#include "stickslip/geometry/detail/mesh.hpp"

namespace stickslip::geometry {

namespace {

bool ends_with(std::string_view name, std::string_view ending) noexcept {
  if (name.size() < ending.size()) return false;
  name.remove_prefix(name.size() - ending.size());
  for (std::size_t i = 0; i < ending.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(name[i])) != ending[i]) return false;
  }
  return true;
}

}  // namespace

Polyhedron read_polyhedron(std::string_view bytes, const std::string& file, double scale) {
  require("read_polyhedron", check_positive("scale", scale, "must be positive and finite"));
  const bool is_obj = ends_with(file, ".obj");
  if (!is_obj && !ends_with(file, ".stl")) throw ParseError(file, 1, "the name of a mesh must end in .obj or .stl");
  if (bytes.size() > largest_mesh_file) {
    throw ParseError(file, 1, "a mesh may have at most " + std::to_string(largest_mesh_file >> 20U) + " MiB");
  }
  return detail::convex_body(is_obj ? detail::read_obj(bytes, file) : detail::read_stl(bytes, file), file, scale);
}

}  // namespace stickslip::geometry
