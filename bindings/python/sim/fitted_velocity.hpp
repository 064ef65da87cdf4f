// What fitting velocities to joints changed of a body: the body is a Body of a World, and a name in a scene.
#pragma once

#include <string>

#include "stickslip/core/vector.hpp"

#include "arrays.hpp"
#include "parts.hpp"

namespace stickslip::python {

// World axes.
template <class Body>
struct FittedVelocityOf {
  Body body;
  Vec<6> before, after;  // velocity, then angular velocity [m/s, rad/s]
};

inline py::array six_numbers(const Vec<6>& v) {
  return read_only(vector_result({v.data(), 6}));
}
inline Vec<6> six_numbers_from(const char* subject, const py::handle& part) {
  return vector_argument<6>(subject, part, "m/s, rad/s");
}

// The class of that name in a module. `name_of(body)` is how its repr calls the body.
template <class Body, class Name>
void bind_fitted_velocity_of(py::module_& m, const char* module, const char* doc, const char* body_doc, Name name_of) {
  using Fitted = FittedVelocityOf<Body>;
  py::class_<Fitted> bound(m, "FittedVelocity", doc);
  bound.def_readonly("body", &Fitted::body, body_doc);
  bound.def_property_readonly(
      "before", [](const Fitted& self) { return six_numbers(self.before); },
      "velocity, then angular velocity, as they were given, world axes (6,) [m/s, rad/s]");
  bound.def_property_readonly(
      "after", [](const Fitted& self) { return six_numbers(self.after); },
      "the same as joints allow them (6,) [m/s, rad/s]");
  bound.def("__repr__", [name_of](const Fitted& self) {
    const auto text_of = [](const Vec<6>& v) {
      std::string text = "(";
      for (int k = 0; k < 6; ++k) text += (k > 0 ? ", " : "") + to_text(v[k]);
      return text + ")";
    };
    return "<FittedVelocity of " + name_of(self.body) + ": " + text_of(self.after) + ", was " + text_of(self.before) +
           ">";
  });
  bind_constant_parts(
      bound,
      [](const Fitted& self) { return py::make_tuple(self.body, six_numbers(self.before), six_numbers(self.after)); },
      [](const py::tuple& parts) -> Fitted {
        return {parts[0].cast<Body>(), six_numbers_from("FittedVelocity", parts[1]),
                six_numbers_from("FittedVelocity", parts[2])};
      });
  bound.attr("__module__") = module;
}

}  // namespace stickslip::python
