#include <utility>

#include "stickslip/core/version.hpp"
#include "stickslip/record/result_folder.hpp"
#include "stickslip/record/timestamp.hpp"

#include "record/reading.hpp"

namespace stickslip::python {

namespace result_bindings {
namespace {

using record::Parameter;
using record::Result;

constexpr const char* class_doc =
    R"(What a run leaves behind: numbers, what they were computed with, how they compare, how to show them.

name        of its folder: lower-case letters, digits, '_' and '-'
title       one line
source      what it stands for, e.g. a paper and its figure
parameters  {name: number}, {name: (number, unit)} or {name: text}
version     of what computed it; None: that of this library
made        when; None: now, as 2026-11-16T08:00:00Z
seconds     how long that took
skipped     why there is nothing; empty where it was run

The add functions take a whole object or the arguments that make one. What names a series comes after it: a mark, shape,
explorer or table of a series or column that is not there is a ValueError, and leaves the result as it was.

A result can be copied, pickled and compared: equal are those that hold the same, NaN included, made at the same time.)";

constexpr const char* init_doc =
    "__init__(self, name, *, title='', source='', parameters=None, version=None, made=None, seconds=0.0, skipped='')\n"
    "--\n\nSee the class.";

constexpr const char* add_series_doc = R"(add_series(self, name, columns=None, *, units=None, title='')
--

Adds a Series, or the one that these arguments make.)";

constexpr const char* add_check_doc =
    R"(add_check(self, quantity, *, relation='equal', published=None, measured=None, tolerance=0.0, unit='1')
--

Adds a Check, as equal, at_most and at_least give it, or the one that these arguments make.)";

constexpr const char* add_table_doc = R"(add_table(self, series, *, title='', row_labels=(), labels_are_commands=False)
--

Adds a Table, or the one that these arguments make.)";

constexpr const char* add_figure_doc = R"(add_figure(self, name, *, title='', caption='', panels=(), columns=0)
--

Adds a Figure, or the one that these arguments make.)";

constexpr const char* add_scene_doc =
    "add_scene(self, name, *, title='', caption='', x=None, y=None, z=None, shapes=(), equal_axes=True, azimuth=-50.0, "
    "elevation=25.0)\n--\n\nAdds a Scene, or the one that these arguments make.";

constexpr const char* add_explorer_doc =
    "add_explorer(self, name, *, series=None, columns=(), title='', caption='', axes=(), colour_by='', rows='rows')\n"
    "--\n\nAdds an Explorer, or the one that these arguments make.";

constexpr const char* write_doc = R"(write(self, folder)
--

Writes result.h5, which holds everything and which read() takes, each series as CSV, and checks.csv. The folder is
made if it is not there.)";

constexpr const char* to_html_doc = R"(to_html(self, path)
--

Writes the result as one interactive page that needs nothing else. A ValueError where can_write_html() is False.)";

constexpr const char* plot_doc = R"(plot(self, name=None, *, figure=None)
--

Draws the figure, scene or explorer of that name with matplotlib: of a moving scene its last instant, of an explorer its
parallel coordinates. Without a name all of them, as {name: matplotlib figure}.

figure  to draw in, e.g. pyplot.figure(); None: a new one that pyplot does not know of)";

Parameter parameter_of(const std::string& name, const py::handle& given) {
  const py::tuple parts =
      py::isinstance<py::tuple>(given) ? py::reinterpret_borrow<py::tuple>(given) : py::make_tuple(given);
  const Arguments arguments("parameters['" + name + "']", {"value", "unit"}, {}, py::args(parts), {});
  const std::string unit = text(arguments, "unit", "1");
  if (py::isinstance<py::str>(arguments.object("value"))) return {name, text(arguments, "value"), unit};
  return {name, arguments.number("value"), unit};
}

std::vector<Parameter> parameters_of(const Arguments& arguments) {
  std::vector<Parameter> list;
  for (const auto& [name, value] : items(arguments, "parameters")) list.push_back(parameter_of(name, value));
  return list;
}

