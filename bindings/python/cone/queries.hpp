// What every cone or polytope of vectors answers, for one vector or many.
#pragma once

#include <cstddef>
#include <span>

#include <Eigen/Core>

#include "stickslip/cone/polyhedral_cone.hpp"
#include "stickslip/core/error.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "cone/objects.hpp"
#include "interrupts.hpp"
#include "rows.hpp"

namespace stickslip::python {

inline Rows vectors_argument(const char* name, const py::object& value, int dimension) {
  Rows rows(name, value, Rows::Single::allowed, static_cast<std::size_t>(dimension));
  rows.require_finite("N, N m");
  return rows;
}

inline double tolerance_argument(const char* subject, const Arguments& arguments) {
  const double tolerance = arguments.number("tolerance", cone::PolyhedralCone::default_tolerance);
  require(subject, check_not_negative("tolerance", tolerance, "must be finite and >= 0"));
  return tolerance;
}

// One bool a vector, as `test` says.
template <class Test>
py::object each_is(const Rows& vectors, Test test) {
  auto result = vectors.one_per_row<bool>();
  const std::span<bool> out = span_of(result);
  in_pieces(vectors.count(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = test(vectors.at(i));
  });
  if (vectors.is_single()) return py::bool_(out.front());
  return result;
}

// One number a vector.
template <class Measure>
py::object each_number(const Rows& vectors, Measure measure) {
  ResultArray result = vectors.one_per_row();
  const std::span<double> out = span_of(result);
  in_pieces(vectors.count(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = measure(vectors.at(i));
  });
  return number_or_array(result);
}

// One vector a vector.
template <class Map>
ResultArray each_vector(const Rows& vectors, Map map) {
  ResultArray result = vectors.like();
  const std::span<double> out = span_of(result);
  in_pieces(vectors.count(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Eigen::VectorXd mapped = map(vectors.at(i));
      std::copy(mapped.begin(), mapped.end(), out.begin() + static_cast<std::ptrdiff_t>(i) * mapped.size());
    }
  });
  return result;
}

// (inside, y) of one vector.
template <class Cone>
py::tuple certificate_of(const Cone& cone, const char* name, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("certificate", {name, "tolerance"}, {}, args, kwargs);
  const Rows vectors = vectors_argument(name, arguments.object(name), cone.dimension());
  if (!vectors.is_single()) {
    throw InvalidArgument(std::string("certificate: ") + name + " must be a single one, (" +
                          std::to_string(cone.dimension()) + ",)");
  }
  const cone::Certificate found = cone.certificate(vectors.at(0), tolerance_argument("certificate", arguments));
  return py::make_tuple(found.inside, vector_result({found.y.data(), static_cast<std::size_t>(found.y.size())}));
}

// Computes what a cone was not given, without the GIL and so that Ctrl-C ends it: a hull may take its time.
inline const cone::PolyhedralCone& completed(const cone::PolyhedralCone& cone) {
  InterruptWatch watch;
  const py::gil_scoped_release without_gil;
  cone.complete(watch.progress());
  return cone;
}

// A x ≤ 0 as (A, b).
inline py::tuple rows_result(const Eigen::MatrixXd& a) {
  const Eigen::VectorXd b = Eigen::VectorXd::Zero(a.rows());
  return py::make_tuple(matrix_result(a), vector_result({b.data(), static_cast<std::size_t>(b.size())}));
}

}  // namespace stickslip::python
