#include "stickslip/geometry/overlap.hpp"

#include <optional>

#include "geometry/objects.hpp"
#include "rows.hpp"

namespace stickslip::python {

namespace overlap_bindings {
namespace {

using geometry::Overlap;

constexpr const char* class_doc = R"(What two convex polyhedra have in common: a convex polyhedron, in the world.

Its faces know from which of the two they come. Made by overlap(a, pose_a, b, pose_b), or by the class with the same
arguments. Never changes, and can be compared, hashed, pickled and copied; equal are those made the same way.)";

constexpr const char* init_doc = R"(__init__(self, a, pose_a, b, pose_b)
--

See overlap.)";

constexpr const char* overlap_doc = R"(overlap(a, pose_a, b, pose_b)
--

The Overlap of two polyhedra.

a, b            Polyhedron
pose_a, pose_b  (position, orientation) of the bodies: of their frames in the world (3,) [m], and the quaternion
                w, x, y, z from their axes to the world's (4,), scaled to length 1

Bodies that only touch have nothing in common, like bodies apart: is_empty. What is called a and what b does not
change the volume, not even in the last digit.)";

struct Pose {
  Pose3 value;
  py::tuple parts;  // as a recipe keeps them
};

Pose pose_argument(const Arguments& arguments, const char* name) {
  const py::object given = arguments.object(name);
  if (!py::isinstance<py::sequence>(given) || py::len(given) != 2) {
    arguments.refuse(name, "a pair (position, orientation)");
  }
  const auto pair = py::reinterpret_borrow<py::sequence>(given);
  const std::string position_name = std::string(name) + "[0]", orientation_name = std::string(name) + "[1]";
  const Vec<3> position = vector_argument<3>(position_name.c_str(), pair[0], "m");
  const Vec<4> q = vector_argument<4>(orientation_name.c_str(), pair[1], "any length");
  return {Pose3(position, Eigen::Quaterniond(q(0), q(1), q(2), q(3))),
          py::make_tuple(tuple_of(position), py::make_tuple(q(0), q(1), q(2), q(3)))};
}

OverlapObject make(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("overlap", {"a", "pose_a", "b", "pose_b"}, {}, args, kwargs);
  const auto& a = arguments.instance<PolyhedronObject>("a");
  const Pose pose_a = pose_argument(arguments, "pose_a");
  const auto& b = arguments.instance<PolyhedronObject>("b");
  const Pose pose_b = pose_argument(arguments, "pose_b");
  std::optional<Overlap> found;
  {
    const py::gil_scoped_release without_gil;
    found = geometry::overlap(a.value, pose_a.value, b.value, pose_b.value);
  }
  return {*std::move(found),
          {constructor, py::dict(py::arg("a") = arguments.object("a"), py::arg("pose_a") = pose_a.parts,
                                 py::arg("b") = arguments.object("b"), py::arg("pose_b") = pose_b.parts)}};
}

ResultArray vertices(const OverlapObject& self) {
  const auto all = self.value.vertices();
  ResultArray result = fresh_array<double>({static_cast<py::ssize_t>(all.size()), 3});
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Vec<3> point = self.value.barycentre() + all[i];
    for (int axis = 0; axis < 3; ++axis) result.mutable_at(static_cast<py::ssize_t>(i), axis) = point(axis);
  }
  return result;
}

py::list faces(const OverlapObject& self) {
  const py::object make_face = py::module_::import(geometry_module).attr("_OverlapFace");
  py::list all;
  for (const Overlap::Face& face : self.value.faces()) {
    const auto corners = self.value.corners(face);
    all.append(make_face(py::array_t<int>(static_cast<py::ssize_t>(corners.size()), corners.data()),
                         vector_result({face.normal.data(), 3}), face.area, face.owner == Overlap::Owner::a ? "a" : "b",
                         face.face));
  }
  return all;
}

}  // namespace
}  // namespace overlap_bindings

void bind_overlap(py::module_& m) {
  using namespace overlap_bindings;
  py::class_<OverlapObject> overlap(m, "Overlap", class_doc);
  bind_made<Overlap>(overlap, "Overlap", geometry_module, {{constructor, &make, init_doc}});
  overlap.def_property_readonly(
      "is_empty", [](const OverlapObject& self) { return self.value.is_empty(); },
      "whether there is nothing in common");
  overlap.def_property_readonly(
      "volume", [](const OverlapObject& self) { return self.value.volume(); }, "[m³]");
  overlap.def_property_readonly(
      "barycentre",
      [](const OverlapObject& self) {
        return vector_result({self.value.barycentre().data(), 3});
      },
      "(3,), in the world [m]; zero where it is empty");
  overlap.def_property_readonly("vertices", &vertices, "(n, 3), in the world [m]");
  overlap.def_property_readonly(
      "faces", &faces,
      "list of named tuples: corners (indices into vertices, counter-clockwise seen from outside), normal (3,),\n"
      "area [m²], owner 'a' or 'b', face of the owner's faces");
  m.def("overlap", &make, overlap_doc);
  m.attr("overlap").attr("__module__") = geometry_module;
}

}  // namespace stickslip::python
