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

It closes where unaccounted stays below 1e-6 of put_in. It passes where that stays below bound and dissipated is not
negative; where bound is more than 1e-6, reason says what that is due to.)";

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
    {"unaccounted", &Energy::unaccounted, "what the balance leaves over: the error of the time steps (R,) [J]"},
};

py::dict parts_of(const EnergyObject& self) {
  const Energy& energy = *self.value;
  py::dict parts(py::arg("put_in") = energy.put_in, py::arg("negligible") = energy.negligible,
                 py::arg("bound") = energy.bound, py::arg("reason") = energy.reason,
                 py::arg("has_moved") = energy.has_moved);
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
  energy->bound = parts["bound"].cast<double>();
  energy->reason = parts["reason"].cast<std::string>();
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
      "open_share", [](const EnergyObject& self) { return self.value->open_share(); },
      "the largest unaccounted, without sign, as a share of put_in");
  bound.def_property_readonly(
      "bound", [](const EnergyObject& self) { return self.value->bound; }, "the largest open_share that passes");
  bound.def_property_readonly(
      "passes", [](const EnergyObject& self) { return self.value->passes(); },
      "whether open_share is at most bound, and friction gave no energy");
  bound.def_property_readonly(
      "closes", [](const EnergyObject& self) { return self.value->closes(); }, "whether open_share is at most 1e-6");
  bound.def_property_readonly(
      "reason", [](const EnergyObject& self) { return self.value->reason; },
      "why bound is more than 1e-6, where it is");
  bound.def_property_readonly(
      "summary", [](const EnergyObject& self) { return self.value->summary(); },
      "one sentence on how well it closes, and why not better");
  bound.def("__repr__", [](const EnergyObject& self) { return "<Energy: " + self.value->summary() + ">"; });
  bind_constant_parts(bound, &parts_of, &from_parts);
  bound.attr("__module__") = scene_module;
}

}  // namespace stickslip::python
