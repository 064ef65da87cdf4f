#include "stickslip/cone/friction_cone.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stickslip/core/error.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "cone/objects.hpp"
#include "interrupts.hpp"
#include "recipe.hpp"
#include "rows.hpp"

namespace stickslip::python {

namespace friction_cone_bindings {
namespace {

using cone::FrictionCone;

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr const char* class_doc =
    R"(Every force that Coulomb friction can exert at one contact point: ‖f − (n·f) n‖ ≤ μ n·f.

mu      coefficient of friction [–], 0 … inf; 0 is the ray along n, inf the half-space n·f ≥ 0
normal  n, out of the surface that pushes; (3,), scaled to unit length

Forces [N] are of any frame and size. k flat sides approximate the cone from inside (kind="inner": rays on the cone,
safe) or from outside (kind="outer": facets touch it); a cross-section of the inner one is cos(π/k) times that of the
outer one. A cone never changes, and can be compared, hashed, pickled and copied.)";

constexpr const char* init_doc = R"(__init__(self, *, mu, normal=(0.0, 0.0, 1.0))
--

See the class.)";

constexpr const char* contains_doc = R"(contains(self, f, tolerance=1e-09)
--

Whether the cone holds each force: margin(f) ≥ −tolerance ‖f‖.

f  (N, 3) → bool (N,), or (3,) → bool [N])";

constexpr const char* margin_doc = R"(margin(self, f)
--

Signed distance of each force to the cone's surface [N], positive inside.

f  (N, 3) → (N,), or (3,) → float [N])";

constexpr const char* project_doc = R"(project(self, f)
--

The nearest force of the cone.

f  (N, 3), or a single one (3,) [N]; the result has the same shape)";

constexpr const char* support_doc = R"(support(self, d, f_max=None)
--

Largest d·f over the forces of the cone with n·f ≤ f_max. Without that bound: 0 in the polar cone, infinite elsewhere.

d      directions (N, 3) → (N,), or (3,) → float
f_max  largest normal force [N], ≥ 0; None: no bound)";

constexpr const char* dual_doc = R"(dual(self)
--

The cone of all y with y·f ≥ 0 for every f of this one: that of 1/μ about the same normal.)";

constexpr const char* polar_doc = R"(polar(self)
--

The cone of all y with y·f ≤ 0 for every f of this one: that of 1/μ about the opposite normal.)";

constexpr const char* facets_doc = R"(facets(self, k=8, kind="inner", *, f_min=None, f_max=None)
--

(A, b) with A f ≤ b: k facets, then n·f ≤ f_max and −n·f ≤ −f_min where given. Rows of A have unit length.

k      3 to 1000000; without friction there are 5 facets instead, of a half-space (mu = inf) there is one
kind   "inner" or "outer"; facets start at the first tangent, four outer ones are |f_t1| ≤ μ f_n, |f_t2| ≤ μ f_n
f_min  smallest normal force [N], ≥ 0; None: no row
f_max  largest normal force [N], ≥ f_min; None or inf: no row)";

constexpr const char* generators_doc = R"(generators(self, k=8, kind="inner")
--

Rays as rows (k, 3), each with n·v = 1: the forces are their sums with weights ≥ 0. Without friction there is one, n; a
half-space has ±t1, ±t2 and n.)";

constexpr const char* vertices_doc = R"(vertices(self, k=8, kind="inner", *, height)
--

Corners as rows (k + 1, 3) of the cone cut off at n·f = height [N], the origin first: the forces are their averages.)";

constexpr const char* polyhedral_doc = R"(polyhedral(self, k=8, kind="inner")
--

The PolyhedralCone with these facets and generators.)";

constexpr const char* second_order_doc = R"(second_order(self)
--

(T, mu, n) with ‖Tᵀ f‖ ≤ mu nᵀ f: T (3, 2), n (3,).)";

constexpr const char* projector_doc = R"(projector(self)
--

I − n nᵀ (3, 3): ‖projector f‖ ≤ μ n·f.)";

FrictionConeObject object_of(const FrictionCone& c) {
  const Vec<3>& n = c.normal();
  return {c, {constructor, py::dict(py::arg("mu") = c.mu(), py::arg("normal") = py::make_tuple(n(0), n(1), n(2)))}};
}

FrictionConeObject made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("FrictionCone", {}, {"mu", "normal"}, args, kwargs);
  const double mu = arguments.number("mu");
  const InputArray normal = real_array("normal", arguments.object("normal", py::make_tuple(0.0, 0.0, 1.0)));
  if (normal.ndim() != 1 || normal.shape(0) != 3) refuse_shape("normal", normal, "(3,)");
  return object_of(FrictionCone(mu, Eigen::Map<const Vec<3>>(normal.data())));
}

constexpr std::size_t first_piece = 4096;  // some microseconds

// Calls f(begin, end) for pieces of the forces. It checks them as it goes, but counts rows from the piece's beginning:
// the message comes from a look at the whole. What it has written by then nobody sees.
template <class Function>
void apply(const Rows& forces, Function f) {
  try {
    in_pieces(forces.count(), first_piece, f);
  } catch (const InvalidArgument&) {
    forces.require_finite("N");
    throw;
  }
}

py::object contains(const FrictionConeObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("contains", {"f", "tolerance"}, {}, args, kwargs);
  const Rows forces("f", arguments.object("f"), Rows::Single::allowed);
  const double tolerance = arguments.number("tolerance", FrictionCone::default_tolerance);
  require("contains", check_not_negative("tolerance", tolerance, "must be finite and >= 0"));
  auto result = forces.one_per_row<bool>();
  const std::span<bool> out = span_of(result);
  apply(forces, [&](std::size_t begin, std::size_t end) {
    cone::contains(self.value, forces.values(begin, end), tolerance, out.subspan(begin, end - begin));
  });
  if (forces.is_single()) return py::bool_(out.front());
  return result;
}

