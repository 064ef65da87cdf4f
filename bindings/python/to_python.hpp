// Values of C++ as Python has them; those of an enum by their names (core/names.hpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include <pybind11/pybind11.h>

#include "stickslip/core/names.hpp"

namespace stickslip::python {

namespace py = pybind11;

template <class T>
requires(!HasNames<T>) py::object to_python(const T& value) {
  return py::cast(value);
}
inline py::object to_python(std::string_view text) {
  return py::str(text.data(), text.size());
}
template <HasNames Enum>
py::object to_python(Enum value) {
  return to_python(name_of(value));
}
template <class T>
py::object to_python(const std::vector<T>& values) {
  py::tuple items(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) items[i] = to_python(values[i]);
  return items;
}
template <class T>
py::object to_python(const std::optional<T>& value) {
  if (!value) return py::none();
  return to_python(*value);
}

}  // namespace stickslip::python
