// Lists of laws (friction/any_law.hpp) as Python sees them: names, classes, and an argument that is one of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "stickslip/friction/any_law.hpp"

#include "arguments.hpp"

namespace stickslip::python {

// The names of a list of laws: "LuGre or ElastoPlastic".
template <class List>
std::string law_names() {
  std::vector<std::string> names;
  friction::for_each_law<List>([&]<class Law>() { names.emplace_back(Law::name); });
  std::string text = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 < names.size() ? ", " : " or ") + names[i];
  return text;
}

// The argument law, or that of another name, which must be one of a list.
template <class List>
List law_argument(const Arguments& arguments, const char* name = "law") {
  const py::object law = arguments.object(name);
  std::optional<List> found;
  friction::for_each_law<List>([&]<class Law>() {
    if (py::isinstance<Law>(law)) found = law.cast<Law>();
  });
  if (!found) arguments.refuse(name, law_names<List>() + " of stickslip.friction");
  return *found;
}

// The classes of a list of laws, once they are bound.
template <class List>
py::list law_classes() {
  py::list classes;
  friction::for_each_law<List>([&]<class Law>() { classes.append(py::type::of<Law>()); });
  return classes;
}

}  // namespace stickslip::python
