#include "python_function.hpp"

#include <utility>

#include "stickslip/core/error.hpp"

#include "arrays.hpp"

namespace stickslip::python {

PythonFunction::PythonFunction(std::string name, const py::object& function)
    : name_(std::move(name)), function_(new py::object(function), [](py::object* held) {
        const py::gil_scoped_acquire gil;
        delete held;
      }) {}

double PythonFunction::number(double x) const {
  const py::gil_scoped_acquire gil;
  return as_number((*function_)(x), to_text(x));
}

double PythonFunction::number(double x, double y) const {
  const py::gil_scoped_acquire gil;
  return as_number((*function_)(x, y), to_text(x) + ", " + to_text(y));
}

Vec<3> PythonFunction::triple(double x) const {
  const py::gil_scoped_acquire gil;
  const std::string call = name_ + "(" + to_text(x) + ")";
  const InputArray array = real_array(call.c_str(), (*function_)(x));
  if (array.ndim() != 1 || array.shape(0) != 3) refuse_shape(call.c_str(), array, "(3,)");
  return Eigen::Map<const Vec<3>>(array.data());
}

double PythonFunction::as_number(const py::object& value, const std::string& call) const {
  const double number = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() == nullptr) return number;
  if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
  PyErr_Clear();
  throw py::type_error(name_ + "(" + call + ") must be a real number, not " +
                       py::str(py::type::of(value).attr("__name__")).cast<std::string>());
}

}  // namespace stickslip::python
