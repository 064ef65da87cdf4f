// Contact volumes: the model that a world is given, and the volumes of a step as arrays.
#pragma once

#include <vector>

#include "sim/objects.hpp"

namespace stickslip::python {

// Arrays that cannot be written to, one row per volume.
struct VolumeSetObject {
  py::array bodies, points, normals, wrenches, slips, ids;
};

VolumeSetObject volume_set(const std::vector<sim::VolumeState>& volumes);

}  // namespace stickslip::python
