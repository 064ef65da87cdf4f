#include "stickslip/patch/pressure.hpp"

#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "patch/objects.hpp"
#include "python_function.hpp"
#include "recipe.hpp"

namespace stickslip::python {

namespace pressure_bindings {
namespace {

using patch::HertzContact;
using patch::Pressure;

constexpr const char* pressure_doc =
    R"(How the normal force is spread over a planar contact: p(x, y) ≥ 0 with ∫ p dA = 1.

Made by one of its static methods. Only the distribution matters: whatever total is given is divided out. Positions are
in the frame of the patch [m]. A pressure never changes, and can be compared, hashed, pickled and copied.)";

constexpr const char* disc_doc = R"(disc(*, radius)
--

Uniform over a disc about the origin.

radius  [m], > 0)";

constexpr const char* annulus_doc = R"(annulus(*, inner, outer)
--

Uniform over a ring about the origin.

inner  radius [m], ≥ 0
outer  radius [m], > inner)";

constexpr const char* rectangle_doc = R"(rectangle(*, size)
--

Uniform over a rectangle about the origin.

size  (along x, along y) [m], > 0)";

constexpr const char* line_doc = R"(line(*, length, gradient=0.0, angle=0.0)
--

Along a straight line whose middle is the origin.

length    [m], > 0
gradient  p ∝ 1 + gradient·s, s along the line [1/m], |gradient| ≤ 2/length
angle     of the direction of growing s against x [rad])";

constexpr const char* polygon_doc = R"(polygon(vertices, *, gradient=(0.0, 0.0))
--

Over the inside of a polygon, convex or not, uniform or linear.

vertices  corners in order, either way round (M, 2) [m]; edges must not cross or touch
gradient  (gx, gy), p ∝ 1 + g·((x, y) − centroid) [1/m], nowhere negative)";

constexpr const char* polygons_doc = R"(polygons(vertices, *, gradient=(0.0, 0.0))
--

Over several polygons that do not overlap, under one uniform or linear pressure.

vertices  a list of arrays (M, 2) [m], see polygon
gradient  (gx, gy), p ∝ 1 + g·((x, y) − centroid of all) [1/m], nowhere negative)";

constexpr const char* piecewise_linear_doc = R"(piecewise_linear(polygons, coefficients)
--

Over several polygons that do not overlap, each under its own linear pressure; between neighbours it may jump.

polygons      a list of arrays (M, 2) [m], see polygon
coefficients  (len(polygons), 3): p ∝ c0 + c1 x + c2 y on each, nowhere negative, c1 and c2 per metre)";

constexpr const char* hertz_doc = R"(hertz(*, radius, exponent)
--

Like an elastic ball pressed on a plane: p ∝ (1 − (ρ/radius)^k)^(1/k) about the origin.

radius    [m], > 0
exponent  k [–], 0.5 to 200; 2 is Hertz's, large ones are nearly uniform)";

constexpr const char* axisymmetric_doc = R"(axisymmetric(profile, *, radius)
--

Any pressure that depends on the distance from the origin only.

profile  callable of ρ [m], p up to a factor, ≥ 0, smooth on 0 < ρ < radius
radius   [m], > 0)";

constexpr const char* grid_doc = R"(grid(values, *, size)
--

Piecewise constant over equal cells: a tactile image.

values  (rows, columns), ≥ 0; row 0 is the top row, y falls with the row; column 0 is the left
size    (along x, along y) of the whole grid [m], centred at the origin)";

constexpr const char* points_doc = R"(points(xy, weights)
--

Point loads.

xy       positions (N, 2) [m]
weights  of each (N,), ≥ 0)";

constexpr const char* function_doc = R"(function(pressure, *, size, cells=101)
--

A function of x and y, as a grid of its values at the middles of cells × cells cells.

pressure  callable of x, y [m], ≥ 0
size      (along x, along y) [m], centred at the origin
cells     along each side, 1 to 2000)";

constexpr const char* contact_doc =
    R"(A round contact that grows and changes shape with the load, for DistributedPatch and ReducedPatch.

    p ∝ (1 − (ρ/a)^k)^(1/k),  a = radius(fn),  k = exponent(fn)

