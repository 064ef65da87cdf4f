#include "formulation/objects.hpp"

namespace stickslip::python {

void bind_formulation(py::module_& m) {
  // The documentation begins with the call already.
  py::options options;
  options.disable_function_signatures();
  m.doc() = "Contacts as complementarity problems, as bound from C++: use stickslip.formulation.";
  bind_formulation_scene(m);
  bind_formulation_formulated(m);
  bind_formulation_calls(m);
}

}  // namespace stickslip::python
