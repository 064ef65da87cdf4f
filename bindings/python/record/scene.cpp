#include "choice.hpp"
#include "record/names.hpp"
#include "record/objects.hpp"

namespace stickslip::python {

namespace {

using record::Axis;
using record::Motion;
using record::Scene;
using record::Shape;
using record::ShapeKind;

constexpr const char* motion_doc = R"(Where a shape is at each instant.

series   its name
columns  t [s], x, y, z, qw, qx, qy, qz: a point p of the shape is at (x, y, z) + q p q*, with the unit quaternion q)";

constexpr const char* motion_init_doc =
    R"(__init__(self, series, columns=('t', 'x', 'y', 'z', 'qw', 'qx', 'qy', 'qz'))
--

See the class.)";

std::string shape_doc() {
  return R"(What is drawn in space from the columns of a series.

kind     the columns it asks for, in order; a column of time [s] may stand before them where it says [t,]:
)" + kinds_doc<ShapeKind>(9) +
         R"(series   its name
columns  their names
label    in the legend; none where empty
colour   )" +
         colour_doc() + R"(
opacity  0 (cannot be seen) to 1
length   of arrows: drawn length for a direction of length 1, in the columns' units
only     (column, value): only the rows where this column holds this value
motion   Motion, or None: it rests)";
}

constexpr const char* shape_init_doc =
    R"(__init__(self, kind, series, columns, *, label='', colour=None, opacity=1.0, length=1.0, only=None, motion=None)
--

See the class.)";

constexpr const char* scene_doc = R"(A picture in space, still or moving.

name        of its files: lower-case letters, digits, '_' and '-'
title       above it
caption     below it
x, y, z     Axis
shapes      what is drawn
equal_axes  whether units of x, y and z are as long; else the three axes fill a cube
azimuth     [deg] where it is seen from at first: from the x axis towards y,
elevation   [deg] and above the plane of x and y, -90 to 90)";

constexpr const char* scene_init_doc =
    "__init__(self, name, *, title='', caption='', x, y, z, shapes=(), equal_axes=True, azimuth=-50.0, "
    "elevation=25.0)\n"
    "--\n\nSee the class.";

}  // namespace

template <>
Motion made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments a("Motion", {"series", "columns"}, {}, args, kwargs);
  return {.series = needed_text(a, "series"), .columns = texts(a, "columns", Motion{}.columns)};
}

template <>
Shape made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments a("Shape", {"kind", "series", "columns"}, {"label", "colour", "opacity", "length", "only", "motion"},
                    args, kwargs);
  const Motion* motion = a.optional_instance<Motion>("motion");
  return {.kind = choose<ShapeKind>(a, "kind", needed_text(a, "kind")),
          .series = needed_text(a, "series"),
          .columns = needed_texts(a, "columns"),
          .label = text(a, "label"),
          .colour = colour_argument(a),
          .opacity = a.number("opacity", 1.0),
          .length = a.number("length", 1.0),
          .only = only_argument(a),
          .motion = motion == nullptr ? std::nullopt : std::optional(*motion)};
}

template <>
Scene made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments a("Scene", {"name"},
                    {"title", "caption", "x", "y", "z", "shapes", "equal_axes", "azimuth", "elevation"}, args, kwargs);
  return {.name = needed_text(a, "name"),
          .title = text(a, "title"),
          .caption = text(a, "caption"),
          .x = a.instance<Axis>("x"),
          .y = a.instance<Axis>("y"),
          .z = a.instance<Axis>("z"),
          .shapes = instances<Shape>(a, "shapes"),
          .equal_axes = a.flag("equal_axes", true),
          .azimuth = a.number("azimuth", -50.0),
          .elevation = a.number("elevation", 25.0)};
}

void bind_record_scene(py::module_& m) {
  bind_value<Motion>(m, "Motion", motion_doc, motion_init_doc,
                     {{"series", [](const Motion& o) { return to_python(o.series); }, "its name"},
                      {"columns", [](const Motion& o) { return to_python(o.columns); }, "t, x, y, z, qw, qx, qy, qz"}});
  bind_value<Shape>(
      m, "Shape", shape_doc(), shape_init_doc,
      {{"kind", [](const Shape& s) { return to_python(s.kind); }, "what is drawn"},
       {"series", [](const Shape& s) { return to_python(s.series); }, "its name"},
       {"columns", [](const Shape& s) { return to_python(s.columns); }, "their names, as the kind asks for them"},
       {"label", [](const Shape& s) { return to_python(s.label); }, "in the legend"},
       {"colour", [](const Shape& s) { return to_python(s.colour); }, "its name; None: the next in turn"},
       {"opacity", [](const Shape& s) { return to_python(s.opacity); }, "0 to 1"},
       {"length", [](const Shape& s) { return to_python(s.length); }, "of an arrow of direction 1"},
       {"only", [](const Shape& s) { return to_python(s.only); }, "(column, value) of the rows that are drawn"},
       {"motion", [](const Shape& s) { return to_python(s.motion); }, "Motion; None: it rests"}});
  bind_value<Scene>(
      m, "Scene", scene_doc, scene_init_doc,
      {{"name", [](const Scene& s) { return to_python(s.name); }, "of its files"},
       {"title", [](const Scene& s) { return to_python(s.title); }, "above it"},
       {"caption", [](const Scene& s) { return to_python(s.caption); }, "below it"},
       {"x", [](const Scene& s) { return to_python(s.x); }, "Axis"},
       {"y", [](const Scene& s) { return to_python(s.y); }, "Axis"},
       {"z", [](const Scene& s) { return to_python(s.z); }, "Axis"},
       {"shapes", [](const Scene& s) { return to_python(s.shapes); }, "what is drawn"},
       {"equal_axes", [](const Scene& s) { return to_python(s.equal_axes); }, "whether units are as long on all axes"},
       {"azimuth", [](const Scene& s) { return to_python(s.azimuth); }, "[deg] of the eye, from x towards y"},
       {"elevation", [](const Scene& s) { return to_python(s.elevation); }, "[deg] of the eye above x and y"}});
}

}  // namespace stickslip::python
