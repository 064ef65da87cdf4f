// What all friction laws have in common in Python, whether velocity or position drives them.
#pragma once

#include <span>
#include <string>

#include <pybind11/pybind11.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/friction/run.hpp"

#include "arguments.hpp"
#include "fields.hpp"
#include "friction/text.hpp"
#include "parts.hpp"

namespace stickslip::python {

inline constexpr const char* friction_module = "stickslip.friction";

// The laws of either kind with their calls, and the state that they share; parts of bind_friction.
void bind_velocity_laws(py::module_& m);
void bind_position_laws(py::module_& m);

template <int Dim>
std::span<const double> entries(const Vec<Dim>& vector) {
  return {vector.data(), Dim};
}

// The argument normal_force as given, 1 unless it is.
inline py::object load_argument(const Arguments& arguments) {
  return arguments.object("normal_force", py::float_(1.0));
}

// The argument normal_force where it can only be a number.
inline double load_factor(const Arguments& arguments, const char* subject) {
  const double normal_force = arguments.number("normal_force", 1.0);
  require(subject, check_not_negative("normal_force", normal_force, "must be finite and >= 0 [N]"));
  return normal_force;
}

template <class Law>
Law law_from(const py::args& args, const py::kwargs& kwargs) {
  using Parameters = typename Law::Parameters;
  const Arguments arguments(Law::name, {}, with_field_names<Parameters>({}), args, kwargs);
  return Law(read_fields<Parameters>(arguments));
}

// What all laws have in Python: construction from keywords, parameters, and being a value (equality, hash, repr, pickle).
template <class Law>
void bind_parameters(py::class_<Law>& law) {
  using Parameters = typename Law::Parameters;
  const auto keywords_of = [](const Law& self) { return field_values(self.parameters()); };
  const std::string doc = "__init__(self, *" + field_signature<Parameters>() + ")\n--\n\nSee the class.";
  law.def(py::init(&law_from<Law>), doc.c_str());
  law.def("__repr__", [=](const Law& self) { return call_text(Law::name, keywords_of(self)); });
  bind_constant_parts(law, keywords_of,
                      [](const py::dict& keywords) { return law_from<Law>(py::args(), py::kwargs(keywords)); });
  for_each_field<Parameters>([&](const auto& field) {
    const std::string meaning = field_doc(field);
    law.def_property_readonly(
        field.name(), [&field](const Law& self) { return to_python(field.of(self.parameters())); }, meaning.c_str());
  });
  law.attr("_fields") = field_table<Parameters>();
  law.attr("__module__") = friction_module;
}

// The questions that need no motion, asked of every law alike.
template <class Law>
void bind_queries(py::class_<Law>& law) {
  const auto def_of_load = [&](const char* name, double (Law::*query)(double) const noexcept, const char* doc) {
    law.def(
        name,
        [name, query](const Law& self, const py::args& args, const py::kwargs& kwargs) {
          const Arguments arguments(name, {"normal_force"}, {}, args, kwargs);
          return (self.*query)(load_factor(arguments, name));
        },
        doc);
  };
  law.def("is_passive", &Law::is_passive, is_passive_doc);
  def_of_load("break_away_force", &Law::break_away_force, break_away_force_doc);
  def_of_load("presliding_stiffness", &Law::presliding_stiffness, presliding_stiffness_doc);
}

// The class of a law, but for the calls that take a motion.
template <class Law>
py::class_<Law> bind_law(py::module_& m) {
  const std::string doc = Law::description + ("\n" + field_docs<typename Law::Parameters>());
  py::class_<Law> law(m, Law::name, doc.c_str());
  bind_parameters(law);
  bind_queries(law);
  return law;
}

}  // namespace stickslip::python
