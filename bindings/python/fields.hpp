// A struct with a table of fields (core/field.hpp) as arguments of a Python call: names, defaults, documentation, values.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <pybind11/pybind11.h>

#include "stickslip/core/field.hpp"
#include "stickslip/core/names.hpp"

#include "arguments.hpp"
#include "choice.hpp"
#include "to_python.hpp"
#include "wrapped.hpp"

namespace stickslip::python {

// The value of an argument; `value` is the default, unless the field is required.
template <class Struct, class Value>
void read_field(const Field<Struct, Value>& field, const Arguments& arguments, Value& value) {
  const char* name = field.name();
  if constexpr (std::is_same_v<Value, bool>) {
    value = arguments.flag(name, value);
  } else if constexpr (std::is_same_v<Value, int>) {
    value = arguments.integer(name, value);
  } else if constexpr (std::is_enum_v<Value>) {
    value = choose<Value>(arguments, name, arguments.text(name, std::string(name_of(value))));
  } else if constexpr (std::is_same_v<Value, double>) {
    value = field.is_required() ? arguments.number(name) : arguments.number(name, value);
  } else if (arguments.has(name)) {
    if constexpr (std::is_same_v<Value, std::optional<int>>) {
      value = arguments.integer(name, 0);
    } else {
      value = arguments.number(name);
    }
  }
}

// `values`: the defaults, where they are not the struct's own.
template <class Struct>
Struct read_fields(const Arguments& arguments, Struct values = {}) {
  for_each_field<Struct>([&](const auto& field) { read_field(field, arguments, field.of(values)); });
  return values;
}

// The names of all fields between those given.
template <class Struct>
Arguments::Names with_field_names(Arguments::Names names, const Arguments::Names& behind = {}) {
  for_each_field<Struct>([&](const auto& field) { names.push_back(field.name()); });
  names.insert(names.end(), behind.begin(), behind.end());
  return names;
}

// ", sigma0, sigma1=0.0, …"
template <class Struct>
std::string field_signature(const Struct& usual = {}) {
  std::string text;
  for_each_field<Struct>([&](const auto& field) {
    text.append(", ").append(field.name());
    if (field.is_required()) return;
    const auto word = py::repr(to_python(field.of(usual))).template cast<std::string>();
    text.append("=").append(word == "inf" ? "1e999" : word);  // Python writes infinity as no literal
  });
  return text;
}

// "bristle stiffness [1/m], > 0"
template <class Struct, class Value>
std::string field_doc(const Field<Struct, Value>& field) {
  std::string text = field.meaning();
  if constexpr (Field<Struct, Value>::is_number) {
    const std::string unit = field.unit(), range = field.range_text(), note = field.note();
    text += " [" + (unit == "1" ? "–" : unit) + "]";
    if (!range.empty()) text += ", " + range;
    if (!note.empty()) text += "; " + note;
  }
  return text;
}

// A line per field: "\nsigma0  bristle stiffness [1/m], > 0". `width`: at least so many letters for the name.
template <class Struct>
std::string field_docs(std::size_t width = 0) {
  for_each_field<Struct>([&](const auto& field) { width = std::max(width, std::string_view(field.name()).size()); });
  std::string text;
  for_each_field<Struct>([&](const auto& field) {
    const std::string name = field.name();
    text += "\n" + wrapped(name + std::string(width + 2 - name.size(), ' '), field_doc(field));
  });
  return text;
}

template <class Struct>
py::dict field_values(const Struct& values) {
  py::dict keywords;
  for_each_field<Struct>([&](const auto& field) { keywords[field.name()] = to_python(field.of(values)); });
  return keywords;
}

// The table itself, for stubs and for tests of the documentation: a dict per field.
template <class Struct>
py::list field_table() {
  py::list rows;
  const Struct usual{};
  for_each_field<Struct>([&]<class Value>(const Field<Struct, Value>& field) {
    py::dict row(py::arg("name") = field.name(), py::arg("unit") = field.unit(), py::arg("range") = field.range_text(),
                 py::arg("meaning") = field.meaning(), py::arg("note") = field.note(),
                 py::arg("required") = field.is_required());
    if (!field.is_required()) row["default"] = to_python(field.of(usual));
    if constexpr (std::is_enum_v<Value>) {
      py::list words;
      for (const auto& choice : Names<Value>::table) words.append(to_python(choice.value));
      row["choices"] = words;
    }
    rows.append(row);
  });
  return rows;
}

}  // namespace stickslip::python
