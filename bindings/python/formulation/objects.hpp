// Bodies, contacts, joints and formulated steps as Python has them.
#pragma once

#include <optional>
#include <string>

#include "stickslip/formulation/formulations.hpp"

#include "arguments.hpp"
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

// None, a number ε, or (stiffness, damping); kept in the recipe.
std::optional<formulation::Relaxation> relaxation_argument(const Arguments& arguments, const char* name,
                                                           py::dict& recipe);

}  // namespace stickslip::python
