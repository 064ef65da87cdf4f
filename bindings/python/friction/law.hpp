// What all friction laws have in common in Python, whether velocity or position drives them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/friction/any_law.hpp"
#include "stickslip/friction/run.hpp"

#include "arguments.hpp"
#include "fields.hpp"
#include "friction/text.hpp"

namespace stickslip::python {

inline constexpr const char* friction_module = "stickslip.friction";

// The calls of a law that positions drive, and its state; parts of bind_friction.
void bind_adhesion_state(py::module_& m);
void bind_adhesion_calls(py::class_<friction::Adhesion>& law);

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

// The names of a list of laws: "LuGre or ElastoPlastic".
template <class List>
std::string law_names() {
  std::vector<std::string> names;
  friction::for_each_law<List>([&]<class Law>() { names.emplace_back(Law::name); });
  std::string text = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 < names.size() ? ", " : " or ") + names[i];
  return text;
}

// The argument law, which must be one of a list.
template <class List>
List law_argument(const Arguments& arguments) {
  const py::object law = arguments.object("law");
  std::optional<List> found;
  friction::for_each_law<List>([&]<class Law>() {
    if (py::isinstance<Law>(law)) found = law.cast<Law>();
  });
  if (!found) arguments.refuse("law", "one of " + law_names<List>() + " of stickslip.friction");
  return *found;
}

// The classes of a list of laws, once they are bound.
template <class List>
py::list law_classes() {
  py::list classes;
  friction::for_each_law<List>([&]<class Law>() { classes.append(py::type::of<Law>()); });
  return classes;
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
  law.def(
      "__eq__", [=](const Law& a, const Law& b) { return keywords_of(a).equal(keywords_of(b)); }, py::is_operator());
  law.def("__hash__", [=](const Law& self) { return py::hash(py::tuple(keywords_of(self).attr("items")())); });
  law.def(py::pickle([=](const Law& self) { return keywords_of(self); },
                     [](const py::dict& keywords) { return law_from<Law>(py::args(), py::kwargs(keywords)); }));
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

}  // namespace stickslip::python