radius    callable of the normal force [N], or a number [m]
exponent  callable of the normal force [N], or a number [–]: 0.5 to 200
side      of a square that holds the contact at any load [m], > 0)";

constexpr const char* contact_init_doc = R"(__init__(self, *, radius, exponent, side)
--

See the class.)";

PressureObject disc(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Pressure.disc", {}, {"radius"}, args, kwargs);
  const double radius = arguments.number("radius");
  return {Pressure::disc(radius), {"disc", py::dict(py::arg("radius") = radius)}};
}

PressureObject annulus(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Pressure.annulus", {}, {"inner", "outer"}, args, kwargs);
  const double inner = arguments.number("inner"), outer = arguments.number("outer");
  return {Pressure::annulus(inner, outer), {"annulus", py::dict(py::arg("inner") = inner, py::arg("outer") = outer)}};
}

Vec<2> size_of(const Arguments& arguments) {
  return vector_argument<2>("size", arguments.object("size"), "m");
}

PressureObject rectangle(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Pressure.rectangle", {}, {"size"}, args, kwargs);
  const Vec<2> size = size_of(arguments);
  return {Pressure::rectangle(size), {"rectangle", py::dict(py::arg("size") = pair(size))}};
}

PressureObject line(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Pressure.line", {}, {"length", "gradient", "angle"}, args, kwargs);
  const double length = arguments.number("length");
  const double gradient = arguments.number("gradient", 0.0), angle = arguments.number("angle", 0.0);
  return {Pressure::line(length, gradient, angle),
          {"line", py::dict(py::arg("length") = length, py::arg("gradient") = gradient, py::arg("angle") = angle)}};
}

InputArray planar_array(const char* name, const py::handle& value) {
  InputArray array = real_array(name, value);
  if (array.ndim() != 2 || array.shape(1) != 2) refuse_shape(name, array, "(N, 2)");
  require_all_finite(name, "m", {array.data(), static_cast<std::size_t>(array.size())}, 2, true);
  return array;
}

std::vector<Vec<2>> points_of(const InputArray& array) {
  std::vector<Vec<2>> points;
  for (py::ssize_t i = 0; i < array.shape(0); ++i) points.emplace_back(array.at(i, 0), array.at(i, 1));
  return points;
}

Vec<2> gradient_of(const Arguments& arguments) {
  return vector_argument<2>("gradient", arguments.object("gradient", py::make_tuple(0.0, 0.0)), "1/m");
}

PressureObject polygon(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Pressure.polygon", {"vertices"}, {"gradient"}, args, kwargs);
  const InputArray vertices = planar_array("vertices", arguments.object("vertices"));
  const Vec<2> gradient = gradient_of(arguments);
  return {Pressure::polygon(points_of(vertices), gradient),
          {"polygon", py::dict(py::arg("vertices") = kept(vertices), py::arg("gradient") = pair(gradient))}};
}

// A list of outlines, and copies of its arrays.
struct Outlines {
  std::vector<std::vector<Vec<2>>> vertices;
  py::list arrays;
};

Outlines outlines_argument(const Arguments& arguments, const char* name) {
  const py::object given = arguments.object(name);
  if (!py::isinstance<py::sequence>(given) && !py::isinstance<py::array>(given)) {
    arguments.refuse(name, "a list of arrays");
  }
  Outlines outlines;
  for (const py::handle item : given) {
    const std::string entry = std::string(name) + "[" + std::to_string(outlines.vertices.size()) + "]";
    const InputArray array = planar_array(entry.c_str(), item);
    outlines.vertices.push_back(points_of(array));
    outlines.arrays.append(kept(array));
  }
  return outlines;
}

PressureObject polygons(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Pressure.polygons", {"vertices"}, {"gradient"}, args, kwargs);
  Outlines outlines = outlines_argument(arguments, "vertices");
  const Vec<2> gradient = gradient_of(arguments);
  return {
      Pressure::polygons(std::move(outlines.vertices), gradient),
      {"polygons", py::dict(py::arg("vertices") = py::tuple(outlines.arrays), py::arg("gradient") = pair(gradient))}};
}

