#include "stickslip/cone/wrench_cone.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/cone/qp_rows.hpp"
#include "stickslip/cone/wrench_cone_json.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/patch/wrench_cone.hpp"
#include "stickslip/record/atomic_file.hpp"
#include "stickslip/record/input_file.hpp"

#include "cone/objects.hpp"
#include "cone/queries.hpp"
#include "files.hpp"
#include "patch/objects.hpp"
#include "recipe.hpp"

namespace stickslip::python {

namespace wrench_cone_bindings {
namespace {

using cone::Approximation;
using cone::FrictionPoint;
using cone::PolyhedralCone;
using cone::WrenchCone;
using cone::WrenchPolytope;

constexpr const char* class_doc = R"(Every wrench that frictional contacts can exert together.

Made by from_points, rectangle, polygon, from_patch, from_json, or from generators= (n, d) or facets= (m, d) as
PolyhedralCone is. Wrenches are (fx, fy, fz, τx, τy, τz) [N, N m], d = 6, about the origin of the frame in which points
are given; of a patch (fx, fy, τ, fn), d = 4, about its centre of pressure. A cone never changes, and can be compared,
hashed, pickled and copied; equal are those made the same way.)";

constexpr const char* init_doc = R"(__init__(self, *, generators=None, facets=None)
--

See the class.)";

constexpr const char* from_points_doc = R"(from_points(points, normals, mu, k=8, kind="inner")
--

The cone of contacts at points, each with a friction cone of k sides: rays (f, p × f).

points   (N, 3), or a single one (3,) [m]
normals  (N, 3), or one for all (3,): the way the contact pushes; scaled to unit length
mu       coefficient of friction, one for all or (N,); ≥ 0)";

constexpr const char* rectangle_doc = R"(rectangle(*, half_x, half_y, mu, kind="inner")
--

A flat foot [−half_x, half_x] × [−half_y, half_y], normal z, with four-sided friction |fx|, |fy| ≤ μ fz at its corners:
16 rows in closed form. kind="inner" takes μ/√2 instead, whose pyramid lies in the round cone.

half_x, half_y  half the side lengths [m], > 0)";

constexpr const char* polygon_doc = R"(polygon(vertices, mu, kind="inner")
--

A flat foot of any convex shape, normal z, with the friction of rectangle at its corners.

vertices  (N, 2) [m]; points inside do no harm)";

constexpr const char* from_patch_doc = R"(from_patch(pressure, mu, k=16, kind="inner")
--

The wrenches (fx, fy, τ, fn) that a patch under a known pressure can bear, about its centre of pressure.

pressure  a Pressure, or a LimitSurface of one
k         directions of sliding; with those of spinning the surface is touched in k (2⌊k/4⌋ + 1) + 2 places. 3 to 200)";

constexpr const char* from_json_doc = R"(from_json(path)
--

The cone that to_json wrote.)";

std::string word(Approximation kind) {
  return std::string(name_of(kind));
}

struct Contacts {
  std::vector<FrictionPoint> points;
  py::dict recipe;  // points, normals and mu
};

Contacts contacts_argument(const Arguments& arguments) {
  const InputArray points = real_array("points", arguments.object("points"));
  const InputArray normals = real_array("normals", arguments.object("normals"));
  const InputArray mu = real_array("mu", arguments.object("mu"));
  const Rows positions("points", points, Rows::Single::allowed), directions("normals", normals, Rows::Single::allowed);
  positions.require_finite("m");
  directions.require_finite("any length");
  const std::size_t count = positions.count();
  if (!directions.is_single() && directions.count() != count) {
    throw InvalidArgument("normals has " + std::to_string(directions.count()) + " rows, points has " +
                          std::to_string(count));
  }
  const bool one_mu = mu.ndim() == 0;
  if (!one_mu && (mu.ndim() != 1 || static_cast<std::size_t>(mu.size()) != count)) {
    refuse_shape("mu", mu, "() or (" + std::to_string(count) + ",)");
  }
  Contacts contacts;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = directions.is_single() ? 0 : i;
    contacts.points.push_back({positions.at(i), directions.at(row), mu.data()[one_mu ? 0 : i]});
  }
  const py::object kept_mu = one_mu ? py::object(py::float_(mu.data()[0])) : py::object(kept(mu));
  contacts.recipe =
      py::dict(py::arg("points") = kept(points), py::arg("normals") = kept(normals), py::arg("mu") = kept_mu);
  return contacts;
}

