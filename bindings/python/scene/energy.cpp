#include "stickslip/scene/energy.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "parts.hpp"
#include "scene/objects.hpp"

namespace stickslip::python {

namespace scene_energy_bindings {
namespace {

using scene::Energy;

constexpr const char* class_doc =
    R"(Where the energy of a run went, at R instants:

    external = kinetic + potential + stored + dissipated - their sum at the start + unaccounted

It closes where unaccounted stays below 1e-6 of put_in; where it does not, reason says what that is due to.)";

struct EnergyColumn {
  const char* name;
  std::vector<double> Energy::*values;
  const char* doc;
};

constexpr EnergyColumn columns[] = {
    {"kinetic", &Energy::kinetic, "(R,) [J]"},
    {"potential", &Energy::potential, "of weight (R,) [J]"},
    {"stored", &Energy::stored, "in the bristles of planar contacts and points (R,) [J]"},
    {"external", &Energy::external, "work of loads, drives and bodies that move as told, since the start (R,) [J]"},
    {"dissipated", &Energy::dissipated, "by friction and impacts, since the start (R,) [J]"},
    {"unaccounted", &Energy::unaccounted, "what the balance leaves over: the error of the time steps (R,) [J]"},
};

py::dict parts_of(const EnergyObject& self) {
  const Energy& energy = *self.value;
  py::dict parts(py::arg("put_in") = energy.put_in, py::arg("negligible") = energy.negligible,
                 py::arg("reason") = energy.reason);
  for (const EnergyColumn& column : columns) parts[column.name] = view(self.value, energy.*column.values);
  return parts;
}

EnergyObject from_parts(const py::dict& parts) {
  const auto count = static_cast<std::size_t>(py::len(parts["kinetic"]));
  auto energy = std::make_shared<Energy>();
  for (const EnergyColumn& column : columns) {
    (*energy).*column.values = numbers_of<double>("Energy", parts[column.name], count);
  }
  energy->put_in = parts["put_in"].cast<double>();
  energy->negligible = parts["negligible"].cast<double>();
  energy->reason = parts["reason"].cast<std::string>();
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
      "what there was to lose: kinetic energy at the start, external work, potential energy that became free [J]");
  bound.def_property_readonly(
      "open_share", [](const EnergyObject& self) { return self.value->open_share(); },
      "the largest unaccounted, without sign, as a share of put_in; 0 where a scene rests");
  bound.def_property_readonly(
      "closes", [](const EnergyObject& self) { return self.value->closes(); }, "whether open_share is at most 1e-6");
  bound.def_property_readonly(
      "reason", [](const EnergyObject& self) { return self.value->reason; },
      "why it does not close, where it does not");
  bound.def_property_readonly(
      "summary", [](const EnergyObject& self) { return self.value->summary(); },
      "one sentence on how well it closes, and why not better");
  bound.def("__repr__", [](const EnergyObject& self) { return "<Energy: " + self.value->summary() + ">"; });
  bind_constant_parts(bound, &parts_of, &from_parts);
  bound.attr("__module__") = scene_module;
}

}  // namespace stickslip::python
