#include <algorithm>
#include <utility>

#include "stickslip/core/error.hpp"

#include "arrays.hpp"
#include "record/objects.hpp"

namespace stickslip::python {

namespace {

using record::Column;
using record::Series;

constexpr const char* series_doc = R"(Columns of numbers under one name, each with its unit.

name     of its files: lower-case letters, digits, '_' and '-'
columns  {name: values}, values (N,), the same N in all; NaN and infinities are kept
units    {name: unit}; "1", a pure number, for columns that are not named
title    one line

series["x"] is a column, len(series) the number of rows; `in` and `for` see the columns' names, and dict(series) is what
pandas.DataFrame takes. A series never changes, and can be compared, hashed, pickled and copied.)";

constexpr const char* series_init_doc = R"(__init__(self, name, columns, *, units=None, title='')
--

See the class.)";

constexpr const char* keys_doc = R"(keys(self)
--

The columns' names, in order.)";

std::vector<double> values_of(const std::string& column, const py::handle& value) {
  const std::string name = "columns['" + column + "']";
  const InputArray array = real_array(name.c_str(), value);
  if (array.ndim() != 1) refuse_shape(name.c_str(), array, "(N,)");
  return {array.data(), array.data() + array.size()};
}

py::tuple names_of(const SeriesObject& self) {
  std::vector<std::string> names;
  for (const Column& column : self.value().columns()) names.push_back(column.name);
  return to_python(names);
}

// A read-only view; it keeps the series, and so its result, alive.
py::array column_of(const py::object& self, const py::object& name) {
  const auto& series = self.cast<const SeriesObject&>();
  const py::tuple names = names_of(series);
  if (!names.contains(name)) {
    throw py::key_error("Series " + series.value().name() + " has no column " + py::repr(name).cast<std::string>() +
                        "; there are: " + py::str(", ").attr("join")(names).cast<std::string>());
  }
  const auto index = names.attr("index")(name).cast<std::size_t>();
  const std::vector<double>& values = series.value().columns()[index].values;
  py::array view(py::dtype::of<double>(), {values.size()}, values.data(), self);
  view.attr("setflags")(py::arg("write") = false);
  return view;
}

py::dict units_of(const SeriesObject& self) {
  py::dict units;
  for (const Column& column : self.value().columns()) units[py::str(column.name)] = column.unit;
  return units;
}

// The arguments that make it again.
py::dict series_parts(const SeriesObject& self) {
  py::dict columns;
  for (const Column& column : self.value().columns()) columns[py::str(column.name)] = vector_result(column.values);
  return py::dict(py::arg("name") = self.value().name(), py::arg("columns") = columns,
                  py::arg("units") = units_of(self), py::arg("title") = self.value().title());
}

SeriesObject series_of(const py::args& args, const py::kwargs& kwargs) {
  const auto owner = std::make_shared<ResultObject>();
  owner->value.series.push_back(made<Series>(args, kwargs));
  return {owner};
}

std::string printed(const SeriesObject& self) {
  std::string text = "<Series " + self.value().name() + ":";
  for (const Column& column : self.value().columns()) text += " " + column.name + " [" + column.unit + "],";
  return text + " " + std::to_string(self.value().rows()) + " rows>";
}

}  // namespace

template <>
Series made(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Series", {"name", "columns"}, {"units", "title"}, args, kwargs);
  const std::string name = needed_text(arguments, "name");
  static_cast<void>(arguments.object("columns"));  // there is no series without
  std::vector<Column> columns;
  for (const auto& [column, values] : items(arguments, "columns")) {
    columns.push_back({column, "1", values_of(column, values)});
  }
  for (const auto& item : items(arguments, "units")) {
    const auto is_it = [&](const Column& column) { return column.name == item.first; };
    const auto found = std::find_if(columns.begin(), columns.end(), is_it);
    const std::string entry = "units['" + item.first + "']";
    if (found == columns.end()) throw InvalidArgument(entry + ": there is no such column");
    if (!py::isinstance<py::str>(item.second)) throw py::type_error(entry + " must be a str");
    found->unit = text_of(entry, item.second);
  }
  return {name, text(arguments, "title"), std::move(columns)};
}

void bind_record_series(py::module_& m) {
  py::class_<SeriesObject> series(m, "Series", series_doc);
  series.def(py::init(&series_of), series_init_doc);
  series.def_property_readonly(
      "name", [](const SeriesObject& self) { return self.value().name(); }, "of its files");
  series.def_property_readonly(
      "title", [](const SeriesObject& self) { return self.value().title(); }, "one line");
  series.def_property_readonly(
      "units", [](const SeriesObject& self) { return read_only(units_of(self)); }, "{column: unit}");
  series.def("keys", &names_of, keys_doc);
  series.def("__getitem__", &column_of);
  series.def("__len__", [](const SeriesObject& self) { return self.value().rows(); });
  series.def("__iter__", [](const SeriesObject& self) { return py::iter(names_of(self)); });
  series.def("__contains__",
             [](const SeriesObject& self, const py::object& name) { return names_of(self).contains(name); });
  series.def("__repr__", &printed);
  bind_constant_parts(series, &series_parts,
                      [](const py::dict& parts) { return series_of(py::args(), py::kwargs(parts)); });
  series.attr("__module__") = record_module;
}

}  // namespace stickslip::python
