#include "sim/objects.hpp"

namespace stickslip::python {

void bind_sim(py::module_& m) {
  // The documentation begins with the call already.
  py::options options;
  options.disable_function_signatures();
  m.doc() = "Bodies through time, as bound from C++: use stickslip.sim.";
  bind_trajectory(m);
  bind_simulate(m);
  bind_step_report(m);
  bind_contact_set(m);
  bind_volume(m);
  bind_body(m);
  bind_joint(m);
  bind_fitted_velocity(m);
  bind_recording(m);
  bind_world(m);
}

}  // namespace stickslip::python
