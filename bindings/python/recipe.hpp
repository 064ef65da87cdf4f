// Objects that never change and know how they were made.
//
// From the call and its arguments come repr, equality, hash and pickle, so that what is computed (a table, the cells of
// a shape) need be neither compared nor stored.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <pybind11/pybind11.h>

#include "arrays.hpp"
#include "parts.hpp"

namespace stickslip::python {

inline constexpr const char* constructor = "__init__";

// A call of a class, or of a static method of it, with its arguments by name: numbers, text, functions, other such
// objects, arrays that nobody else writes to, and tuples of all these.
class Recipe {
 public:
  Recipe(std::string call, py::dict arguments);

  const std::string& call() const noexcept { return call_; }  // of the static method, or `constructor`
  const py::dict& arguments() const noexcept { return arguments_; }

  // "Pressure.disc(radius=0.01)"
  std::string text(const std::string& class_name) const;

 private:
  std::string call_;
  py::dict arguments_;
};

// A copy that cannot be written to.
py::array kept(const InputArray& array);

template <class T>
struct Made {
  T value;
  Recipe recipe;
};

// A constructor or static method.
template <class T>
struct Maker {
  const char* name;  // that of the static method, or `constructor`
  Made<T> (*make)(const py::args& args, const py::kwargs& kwargs);
  const char* doc;
};

// Binds all ways to make the object, and what follows from its recipe.
template <class T>
void bind_made(py::class_<Made<T>>& made, const char* class_name, const char* module_name,
               const std::vector<Maker<T>>& makers) {
  for (const Maker<T>& maker : makers) {
    if (maker.name == std::string_view(constructor)) {
      made.def(py::init(maker.make), maker.doc);
    } else {
      made.def_static(maker.name, maker.make, maker.doc);
    }
  }
  const std::string name = class_name;
  made.def("__repr__", [name](const Made<T>& self) { return self.recipe.text(name); });
  bind_constant_parts(
      made, [](const Made<T>& self) { return py::make_tuple(self.recipe.call(), self.recipe.arguments()); },
      [name, makers](const py::tuple& parts) {
        const auto call = parts[0].cast<std::string>();
        for (const Maker<T>& maker : makers) {
          if (call == maker.name) return maker.make(py::args(), py::kwargs(parts[1]));
        }
        throw py::value_error(name + " cannot be made by " + call);
      });
  made.attr("__module__") = module_name;
}

}  // namespace stickslip::python