// What the constructor takes by keyword, and what else is named.
Arguments::Names keyword_names(const Arguments::Names& others = {}) {
  Arguments::Names names = {"title", "source", "parameters", "version", "made", "seconds", "skipped"};
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

std::shared_ptr<ResultObject> result_from(const Arguments& a) {
  const auto result = std::make_shared<ResultObject>();
  result->value = {.name = needed_text(a, "name"),
                   .title = text(a, "title"),
                   .source = text(a, "source"),
                   .version = a.has("version") ? text(a, "version") : version,
                   .made = a.has("made") ? text(a, "made") : record::utc_now(),
                   .seconds = a.number("seconds", 0.0),
                   .parameters = parameters_of(a),
                   .skipped = text(a, "skipped")};
  return result;
}

std::shared_ptr<ResultObject> made_result(const py::args& args, const py::kwargs& kwargs) {
  auto result = result_from(Arguments("Result", {"name"}, keyword_names(), args, kwargs));
  validate(result->value);
  return result;
}

// The whole object where that is the one argument, else what the arguments make.
template <class T, class Object = T>
T given(const py::args& args, const py::kwargs& kwargs) {
  if (args.size() != 1 || !kwargs.empty() || !py::isinstance<Object>(args[0])) return made<T>(args, kwargs);
  if constexpr (std::is_same_v<T, Object>) {
    return args[0].cast<const T&>();
  } else {
    return args[0].cast<const Object&>().value();
  }
}

template <class T>
void add(ResultObject& self, std::vector<T>& list, T item) {
  if (self.readers > 0) throw std::runtime_error("Result " + self.value.name + " is being written by another thread");
  list.push_back(std::move(item));
  try {
    validate(self.value);
  } catch (...) {
    list.pop_back();
    throw;
  }
}

void write(ResultObject& self, const py::args& args, const py::kwargs& kwargs) {
  const auto folder = path_argument(Arguments("write", {"folder"}, {}, args, kwargs), "folder");
  const Reading result = reading(self);
  on_disk([&] { record::write_result(*result, folder); });
}

void to_html(ResultObject& self, const py::args& args, const py::kwargs& kwargs) {
  write_page({reading(self)}, path_argument(Arguments("to_html", {"path"}, {}, args, kwargs), "path"));
}

py::dict series_of(ResultObject& self) {
  py::dict series;
  for (std::size_t i = 0; i < self.value.series.size(); ++i) {
    series[py::str(self.value.series[i].name())] = SeriesObject{self.shared_from_this(), i};
  }
  return series;
}

py::dict parameters_in(const ResultObject& self) {
  const py::object make = py::module_::import(record_module).attr("Parameter");
  py::dict parameters;
  for (const Parameter& p : self.value.parameters) {
    const py::object value = std::visit([](const auto& held) { return to_python(held); }, p.value);
    parameters[py::str(p.name)] = make(value, p.unit);
  }
  return parameters;
}

py::dict parts_of(ResultObject& self) {
  const Result& r = self.value;
  return py::dict(py::arg("name") = r.name, py::arg("title") = r.title, py::arg("source") = r.source,
                  py::arg("parameters") = parameters_in(self), py::arg("version") = r.version, py::arg("made") = r.made,
                  py::arg("seconds") = r.seconds, py::arg("skipped") = r.skipped,
                  py::arg("series") = py::tuple(series_of(self).attr("values")()),
                  py::arg("checks") = to_python(r.checks), py::arg("tables") = to_python(r.tables),
                  py::arg("figures") = to_python(r.figures), py::arg("scenes") = to_python(r.scenes),
                  py::arg("explorers") = to_python(r.explorers));
}

std::shared_ptr<ResultObject> from_parts(const py::dict& parts) {
  const Arguments a("Result", {"name"}, keyword_names({"series", "checks", "tables", "figures", "scenes", "explorers"}),
                    py::args(), py::kwargs(parts));
  auto result = result_from(a);
  for (const SeriesObject& series : instances<SeriesObject>(a, "series")) {
    result->value.series.push_back(series.value());
  }
  result->value.checks = instances<record::Check>(a, "checks");
  result->value.tables = instances<record::Table>(a, "tables");
  result->value.figures = instances<record::Figure>(a, "figures");
  result->value.scenes = instances<record::Scene>(a, "scenes");
  result->value.explorers = instances<record::Explorer>(a, "explorers");
  validate(result->value);
  return result;
}

template <class T>
py::object by_name(const std::vector<T>& list) {
  py::dict items;
  for (const T& item : list) items[py::str(item.name)] = item;
  return read_only(items);
}

std::string printed(const ResultObject& self) {
  const Result& r = self.value;
  return "<Result " + r.name + ": " + std::to_string(r.series.size()) + " series, " + std::to_string(r.figures.size()) +
         " figures, " + std::to_string(r.scenes.size()) + " scenes, " + std::to_string(r.checks.size()) + " checks" +
         (r.passed() ? "" : " of which some fail") + ">";
}

using ResultClass = py::class_<ResultObject, std::shared_ptr<ResultObject>>;

// Binds an add function.
template <class T, class Object = T>
void bind_add(ResultClass& result, const char* name, std::vector<T> Result::*list, const char* doc) {
  result.def(
      name,
      [list](ResultObject& self, const py::args& args, const py::kwargs& kwargs) {
        add(self, self.value.*list, given<T, Object>(args, kwargs));
      },
      doc);
}

// Binds properties that are plain fields, or made of one.
template <class T>
void bind_field(ResultClass& result, const char* name, T Result::*field, const char* doc) {
  result.def_property_readonly(
      name, [field](const ResultObject& self) { return to_python(self.value.*field); }, doc);
}
template <class T>
void bind_named(ResultClass& result, const char* name, std::vector<T> Result::*list, const char* doc) {
  result.def_property_readonly(
      name, [list](const ResultObject& self) { return by_name(self.value.*list); }, doc);
}

}  // namespace
}  // namespace result_bindings

