#include "stickslip/core/error.hpp"

#include "choice.hpp"
#include "record/names.hpp"
#include "record/objects.hpp"

namespace stickslip::python {

namespace {

using record::Axis;
using record::Dash;
using record::Figure;
using record::Label;
using record::Mark;
using record::MarkKind;
using record::Panel;

constexpr const char* axis_doc = R"(An axis of a panel, a scene or an explorer.

label       what it shows
unit        as shown; "1" for a pure number
factor      shown value = factor · value of the column, e.g. 1e3 for metres shown as mm; not 0
log         logarithmic; not in scenes
min, max    ends as shown; None: those of the data
categories  names of the places 0, 1, 2, … instead of numbers)";

constexpr const char* axis_init_doc =
    R"(__init__(self, label='', *, unit='1', factor=1.0, log=False, min=None, max=None, categories=())
--

See the class.)";

std::string mark_doc() {
  return R"(What is drawn from the columns of a series.

kind     the columns it asks for, in order:
)" + kinds_doc<MarkKind>(9) +
         R"(series   its name
columns  their names
label    in the legend; none where empty
colour   )" +
         colour_doc() + R"(
dash     )" +
         names_doc<Dash>() + R"(
only     (column, value): only the rows where this column holds this value)";
}

constexpr const char* mark_init_doc =
    R"(__init__(self, kind, series, columns, *, label='', colour=None, dash='solid', only=None)
--

See the class.)";

constexpr const char* label_doc = "Text at a place (x, y) of a panel, in shown units.";

constexpr const char* label_init_doc = R"(__init__(self, x, y, text)
--

See the class.)";

constexpr const char* panel_doc = R"(One pair of axes with its marks.

x, y        Axis
marks       what is drawn
title       above it
equal_axes  whether one unit of x is as long as one of y
labels      texts at places)";

constexpr const char* panel_init_doc = R"(__init__(self, *, x, y, marks=(), title='', equal_axes=False, labels=())
--

See the class.)";

constexpr const char* figure_doc = R"(A picture in the plane, of one or more panels.

name     of its files: lower-case letters, digits, '_' and '-'
title    above it
caption  below it
panels   in the order they are read
columns  panels side by side; 0: as many as fit)";

constexpr const char* figure_init_doc = R"(__init__(self, name, *, title='', caption='', panels=(), columns=0)
--

See the class.)";

}  // namespace

template <>
Axis made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments a("Axis", {"label"}, {"unit", "factor", "log", "min", "max", "categories"}, args, kwargs);
  return {.label = text(a, "label"),
          .unit = text(a, "unit", "1"),
          .factor = a.number("factor", 1.0),
          .log = a.flag("log", false),
          .min = optional_number(a, "min"),
          .max = optional_number(a, "max"),
          .categories = texts(a, "categories", {})};
}

template <>
Mark made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments a("Mark", {"kind", "series", "columns"}, {"label", "colour", "dash", "only"}, args, kwargs);
  return {.kind = choose<MarkKind>(a, "kind", needed_text(a, "kind")),
          .series = needed_text(a, "series"),
          .columns = needed_texts(a, "columns"),
          .label = text(a, "label"),
          .colour = colour_argument(a),
          .dash = choose<Dash>(a, "dash", text(a, "dash", "solid")),
          .only = only_argument(a)};
}

template <>
Label made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments a("Label", {"x", "y", "text"}, {}, args, kwargs);
  return {.x = a.number("x"), .y = a.number("y"), .text = needed_text(a, "text")};
}

template <>
Panel made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments a("Panel", {}, {"x", "y", "marks", "title", "equal_axes", "labels"}, args, kwargs);
  return {.title = text(a, "title"),
          .x = a.instance<Axis>("x"),
          .y = a.instance<Axis>("y"),
          .marks = instances<Mark>(a, "marks"),
          .equal_axes = a.flag("equal_axes", false),
          .labels = instances<Label>(a, "labels")};
}

template <>
Figure made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments a("Figure", {"name"}, {"title", "caption", "panels", "columns"}, args, kwargs);
  const int columns = a.integer("columns", 0);
  if (columns < 0) throw InvalidArgument("Figure: columns = " + std::to_string(columns) + " must be >= 0");
  return {.name = needed_text(a, "name"),
          .title = text(a, "title"),
          .caption = text(a, "caption"),
          .panels = instances<Panel>(a, "panels"),
          .columns = static_cast<std::size_t>(columns)};
}

void bind_record_figure(py::module_& m) {
  bind_value<Axis>(
      m, "Axis", axis_doc, axis_init_doc,
      {{"label", [](const Axis& a) { return to_python(a.label); }, "what it shows"},
       {"unit", [](const Axis& a) { return to_python(a.unit); }, R"(as shown; "1" for a pure number)"},
       {"factor", [](const Axis& a) { return to_python(a.factor); }, "shown value = factor · value of the column"},
       {"log", [](const Axis& a) { return to_python(a.log); }, "whether it is logarithmic"},
       {"min", [](const Axis& a) { return to_python(a.min); }, "where it begins, as shown; None: with the data"},
       {"max", [](const Axis& a) { return to_python(a.max); }, "where it ends, as shown; None: with the data"},
       {"categories", [](const Axis& a) { return to_python(a.categories); }, "names of the places 0, 1, 2, …"}});
  bind_value<Mark>(
      m, "Mark", mark_doc(), mark_init_doc,
      {{"kind", [](const Mark& k) { return to_python(k.kind); }, "what is drawn"},
       {"series", [](const Mark& k) { return to_python(k.series); }, "its name"},
       {"columns", [](const Mark& k) { return to_python(k.columns); }, "their names, as the kind asks for them"},
       {"label", [](const Mark& k) { return to_python(k.label); }, "in the legend"},
       {"colour", [](const Mark& k) { return to_python(k.colour); }, "its name; None: the next in turn"},
       {"dash", [](const Mark& k) { return to_python(k.dash); }, names_doc<Dash>()},
       {"only", [](const Mark& k) { return to_python(k.only); }, "(column, value) of the rows that are drawn"}});
  bind_value<Label>(m, "Label", label_doc, label_init_doc,
                    {{"x", [](const Label& l) { return to_python(l.x); }, "as shown"},
                     {"y", [](const Label& l) { return to_python(l.y); }, "as shown"},
                     {"text", [](const Label& l) { return to_python(l.text); }, "what stands there"}});
  bind_value<Panel>(
      m, "Panel", panel_doc, panel_init_doc,
      {{"x", [](const Panel& p) { return to_python(p.x); }, "Axis"},
       {"y", [](const Panel& p) { return to_python(p.y); }, "Axis"},
       {"marks", [](const Panel& p) { return to_python(p.marks); }, "what is drawn"},
       {"title", [](const Panel& p) { return to_python(p.title); }, "above it"},
       {"equal_axes", [](const Panel& p) { return to_python(p.equal_axes); }, "whether units of x and y are as long"},
       {"labels", [](const Panel& p) { return to_python(p.labels); }, "texts at places"}});
  bind_value<Figure>(
      m, "Figure", figure_doc, figure_init_doc,
      {{"name", [](const Figure& f) { return to_python(f.name); }, "of its files"},
       {"title", [](const Figure& f) { return to_python(f.title); }, "above it"},
       {"caption", [](const Figure& f) { return to_python(f.caption); }, "below it"},
       {"panels", [](const Figure& f) { return to_python(f.panels); }, "in the order they are read"},
       {"columns", [](const Figure& f) { return to_python(f.columns); }, "panels side by side; 0: as many as fit"}});
}

}  // namespace stickslip::python
