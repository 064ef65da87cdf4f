// The parts of the extension module. Each fills one Python submodule from the C++ module of the same name.
#pragma once

#include <pybind11/pybind11.h>

namespace stickslip::python {

void bind_cone(pybind11::module_& m);
void bind_friction(pybind11::module_& m);
void bind_haptics(pybind11::module_& m);
void bind_patch(pybind11::module_& m);
void bind_record(pybind11::module_& m);

}  // namespace stickslip::python
