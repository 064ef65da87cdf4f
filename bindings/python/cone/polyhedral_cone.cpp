#include "stickslip/cone/polyhedral_cone.hpp"

#include <string>
#include <utility>

#include "stickslip/core/error.hpp"

#include "cone/objects.hpp"
#include "cone/queries.hpp"
#include "recipe.hpp"

namespace stickslip::python {

namespace {

using cone::PolyhedralCone;
using Eigen::MatrixXd;

constexpr const char* polyhedral_cone_doc =
    R"(A cone with flat facets in d dimensions (1 to 8), by its rays, its facets, or both.

generators  rays as rows (n, d): all sums of them with weights ≥ 0
facets      rows A (m, d): all x with A x ≤ 0

Give one of them; the other is computed when first asked for. Both together must be of the same cone. Cones may be flat
(an equation is two opposite rows) and contain lines (two opposite rays). A cone never changes, and can be compared,
hashed, pickled and copied; equal are those made the same way.)";

constexpr const char* polyhedral_cone_init_doc = R"(__init__(self, *, generators=None, facets=None)
--

See the class.)";

constexpr const char* linearised_doc = R"(linearised(cone, k=8, kind="inner")
--

A FrictionCone with k flat sides.)";

MatrixXd matrix_argument(const Arguments& arguments, const char* name) {
  const InputArray array = real_array(name, arguments.object(name));
  if (array.ndim() != 2) refuse_shape(name, array, "(n, d)");
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(array.data(), array.shape(0), array.shape(1));
}

py::object kept_argument(const Arguments& arguments, const char* name) {
  if (!arguments.has(name)) return py::none();
  return kept(real_array(name, arguments.object(name)));
}

}  // namespace

PolyhedralCone cone_argument(const Arguments& arguments) {
  const bool has_rays = arguments.has("generators"), has_rows = arguments.has("facets");
  if (!has_rays && !has_rows) throw py::type_error("a cone needs generators=, facets=, or both");
  if (!has_rows) return PolyhedralCone::from_generators(matrix_argument(arguments, "generators"));
  if (!has_rays) return PolyhedralCone::from_facets(matrix_argument(arguments, "facets"));
  return PolyhedralCone::from_both(matrix_argument(arguments, "generators"), matrix_argument(arguments, "facets"));
}

Recipe cone_recipe(const Arguments& arguments) {
  return {constructor, py::dict(py::arg("generators") = kept_argument(arguments, "generators"),
                                py::arg("facets") = kept_argument(arguments, "facets"))};
}

Recipe cone_recipe(const PolyhedralCone& cone) {
  const MatrixXd &rays = completed(cone).generators(), &rows = cone.facets();
  return {constructor,
          py::dict(py::arg("generators") = kept(matrix_result(rays)), py::arg("facets") = kept(matrix_result(rows)))};
}

namespace polyhedral_cone_bindings {
namespace {

PolyhedralObject made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("PolyhedralCone", {}, {"generators", "facets"}, args, kwargs);
  return {cone_argument(arguments), cone_recipe(arguments)};
}

PolyhedralObject linearised(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("PolyhedralCone.linearised", {"cone", "k", "kind"}, {}, args, kwargs);
  return linearised_cone(arguments.instance<FrictionConeObject>("cone").value, arguments.object("cone"), arguments);
}

py::object contains(const PolyhedralObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("contains", {"x", "tolerance"}, {}, args, kwargs);
  const double tolerance = tolerance_argument("contains", arguments);
  return each_is(vectors_argument("x", arguments.object("x"), self.value.dimension()),
                 [&](const auto& x) { return self.value.contains(x, tolerance); });
}

py::object margin(const PolyhedralObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("margin", {"x"}, {}, args, kwargs);
  completed(self.value);
  return each_number(vectors_argument("x", arguments.object("x"), self.value.dimension()),
                     [&](const auto& x) { return self.value.margin(x); });
}

py::object support(const PolyhedralObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("support", {"d"}, {}, args, kwargs);
  return each_number(vectors_argument("d", arguments.object("d"), self.value.dimension()),
                     [&](const auto& d) { return self.value.support(d); });
}

ResultArray project(const PolyhedralObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("project", {"x"}, {}, args, kwargs);
  return each_vector(vectors_argument("x", arguments.object("x"), self.value.dimension()),
                     [&](const auto& x) { return self.value.project(x); });
}

PolyhedralObject object_of(const PolyhedralCone& cone) {
  return {cone, cone_recipe(cone)};
}

}  // namespace
}  // namespace polyhedral_cone_bindings