WrenchConeObject made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("WrenchCone", {}, {"generators", "facets"}, args, kwargs);
  return {WrenchCone(cone_argument(arguments)), cone_recipe(arguments)};
}

WrenchConeObject from_points(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("WrenchCone.from_points", {"points", "normals", "mu", "k", "kind"}, {}, args, kwargs);
  Contacts contacts = contacts_argument(arguments);
  const int k = arguments.integer("k", default_sides);
  const Approximation kind = kind_argument(arguments);
  contacts.recipe["k"] = k;
  contacts.recipe["kind"] = word(kind);
  return {WrenchCone::from_points(contacts.points, k, kind), {"from_points", contacts.recipe}};
}

WrenchConeObject rectangle(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("WrenchCone.rectangle", {}, {"half_x", "half_y", "mu", "kind"}, args, kwargs);
  const double x = arguments.number("half_x"), y = arguments.number("half_y"), mu = arguments.number("mu");
  const Approximation kind = kind_argument(arguments);
  return {WrenchCone::rectangle(x, y, mu, kind),
          {"rectangle",
           py::dict(py::arg("half_x") = x, py::arg("half_y") = y, py::arg("mu") = mu, py::arg("kind") = word(kind))}};
}

WrenchConeObject polygon(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("WrenchCone.polygon", {"vertices", "mu", "kind"}, {}, args, kwargs);
  const InputArray array = real_array("vertices", arguments.object("vertices"));
  const Rows vertices("vertices", array, Rows::Single::refused, 2);
  vertices.require_finite("m");
  std::vector<Vec<2>> corners;
  for (std::size_t i = 0; i < vertices.count(); ++i) corners.emplace_back(vertices.at(i));
  const double mu = arguments.number("mu");
  const Approximation kind = kind_argument(arguments);
  return {WrenchCone::polygon(corners, mu, kind),
          {"polygon", py::dict(py::arg("vertices") = kept(array), py::arg("mu") = mu, py::arg("kind") = word(kind))}};
}

WrenchConeObject from_patch(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("WrenchCone.from_patch", {"pressure", "mu", "k", "kind"}, {}, args, kwargs);
  const py::object pressure = arguments.object("pressure");
  const double mu = arguments.number("mu");
  const int k = arguments.integer("k", 16);
  const Approximation kind = kind_argument(arguments);
  const auto cone_of = [&](const patch::LimitSurface& surface) {
    const py::gil_scoped_release release;
    return patch::wrench_cone(surface, mu, k, kind);
  };
  const bool is_surface = py::isinstance<SurfaceObject>(pressure);
  if (!is_surface && !py::isinstance<PressureObject>(pressure)) {
    arguments.refuse("pressure", "a Pressure or a LimitSurface");
  }
  return {is_surface ? cone_of(pressure.cast<const SurfaceObject&>().value)
                     : cone_of(patch::LimitSurface(pressure.cast<const PressureObject&>().value)),
          {"from_patch", py::dict(py::arg("pressure") = pressure, py::arg("mu") = mu, py::arg("k") = k,
                                  py::arg("kind") = word(kind))}};
}

// The length by which torques are divided.
double length_argument(const char* subject, const Arguments& arguments) {
  const double length = arguments.number("length", 1.0);
  require(subject, check_positive("length", length, "must be finite and > 0 [m]"));
  return length;
}

