// Objects that can be taken apart into plain Python objects and put together again.
//
// The parts are what pickle keeps and what copies are made of, and objects are equal where their parts are.
#pragma once

#include <pybind11/pybind11.h>

namespace stickslip::python {

namespace py = pybind11;

// A part in a form that has a hash and is equal where the part is the same: an array by its shape and numbers, NaN equal
// to NaN. Tuples and dicts part by part.
py::object key_of(const py::handle& part);

// Binds pickle, copies and equality. The object has no hash afterwards.
template <class T, class... Options, class TakeApart, class PutTogether>
void bind_parts(py::class_<T, Options...>& bound, TakeApart parts_of, PutTogether from_parts) {
  bound.def(py::pickle(parts_of, from_parts));
  bound.def(
      "__eq__",
      [parts_of](T& a, T& b) { return key_of(py::make_tuple(parts_of(a))).equal(key_of(py::make_tuple(parts_of(b)))); },
      py::is_operator());
}

// Binds the hash as well: for objects that never change.
template <class T, class... Options, class TakeApart, class PutTogether>
void bind_constant_parts(py::class_<T, Options...>& bound, TakeApart parts_of, PutTogether from_parts) {
  bind_parts(bound, parts_of, from_parts);
  bound.def("__hash__", [parts_of](T& self) { return py::hash(key_of(py::make_tuple(parts_of(self)))); });
}

}  // namespace stickslip::python
