#include "unmade.hpp"

#include <cstddef>

namespace stickslip::python {

namespace py = pybind11;

namespace {

void* refuse(std::size_t /*size*/) {
  throw py::type_error(
      "this object was never initialised: make it by calling its class; in a subclass, call super().__init__() first");
}

}  // namespace

// Where an object has no C++ value yet, pybind11 allocates memory for it, by this function of its class, and hands that
// out uninitialised. Constructors and __setstate__ do not come this way.
void refuse_unmade_objects(const py::module_& m) {
  for (const auto& item : py::dict(m.attr("__dict__"))) {
    if (!py::isinstance<py::type>(item.second)) continue;
    auto* type = reinterpret_cast<PyTypeObject*>(item.second.ptr());
    if (py::detail::type_info* info = py::detail::get_type_info(type)) info->operator_new = &refuse;
  }
}

}  // namespace stickslip::python
