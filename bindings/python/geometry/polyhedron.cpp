#include "stickslip/geometry/polyhedron.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/geometry/mesh_file.hpp"
#include "stickslip/record/input_file.hpp"

#include "files.hpp"
#include "geometry/objects.hpp"
#include "interrupts.hpp"
#include "rows.hpp"

namespace stickslip::python {

namespace {

using geometry::Polyhedron;

constexpr const char* class_doc = R"(A convex body with plane faces.

Made by one of its static methods. Faces have their corners counter-clockwise seen from outside; what is coplanar up to
rounding is one face. Lengths are in metres, in the body's own frame. A polyhedron never changes, and can be compared,
hashed, pickled and copied; equal are those made the same way.)";

constexpr const char* box_doc = R"(box(sides)
--

A box about the origin, its faces across x, y and z.

sides  (3,), full lengths [m], > 0, each at least 1e-6 of the longest)";

constexpr const char* prism_doc = R"(prism(outline, height)
--

A convex outline in the plane, from z = −height/2 to height/2.

outline  corners in order, either way round (M, 2) [m]
height   [m], > 0)";

constexpr const char* from_points_doc = R"(from_points(points, tolerance=0.0)
--

The convex hull of points; those inside are left out.

points     (N, 3) [m], four or more, not in one plane: no thinner than 1e-6 of their extent
tolerance  neighbouring faces that lie within it of one plane are one face [m]; rounding is allowed for anyway)";

constexpr const char* from_file_doc = R"(from_file(path, scale=1.0)
--

The closed convex mesh in a file .obj or .stl (text or binary). A mesh that is not convex is a ValueError that names a
vertex inside the hull. Equal to what from_points makes of its corners.

scale  factor from the file's unit to metres, > 0)";

template <std::size_t Width>
std::vector<Vec<static_cast<int>(Width)>> points_of(const Rows& rows) {
  std::vector<Vec<static_cast<int>(Width)>> points;
  for (std::size_t i = 0; i < rows.count(); ++i) points.emplace_back(rows.at(i));
  return points;
}

PolyhedronObject box(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Polyhedron.box", {"sides"}, {}, args, kwargs);
  const Vec<3> sides = vector_argument(arguments, "sides", "m");
  return {Polyhedron::box(sides), {"box", py::dict(py::arg("sides") = tuple_of(sides))}};
}

PolyhedronObject prism(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Polyhedron.prism", {"outline", "height"}, {}, args, kwargs);
  const InputArray outline = real_array("outline", arguments.object("outline"));
  const Rows corners("outline", outline, Rows::Single::refused, 2);
  corners.require_finite("m");
  const double height = arguments.number("height");
  return {Polyhedron::prism(points_of<2>(corners), height),
          {"prism", py::dict(py::arg("outline") = kept(outline), py::arg("height") = height)}};
}

PolyhedronObject hull_of(const InputArray& points, double tolerance) {
  const Rows rows("points", points);
  rows.require_finite("m");
  const Eigen::Map<const Eigen::Matrix3Xd> columns(rows.values().data(), 3, static_cast<Eigen::Index>(rows.count()));
  std::optional<Polyhedron> hull;
  {
    const py::gil_scoped_release without_gil;
    hull = Polyhedron::from_points(columns, tolerance, "Polyhedron.from_points");
  }
  return {*hull, {"from_points", py::dict(py::arg("points") = kept(points), py::arg("tolerance") = tolerance)}};
}

PolyhedronObject from_points(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Polyhedron.from_points", {"points", "tolerance"}, {}, args, kwargs);
  return hull_of(real_array("points", arguments.object("points")), arguments.number("tolerance", 0.0));
}

PolyhedronObject from_file(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Polyhedron.from_file", {"path", "scale"}, {}, args, kwargs);
  const std::filesystem::path path = path_argument(arguments, "path");
  const double scale = arguments.number("scale", 1.0);
  std::optional<Polyhedron> body;
  on_disk([&] {
    const std::string bytes = record::InputFile(path).read(geometry::largest_mesh_file + 1);
    body = geometry::read_polyhedron(bytes, path.string(), scale);
  });
  const Eigen::Matrix3Xd& vertices = body->vertices();
  const double extent = (vertices.rowwise().maxCoeff() - vertices.rowwise().minCoeff()).maxCoeff();
  return hull_of(matrix_result(vertices.transpose()), geometry::mesh_flatness * extent);
}

