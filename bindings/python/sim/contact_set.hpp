// The contacts of a step as arrays.
#pragma once

#include <vector>

#include "sim/objects.hpp"

namespace stickslip::python {

// Arrays that cannot be written to, one row per contact.
struct ContactSetObject {
  py::array bodies, points, normals, gaps, impulses, ids;
};

ContactSetObject contact_set(const contact::ContactSet& contacts, const std::vector<Vec<3>>& impulses);

}  // namespace stickslip::python
