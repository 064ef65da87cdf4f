// What the parts of stickslip.cone share: its objects, and their common arguments.
#pragma once

#include <string>
#include <utility>

#include <pybind11/pybind11.h>

#include "stickslip/cone/approximation.hpp"
#include "stickslip/cone/friction_cone.hpp"
#include "stickslip/cone/polyhedral_cone.hpp"
#include "stickslip/cone/wrench_cone.hpp"
#include "stickslip/cone/wrench_polytope.hpp"

#include "arguments.hpp"
#include "choice.hpp"
#include "recipe.hpp"
#include "rows.hpp"

namespace stickslip::python {

inline constexpr const char* cone_module = "stickslip.cone";

using FrictionConeObject = Made<cone::FrictionCone>;
using PolyhedralObject = Made<cone::PolyhedralCone>;
using WrenchConeObject = Made<cone::WrenchCone>;
using WrenchPolytopeObject = Made<cone::WrenchPolytope>;

// Each fills in a part of the module.
void bind_friction_cone(py::module_& m);
void bind_polyhedral_cone(py::module_& m);
void bind_wrench_cone(py::module_& m);
void bind_wrench_polytope(py::module_& m);

// The arguments generators= and facets=, one or both; and how to make that cone again.
cone::PolyhedralCone cone_argument(const Arguments& arguments);
Recipe cone_recipe(const Arguments& arguments);
Recipe cone_recipe(const cone::PolyhedralCone& cone);

inline constexpr int default_sides = 8;

// A friction cone, the Python object `self`, with flat sides as the arguments k and kind say.
PolyhedralObject linearised_cone(const cone::FrictionCone& cone, const py::object& self, const Arguments& arguments);

// The argument kind="inner" | "outer".
inline cone::Approximation kind_argument(const Arguments& arguments, const char* fallback = "inner") {
  return choose<cone::Approximation>(arguments, "kind", arguments.text("kind", fallback));
}

}  // namespace stickslip::python
