#include "parts.hpp"

#include <cmath>
#include <limits>

#include <pybind11/numpy.h>

namespace stickslip::python {

namespace {

// Arrays compare entry by entry and have no hash; their bytes have one, once every zero and every NaN has the same sign.
py::object key_of_array(const py::handle& array) {
  const auto numpy = py::module_::import("numpy");
  const py::object numbers = numpy.attr("where")(numpy.attr("isnan")(array), std::numeric_limits<double>::quiet_NaN(),
                                                 numpy.attr("add")(array, 0.0));
  return py::make_tuple(array.attr("shape"), numbers.attr("tobytes")());
}

}  // namespace

py::object key_of(const py::handle& part) {
  if (py::isinstance<py::array>(part)) return key_of_array(part);
  if (py::isinstance<py::float_>(part) && std::isnan(part.cast<double>())) return py::ellipsis();  // which no part is
  py::list keys;
  if (py::isinstance<py::tuple>(part)) {
    for (const py::handle entry : part) keys.append(key_of(entry));
  } else if (py::isinstance<py::dict>(part)) {
    for (const auto& item : py::reinterpret_borrow<py::dict>(part)) {
      keys.append(py::make_tuple(item.first, key_of(item.second)));
    }
  } else {
    return py::reinterpret_borrow<py::object>(part);
  }
  const py::tuple key(keys);  // a list could not be hashed
  return key;
}

}  // namespace stickslip::python
