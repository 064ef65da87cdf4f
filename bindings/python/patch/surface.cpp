#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/limit_surface.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "interrupts.hpp"
#include "patch/objects.hpp"
#include "recipe.hpp"

namespace stickslip::python {

namespace surface_bindings {
namespace {

using patch::LimitSurface;
using patch::Pressure;
using patch::TabulatedSurface;

constexpr const char* class_doc =
    R"(The set of all friction wrenches that a patch can bear, for μ = 1 and fn = 1: a convex body in (fx, fy, τ).

    ψ(v) = ∫ ‖v_t + ω ẑ×ρ‖ p dA        support(v): the power that sliding with the twist v dissipates
    wrench(v) = −∇ψ(v)                  steady Coulomb wrench on B, on the surface of the body
    gauge(w) = max over v of −w·v/ψ(v)  ≤ 1: the patch sticks under −w; = 1: on the surface

Twists (vx, vy, ω) [m/s, rad/s] and wrenches (fx, fy, τ) [N, N·m] are taken at the centre of pressure.
LimitSurface(pressure) is the most exact form there is for the pressure; the static methods make others. A surface never
changes, and can be compared, hashed, pickled and copied.)";

constexpr const char* init_doc = R"(__init__(self, pressure)
--

See the class.)";

constexpr const char* tabulated_doc = R"(tabulated(pressure, n=20)
--

A table of 4n × n wrenches over the directions of the twist, looked up bilinearly.)";

constexpr const char* cells_doc = R"(cells(pressure, cells=None)
--

Of point cells, with the bilinear rule around the centre of rotation: the published way.

cells  along each side, 1 to 2000; None: a grid keeps its own cells, any other pressure gets 21)";

constexpr const char* ellipsoid_doc = R"(ellipsoid(pressure)
--

fx² + fy² + (τ/r)² = 1.)";

constexpr const char* quartic_doc = R"(quartic(pressure)
--

A convex polynomial of degree four, fitted.)";

constexpr const char* from_nodes_doc = R"(from_nodes(nodes, *, r, u, cop=(0.0, 0.0))
--

A table of given wrenches.

nodes  (4n + 1, n + 1, 3): (fx, fy, τ/r) of the twists (r cos θ sin φ, r sin θ sin φ, cos φ), θ = i π/(2n), φ = j π/(2n)
r      torque of a pure spin about the centre of pressure [m], > 0
u      viscous torque of a unit spin [m²], ≥ 0
cop    centre of pressure [m])";

constexpr const char* wrench_doc = R"(wrench(self, twists)
--

Steady Coulomb wrench on B of each twist, for μ = 1, fn = 1. Only the direction of a twist matters; rest has none.

twists  (N, 3), or a single one (3,); the result has the same shape)";

constexpr const char* support_doc = R"(support(self, twists)
--

ψ of each twist: the power that it dissipates for μ = 1, fn = 1.

twists  (N, 3) → (N,), or (3,) → float)";

constexpr const char* gauge_doc = R"(gauge(self, friction)
--

How far each wrench of friction goes towards the surface: below 1 the patch sticks, 1 is on the surface.

friction  wrenches of friction on B, for μ = 1, fn = 1: (N, 3) → (N,), or (3,) → float. Of a push it is the negative)";

constexpr const char* twist_doc = R"(twist(self, friction)
--

The motion whose friction is the wrench, scaled to the surface; ‖(vx, vy, r ω)‖ = 1. Where several motions share the
wrench it is one of them.

friction  wrenches of friction on B: (N, 3), or a single one (3,); the result has the same shape. Of a push it is the
          negative: twist(-push) is how the body goes)";

// The form that `make` gives for a pressure, without the GIL and so that Ctrl-C ends it: tables take their time.
template <class Make>
SurfaceObject from_pressure(const Arguments& arguments, const char* call, const py::dict& others, Make make) {
  const Pressure& pressure = arguments.instance<PressureObject>("pressure").value;
  py::dict recipe(py::arg("pressure") = arguments.object("pressure"));
  for (const auto& item : others) recipe[item.first] = item.second;
  const auto made = [&] {
    InterruptWatch watch;
    const py::gil_scoped_release without_gil;
    return make(pressure, watch.progress());
  };
  return {made(), {call, std::move(recipe)}};
}

SurfaceObject exact(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("LimitSurface", {"pressure"}, {}, args, kwargs);
  return from_pressure(arguments, constructor, {},
                       [](const Pressure& p, const Progress& /*progress*/) { return LimitSurface(p); });
}

SurfaceObject tabulated(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("LimitSurface.tabulated", {"pressure", "n"}, {}, args, kwargs);
  const int n = arguments.integer("n", LimitSurface::default_n);
  return from_pressure(
      arguments, "tabulated", py::dict(py::arg("n") = n),
      [n](const Pressure& p, const Progress& progress) { return LimitSurface::tabulated(p, n, progress); });
}

SurfaceObject cells(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("LimitSurface.cells", {"pressure", "cells"}, {}, args, kwargs);
  const int cells = cell_count(arguments, "cells");
  return from_pressure(
      arguments, "cells", py::dict(py::arg("cells") = arguments.object("cells", py::none())),
      [cells](const Pressure& p, const Progress& progress) { return LimitSurface::cells(p, cells, progress); });
}

SurfaceObject ellipsoid(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("LimitSurface.ellipsoid", {"pressure"}, {}, args, kwargs);
  return from_pressure(arguments, "ellipsoid", {},
                       [](const Pressure& p, const Progress& /*progress*/) { return LimitSurface::ellipsoid(p); });
}

