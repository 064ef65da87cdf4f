// What the parts of stickslip.geometry share: its objects, and vectors as arguments.
#pragma once

#include <pybind11/pybind11.h>

#include "stickslip/core/vector.hpp"
#include "stickslip/geometry/overlap.hpp"
#include "stickslip/geometry/shape.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "recipe.hpp"

namespace stickslip::python {

inline constexpr const char* geometry_module = "stickslip.geometry";

using PolyhedronObject = Made<geometry::Polyhedron>;
using SphereObject = Made<geometry::Sphere>;
using PlaneObject = Made<geometry::Plane>;
using OverlapObject = Made<geometry::Overlap>;

// Each fills in a part of the module.
void bind_polyhedron(py::module_& m);
void bind_simple_shapes(py::module_& m);
void bind_distance(py::module_& m);
void bind_overlap(py::module_& m);

// A Sphere, Polyhedron or Plane.
geometry::Shape shape_argument(const Arguments& arguments, const char* name);

// Three finite numbers.
inline Vec<3> vector_argument(const Arguments& arguments, const char* name, const char* unit) {
  const Point point(name, arguments.object(name), {"space", 3});
  point.require_finite(unit);
  return point.vector<3>();
}

inline py::tuple tuple_of(const Vec<3>& v) {
  return py::make_tuple(v(0), v(1), v(2));
}

}  // namespace stickslip::python
