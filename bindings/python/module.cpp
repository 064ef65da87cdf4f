#include "stickslip/core/version.hpp"

#include "bindings.hpp"

PYBIND11_MODULE(_stickslip, m) {
  m.doc() = "C++ part of stickslip: import stickslip instead.";
  m.attr("__version__") = stickslip::version;
  auto cone = m.def_submodule("cone");
  stickslip::python::bind_cone(cone);
  auto friction = m.def_submodule("friction");
  stickslip::python::bind_friction(friction);
  auto haptics = m.def_submodule("haptics");
  stickslip::python::bind_haptics(haptics);
  auto patch = m.def_submodule("patch");
  stickslip::python::bind_patch(patch);
  auto record = m.def_submodule("record");
  stickslip::python::bind_record(record);
}
