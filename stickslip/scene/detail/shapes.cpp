#include "stickslip/scene/detail/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

#include "stickslip/core/field.hpp"
#include "stickslip/geometry/mesh_file.hpp"
#include "stickslip/scene/field_schema.hpp"

namespace stickslip::scene::detail {

namespace {

using geometry::Polyhedron;
using geometry::Shape;

struct SphereSize {
  double radius = required;

  static constexpr auto fields() {
    return std::tuple{Field{"radius", &SphereSize::radius, "m", positive, "of the sphere"}};
  }
};

struct DiscSize {
  double radius = required;
  double height = required;
  int corners = 32;

  static constexpr auto fields() {
    constexpr Range corners{.low = 3.0, .high = 1000.0, .low_included = true, .high_included = true};
    return std::tuple{
        Field{"radius", &DiscSize::radius, "m", positive, "of its corners"},
        Field{"height", &DiscSize::height, "m", positive, "along z"},
        Field{"corners", &DiscSize::corners, "1", corners, "of the regular polygon that stands for the circle"}};
  }
};

struct PrismHeight {
  double height = required;

  static constexpr auto fields() { return std::tuple{Field{"height", &PrismHeight::height, "m", positive, "along z"}}; }
};

struct MeshScale {
  double scale = 1.0;

  static constexpr auto fields() {
    return std::tuple{Field{"scale", &MeshScale::scale, "1", positive, "1e-3 for a file in millimetres"}};
  }
};

struct PlaneOffset {
  double offset = 0.0;

  static constexpr auto fields() {
    return std::tuple{Field{"offset", &PlaneOffset::offset, "m", any_finite, "of the plane along its normal"}};
  }
};

std::vector<SchemaKey> with_fields(std::vector<SchemaKey> keys, std::vector<SchemaKey> more) {
  for (SchemaKey& key : more) keys.push_back(std::move(key));
  return keys;
}

Shape disc_of(const Node& node, const SceneFiles& /*files*/) {
  const auto size = read_fields<DiscSize>(node);
  std::vector<Vec<2>> outline;
  for (int i = 0; i < size.corners; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / size.corners;
    outline.emplace_back(size.radius * std::cos(angle), size.radius * std::sin(angle));
  }
  return Polyhedron::prism(outline, size.height);
}

Shape points_of(const Node& node, const SceneFiles& /*files*/) {
  Eigen::Matrix3Xd points(3, static_cast<Eigen::Index>(node.items().size()));
  for (Eigen::Index i = 0; i < points.cols(); ++i)
    points.col(i) = vector_of<3>(node.items()[static_cast<std::size_t>(i)]);
  return Polyhedron::from_points(points, 0.0, "points");
}

// Faces of a mesh, counted without reading it: of a binary STL file by its size, else by lines.
std::size_t faces_in(const std::string& bytes, const std::string& file) {
  constexpr std::size_t header = 84, facet = 50;
  const bool is_obj = file.ends_with(".obj") || file.ends_with(".OBJ");
  if (!is_obj && bytes.size() >= header && (bytes.size() - header) % facet == 0 && bytes.find('\0') < header) {
    return (bytes.size() - header) / facet;
  }
  std::size_t count = 0;
  for (std::size_t line = 0; line < bytes.size();) {
    const std::size_t word = bytes.find_first_not_of(" \t", line), end = bytes.find('\n', line);
    const std::string_view rest = std::string_view(bytes).substr(std::min(word, bytes.size()));
    if (rest.starts_with(is_obj ? "f " : "facet ")) ++count;
    if (end == std::string::npos) break;
    line = end + 1;
  }
  return count;
}

Shape mesh_of(const Node& node, const SceneFiles& files) {
  const std::string file = node.find("file")->text();
  const std::string bytes = files.read(file, geometry::largest_mesh_file);
  // A convex body of a scene has at most 32 768 edges, which flat faces of many triangles may come down to; more would take minutes.
  constexpr std::size_t most_faces = 100'000;
  if (const std::size_t count = faces_in(bytes, file); count > most_faces) {
    throw InvalidArgument("the mesh '" + file + "' has " + std::to_string(count) + " faces, must have at most " +
                          std::to_string(most_faces));
  }
  return geometry::read_polyhedron(bytes, file, read_fields<MeshScale>(node).scale);
}

Shape plane_of(const Node& node, const SceneFiles& /*files*/) {
  const Vec<3> normal = vector_or<3>(node, "normal", Vec<3>::UnitZ());
  // As World.add_plane: the offset is divided by the length of the normal, too.
  return geometry::Plane::with_normal(normal, read_fields<PlaneOffset>(node).offset / norm(normal));
}

}  // namespace

const std::vector<Kind<Shape>>& shape_kinds() {
  static const std::vector<Kind<Shape>> all = {
      {"box", "full side lengths along x, y, z; centred at the origin", Schema::vector(3, "m"),
       [](const Node& node, const SceneFiles&) -> Shape { return Polyhedron::box(vector_of<3>(node)); }},
      {"sphere", "about the origin", Schema::object(field_keys<SphereSize>()),
       [](const Node& node, const SceneFiles&) -> Shape {
         return geometry::Sphere{read_fields<SphereSize>(node).radius};
       }},
      {"disc",
       "a regular prism about z, centred at the origin. On its side it lies on a facet, and rolls over its edges, "
       "with an impact at each. It must not be used as a wheel; use a sphere",
       Schema::object(field_keys<DiscSize>()), disc_of},
      {"prism", "a convex outline from z = −height/2 to height/2",
       Schema::object(with_fields({{"outline", Schema::list(Schema::vector(2, "m"), 3), "its corners x, y", true}},
                                  field_keys<PrismHeight>())),
       [](const Node& node, const SceneFiles&) -> Shape {
         return Polyhedron::prism(vectors_of<2>(*node.find("outline")), read_fields<PrismHeight>(node).height);
       }},
      {"points", "the convex hull of points", Schema::list(Schema::vector(3, "m"), 4), points_of},
      {"mesh", "a closed convex mesh from an OBJ or STL file, of at most 100 000 faces",
       Schema::object(
           with_fields({{"file", Schema::file(), "below the scene's folder", true}}, field_keys<MeshScale>())),
       mesh_of},
      {"plane", "all points with normal·x = offset; what is below is solid. Of a body without mass and other shapes",
       Schema::object(with_fields({{"normal", Schema::vector(3, "1"), "of any length but zero", false, "[0, 0, 1]"}},
                                  field_keys<PlaneOffset>())),
       plane_of},
  };
  return all;
}

}  // namespace stickslip::scene::detail
