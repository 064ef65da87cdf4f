#include <pybind11/pybind11.h>

#include "stickslip/core/version.hpp"

#include "unmade.hpp"

// submodules.inc has STICKSLIP_SUBMODULE(name) for each module with bindings; bind_name fills the Python submodule of that
// name from the C++ module.
namespace stickslip::python {

#define STICKSLIP_SUBMODULE(name) void bind_##name(pybind11::module_& m);
#include "submodules.inc"
#undef STICKSLIP_SUBMODULE

}  // namespace stickslip::python

PYBIND11_MODULE(_stickslip, m) {
  m.doc() = "C++ part of stickslip: import stickslip instead.";
  m.attr("__version__") = stickslip::version;
#define STICKSLIP_SUBMODULE(name)                        \
  {                                                      \
    auto submodule = m.def_submodule(#name);             \
    stickslip::python::bind_##name(submodule);           \
    stickslip::python::refuse_unmade_objects(submodule); \
  }
#include "submodules.inc"
#undef STICKSLIP_SUBMODULE
}
