#include "stickslip/patch/bristle_law.hpp"

#include "friction/laws.hpp"
#include "patch/objects.hpp"

namespace stickslip::python {

void bind_patch(py::module_& m);

void bind_patch(py::module_& m) {
  // The documentation begins with the call already.
  py::options options;
  options.disable_function_signatures();
  m.doc() = "Friction of planar patches, as bound from C++: use stickslip.patch.";
  bind_patch_pressure(m);
  bind_patch_surface(m);
  bind_patch_models(m);
  bind_patch_batch(m);
  m.attr("_laws") = law_classes<patch::AnyBristleLaw>();
}

}  // namespace stickslip::python