PressureObject piecewise_linear(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Pressure.piecewise_linear", {"polygons", "coefficients"}, {}, args, kwargs);
  Outlines outlines = outlines_argument(arguments, "polygons");
  const InputArray coefficients = real_array("coefficients", arguments.object("coefficients"));
  const Rows rows("coefficients", coefficients);
  rows.require_finite("any unit");
  if (rows.count() != outlines.vertices.size()) {
    refuse_shape("coefficients", coefficients,
                 "(" + std::to_string(outlines.vertices.size()) + ", 3), a row per polygon");
  }
  std::vector<patch::LinearPiece> pieces;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    const auto row = rows.at(i);
    geometry::Polygon polygon(std::move(outlines.vertices[i]),
                              "Pressure.piecewise_linear: polygons[" + std::to_string(i) + "]");
    pieces.push_back({std::move(polygon), row(0), {row(1), row(2)}});
  }
  return {Pressure::piecewise_linear(std::move(pieces)),
          {"piecewise_linear",
           py::dict(py::arg("polygons") = py::tuple(outlines.arrays), py::arg("coefficients") = kept(coefficients))}};
}

PressureObject hertz(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Pressure.hertz", {}, {"radius", "exponent"}, args, kwargs);
  const double radius = arguments.number("radius"), exponent = arguments.number("exponent");
  return {Pressure::hertz(radius, exponent),
          {"hertz", py::dict(py::arg("radius") = radius, py::arg("exponent") = exponent)}};
}

py::object callable_argument(const Arguments& arguments, const char* name) {
  const py::object function = arguments.object(name);
  if (PyCallable_Check(function.ptr()) == 0) arguments.refuse(name, "callable");
  return function;
}

PressureObject axisymmetric(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Pressure.axisymmetric", {"profile"}, {"radius"}, args, kwargs);
  const py::object profile = callable_argument(arguments, "profile");
  const double radius = arguments.number("radius");
  return {Pressure::axisymmetric(number_function("profile", profile), radius),
          {"axisymmetric", py::dict(py::arg("profile") = profile, py::arg("radius") = radius)}};
}

PressureObject grid(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Pressure.grid", {"values"}, {"size"}, args, kwargs);
  const InputArray values = real_array("values", arguments.object("values"));
  if (values.ndim() != 2) refuse_shape("values", values, "(rows, columns)");
  constexpr py::ssize_t longest = 100'000;
  if (values.shape(0) > longest || values.shape(1) > longest) {
    refuse_shape("values", values, "(rows, columns) with at most 100000 each");
  }
  // C++ would name the entry by one number.
  for (py::ssize_t k = 0; k < values.size(); ++k) {
    if (const double value = values.data()[k]; !(value >= 0.0) || std::isinf(value)) {
      throw InvalidArgument("values[" + std::to_string(k / values.shape(1)) + ", " +
                            std::to_string(k % values.shape(1)) + "] = " + to_text(value) + " must be finite and >= 0");
    }
  }
  const Vec<2> size = size_of(arguments);
  return {Pressure::grid(static_cast<int>(values.shape(0)), static_cast<int>(values.shape(1)),
                         {values.data(), static_cast<std::size_t>(values.size())}, size),
          {"grid", py::dict(py::arg("values") = kept(values), py::arg("size") = pair(size))}};
}

PressureObject points(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Pressure.points", {"xy", "weights"}, {}, args, kwargs);
  const InputArray xy = planar_array("xy", arguments.object("xy"));
  const InputArray weights = real_array("weights", arguments.object("weights"));
  if (weights.ndim() != 1 || weights.shape(0) != xy.shape(0)) {
    refuse_shape("weights", weights, "(" + std::to_string(xy.shape(0)) + ",), one per point");
  }
  return {Pressure::points(points_of(xy), std::span(weights.data(), static_cast<std::size_t>(weights.size()))),
          {"points", py::dict(py::arg("xy") = kept(xy), py::arg("weights") = kept(weights))}};
}

PressureObject function(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Pressure.function", {"pressure"}, {"size", "cells"}, args, kwargs);
  const py::object pressure = callable_argument(arguments, "pressure");
  const Vec<2> size = size_of(arguments);
  const int cells = arguments.integer("cells", 101);
  const PythonFunction f("pressure", pressure);
  return {
      Pressure::function([&](double x, double y) { return f.number(x, y); }, size, cells),
      {"function", py::dict(py::arg("pressure") = pressure, py::arg("size") = pair(size), py::arg("cells") = cells)}};
}