WrenchConeObject from_json(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("WrenchCone.from_json", {"path"}, {}, args, kwargs);
  const std::filesystem::path path = path_argument(arguments, "path");
  std::optional<WrenchCone> cone;
  on_disk([&] { cone = cone::wrench_cone_from_json(record::InputFile(path).read(), path.string()); });
  return {*cone, cone_recipe(cone->polyhedron())};
}

void to_json(const WrenchConeObject& self, const py::args& args, const py::kwargs& kwargs) {
  const std::filesystem::path path = path_argument(Arguments("to_json", {"path"}, {}, args, kwargs), "path");
  on_disk([&] {
    record::AtomicFile file(path);
    file.stream() << cone::to_json(self.value);
    file.commit();
  });
}

py::object contains(const WrenchConeObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("contains", {"wrench", "tolerance"}, {}, args, kwargs);
  const double tolerance = tolerance_argument("contains", arguments);
  return each_is(vectors_argument("wrench", arguments.object("wrench"), self.value.dimension()),
                 [&](const auto& w) { return self.value.contains(w, tolerance); });
}

py::object margin(const WrenchConeObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("margin", {"wrench"}, {"length"}, args, kwargs);
  const double length = length_argument("margin", arguments);
  completed(self.value.polyhedron());
  return each_number(vectors_argument("wrench", arguments.object("wrench"), self.value.dimension()),
                     [&](const auto& w) { return self.value.margin(w, length); });
}

ResultArray project(const WrenchConeObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("project", {"wrench"}, {"length"}, args, kwargs);
  const double length = length_argument("project", arguments);
  return each_vector(vectors_argument("wrench", arguments.object("wrench"), self.value.dimension()),
                     [&](const auto& w) { return self.value.project(w, length); });
}

py::tuple components(const WrenchConeObject& self) {
  py::list names;
  for (const std::string& name : self.value.components()) names.append(name);
  const py::tuple fixed(names);
  return fixed;
}

py::tuple stack(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("stack", {"cones"}, {}, args, kwargs);
  const py::object cones = arguments.object("cones");
  if (!py::isinstance<py::iterable>(cones)) arguments.refuse("cones", "a sequence of cones");
  std::vector<PolyhedralCone> all;
  for (const py::handle& item : cones) {
    if (py::isinstance<WrenchConeObject>(item)) {
      all.push_back(item.cast<const WrenchConeObject&>().value.polyhedron());
    } else if (py::isinstance<PolyhedralObject>(item)) {
      all.push_back(item.cast<const PolyhedralObject&>().value);
    } else {
      throw py::type_error("stack: cones[" + std::to_string(all.size()) + "] = " + py::repr(item).cast<std::string>() +
                           " must be a WrenchCone or a PolyhedralCone; of a FrictionCone take polyhedral()");
    }
  }
  const cone::QpRows rows = [&] {
    const py::gil_scoped_release release;
    return cone::stack(all);
  }();
  const auto vector = [](const Eigen::VectorXd& v) {
    return vector_result({v.data(), static_cast<std::size_t>(v.size())});
  };
  return py::make_tuple(matrix_result(rows.a), vector(rows.l), vector(rows.u));
}

constexpr const char* polytope_doc =
    R"(Every wrench that contacts can exert while their normal forces sum to at most a budget.

points, normals, mu, k, kind  as for WrenchCone.from_points; mu finite
total_normal_force            largest sum of normal forces [N], > 0

margin of the wrench 0 is the largest disturbance that the grasp resists in any direction.)";