void bind_record_result(py::module_& m) {
  using namespace result_bindings;
  ResultClass result(m, "Result", class_doc);
  result.def(py::init(&made_result), init_doc);
  bind_add<record::Series, SeriesObject>(result, "add_series", &Result::series, add_series_doc);
  bind_add(result, "add_check", &Result::checks, add_check_doc);
  bind_add(result, "add_table", &Result::tables, add_table_doc);
  bind_add(result, "add_figure", &Result::figures, add_figure_doc);
  bind_add(result, "add_scene", &Result::scenes, add_scene_doc);
  bind_add(result, "add_explorer", &Result::explorers, add_explorer_doc);
  result.def("write", &write, write_doc);
  result.def("to_html", &to_html, to_html_doc);
  result.def(
      "plot",
      [](ResultObject& self, const py::args& args, const py::kwargs& kwargs) {
        return py::module_::import("stickslip._plot").attr("plot")(self.shared_from_this(), *args, **kwargs);
      },
      plot_doc);
  bind_field(result, "name", &Result::name, "of its folder");
  bind_field(result, "title", &Result::title, "one line");
  bind_field(result, "source", &Result::source, "what it stands for");
  bind_field(result, "version", &Result::version, "of what computed it");
  bind_field(result, "made", &Result::made, "when, as 2026-11-16T08:00:00Z");
  bind_field(result, "seconds", &Result::seconds, "how long that took");
  bind_field(result, "skipped", &Result::skipped, "why there is nothing; empty where it was run");
  bind_field(result, "checks", &Result::checks, "tuple of Check");
  bind_field(result, "tables", &Result::tables, "tuple of Table");
  bind_named(result, "figures", &Result::figures, "{name: Figure}");
  bind_named(result, "scenes", &Result::scenes, "{name: Scene}");
  bind_named(result, "explorers", &Result::explorers, "{name: Explorer}");
  result.def_property_readonly(
      "parameters", [](const ResultObject& self) { return read_only(parameters_in(self)); },
      "{name: Parameter}, each (value, unit)");
  result.def_property_readonly(
      "series", [](ResultObject& self) { return read_only(series_of(self)); }, "{name: Series}");
  result.def_property_readonly(
      "passed", [](const ResultObject& self) { return self.value.passed(); },
      "whether every check passed; True where there is none");
  result.def("__repr__", &printed);
  bind_parts(result, &parts_of, &from_parts);
  result.attr("__module__") = record_module;
}

}  // namespace stickslip::python
