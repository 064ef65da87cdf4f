#include "arguments.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace stickslip::python {

namespace {

template <class Words>
std::string joined(const Words& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

bool is_among(const Arguments::Names& names, const std::string& name) {
  return std::any_of(names.begin(), names.end(), [&](const char* known) { return name == known; });
}

}  // namespace

Arguments::Arguments(std::string subject, const Names& positional, const Names& keyword_only, const py::args& args,
                     const py::kwargs& kwargs)
    : subject_(std::move(subject)) {
  if (args.size() > positional.size()) {
    throw py::type_error(
        subject_ + " takes " +
        (positional.empty() ? "no positional argument" : "at most " + joined(positional) + " by position") +
        (keyword_only.empty() ? "" : "; by keyword: " + joined(keyword_only)));
  }
  for (std::size_t i = 0; i < args.size(); ++i) values_[positional[i]] = args[i];
  for (const auto& item : kwargs) {
    const auto name = item.first.cast<std::string>();
    if (!is_among(positional, name) && !is_among(keyword_only, name)) {
      Names known = positional;
      known.insert(known.end(), keyword_only.begin(), keyword_only.end());
      throw py::type_error(subject_ + " has no argument " + name + "; it takes " + joined(known));
    }
    if (values_.contains(item.first)) throw py::type_error(subject_ + " got the argument " + name + " twice");
    values_[item.first] = item.second;
  }
}

bool Arguments::has(const char* name) const {
  return values_.contains(name) && !values_[name].is_none();
}

py::object Arguments::object(const char* name, const py::object& fallback) const {
  if (values_.contains(name)) return values_[name];
  if (!fallback) throw py::type_error(subject_ + " needs the argument " + name);
  return fallback;
}

double Arguments::number(const char* name, std::optional<double> fallback) const {
  if (fallback && !values_.contains(name)) return *fallback;
  const double number = PyFloat_AsDouble(object(name).ptr());
  if (PyErr_Occurred() != nullptr) refuse_number(name, "a real number", "a double");
  return number;
}

int Arguments::integer(const char* name, int fallback) const {
  if (!values_.contains(name)) return fallback;
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object(name).ptr()));
  const long number = index ? PyLong_AsLong(index.ptr()) : -1;
  if (PyErr_Occurred() == nullptr && !std::in_range<int>(number)) PyErr_SetNone(PyExc_OverflowError);
  if (PyErr_Occurred() != nullptr) refuse_number(name, "an integer", "an int");
  return static_cast<int>(number);
}

bool Arguments::flag(const char* name, bool fallback) const {
  if (!values_.contains(name)) return fallback;
  if (!py::isinstance<py::bool_>(object(name))) refuse(name, "a bool");
  return object(name).cast<bool>();
}

std::string Arguments::text(const char* name, const std::string& fallback) const {
  if (!values_.contains(name)) return fallback;
  if (!py::isinstance<py::str>(object(name))) refuse(name, "a str");
  return object(name).cast<std::string>();
}

void Arguments::refuse_number(const char* name, const std::string& wanted, const char* type) const {
  if (PyErr_ExceptionMatches(PyExc_TypeError) != 0) {
    PyErr_Clear();
    refuse(name, wanted);
  }
  if (PyErr_ExceptionMatches(PyExc_OverflowError) != 0) {
    PyErr_Clear();
    throw py::value_error(subject_ + ": " + name + " is too large for " + type);
  }
  throw py::error_already_set();  // what the argument itself raised, an interrupt perhaps
}

void Arguments::refuse(const char* name, const std::string& wanted) const {
  const py::object value = object(name);
  throw py::type_error(subject_ + ": " + name + " must be " + wanted + ", not " +
                       py::str(py::type::of(value).attr("__name__")).cast<std::string>());
}

std::string call_text(const std::string& name, const py::dict& keywords) {
  std::vector<std::string> items;
  for (const auto& item : keywords) {
    items.push_back(item.first.cast<std::string>() + "=" + py::repr(item.second).cast<std::string>());
  }
  return name + "(" + joined(items) + ")";
}

}  // namespace stickslip::python
