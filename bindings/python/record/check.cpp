#include "choice.hpp"
#include "record/names.hpp"
#include "record/objects.hpp"

namespace stickslip::python {

namespace {

using record::Check;
using record::Relation;
using record::Table;

std::string check_doc() {
  return R"(A measured number against a published one.

quantity   what it is, in words
relation   what must hold:
)" + kinds_doc<Relation>(11) +
         R"(published  what it should be, or its bound
measured   what it is; NaN never passes
tolerance  for "equal", in the unit
unit       of all three; "1" for a pure number)";
}

constexpr const char* check_init_doc =
    R"(__init__(self, quantity, *, relation='equal', published, measured, tolerance=0.0, unit='1')
--

See the class.)";

constexpr const char* equal_doc = R"(equal(quantity, *, published, measured, tolerance, unit='1')
--

The Check that |measured − published| ≤ tolerance.)";

constexpr const char* at_most_doc = R"(at_most(quantity, *, bound, measured, unit='1')
--

The Check that measured ≤ bound.)";

constexpr const char* at_least_doc = R"(at_least(quantity, *, bound, measured, unit='1')
--

The Check that measured ≥ bound.)";

constexpr const char* table_doc = R"(A series shown as a table.

series               its name
title                above it; that of the series where empty
row_labels           a name for each row, or none
labels_are_commands  for a terminal: the page shows them as code, to be copied)";

constexpr const char* table_init_doc = R"(__init__(self, series, *, title='', row_labels=(), labels_are_commands=False)
--

See the class.)";

Check equal(const py::args& args, const py::kwargs& kwargs) {
  const Arguments a("equal", {"quantity"}, {"published", "measured", "tolerance", "unit"}, args, kwargs);
  return record::equal(needed_text(a, "quantity"), text(a, "unit", "1"), a.number("published"), a.number("measured"),
                       a.number("tolerance"));
}

template <Check (*make)(std::string, std::string, double, double)>
Check bounded(const char* name, const py::args& args, const py::kwargs& kwargs) {
  const Arguments a(name, {"quantity"}, {"bound", "measured", "unit"}, args, kwargs);
  return make(needed_text(a, "quantity"), text(a, "unit", "1"), a.number("bound"), a.number("measured"));
}

Check at_most(const py::args& args, const py::kwargs& kwargs) {
  return bounded<&record::at_most>("at_most", args, kwargs);
}

Check at_least(const py::args& args, const py::kwargs& kwargs) {
  return bounded<&record::at_least>("at_least", args, kwargs);
}

}  // namespace

template <>
Check made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments a("Check", {"quantity"}, {"relation", "published", "measured", "tolerance", "unit"}, args, kwargs);
  return {.quantity = needed_text(a, "quantity"),
          .unit = text(a, "unit", "1"),
          .relation = choose<Relation>(a, "relation", text(a, "relation", "equal")),
          .published = a.number("published"),
          .measured = a.number("measured"),
          .tolerance = a.number("tolerance", 0.0)};
}

template <>
Table made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments a("Table", {"series"}, {"title", "row_labels", "labels_are_commands"}, args, kwargs);
  return {.title = text(a, "title"),
          .series = needed_text(a, "series"),
          .row_labels = texts(a, "row_labels", {}),
          .labels_are_commands = a.flag("labels_are_commands", false)};
}

void bind_record_check(py::module_& m) {
  auto check = bind_value<Check>(
      m, "Check", check_doc(), check_init_doc,
      {{"quantity", [](const Check& c) { return to_python(c.quantity); }, "what it is"},
       {"relation", [](const Check& c) { return to_python(c.relation); }, names_doc<Relation>()},
       {"published", [](const Check& c) { return to_python(c.published); }, "what it should be, or its bound"},
       {"measured", [](const Check& c) { return to_python(c.measured); }, "what it is"},
       {"tolerance", [](const Check& c) { return to_python(c.tolerance); }, "for equal, in the unit"},
       {"unit", [](const Check& c) { return to_python(c.unit); }, R"("1" for a pure number)"}});
  check.def_property_readonly(
      "passed", [](const Check& c) { return c.passed(); }, "whether the relation holds");
  m.def("equal", &equal, equal_doc);
  m.def("at_most", &at_most, at_most_doc);
  m.def("at_least", &at_least, at_least_doc);
  for (const char* name : {"equal", "at_most", "at_least"}) m.attr(name).attr("__module__") = record_module;
  bind_value<Table>(m, "Table", table_doc, table_init_doc,
                    {{"series", [](const Table& t) { return to_python(t.series); }, "its name"},
                     {"title", [](const Table& t) { return to_python(t.title); }, "above it"},
                     {"row_labels", [](const Table& t) { return to_python(t.row_labels); }, "none, or one per row"},
                     {"labels_are_commands", [](const Table& t) { return to_python(t.labels_are_commands); },
                      "whether they are for a terminal"}});
}

}  // namespace stickslip::python
