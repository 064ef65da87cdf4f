// Values of a scene as Python has them: None, bool, numbers, str, lists and dicts.
#pragma once

#include <string>

#include <pybind11/pybind11.h>

#include "stickslip/scene/node.hpp"

namespace stickslip::python {

// Tuples, numpy arrays and numbers, and paths are taken, too. Throws a TypeError that names the place, such as bodies.plate.mass, of anything
// else, and InvalidArgument beyond the bounds of scene files.
scene::Node node_of(const pybind11::handle& value, const std::string& path);

// Whole numbers that are written without a point as int.
pybind11::object to_python(const scene::Node& node);

}  // namespace stickslip::python
