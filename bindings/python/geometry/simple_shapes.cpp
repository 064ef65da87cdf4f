#include "geometry/objects.hpp"

namespace stickslip::python {

namespace {

using geometry::Plane;
using geometry::Sphere;

constexpr const char* sphere_doc = R"(A ball about the origin of its frame.

A sphere never changes, and can be compared, hashed, pickled and copied.)";

constexpr const char* sphere_init_doc = R"(__init__(self, radius)
--

radius  [m], > 0 and at most 1e50)";

constexpr const char* plane_doc =
    R"(The surface of a solid half-space normal·x ≤ offset, for what is fixed: a floor, a wall.

A plane never changes, and can be compared, hashed, pickled and copied.)";

constexpr const char* plane_init_doc = R"(__init__(self, normal=(0.0, 0.0, 1.0), offset=0.0)
--

normal  (3,), out of the solid; scaled to length 1
offset  of the surface from the origin along the normal [m])";

SphereObject make_sphere(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Sphere", {"radius"}, {}, args, kwargs);
  const Sphere sphere{arguments.number("radius")};
  geometry::check(sphere);
  return {sphere, {constructor, py::dict(py::arg("radius") = sphere.radius)}};
}

PlaneObject make_plane(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Plane", {"normal", "offset"}, {}, args, kwargs);
  const Vec<3> normal = arguments.has("normal") ? vector_argument(arguments, "normal", "any length") : Vec<3>::UnitZ();
  const double offset = arguments.number("offset", 0.0);
  return {Plane::with_normal(normal, offset),
          {constructor, py::dict(py::arg("normal") = tuple_of(normal), py::arg("offset") = offset)}};
}

}  // namespace

void bind_simple_shapes(py::module_& m) {
  py::class_<SphereObject> sphere(m, "Sphere", sphere_doc);
  bind_made<Sphere>(sphere, "Sphere", geometry_module, {{constructor, &make_sphere, sphere_init_doc}});
  sphere.def_property_readonly(
      "radius", [](const SphereObject& self) { return self.value.radius; }, "[m]");

  py::class_<PlaneObject> plane(m, "Plane", plane_doc);
  bind_made<Plane>(plane, "Plane", geometry_module, {{constructor, &make_plane, plane_init_doc}});
  plane.def_property_readonly(
      "normal",
      [](const PlaneObject& self) {
        return vector_result({self.value.normal.data(), 3});
      },
      "(3,), of length 1, out of the solid");
  plane.def_property_readonly(
      "offset", [](const PlaneObject& self) { return self.value.offset; }, "[m]");
}

}  // namespace stickslip::python
