// Vectors of one dimension, as rows: an array (N, d), or where allowed a single one, (d,).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "arrays.hpp"

namespace stickslip::python {

class Rows {
 public:
  enum class Single { refused, allowed };

  Rows(const char* name, const py::handle& value, Single single = Single::refused, std::size_t width = 3)
      : array_(real_array(name, value)), name_(name), width_(width) {
    const bool has_width = array_.ndim() > 0 && array_.shape(array_.ndim() - 1) == static_cast<py::ssize_t>(width);
    if (!(has_width && array_.ndim() == 2) && !(has_width && is_single() && single == Single::allowed)) {
      const std::string d = std::to_string(width), many = "(N, " + d + ")";
      refuse_shape(name, array_, single == Single::allowed ? many + " or (" + d + ",)" : many);
    }
  }

  bool is_single() const noexcept { return array_.ndim() == 1; }
  std::size_t count() const noexcept { return values().size() / width_; }
  std::span<const double> values() const noexcept { return {array_.data(), static_cast<std::size_t>(array_.size())}; }
  std::span<const double> values(std::size_t begin, std::size_t end) const noexcept {
    return values().subspan(width_ * begin, width_ * (end - begin));
  }
  Eigen::Map<const Eigen::VectorXd> at(std::size_t k) const noexcept {
    return {array_.data() + k * width_, static_cast<Eigen::Index>(width_)};
  }

  void require_finite(const char* unit) const {
    require_all_finite(name_, unit, values(), is_single() ? 1 : width_, true);
  }

  // A fresh array of the same shape, and one with a single entry per row: (N,), or () for a single row.
  ResultArray like() const { return fresh_array<double>(shape(array_.ndim())); }
  template <class T = double>
  py::array_t<T, py::array::c_style> one_per_row() const {
    return fresh_array<T>(shape(array_.ndim() - 1));
  }

 private:
  std::vector<py::ssize_t> shape(py::ssize_t axes) const { return {array_.shape(), array_.shape() + axes}; }

  InputArray array_;
  const char* name_;
  std::size_t width_;
};

// A matrix as an array, row by row.
template <class Matrix>
ResultArray matrix_result(const Matrix& matrix) {
  ResultArray result = fresh_array<double>({matrix.rows(), matrix.cols()});
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) result.mutable_at(i, j) = matrix(i, j);
  }
  return result;
}

}  // namespace stickslip::python
