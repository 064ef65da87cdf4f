// What the parts of stickslip.patch share: its objects, and arguments in the plane.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/patch/cells.hpp"
#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/hertz_contact.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/pressure.hpp"
#include "stickslip/patch/reduced_patch.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "recipe.hpp"
#include "rows.hpp"

namespace stickslip::python {

inline constexpr const char* patch_module = "stickslip.patch";

using PressureObject = Made<patch::Pressure>;
using ContactObject = Made<patch::HertzContact>;
using SurfaceObject = Made<patch::LimitSurface>;
using ReducedObject = Made<patch::ReducedPatch>;
using DistributedObject = Made<patch::DistributedPatch>;

// Each fills in a part of the module.
void bind_patch_pressure(py::module_& m);
void bind_patch_surface(py::module_& m);
void bind_patch_models(py::module_& m);
void bind_patch_batch(py::module_& m);

// A pressure of linear pieces, as Pressure.piecewise_linear makes it.
PressureObject pressure_of_pieces(const patch::LinearPieces& shape);

// Memory of a patch as Python sees it: (zx, zy, zτ) of a reduced patch, (zx, zy) cell by cell of a distributed one.
template <class Patch>
struct BristleMemory {
  std::vector<double> z;
  // Of the last step under a load, so that the next one does not allocate. Python runs nowhere between the moment it is
  // filled and the end of the step, so that no other thread sees it half done.
  patch::ShapeMemory<Patch> shape = {};
};

// Where C++ has entry k of that memory.
inline double& deflection(const patch::ReducedPatch& /*patch*/, patch::ReducedPatch::State& state, std::size_t k) {
  return state.values()[k];
}
inline double& deflection(const patch::DistributedPatch& /*patch*/, patch::DistributedPatch::State& state,
                          std::size_t k) {
  return state.values()[k % 2 * (state.values().size() / 2) + k / 2];
}
inline std::size_t deflection_count(const patch::ReducedPatch& /*patch*/) {
  return 3;
}
inline std::size_t deflection_count(const patch::DistributedPatch& patch) {
  return 2 * patch.cells().weight.size();
}

// A C++ state for this patch: that of `memory`, or a relaxed one where it is null. Throws InvalidArgument where
// `memory` is that of a patch with other cells.
template <class Patch>
typename Patch::State working_state(const Patch& patch, const BristleMemory<Patch>* memory) {
  typename Patch::State state = patch.state();
  if (memory == nullptr) return state;
  const std::size_t count = deflection_count(patch);
  if (memory->z.size() != count) {
    throw InvalidArgument("state has " + std::to_string(memory->z.size() / 2) + " cells, but the patch has " +
                          std::to_string(count / 2));
  }
  for (std::size_t k = 0; k < count; ++k) deflection(patch, state, k) = memory->z[k];
  return state;
}

// Puts the state into the memory, unless that is null.
template <class Patch>
void keep(const Patch& patch, typename Patch::State& state, BristleMemory<Patch>* memory) {
  if (memory == nullptr) return;
  for (std::size_t k = 0; k < memory->z.size(); ++k) memory->z[k] = deflection(patch, state, k);
}

// How many cells along a side, 1 to most_cells; 0, which leaves it to the pressure, where it is not given.
inline int cell_count(const Arguments& arguments, const char* name) {
  if (!arguments.has(name)) return 0;
  const int count = arguments.integer(name, 0);
  require_count(arguments.subject(), name, count, patch::most_cells);
  return count;
}

// (x, y), as Python writes it.
inline py::tuple pair(const Vec<2>& v) {
  return py::make_tuple(v(0), v(1));
}

inline ResultArray array_of(const Vec<2>& v) {
  return vector_result({v.data(), 2});
}

}  // namespace stickslip::python
