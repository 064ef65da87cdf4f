// What the parts of stickslip.record share: values that are made of their arguments.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>

#include "stickslip/record/result.hpp"

#include "arguments.hpp"
#include "parts.hpp"
#include "to_python.hpp"

namespace stickslip::python {

inline constexpr const char* record_module = "stickslip.record";

// Each fills in a part of the module.
void bind_record_series(py::module_& m);
void bind_record_check(py::module_& m);
void bind_record_figure(py::module_& m);
void bind_record_scene(py::module_& m);
void bind_record_explorer(py::module_& m);
void bind_record_result(py::module_& m);

// A result grows, but nothing is taken out of it or changed: an index stays that of the same series, and its numbers
// stay where they are.
struct ResultObject : std::enable_shared_from_this<ResultObject> {
  record::Result value;
  int readers = 0;  // threads that read it without the GIL
};

// A series within a result; one that a user makes has a result of its own.
struct SeriesObject {
  std::shared_ptr<ResultObject> owner;
  std::size_t index = 0;
  const record::Series& value() const { return owner->value.series[index]; }
};

// The value that a call of its class makes.
template <class T>
T made(const py::args& args, const py::kwargs& kwargs);
template <>
record::Series made(const py::args& args, const py::kwargs& kwargs);
template <>
record::Check made(const py::args& args, const py::kwargs& kwargs);
template <>
record::Table made(const py::args& args, const py::kwargs& kwargs);
template <>
record::Figure made(const py::args& args, const py::kwargs& kwargs);
template <>
record::Scene made(const py::args& args, const py::kwargs& kwargs);
template <>
record::Explorer made(const py::args& args, const py::kwargs& kwargs);

// An argument of the constructor, which is a property afterwards.
template <class T>
struct Attribute {
  const char* name;
  py::object (*get)(const T& self);
  std::string doc;
};

// A class whose objects never change, are printed as the call that makes them, and equal where these calls are.
template <class T>
py::class_<T> bind_value(py::module_& m, const char* name, const std::string& doc, const char* init_doc,
                         const std::vector<Attribute<T>>& fields) {
  py::class_<T> value(m, name, doc.c_str());
  value.def(py::init(&made<T>), init_doc);
  for (const Attribute<T>& field : fields) value.def_property_readonly(field.name, field.get, field.doc.c_str());
  const auto keywords_of = [fields](const T& self) {
    py::dict keywords;
    for (const Attribute<T>& field : fields) keywords[field.name] = field.get(self);
    return keywords;
  };
  value.def("__repr__",
            [name = std::string(name), keywords_of](const T& self) { return call_text(name, keywords_of(self)); });
  bind_constant_parts(value, keywords_of,
                      [](const py::dict& keywords) { return made<T>(py::args(), py::kwargs(keywords)); });
  value.attr("__module__") = record_module;
  return value;
}

inline py::object to_python(const std::optional<record::RowFilter>& filter) {
  if (!filter) return py::none();
  return py::make_tuple(filter->column, filter->value);
}

// A mapping that cannot be written to: what were put into it would not reach the result.
inline py::object read_only(const py::dict& items) {
  return py::module_::import("types").attr("MappingProxyType")(items);
}

// Throws the TypeError that says which entry of a list is not of the type.
[[noreturn]] void refuse_entry(const char* name, const std::string& type, std::size_t index, const py::handle& entry);

// A str; a ValueError where it holds a lone surrogate, which no file can hold.
std::string text_of(const std::string& name, const py::handle& text);
std::string text(const Arguments& arguments, const char* name, const std::string& fallback = "");
// Text without which there is no call.
std::string needed_text(const Arguments& arguments, const char* name);
// Several texts. A single one, which Python would take for its letters, is a TypeError.
std::vector<std::string> needed_texts(const Arguments& arguments, const char* name);
std::vector<std::string> texts(const Arguments& arguments, const char* name, const std::vector<std::string>& fallback);
// The items of a mapping whose keys are text; none where it is not given.
std::vector<std::pair<std::string, py::object>> items(const Arguments& arguments, const char* name);
std::optional<double> optional_number(const Arguments& arguments, const char* name);
std::optional<record::Colour> colour_argument(const Arguments& arguments);
// The argument only=(column, value).
std::optional<record::RowFilter> only_argument(const Arguments& arguments);

template <class T>
std::vector<T> instances(const Arguments& arguments, const char* name) {
  const auto type = py::str(py::type::of<T>().attr("__name__")).cast<std::string>();
  const py::object items = arguments.object(name, py::tuple());
  if (!py::isinstance<py::iterable>(items)) arguments.refuse(name, "a list of " + type);
  std::vector<T> list;
  for (const py::handle item : items) {
    if (!py::isinstance<T>(item)) refuse_entry(name, type, list.size(), item);
    list.push_back(item.cast<const T&>());
  }
  return list;
}

}  // namespace stickslip::python