py::object support(const PolyhedronObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("support", {"direction"}, {}, args, kwargs);
  const Rows directions("direction", arguments.object("direction"), Rows::Single::allowed);
  directions.require_finite("any length");
  auto result = directions.one_per_row<int>();
  const std::span<int> out = span_of(result);
  in_pieces(directions.count(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = self.value.support(directions.at(i));
  });
  if (directions.is_single()) return py::int_(out.front());
  return result;
}

py::object depth(const PolyhedronObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("depth", {"point"}, {}, args, kwargs);
  const Rows points("point", arguments.object("point"), Rows::Single::allowed);
  points.require_finite("m");
  ResultArray result = points.one_per_row();
  const std::span<double> out = span_of(result);
  in_pieces(points.count(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = self.value.depth(points.at(i));
  });
  return number_or_array(result);
}

py::list faces(const PolyhedronObject& self) {
  py::list all;
  for (const Polyhedron::Face& face : self.value.faces()) {
    const auto corners = self.value.corners(face);
    all.append(py::array_t<int>(static_cast<py::ssize_t>(corners.size()), corners.data()));
  }
  return all;
}

py::tuple planes(const PolyhedronObject& self) {
  const auto all = self.value.faces();
  const auto count = static_cast<py::ssize_t>(all.size());
  ResultArray normals = fresh_array<double>({count, 3}), offsets = fresh_array<double>({count});
  for (py::ssize_t i = 0; i < count; ++i) {
    const Polyhedron::Face& face = all[static_cast<std::size_t>(i)];
    for (py::ssize_t axis = 0; axis < 3; ++axis) normals.mutable_at(i, axis) = face.normal(axis);
    offsets.mutable_at(i) = face.offset;
  }
  return py::make_tuple(normals, offsets);
}

py::array_t<int> edges(const PolyhedronObject& self) {
  const auto all = self.value.edges();
  py::array_t<int> result({static_cast<py::ssize_t>(all.size()), py::ssize_t{2}});
  for (std::size_t i = 0; i < all.size(); ++i) {
    result.mutable_at(static_cast<py::ssize_t>(i), 0) = all[i].tail;
    result.mutable_at(static_cast<py::ssize_t>(i), 1) = all[i].head;
  }
  return result;
}

}  // namespace

void bind_polyhedron(py::module_& m) {
  py::class_<PolyhedronObject> polyhedron(m, "Polyhedron", class_doc);
  bind_made<Polyhedron>(polyhedron, "Polyhedron", geometry_module,
                        {{"box", &box, box_doc},
                         {"prism", &prism, prism_doc},
                         {"from_points", &from_points, from_points_doc},
                         {"from_file", &from_file, from_file_doc}});
  polyhedron.def("support", &support, R"(support(self, direction)
--

Which vertex lies farthest along each direction: an index into vertices, the first of several.

direction  (N, 3) → int (N,), or (3,) → int)");
  polyhedron.def("depth", &depth, R"(depth(self, point)
--

Largest height of each point above the planes of the faces [m]: negative inside; outside at most its distance.

point  (N, 3) → (N,), or (3,) → float)");
  polyhedron.def_property_readonly(
      "vertices", [](const PolyhedronObject& self) { return matrix_result(self.value.vertices().transpose()); },
      "(n, 3) [m], all of them corners");
  polyhedron.def_property_readonly("faces", &faces,
                                   "Indices of the corners of each face, counter-clockwise from outside.");
  polyhedron.def_property_readonly(
      "planes", &planes, "(normals, offsets) of the faces, (m, 3) and (m,): n·x ≤ offset for all points [m].");
  polyhedron.def_property_readonly("edges", &edges, "(k, 2), indices of the two ends of each edge");
  polyhedron.def_property_readonly(
      "volume", [](const PolyhedronObject& self) { return self.value.volume(); }, "[m³]");
  polyhedron.def_property_readonly(
      "centre",
      [](const PolyhedronObject& self) {
        return vector_result({self.value.centre().data(), 3});
      },
      "(3,), centre of the volume [m]");
  polyhedron.def_property_readonly(
      "inertia", [](const PolyhedronObject& self) { return matrix_result(self.value.inertia()); },
      "(3, 3), about the centre, of unit density [m⁵]: times mass/volume that of a body");
  polyhedron.def_property_readonly(
      "radius", [](const PolyhedronObject& self) { return self.value.radius(); },
      "of the sphere about the centre that holds it [m]");
}

}  // namespace stickslip::python