PolyhedralObject linearised_cone(const cone::FrictionCone& cone, const py::object& self, const Arguments& arguments) {
  const int k = arguments.integer("k", default_sides);
  const cone::Approximation kind = kind_argument(arguments);
  return {
      PolyhedralCone::linearised(cone, k, kind),
      {"linearised", py::dict(py::arg("cone") = self, py::arg("k") = k, py::arg("kind") = std::string(name_of(kind)))}};
}

void bind_polyhedral_cone(py::module_& m) {
  using namespace polyhedral_cone_bindings;
  py::class_<PolyhedralObject> polyhedral(m, "PolyhedralCone", polyhedral_cone_doc);
  bind_made<PolyhedralCone>(
      polyhedral, "PolyhedralCone", cone_module,
      {{constructor, &made, polyhedral_cone_init_doc}, {"linearised", &linearised, linearised_doc}});
  polyhedral.def("contains", &contains, R"(contains(self, x, tolerance=1e-09)
--

Whether the cone holds each vector: its distance to the cone is at most tolerance ‖x‖.

x  (N, d) → bool (N,), or (d,) → bool)");
  polyhedral.def("margin", &margin, R"(margin(self, x)
--

Signed distance of each vector to the cone's surface, positive inside; 0 in a flat cone, inf in the whole space.

x  (N, d) → (N,), or (d,) → float)");
  polyhedral.def("project", &project, R"(project(self, x)
--

The nearest vector of the cone. x  (N, d), or (d,); the result has the same shape)");
  polyhedral.def("support", &support, R"(support(self, d)
--

Largest d·x over the cone: 0 for a direction of the polar cone, else inf. d  (N, d) → (N,), or (d,) → float)");
  polyhedral.def(
      "certificate",
      [](const PolyhedralObject& self, const py::args& args, const py::kwargs& kwargs) {
        return certificate_of(self.value, "x", args, kwargs);
      },
      R"(certificate(self, x, tolerance=1e-09)
--

(inside, y) of one vector (d,). Inside: y ≥ 0 with yᵀ generators = x. Outside: a direction y with
generators y ≤ 0 < y·x.)");
  polyhedral.def(
      "generators", [](const PolyhedralObject& self) { return matrix_result(completed(self.value).generators()); },
      "generators(self)\n--\n\nRays as rows (n, d): as given, or the fewest that span the cone.");
  polyhedral.def(
      "facets", [](const PolyhedralObject& self) { return rows_result(completed(self.value).facets()); },
      "facets(self)\n--\n\n(A, b) with A x ≤ b = 0, rows of unit length: as given, or the fewest that bound the cone.");
  polyhedral.def(
      "dual", [](const PolyhedralObject& self) { return object_of(self.value.dual()); },
      "dual(self)\n--\n\nThe cone of all y with y·x ≥ 0 for every x of this one.");
  polyhedral.def(
      "polar", [](const PolyhedralObject& self) { return object_of(self.value.polar()); },
      "polar(self)\n--\n\nThe cone of all y with y·x ≤ 0 for every x of this one.");
  polyhedral.def_property_readonly(
      "dimension", [](const PolyhedralObject& self) { return self.value.dimension(); }, "d");
}

}  // namespace stickslip::python
