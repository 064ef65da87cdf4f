#include <pybind11/pybind11.h>

#include "stickslip/friction/any_law.hpp"

#include "friction/law.hpp"
#include "friction/laws.hpp"

namespace stickslip::python {

void bind_friction(py::module_& m) {
  // The documentation begins with the call already.
  py::options options;
  options.disable_function_signatures();
  m.doc() = "Point friction, as bound from C++: use stickslip.friction.";
  bind_velocity_laws(m);
  bind_position_laws(m);
  friction::for_each_law<friction::AnyLaw>([]<class Law>() {
    static_assert(friction::VelocityLaw<Law> || friction::PositionLaw<Law>, "see friction/law.hpp for what it lacks");
  });
  m.attr("_laws") = law_classes<friction::AnyLaw>();
}

}  // namespace stickslip::python