SurfaceObject quartic(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("LimitSurface.quartic", {"pressure"}, {}, args, kwargs);
  return from_pressure(arguments, "quartic", {},
                       [](const Pressure& p, const Progress& progress) { return LimitSurface::quartic(p, progress); });
}

SurfaceObject from_nodes(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("LimitSurface.from_nodes", {"nodes"}, {"r", "u", "cop"}, args, kwargs);
  const InputArray nodes = real_array("nodes", arguments.object("nodes"));
  if (nodes.ndim() != 3 || nodes.shape(1) < 2 || nodes.shape(0) != 4 * (nodes.shape(1) - 1) + 1 ||
      nodes.shape(2) != 3) {
    refuse_shape("nodes", nodes, "(4n + 1, n + 1, 3) with n >= 1");
  }
  const std::span<const double> entries(nodes.data(), static_cast<std::size_t>(nodes.size()));
  const auto bad = std::find_if_not(entries.begin(), entries.end(), [](double value) { return std::isfinite(value); });
  if (bad != entries.end()) {
    const py::ssize_t k = bad - entries.begin(), row = k / 3;
    throw InvalidArgument("nodes[" + std::to_string(row / nodes.shape(1)) + ", " +
                          std::to_string(row % nodes.shape(1)) + ", " + std::to_string(k % 3) + "] = " + to_text(*bad) +
                          " must be finite");
  }
  const double r = arguments.number("r"), u = arguments.number("u");
  require("LimitSurface.from_nodes", check_positive("r", r, "must be finite and > 0 [m]"));
  require("LimitSurface.from_nodes", check_not_negative("u", u, "must be finite and >= 0 [m2]"));
  const Vec<2> cop = vector_argument<2>("cop", arguments.object("cop", py::make_tuple(0.0, 0.0)), "m");
  std::vector<Vec<3>> wrenches(static_cast<std::size_t>(nodes.size()) / 3);
  for (std::size_t i = 0; i < wrenches.size(); ++i) wrenches[i] = Eigen::Map<const Vec<3>>(nodes.data() + 3 * i);
  return {LimitSurface(TabulatedSurface(wrenches, static_cast<int>(nodes.shape(1) - 1), r), cop, r, u),
          {"from_nodes",
           py::dict(py::arg("nodes") = kept(nodes), py::arg("r") = r, py::arg("u") = u, py::arg("cop") = pair(cop))}};
}

// One of wrenches, supports, gauges, twists of limit_surface.hpp.
using RowFunction = void (*)(const LimitSurface&, std::span<const double>, std::span<double>);

// Calls it for pieces of the rows; `width` is the number of entries that it gives for each.
void apply(const SurfaceObject& self, RowFunction f, const Rows& rows, const char* unit, ResultArray& result,
           std::size_t width) {
  rows.require_finite(unit);  // first of all: a piece would count rows from its own beginning
  const std::span<double> out = span_of(result);
  in_pieces(rows.count(), 16, [&](std::size_t begin, std::size_t end) {
    f(self.value, rows.values(begin, end), out.subspan(width * begin, width * (end - begin)));
  });
}

ResultArray wrench(const SurfaceObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Rows twists("twists", Arguments("wrench", {"twists"}, {}, args, kwargs).object("twists"),
                    Rows::Single::allowed);
  ResultArray result = twists.like();
  apply(self, &patch::wrenches, twists, "m/s, rad/s", result, 3);
  return result;
}

py::object support(const SurfaceObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Rows twists("twists", Arguments("support", {"twists"}, {}, args, kwargs).object("twists"),
                    Rows::Single::allowed);
  ResultArray result = twists.one_per_row();
  apply(self, &patch::supports, twists, "m/s, rad/s", result, 1);
  return number_or_array(result);
}

Rows friction_of(const char* call, const py::args& args, const py::kwargs& kwargs) {
  return {"friction", Arguments(call, {"friction"}, {}, args, kwargs).object("friction"), Rows::Single::allowed};
}

py::object gauge(const SurfaceObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Rows friction = friction_of("gauge", args, kwargs);
  ResultArray result = friction.one_per_row();
  apply(self, &patch::gauges, friction, "N, N m", result, 1);
  return number_or_array(result);
}

ResultArray twist(const SurfaceObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Rows friction = friction_of("twist", args, kwargs);
  ResultArray result = friction.like();
  apply(self, &patch::twists, friction, "N, N m", result, 3);
  return result;
}

}  // namespace
}  // namespace surface_bindings

void bind_patch_surface(py::module_& m) {
  using namespace surface_bindings;
  py::class_<SurfaceObject> surface(m, "LimitSurface", class_doc);
  bind_made<LimitSurface>(surface, "LimitSurface", patch_module,
                          {{constructor, &exact, init_doc},
                           {"tabulated", &tabulated, tabulated_doc},
                           {"cells", &cells, cells_doc},
                           {"ellipsoid", &ellipsoid, ellipsoid_doc},
                           {"quartic", &quartic, quartic_doc},
                           {"from_nodes", &from_nodes, from_nodes_doc}});
  surface.def("wrench", &wrench, wrench_doc);
  surface.def("support", &support, support_doc);
  surface.def("gauge", &gauge, gauge_doc);
  surface.def("twist", &twist, twist_doc);
  surface.def_property_readonly(
      "cop", [](const SurfaceObject& self) { return array_of(self.value.cop()); },
      "centre of pressure [m], (2,), a copy");
  surface.def_property_readonly(
      "r", [](const SurfaceObject& self) { return self.value.r(); },
      "torque of a pure spin about it, μ = fn = 1, as this form has it [m]");
  surface.def_property_readonly(
      "u", [](const SurfaceObject& self) { return self.value.u(); }, "viscous torque of a unit spin about it [m²]");
}

}  // namespace stickslip::python
