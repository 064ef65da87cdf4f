// numpy arrays in and out: what every bound call shares.
//
// An argument is anything numpy can read as real numbers. It is copied only where it is not already an
// aligned, C-ordered array of float64. Complex numbers, text and objects are a TypeError, a wrong shape and
// masked entries are a ValueError; all name the argument and what is wrong with it. All of this needs the GIL;
// the spans handed out stay valid without it, as long as the argument object lives.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "stickslip/core/vector.hpp"
#include "stickslip/friction/run.hpp"

#include "result_memory.hpp"

namespace stickslip::python {

namespace py = pybind11;

// As numpy needs it for reading by pointer: C order, aligned, native float64.
using InputArray = py::array_t<double, py::array::c_style | py::array::forcecast |
                                           static_cast<int>(py::detail::npy_api::NPY_ARRAY_ALIGNED_)>;
using ResultArray = py::array_t<double, py::array::c_style>;

// Calls f with std::integral_constant<int, dim>, so that a dimension known at run time picks a template. dim
// is 1, 2, 3.
template <class Function>
decltype(auto) with_dim(int dim, Function&& f) {
  switch (dim) {
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    default:
      return f(std::integral_constant<int, 3>{});
  }
}

// "(5, 2)", as Python prints it.
std::string shape_text(const py::array& array);

// Throws an InvalidArgument that names the array, its shape and what is allowed.
[[noreturn]] void refuse_shape(const char* name, const py::array& array, const std::string& allowed);

// Throws an InvalidArgument that names the first entry that is not finite: name, name[i], or name[row, column] where
// dim, the number of columns, is above 1.
void require_all_finite(const char* name, const char* unit, std::span<const double> values, std::size_t dim,
                        bool indexed);

// What has a dimension that samples must fit, and the word for it in messages: "state", "renderer".
struct Owner {
  const char* word;
  int dim;
};

// Real numbers of any shape.
InputArray real_array(const char* name, const py::handle& value);

// The values of a result that Python code will see.
template <class T, int Flags>
std::span<T> span_of(py::array_t<T, Flags>& array) {
  return {array.mutable_data(), static_cast<std::size_t>(array.size())};
}

// An array for a result; its values are not set.
template <class T>
py::array_t<T, py::array::c_style> fresh_array(const std::vector<py::ssize_t>& shape) {
  std::size_t bytes = sizeof(T);
  for (const py::ssize_t length : shape) bytes *= static_cast<std::size_t>(length);
  if (!is_large_result(bytes)) return py::array_t<T, py::array::c_style>(shape);
  const ResultMemory memory = result_memory(bytes);
  return py::array_t<T, py::array::c_style>(shape, static_cast<T*>(memory.data), memory.owner);
}

// N samples in 1, 2 or 3 dimensions: an array (N,), (N, 2) or (N, 3), or where allowed a plain number, which
// is one sample in one dimension.
class Samples {
 public:
  enum class Number { refused, allowed };

  Samples(const char* name, const py::handle& value, Number number = Number::refused);

  int dim() const noexcept { return dim_; }
  bool is_number() const noexcept { return array_.ndim() == 0; }
  std::size_t count() const noexcept { return values().size() / static_cast<std::size_t>(dim_); }
  std::span<const double> values() const noexcept { return {array_.data(), static_cast<std::size_t>(array_.size())}; }

  template <int Dim>
  Vec<Dim> at(std::size_t k) const noexcept {
    return Eigen::Map<const Vec<Dim>>(array_.data() + k * Dim);
  }

  // A fresh array of the same shape, and one with a single entry per sample: (N,), or () for a number.
  ResultArray like() const { return fresh_array<double>(shape(array_.ndim())); }
  template <class T = double>
  py::array_t<T, py::array::c_style> one_per_sample() const {
    return fresh_array<T>(shape(array_.ndim() == 0 ? 0 : 1));
  }

  // Throw InvalidArgument unless: every entry is finite; `owner` has this dimension; `other` has this shape.
  void require_finite(const char* unit) const;
  void require_dim_of(const Owner& owner) const;
  void require_same_shape(const Samples& other) const;

 private:
  std::vector<py::ssize_t> shape(py::ssize_t axes) const { return {array_.shape(), array_.shape() + axes}; }

  const char* name_;
  InputArray array_;
  int dim_ = 1;
};

// One sample for something of known dimension: an array (dim,), or a plain number in one dimension.
class Point {
 public:
  Point(const char* name, const py::handle& value, const Owner& owner);
  std::span<const double> values() const noexcept { return {array_.data(), static_cast<std::size_t>(array_.size())}; }
  template <int Dim>
  Vec<Dim> vector() const noexcept {
    return Eigen::Map<const Vec<Dim>>(array_.data());
  }
  void require_finite(const char* unit) const;

 private:
  const char* name_;
  InputArray array_;
};

// The argument normal_force: a plain number for all samples, or an array (count,).
class LoadArgument {
 public:
  LoadArgument(const py::handle& value, std::size_t count);
  friction::NormalForce load() const;  // refers to this
  // Of the samples from begin to end; refers to this.
  friction::NormalForce load(std::size_t begin, std::size_t end) const;
  // One value, or one per sample.
  std::span<const double> values() const noexcept { return {array_.data(), static_cast<std::size_t>(array_.size())}; }

 private:
  InputArray array_;
};

// A float where the array is a single number of shape (), else the array itself.
py::object number_or_array(const ResultArray& array);

// A point back to Python: a float in one dimension, else an array (dim,).
py::object point_result(std::span<const double> values);

// An array (dim,), a copy, also in one dimension.
ResultArray vector_result(std::span<const double> values);

// What is a copy, so that assigning to an entry raises instead of being lost.
template <std::derived_from<py::array> Array>
Array read_only(Array array) {
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

// Dim real numbers; a ValueError for any other shape and for what is not finite.
template <int Dim>
Vec<Dim> vector_argument(const char* name, const py::handle& value, const char* unit) {
  const InputArray array = real_array(name, value);
  if (array.ndim() != 1 || array.shape(0) != Dim) refuse_shape(name, array, "(" + std::to_string(Dim) + ",)");
  require_all_finite(name, unit, {array.data(), Dim}, 1, true);
  return Eigen::Map<const Vec<Dim>>(array.data());
}

}  // namespace stickslip::python
