#include "record/names.hpp"

namespace stickslip::python {

namespace py = pybind11;

namespace names_bindings {
namespace {

py::str text_of(std::string_view text) {
  return {text.data(), text.size()};
}

template <HasNames Enum>
py::tuple names() {
  py::list list;
  for (const auto& row : Names<Enum>::table) list.append(text_of(row.name));
  return {list};
}

template <class Description>
py::dict described(const Description& row) {
  py::list columns;
  for (const std::string_view role : row.columns) columns.append(text_of(role));
  return py::dict(py::arg("columns") = py::tuple(columns), py::arg("meaning") = text_of(row.meaning));
}

}  // namespace
}  // namespace names_bindings

void bind_record_names(py::module_& m) {
  using namespace names_bindings;
  py::dict all, marks, shapes;
  all["Colour"] = names<record::Colour>();
  all["Dash"] = names<record::Dash>();
  all["MarkKind"] = names<record::MarkKind>();
  all["Relation"] = names<record::Relation>();
  all["ShapeKind"] = names<record::ShapeKind>();
  for (const auto& row : Names<record::MarkKind>::table) marks[text_of(row.name)] = described(row);
  for (const auto& row : Names<record::ShapeKind>::table) {
    py::dict shape = described(row);
    shape["may_have_a_time"] = row.may_have_a_time;
    shapes[text_of(row.name)] = shape;
  }
  m.attr("_names") = all;
  m.attr("_marks") = marks;
  m.attr("_shapes") = shapes;
}

}  // namespace stickslip::python
