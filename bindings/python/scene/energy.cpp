#include "stickslip/scene/energy.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

#include "columns.hpp"
#include "parts.hpp"
#include "scene/objects.hpp"

namespace stickslip::python {

namespace scene_energy_bindings {
namespace {

using scene::Energy;

constexpr const char* class_doc =
    R"(Where the energy of a run went, at R instants:

    external = kinetic + potential + stored + dissipated + corrected - their sum at the start + unaccounted

Three verdicts, each by a fixed bound on a share of put_in + lift: that it closes, that friction and impacts gave no
energy, and that corrections are small. judgement is 'pass' where all hold, 'fail' where one does not, and 'not judged'
where the run is too coarse or too still to tell.)";

struct EnergyColumn {
  const char* name;
  std::vector<double> Energy::*values;
  const char* doc;
};

constexpr EnergyColumn columns[] = {
    {"kinetic", &Energy::kinetic, "(R,) [J]"},
    {"potential", &Energy::potential, "of weight (R,) [J]"},
    {"stored", &Energy::stored, "in the bristles of planar contacts, points and joints (R,) [J]"},
    {"external", &Energy::external, "work of loads, drives, prescribed motions and changing normal forces (R,) [J]"},
    {"dissipated", &Energy::dissipated, "by friction and impacts, since the start (R,) [J]"},
    {"corrected", &Energy::corrected,
     "by displacements that part bodies and close joints, and steps that would give energy (R,) [J]"},
    {"unaccounted", &Energy::unaccounted, "what the balance leaves over: the error of the time steps (R,) [J]"},
};

py::dict parts_of(const EnergyObject& self) {
  const Energy& energy = *self.value;
  py::dict parts(py::arg("put_in") = energy.put_in, py::arg("lift") = energy.lift,
                 py::arg("largest_fall") = energy.largest_fall,
                 py::arg("bounds") = py::make_tuple(energy.bounds.unaccounted, energy.bounds.fall,
                                                    energy.bounds.corrected, energy.bounds.unresolved),
                 py::arg("may_give") = energy.bounds.may_give, py::arg("reason") = energy.reason,
                 py::arg("law") = energy.law, py::arg("has_moved") = energy.has_moved);
  py::list bodies;
  for (const Energy::Part& part : energy.parts) {
    py::list verdicts;
    for (const scene::EnergyVerdict& of : part.verdicts)
      verdicts.append(py::make_tuple(of.quantity, of.share, of.bound, static_cast<int>(of.judgement), of.reason));
    bodies.append(py::make_tuple(part.name, py::tuple(verdicts)));
  }
  parts["bodies"] = py::tuple(bodies);
  for (const EnergyColumn& column : columns) parts[column.name] = view(self.value, energy.*column.values);
  return parts;
}

py::dict verdicts_of(const EnergyObject& self) {
  const py::object named = py::module_::import(scene_module).attr("EnergyVerdict");
  py::dict verdicts;
  for (const scene::EnergyVerdict& verdict : self.value->verdicts()) {
    verdicts[py::str(verdict.quantity)] =
        named(verdict.share, verdict.bound, std::string(name_of(verdict.judgement)), verdict.reason);
  }
  return verdicts;
}

EnergyObject from_parts(const py::dict& parts) {
  const auto count = static_cast<std::size_t>(py::len(parts["kinetic"]));
  auto energy = std::make_shared<Energy>();
  for (const EnergyColumn& column : columns) {
    (*energy).*column.values = numbers_of<double>("Energy", parts[column.name], count);
  }
  energy->put_in = parts["put_in"].cast<double>();
  energy->lift = parts["lift"].cast<double>();
  energy->largest_fall = parts["largest_fall"].cast<double>();
  const auto bounds = parts["bounds"].cast<std::array<double, 4>>();
  energy->bounds = {.unaccounted = bounds[0],
                    .fall = bounds[1],
                    .corrected = bounds[2],
                    .unresolved = bounds[3],
                    .may_give = parts["may_give"].cast<bool>()};
  energy->reason = parts["reason"].cast<std::string>();
  energy->law = parts["law"].cast<std::string>();
  for (const py::handle body : parts["bodies"]) {
    const auto of = body.cast<py::tuple>();
    Energy::Part& part = energy->parts.emplace_back(Energy::Part{of[0].cast<std::string>(), {}});
    for (const py::handle verdict : of[1]) {
      const auto at = verdict.cast<py::tuple>();
      const int judgement = at[3].cast<int>();
      if (judgement < 0 || judgement >= static_cast<int>(std::size(Names<scene::Judgement>::table)))
        throw py::value_error("Energy: no such judgement: " + std::to_string(judgement));
      part.verdicts.push_back({at[0].cast<std::string>(), at[1].cast<double>(), at[2].cast<double>(),
                               static_cast<scene::Judgement>(judgement), at[4].cast<std::string>()});
    }
    if (part.verdicts.size() != energy->verdicts_of_one) throw py::value_error("Energy: a body has three verdicts");
  }
  energy->has_moved = parts["has_moved"].cast<bool>();
  return {std::move(energy)};
}

}  // namespace
}  // namespace scene_energy_bindings

void bind_scene_energy(py::module_& m) {
  using namespace scene_energy_bindings;
  py::class_<EnergyObject> bound(m, "Energy", class_doc);
  for (const EnergyColumn& column : columns) {
    bound.def_property_readonly(
        column.name,
        [values = column.values](const EnergyObject& self) { return view(self.value, (*self.value).*values); },
        column.doc);
  }
  bound.def_property_readonly(
      "put_in", [](const EnergyObject& self) { return self.value->put_in; },
      "the most energy that there ever was to account for; what swings to and fro counts once [J]");
  bound.def_property_readonly(
      "lift", [](const EnergyObject& self) { return self.value->lift; },
      "what it takes to lift the rigid bodies that moved by their own size [J]");
  bound.def_property_readonly(
      "open_share", [](const EnergyObject& self) { return self.value->open_share(); },
      "the largest unaccounted, without sign, as a share of put_in + lift");
  bound.def_property_readonly(
      "fall_share", [](const EnergyObject& self) { return self.value->fall_share(); },
      "how far dissipated ever fell below an earlier value, as such a share: what friction and impacts gave");
  bound.def_property_readonly(
      "corrected_share", [](const EnergyObject& self) { return self.value->corrected_share(); },
      "the largest corrected, without sign, as such a share");
  bound.def_property_readonly(
      "judgement", [](const EnergyObject& self) { return std::string(name_of(self.value->judgement())); },
      "'pass', 'fail' or 'not judged'");
  bound.def_property_readonly("verdicts", &verdicts_of, "{what is judged: EnergyVerdict}");
  bound.def_property_readonly(
      "reason", [](const EnergyObject& self) { return self.value->reason; }, "what the balance may be open by");
  bound.def_property_readonly(
      "summary", [](const EnergyObject& self) { return self.value->summary(); },
      "one sentence on how well it closes, and why not better");
  bound.def("__repr__", [](const EnergyObject& self) { return "<Energy: " + self.value->summary() + ">"; });
  bind_constant_parts(bound, &parts_of, &from_parts);
  bound.attr("__module__") = scene_module;
}

}  // namespace stickslip::python
