#include "sim/fitted_velocity.hpp"

#include <string>

#include "sim/objects.hpp"

namespace stickslip::python {

void bind_fitted_velocity(py::module_& m) {
  bind_fitted_velocity_of<BodyObject>(m, sim_module, "What World.fit_velocities changed of a body.", "the Body",
                                      [](const BodyObject& body) { return "body " + std::to_string(body.id); });
}

}  // namespace stickslip::python