WrenchPolytopeObject polytope(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("WrenchPolytope", {"points", "normals", "mu"}, {"total_normal_force", "k", "kind"}, args,
                            kwargs);
  Contacts contacts = contacts_argument(arguments);
  const double total = arguments.number("total_normal_force");
  const int k = arguments.integer("k", default_sides);
  const Approximation kind = kind_argument(arguments);
  contacts.recipe["total_normal_force"] = total;
  contacts.recipe["k"] = k;
  contacts.recipe["kind"] = word(kind);
  InterruptWatch watch;
  const auto made = [&] {
    const py::gil_scoped_release release;
    return WrenchPolytope(contacts.points, total, k, kind, watch.progress());
  };
  return {made(), {constructor, contacts.recipe}};
}

}  // namespace
}  // namespace wrench_cone_bindings

void bind_cone(py::module_& m) {
  using namespace wrench_cone_bindings;
  py::options options;
  options.disable_function_signatures();
  bind_friction_cone(m);
  bind_polyhedral_cone(m);
  bind_wrench_cone(m);
  bind_wrench_polytope(m);
}

void bind_wrench_cone(py::module_& m) {
  using namespace wrench_cone_bindings;
  py::class_<WrenchConeObject> wrench_cone(m, "WrenchCone", class_doc);
  bind_made<WrenchCone>(wrench_cone, "WrenchCone", cone_module,
                        {{constructor, &made, init_doc},
                         {"from_points", &from_points, from_points_doc},
                         {"rectangle", &rectangle, rectangle_doc},
                         {"polygon", &polygon, polygon_doc},
                         {"from_patch", &from_patch, from_patch_doc},
                         {"from_json", &from_json, from_json_doc}});
  wrench_cone.def("contains", &contains, R"(contains(self, wrench, tolerance=1e-09)
--

Whether the contacts can exert each wrench: its distance to the cone is at most tolerance times its length.

wrench  (N, d) → bool (N,), or (d,) → bool)");
  wrench_cone.def("margin", &margin, R"(margin(self, wrench, *, length=1.0)
--

Signed distance of each wrench to the cone's surface [N], positive inside; 0 in a flat cone, inf where every wrench can
be exerted.

wrench  (N, d) → (N,), or (d,) → float
length  ℓ [m] by which torques are divided: distances are √(‖Δf‖² + ‖Δτ‖²/ℓ²))");
  wrench_cone.def("project", &project, R"(project(self, wrench, *, length=1.0)
--

The nearest wrench that the contacts can exert; distances as in margin.

wrench  (N, d), or (d,); the result has the same shape)");
  wrench_cone.def(
      "certificate",
      [](const WrenchConeObject& self, const py::args& args, const py::kwargs& kwargs) {
        return certificate_of(self.value, "wrench", args, kwargs);
      },
      R"(certificate(self, wrench, tolerance=1e-09)
--

(inside, y) of one wrench (d,). Inside: weights y ≥ 0 of the rays with yᵀ generators = wrench. Outside: a direction y
with generators y ≤ 0 < y·wrench.)");
  wrench_cone.def(
      "generators",
      [](const WrenchConeObject& self) { return matrix_result(completed(self.value.polyhedron()).generators()); },
      "generators(self)\n--\n\nRays as rows (n, d).");
  wrench_cone.def(
      "facets", [](const WrenchConeObject& self) { return rows_result(completed(self.value.polyhedron()).facets()); },
      "facets(self)\n--\n\n(A, b) with A wrench ≤ b = 0, rows of unit length; an equation is two opposite rows.");
  wrench_cone.def(
      "polyhedral",
      [](const WrenchConeObject& self) {
        return PolyhedralObject{self.value.polyhedron(), cone_recipe(self.value.polyhedron())};
      },
      "polyhedral(self)\n--\n\nThe same as a PolyhedralCone, which has dual, polar and support.");
  wrench_cone.def("to_json", &to_json, R"(to_json(self, path)
--

Writes rays and rows with the names and units of the components, every number to the last digit.)");
  wrench_cone.def_property_readonly(
      "dimension", [](const WrenchConeObject& self) { return self.value.dimension(); }, "d: 6 or 4");
  wrench_cone.def_property_readonly("components", &components, "names of the entries of a wrench");
  m.def("stack", &stack, R"(stack(cones)
--

The rows of several cones for solvers of quadratic programs: (A, l, u), l ≤ A w ≤ u.

cones  a sequence of WrenchCone or PolyhedralCone; w holds their vectors one after another. An equation is one row with
       l = u = 0, other rows have l = −inf, u = 0)");
  m.attr("stack").attr("__module__") = cone_module;
}

