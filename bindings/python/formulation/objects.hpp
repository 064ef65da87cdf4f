// Bodies, contacts, joints and formulated steps as Python has them.
#pragma once

#include "stickslip/formulation/formulations.hpp"

#include "recipe.hpp"

namespace stickslip::python {

constexpr const char* formulation_module = "stickslip.formulation";

using BodiesObject = Made<formulation::Bodies>;
using ContactsObject = Made<formulation::Contacts>;
using JointsObject = Made<formulation::Joints>;
using FormulatedObject = Made<formulation::Formulated>;

void bind_formulation_scene(py::module_& m);
void bind_formulation_calls(py::module_& m);
void bind_formulation_formulated(py::module_& m);

// Formulates anew by the call of this name.
FormulatedObject formulate(const std::string& call, const py::args& args, const py::kwargs& kwargs);

}  // namespace stickslip::python