py::object margin(const FrictionConeObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Rows forces("f", Arguments("margin", {"f"}, {}, args, kwargs).object("f"), Rows::Single::allowed);
  ResultArray result = forces.one_per_row();
  const std::span<double> out = span_of(result);
  apply(forces, [&](std::size_t begin, std::size_t end) {
    cone::margins(self.value, forces.values(begin, end), out.subspan(begin, end - begin));
  });
  return number_or_array(result);
}

ResultArray project(const FrictionConeObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Rows forces("f", Arguments("project", {"f"}, {}, args, kwargs).object("f"), Rows::Single::allowed);
  ResultArray result = forces.like();
  const std::span<double> out = span_of(result);
  apply(forces, [&](std::size_t begin, std::size_t end) {
    cone::project(self.value, forces.values(begin, end), out.subspan(3 * begin, 3 * (end - begin)));
  });
  return result;
}

py::object support(const FrictionConeObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("support", {"d", "f_max"}, {}, args, kwargs);
  const Rows directions("d", arguments.object("d"), Rows::Single::allowed);
  const double f_max = arguments.has("f_max") ? arguments.number("f_max") : infinity;
  if (!(f_max >= 0.0)) throw InvalidArgument("support", {"f_max", f_max, "must be >= 0 [N]"});
  directions.require_finite("any unit");
  ResultArray result = directions.one_per_row();
  const std::span<double> out = span_of(result);
  in_pieces(directions.count(), first_piece, [&](std::size_t begin, std::size_t end) {
    const double* d = directions.values().data();
    for (std::size_t i = begin; i < end; ++i) out[i] = self.value.support(Eigen::Map<const Vec<3>>(d + 3 * i), f_max);
  });
  return number_or_array(result);
}

std::optional<double> bound(const Arguments& arguments, const char* name) {
  if (!arguments.has(name)) return std::nullopt;
  return arguments.number(name);
}

py::tuple facets(const FrictionConeObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("facets", {"k", "kind"}, {"f_min", "f_max"}, args, kwargs);
  const geometry::HalfSpaces rows = self.value.facets(arguments.integer("k", default_sides), kind_argument(arguments),
                                                      bound(arguments, "f_min"), bound(arguments, "f_max"));
  return py::make_tuple(matrix_result(rows.a), vector_result({rows.b.data(), static_cast<std::size_t>(rows.b.size())}));
}

ResultArray generators(const FrictionConeObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("generators", {"k", "kind"}, {}, args, kwargs);
  return matrix_result(self.value.generators(arguments.integer("k", default_sides), kind_argument(arguments)));
}

ResultArray vertices(const FrictionConeObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("vertices", {"k", "kind"}, {"height"}, args, kwargs);
  return matrix_result(
      self.value.vertices(arguments.integer("k", default_sides), kind_argument(arguments), arguments.number("height")));
}

PolyhedralObject polyhedral(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  return linearised_cone(self.cast<const FrictionConeObject&>().value, self,
                         Arguments("polyhedral", {"k", "kind"}, {}, args, kwargs));
}

ResultArray normal_of(const FrictionConeObject& self) {
  return vector_result({self.value.normal().data(), 3});
}

}  // namespace
}  // namespace friction_cone_bindings

void bind_friction_cone(py::module_& m) {
  using namespace friction_cone_bindings;
  py::class_<FrictionConeObject> friction_cone(m, "FrictionCone", class_doc);
  bind_made<FrictionCone>(friction_cone, "FrictionCone", cone_module, {{constructor, &made, init_doc}});
  friction_cone.def("contains", &contains, contains_doc);
  friction_cone.def("margin", &margin, margin_doc);
  friction_cone.def("project", &project, project_doc);
  friction_cone.def("support", &support, support_doc);
  friction_cone.def(
      "dual", [](const FrictionConeObject& self) { return object_of(self.value.dual()); }, dual_doc);
  friction_cone.def(
      "polar", [](const FrictionConeObject& self) { return object_of(self.value.polar()); }, polar_doc);
  friction_cone.def("facets", &facets, facets_doc);
  friction_cone.def("generators", &generators, generators_doc);
  friction_cone.def("vertices", &vertices, vertices_doc);
  friction_cone.def("polyhedral", &polyhedral, polyhedral_doc);
  friction_cone.def(
      "second_order",
      [](const FrictionConeObject& self) {
        return py::make_tuple(matrix_result(self.value.tangents()), self.value.mu(), normal_of(self));
      },
      second_order_doc);
  friction_cone.def(
      "projector", [](const FrictionConeObject& self) { return matrix_result(self.value.projector()); }, projector_doc);
  friction_cone.def_property_readonly(
      "mu", [](const FrictionConeObject& self) { return self.value.mu(); }, "coefficient of friction [–]");
  friction_cone.def_property_readonly("normal", &normal_of, "of unit length, (3,), a copy");
  friction_cone.def_property_readonly(
      "tangents", [](const FrictionConeObject& self) { return matrix_result(self.value.tangents()); },
      "[t1 t2], the columns of (3, 2), a copy: t1 is the x axis projected to the tangent plane (the y axis where "
      "|n_x| > 0.9),\nt2 = n × t1");
}

}  // namespace stickslip::python
