#include "record/objects.hpp"

namespace stickslip::python {

namespace {

using record::Axis;
using record::Explorer;

constexpr const char* explorer_doc =
    R"(Rows of a series that a reader explores: parallel coordinates, and a scatter of any two columns.

name       of its files: lower-case letters, digits, '_' and '-'
series     its name
columns    two or more, from left to right
title      above it
caption    below it
axes       one Axis per column; none: names and units of the columns
colour_by  which of the columns colours the rows at first; empty: all alike
rows       what they are, in the plural, as in "37 of 512 runs")";

constexpr const char* explorer_init_doc =
    R"(__init__(self, name, *, series, columns, title='', caption='', axes=(), colour_by='', rows='rows')
--

See the class.)";

}  // namespace

template <>
Explorer made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments a("Explorer", {"name"}, {"series", "columns", "title", "caption", "axes", "colour_by", "rows"}, args,
                    kwargs);
  return {.name = needed_text(a, "name"),
          .title = text(a, "title"),
          .caption = text(a, "caption"),
          .series = needed_text(a, "series"),
          .columns = needed_texts(a, "columns"),
          .axes = instances<Axis>(a, "axes"),
          .colour_by = text(a, "colour_by"),
          .rows = text(a, "rows", Explorer{}.rows)};
}

void bind_record_explorer(py::module_& m) {
  bind_value<Explorer>(
      m, "Explorer", explorer_doc, explorer_init_doc,
      {{"name", [](const Explorer& e) { return to_python(e.name); }, "of its files"},
       {"series", [](const Explorer& e) { return to_python(e.series); }, "its name"},
       {"columns", [](const Explorer& e) { return to_python(e.columns); }, "from left to right"},
       {"title", [](const Explorer& e) { return to_python(e.title); }, "above it"},
       {"caption", [](const Explorer& e) { return to_python(e.caption); }, "below it"},
       {"axes", [](const Explorer& e) { return to_python(e.axes); }, "one per column, or none"},
       {"colour_by", [](const Explorer& e) { return to_python(e.colour_by); }, "which column colours the rows"},
       {"rows", [](const Explorer& e) { return to_python(e.rows); }, "what they are, in the plural"}});
}

}  // namespace stickslip::python
