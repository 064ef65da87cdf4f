#include "sim/fitted_velocity.hpp"

#include <string>

#include "scene/objects.hpp"

namespace stickslip::python {

void bind_scene_fitted_velocity(py::module_& m) {
  bind_fitted_velocity_of<std::string>(m, scene_module,
                                       "Velocities of a body at the start, which joints do not allow as the scene has "
                                       "them, and those it started with.",
                                       "its name", [](const std::string& body) { return body; });
}

}  // namespace stickslip::python