// A number stands for a function that is the same at any load.
std::function<double(double)> of_load(const Arguments& arguments, const char* name) {
  const py::object value = arguments.object(name);
  if (PyCallable_Check(value.ptr()) != 0) return number_function(name, value);
  if (PyNumber_Check(value.ptr()) == 0) arguments.refuse(name, "callable or a real number");
  return [constant = arguments.number(name)](double) { return constant; };
}

ContactObject contact(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("HertzContact", {}, {"radius", "exponent", "side"}, args, kwargs);
  const double side = arguments.number("side");
  require("HertzContact", check_positive("side", side, "must be finite and > 0 [m]"));
  return {HertzContact{of_load(arguments, "radius"), of_load(arguments, "exponent"), side},
          {constructor, py::dict(py::arg("radius") = arguments.object("radius"),
                                 py::arg("exponent") = arguments.object("exponent"), py::arg("side") = side)}};
}

}  // namespace
}  // namespace pressure_bindings

PressureObject pressure_of_pieces(const patch::LinearPieces& shape) {
  const std::size_t count = shape.pieces.size();
  py::list polygons;
  InputArray coefficients({static_cast<py::ssize_t>(count), py::ssize_t{3}});
  for (std::size_t i = 0; i < count; ++i) {
    const patch::LinearPiece& piece = shape.pieces[i];
    const std::vector<Vec<2>>& vertices = piece.polygon.vertices();
    InputArray corners({static_cast<py::ssize_t>(vertices.size()), py::ssize_t{2}});
    for (std::size_t k = 0; k < vertices.size(); ++k) {
      for (int axis = 0; axis < 2; ++axis) corners.mutable_at(k, axis) = vertices[k](axis);
    }
    polygons.append(corners);
    coefficients.mutable_at(i, 0) = piece.value;
    coefficients.mutable_at(i, 1) = piece.gradient(0);
    coefficients.mutable_at(i, 2) = piece.gradient(1);
  }
  return pressure_bindings::piecewise_linear(
      py::args(), py::dict(py::arg("polygons") = polygons, py::arg("coefficients") = coefficients));
}

void bind_patch_pressure(py::module_& m) {
  using namespace pressure_bindings;
  py::class_<PressureObject> pressure(m, "Pressure", pressure_doc);
  bind_made<Pressure>(pressure, "Pressure", patch_module,
                      {{"disc", &disc, disc_doc},
                       {"annulus", &annulus, annulus_doc},
                       {"rectangle", &rectangle, rectangle_doc},
                       {"line", &line, line_doc},
                       {"polygon", &polygon, polygon_doc},
                       {"polygons", &polygons, polygons_doc},
                       {"piecewise_linear", &piecewise_linear, piecewise_linear_doc},
                       {"hertz", &hertz, hertz_doc},
                       {"axisymmetric", &axisymmetric, axisymmetric_doc},
                       {"grid", &grid, grid_doc},
                       {"points", &points, points_doc},
                       {"function", &function, function_doc}});
  pressure.def_property_readonly(
      "cop", [](const PressureObject& self) { return array_of(self.value.cop()); },
      "centre of pressure [m], (2,), a copy");
  pressure.def_property_readonly(
      "r", [](const PressureObject& self) { return self.value.r(); }, "torque of a pure spin about it, μ = fn = 1 [m]");
  pressure.def_property_readonly(
      "u", [](const PressureObject& self) { return self.value.u(); }, "viscous torque of a unit spin about it [m²]");

  py::class_<ContactObject> contacts(m, "HertzContact", contact_doc);
  bind_made<HertzContact>(contacts, "HertzContact", patch_module, {{constructor, &contact, contact_init_doc}});
  for (const char* name : {"radius", "exponent", "side"}) {
    contacts.def_property_readonly(
        name, [name](const ContactObject& self) { return self.recipe.arguments()[name].cast<py::object>(); },
        "as given");
  }
}

}  // namespace stickslip::python
