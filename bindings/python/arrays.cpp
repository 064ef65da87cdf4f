#include "arrays.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/core/error.hpp"

namespace stickslip::python {

namespace {

// Plain arrays and lists, which have no mask, are not worth a call into numpy.
bool has_masked_entries(const py::handle& value) {
  if (!py::isinstance<py::array>(value)) return false;
  if (py::type::handle_of(value).ptr() == reinterpret_cast<PyObject*>(py::detail::npy_api::get().PyArray_Type_))
    return false;
  return py::module_::import("numpy.ma").attr("is_masked")(value).cast<bool>();
}

}  // namespace

void refuse_shape(const char* name, const py::array& array, const std::string& allowed) {
  throw InvalidArgument(std::string(name) + " has shape " + shape_text(array) + "; allowed: " + allowed);
}

void require_all_finite(const char* name, const char* unit, std::span<const double> values, std::size_t dim,
                        bool indexed) {
  const auto bad = std::find_if_not(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  if (bad == values.end()) return;
  const auto index = static_cast<std::size_t>(bad - values.begin());
  std::string item = name;
  if (indexed) {
    item += "[" + std::to_string(index / dim);
    if (dim > 1) item += ", " + std::to_string(index % dim);
    item += "]";
  }
  throw InvalidArgument(item + " = " + to_text(*bad) + " must be finite [" + unit + "]");
}

std::string shape_text(const py::array& array) {
  return py::str(array.attr("shape")).cast<std::string>();
}

InputArray real_array(const char* name, const py::handle& value) {
  // Read as an array it would lose its mask, and what lies below a mask may be anything.
  if (has_masked_entries(value)) throw InvalidArgument(std::string(name) + " has masked entries; fill or drop them");
  py::array any;
  try {
    any = py::array(py::reinterpret_borrow<py::object>(value));
  } catch (py::error_already_set& error) {
    // numpy says why (a ragged list, say) but not about which argument.
    if (!error.matches(PyExc_ValueError) && !error.matches(PyExc_TypeError)) throw;
    py::raise_from(error, PyExc_ValueError, (std::string(name) + " cannot be read as an array of numbers").c_str());
    throw py::error_already_set();
  }
  if (any.dtype().kind() == 'O' && any.ndim() == 0) {
    throw py::type_error(std::string(name) + " must hold real numbers, but is of type " +
                         py::str(py::type::of(value).attr("__name__")).cast<std::string>());
  }
  // bool, signed, unsigned, float. Text and complex would be converted silently, the latter losing its imaginary part.
  if (std::string("biuf").find(any.dtype().kind()) == std::string::npos) {
    throw py::type_error(std::string(name) + " must hold real numbers, but its dtype is " +
                         py::str(any.dtype()).cast<std::string>());
  }
  return {any};
}

Samples::Samples(const char* name, const py::handle& value, Number number)
    : name_(name), array_(real_array(name, value)) {
  const bool is_number = array_.ndim() == 0 && number == Number::allowed;
  const bool is_planar = array_.ndim() == 2 && (array_.shape(1) == 2 || array_.shape(1) == 3);
  if (!is_number && !is_planar && array_.ndim() != 1) {
    refuse_shape(name, array_,
                 number == Number::allowed ? "a number, (N,), (N, 2) or (N, 3)" : "(N,), (N, 2) or (N, 3)");
  }
  if (is_planar) dim_ = static_cast<int>(array_.shape(1));
}

void Samples::require_finite(const char* unit) const {
  require_all_finite(name_, unit, values(), static_cast<std::size_t>(dim_), array_.ndim() > 0);
}

void Samples::require_dim_of(const Owner& owner) const {
  if (owner.dim == dim_) return;
  const std::string dim = std::to_string(owner.dim);
  throw InvalidArgument(std::string(owner.word) + " has dim " + dim + ", but " + name_ + " has shape " +
                        shape_text(array_) + "; allowed: " + (owner.dim == 1 ? "(N,)" : "(N, " + dim + ")"));
}

void Samples::require_same_shape(const Samples& other) const {
  if (array_.ndim() == other.array_.ndim() &&
      std::equal(array_.shape(), array_.shape() + array_.ndim(), other.array_.shape())) {
    return;
  }
  refuse_shape(other.name_, other.array_, "that of " + std::string(name_) + ", " + shape_text(array_));
}

Point::Point(const char* name, const py::handle& value, const Owner& owner)
    : name_(name), array_(real_array(name, value)) {
  const bool is_number = array_.ndim() == 0 && owner.dim == 1;
  const bool is_vector = array_.ndim() == 1 && array_.shape(0) == owner.dim;
  if (!is_number && !is_vector) {
    const std::string dim = std::to_string(owner.dim);
    refuse_shape(name, array_,
                 (owner.dim == 1 ? "a number or (" : "(") + dim + ",), for the " + owner.word + " has dim " + dim);
  }
}

void Point::require_finite(const char* unit) const {
  require_all_finite(name_, unit, values(), 1, array_.ndim() > 0);
}

LoadArgument::LoadArgument(const py::handle& value, std::size_t count) : array_(real_array("normal_force", value)) {
  const bool is_number = array_.ndim() == 0;
  const bool is_one_per_sample = array_.ndim() == 1 && static_cast<std::size_t>(array_.size()) == count;
  if (!is_number && !is_one_per_sample) {
    refuse_shape("normal_force", array_, "a number or (" + std::to_string(count) + ",), one value per sample");
  }
}

friction::NormalForce LoadArgument::load() const {
  if (array_.ndim() == 0) return *array_.data();
  return values();
}

friction::NormalForce LoadArgument::load(std::size_t begin, std::size_t end) const {
  if (array_.ndim() == 0) return *array_.data();
  return values().subspan(begin, end - begin);
}

py::object number_or_array(const ResultArray& array) {
  if (array.ndim() == 0) return py::float_(*array.data());
  return array;
}

py::object point_result(std::span<const double> values) {
  if (values.size() == 1) return py::float_(values.front());
  return vector_result(values);
}

ResultArray vector_result(std::span<const double> values) {
  return ResultArray(static_cast<py::ssize_t>(values.size()), values.data());
}

}  // namespace stickslip::python
