// Objects whose constructor never ran: Class.__new__(Class), or a subclass that uses itself before super().__init__().
#pragma once

#include <pybind11/pybind11.h>

namespace stickslip::python {

// Makes every use of such an object a TypeError, for all classes of the module. They can still be unpickled and copied.
void refuse_unmade_objects(const pybind11::module_& m);

}  // namespace stickslip::python
