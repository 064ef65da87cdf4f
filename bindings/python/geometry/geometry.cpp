#include "geometry/objects.hpp"

namespace stickslip::python {

void bind_geometry(py::module_& m) {
  // The documentation begins with the call already.
  py::options options;
  options.disable_function_signatures();
  m.doc() = "Shapes of bodies, their distance and what they have in common, as bound from C++: use stickslip.geometry.";
  bind_polyhedron(m);
  bind_simple_shapes(m);
  bind_distance(m);
  bind_overlap(m);
}

}  // namespace stickslip::python
