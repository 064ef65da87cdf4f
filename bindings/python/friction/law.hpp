// What all friction laws have in common in Python, whether velocity or position drives them.
#pragma once

#include <functional>
#include <span>
#include <string>

#include <pybind11/pybind11.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/friction/run.hpp"

#include "arguments.hpp"
#include "choice.hpp"
#include "friction/text.hpp"

namespace stickslip::python {

inline constexpr const char* friction_module = "stickslip.friction";

// Fills in Adhesion and its state; part of bind_friction.
void bind_adhesion(py::module_& m);

template <int Dim>
std::span<const double> entries(const Vec<Dim>& vector) {
  return {vector.data(), Dim};
}

inline constexpr Choices<friction::ForceOf, 2> force_choices{
    {{"end", friction::ForceOf::end}, {"mean", friction::ForceOf::mean}}};
inline constexpr Choices<friction::Scheme, 2> scheme_choices{
    {{"exponential", friction::Scheme::exponential}, {"euler", friction::Scheme::euler}}};

// The arguments force and scheme.
inline friction::RunOptions run_options(const Arguments& arguments) {
  return {choose("force", arguments.text("force", "end"), force_choices),
          choose("scheme", arguments.text("scheme", "exponential"), scheme_choices)};
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

// What all laws have in Python: construction from keywords, and being a value (equality, hash, repr, pickle).
// `signature` is the constructor's arguments as Python writes them; `keywords_of` is the inverse of `make`.
template <class Law>
void bind_value(py::class_<Law>& law, const char* name, const std::string& signature,
                const std::function<Law(py::args, py::kwargs)>& make,
                const std::function<py::dict(const Law&)>& keywords_of) {
  const std::string doc = "__init__(self, " + signature + ")\n--\n\nSee the class.";
  law.def(py::init(make), doc.c_str());
  law.def("__repr__", [=](const Law& self) { return call_text(name, keywords_of(self)); });
  law.def(
      "__eq__", [=](const Law& a, const Law& b) { return keywords_of(a).equal(keywords_of(b)); }, py::is_operator());
  law.def("__hash__", [=](const Law& self) { return py::hash(py::tuple(keywords_of(self).attr("items")())); });
  law.def(py::pickle([=](const Law& self) { return keywords_of(self); },
                     [=](const py::dict& keywords) { return make(py::args(), py::kwargs(keywords)); }));
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

}  // namespace stickslip::python