void bind_wrench_polytope(py::module_& m) {
  using namespace wrench_cone_bindings;
  py::class_<WrenchPolytopeObject> wrench_polytope(m, "WrenchPolytope", polytope_doc);
  bind_made<WrenchPolytope>(
      wrench_polytope, "WrenchPolytope", cone_module,
      {{constructor, &polytope,
        "__init__(self, points, normals, mu, *, total_normal_force, k=8, kind=\"inner\")\n--\n\nSee the class."}});
  wrench_polytope.def(
      "contains",
      [](const WrenchPolytopeObject& self, const py::args& args, const py::kwargs& kwargs) {
        const Arguments arguments("contains", {"wrench", "tolerance"}, {}, args, kwargs);
        const double tolerance = tolerance_argument("contains", arguments);
        return each_is(vectors_argument("wrench", arguments.object("wrench"), 6),
                       [&](const auto& w) { return self.value.contains(w, tolerance); });
      },
      "contains(self, wrench, tolerance=1e-09)\n--\n\nWhether the contacts can exert each wrench: (N, 6) → bool (N,), "
      "or (6,).");
  wrench_polytope.def(
      "margin",
      [](const WrenchPolytopeObject& self, const py::args& args, const py::kwargs& kwargs) {
        const Arguments arguments("margin", {"wrench"}, {"length"}, args, kwargs);
        const double length = length_argument("margin", arguments);
        return each_number(vectors_argument("wrench", arguments.object("wrench"), 6),
                           [&](const auto& w) { return self.value.margin(w, length); });
      },
      "margin(self, wrench, *, length=1.0)\n--\n\nSigned distance to the surface [N], positive inside: (N, 6) → (N,), "
      "or (6,).");
  wrench_polytope.def(
      "project",
      [](const WrenchPolytopeObject& self, const py::args& args, const py::kwargs& kwargs) {
        const Arguments arguments("project", {"wrench"}, {"length"}, args, kwargs);
        const double length = length_argument("project", arguments);
        return each_vector(vectors_argument("wrench", arguments.object("wrench"), 6),
                           [&](const auto& w) { return Eigen::VectorXd(self.value.project(w, length)); });
      },
      "project(self, wrench, *, length=1.0)\n--\n\nThe nearest wrench within the budget: (N, 6) or (6,), as given.");
  wrench_polytope.def(
      "support",
      [](const WrenchPolytopeObject& self, const py::args& args, const py::kwargs& kwargs) {
        const Arguments arguments("support", {"d"}, {}, args, kwargs);
        return each_number(vectors_argument("d", arguments.object("d"), 6),
                           [&](const auto& d) { return self.value.support(d); });
      },
      "support(self, d)\n--\n\nLargest d·wrench within the budget: (N, 6) → (N,), or (6,) → float.");
  wrench_polytope.def(
      "vertices", [](const WrenchPolytopeObject& self) { return matrix_result(self.value.vertices()); },
      "vertices(self)\n--\n\nCorners as rows (n, 6), the origin first.");
  wrench_polytope.def(
      "facets",
      [](const WrenchPolytopeObject& self) {
        const geometry::HalfSpaces& rows = self.value.facets();
        return py::make_tuple(matrix_result(rows.a),
                              vector_result({rows.b.data(), static_cast<std::size_t>(rows.b.size())}));
      },
      "facets(self)\n--\n\n(A, b) with A wrench ≤ b, rows of unit length.");
}

}  // namespace stickslip::python
