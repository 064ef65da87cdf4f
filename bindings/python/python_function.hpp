// Python functions that C++ calls: loads that depend on time, pressures of a point.
//
// They may be copied and called from C++ code that runs without the GIL: each call takes it. What the function raises
// is thrown as py::error_already_set and reaches Python unchanged.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <pybind11/pybind11.h>

#include "stickslip/core/vector.hpp"

namespace stickslip::python {

namespace py = pybind11;

class PythonFunction {
 public:
  // `name` is that of the argument, for messages. Needs the GIL.
  PythonFunction(std::string name, const py::object& function);

  // The function's value as a real number; a TypeError that names the argument if it is none.
  double number(double x) const;
  double number(double x, double y) const;
  // As three real numbers.
  Vec<3> triple(double x) const;

 private:
  double as_number(const py::object& value, const std::string& call) const;

  std::string name_;
  std::shared_ptr<py::object> function_;  // counted apart from Python, which would need the GIL for it
};

inline std::function<double(double)> number_function(const char* name, const py::object& function) {
  return [f = PythonFunction(name, function)](double x) { return f.number(x); };
}

}  // namespace stickslip::python
