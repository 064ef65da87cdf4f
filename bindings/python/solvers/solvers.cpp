#include "solvers/objects.hpp"

namespace stickslip::python {

void bind_solvers(py::module_& m) {
  // The documentation begins with the call already.
  py::options options;
  options.disable_function_signatures();
  m.doc() = "Complementarity problems, as bound from C++: use stickslip.solvers.";
  bind_solver_report(m);
  bind_solver_problems(m);
  bind_solver_calls(m);
  bind_solver_files(m);
}

}  // namespace stickslip::python
