#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/run.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "choice.hpp"
#include "fields.hpp"
#include "friction/law.hpp"
#include "friction/laws.hpp"
#include "interrupts.hpp"
#include "parts.hpp"
#include "patch/objects.hpp"
#include "recipe.hpp"

namespace stickslip::python {

namespace model_bindings {
namespace {

using patch::AnyBristleLaw;
using patch::DistributedPatch;
using patch::LimitSurface;
using patch::ReducedPatch;
using patch::Stick;

const std::string distributed_doc =
    R"(A patch with one bristle per cell: the full model of friction over an area.

    v_i = (vx − ω y_i, vy + ω x_i),  ż_i = v_i − β_i a_i z_i
    wrench = −Σ (l_i, ρ_i × l_i),  l_i = (σ0 z_i + σ1 ż_i + σ2 v_i) p_i fn

Twists are those of B relative to A at the centre of pressure (CoP), wrenches act on B about it. It never changes: its
memory is in the state that state() makes and that run, step and simulate carry on.

law      )" +
    law_names<AnyBristleLaw>() +
    R"( of stickslip.friction
contact  a Pressure, or a HertzContact, whose pressure follows the load
cells    along each side, 1 to 2000; None: a grid keeps its own, anything else gets 21)";

constexpr const char* distributed_init_doc = R"(__init__(self, law, contact, *, cells=None)
--

See the class.)";

const std::string reduced_doc =
    R"(A patch with three bristles: two that slide and one that twists, coupled by the limit surface.

    v_S = S v,  y = S⁻¹ z,  n = ‖v_S‖,  S = diag(1, 1, r),  d = −h n, h the surface's wrench by (1, 1, r)
    ẏ = (1 − β) e + β (d − a y),  a = σ0 n/g(n);  LuGre: β = 1
    wrench = −fn (S (σ0 y + σ1 ẏ) + σ2 U v),  U = diag(1, 1, u)

Twists are those of B relative to A at the centre of pressure (CoP), wrenches act on B about it. It never changes: its
memory is in the state that state() makes and that run, step and simulate carry on.

law      )" +
    law_names<AnyBristleLaw>() +
    R"( of stickslip.friction
contact  a Pressure, whose limit surface is tabulated; a LimitSurface; or a HertzContact, which follows the load
stick    of ElastoPlastic. 'drift_free': e = v_S, nothing creeps below break-away; 'paper': e = d, as published

With LuGre, or with stick='paper', it may give back more energy than was put in, also where law.is_passive().)";

constexpr const char* reduced_init_doc = R"(__init__(self, law, contact, *, stick='drift_free')
--

See the class.)";

constexpr const char* patch_step_doc = R"(step(self, state, twist, *, normal_force=1.0, dt)
--

One step: updates the state and returns the wrench on B about the CoP at its end [N, N·m], (3,).

twist         of B relative to A at the CoP [m/s, rad/s], held over the step: (3,)
normal_force  [N], finite and ≥ 0
dt            length of the step [s], > 0)";

constexpr const char* patch_state_doc = R"(state(self)
--

A fresh state, all bristles relaxed.)";

constexpr const char* patch_energy_doc = R"(stored_energy(self, state, *, normal_force=1.0)
--

Elastic energy in the bristles [J].)";

template <class Patch>
constexpr bool is_distributed = std::is_same_v<Patch, DistributedPatch>;

template <class T>
const T* contact_as(const Arguments& arguments) {
  const py::object contact = arguments.object("contact");
  return py::isinstance<Made<T>>(contact) ? &contact.cast<Made<T>&>().value : nullptr;
}

DistributedObject distributed_from(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("DistributedPatch", {"law", "contact"}, {"cells"}, args, kwargs);
  const auto law = law_argument<AnyBristleLaw>(arguments);
  const int cells = cell_count(arguments, "cells");
  const auto* pressure = contact_as<patch::Pressure>(arguments);
  const auto* contact = contact_as<patch::HertzContact>(arguments);
  if (pressure == nullptr && contact == nullptr) arguments.refuse("contact", "a Pressure or a HertzContact");
  const auto made = [&] {
    const py::gil_scoped_release without_gil;
    return pressure != nullptr ? DistributedPatch(law, *pressure, cells) : DistributedPatch(law, *contact, cells);
  };
  return {
      made(),
      {constructor, py::dict(py::arg("law") = arguments.object("law"), py::arg("contact") = arguments.object("contact"),
                             py::arg("cells") = arguments.object("cells", py::none()))}};
}

ReducedObject reduced_from(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("ReducedPatch", {"law", "contact"}, {"stick"}, args, kwargs);
  const auto law = law_argument<AnyBristleLaw>(arguments);
  const std::string word = arguments.text("stick", "drift_free");
  const auto stick = choose<Stick>(arguments, "stick", word);
  const auto* pressure = contact_as<patch::Pressure>(arguments);
  const auto* surface = contact_as<LimitSurface>(arguments);
  const auto* contact = contact_as<patch::HertzContact>(arguments);
  if (pressure == nullptr && surface == nullptr && contact == nullptr) {
    arguments.refuse("contact", "a Pressure, a LimitSurface or a HertzContact");
  }
  const auto made = [&] {
    InterruptWatch watch;
    const py::gil_scoped_release without_gil;
    // As C++ makes it of a pressure, but so that Ctrl-C ends it.
    if (pressure != nullptr && pressure->r() > 0.0) {
      return ReducedPatch(law, LimitSurface::tabulated(*pressure, LimitSurface::default_n, watch.progress()), stick);
    }
    if (pressure != nullptr) return ReducedPatch(law, *pressure, stick);
    return surface != nullptr ? ReducedPatch(law, *surface, stick) : ReducedPatch(law, *contact, stick);
  };
  return {made(),
          {constructor, py::dict(py::arg("law") = arguments.object("law"),
                                 py::arg("contact") = arguments.object("contact"), py::arg("stick") = word)}};
}

template <class Patch>
ResultArray run(const Made<Patch>& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("run", {"twists"},
                            with_field_names<friction::RunOptions>({"normal_force", "dt"}, {"state"}), args, kwargs);
  const Rows twists("twists", arguments.object("twists"));
  const LoadArgument normal_force(load_argument(arguments), twists.count());
  const double dt = arguments.number("dt");
  const auto options = read_fields<friction::RunOptions>(arguments);
  auto* memory = arguments.optional_instance<BristleMemory<Patch>>("state");
  typename Patch::State state = working_state(self.value, memory);
  // First of all: a piece would count samples from its own beginning.
  patch::require_twists(twists.values());
  normal_force.load().require_valid_for(twists.count());

  ResultArray result = twists.like();
  const std::span<double> out = span_of(result);
  const std::size_t first = 100'000 / deflection_count(self.value);
  in_pieces(twists.count(), first, [&](std::size_t begin, std::size_t end) {
    patch::run(self.value, state, twists.values(begin, end), normal_force.load(begin, end), dt,
               out.subspan(3 * begin, 3 * (end - begin)), options);
  });
  keep(self.value, state, memory);
  return result;
}

template <class Patch>
ResultArray step(const Made<Patch>& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("step", {"state", "twist"}, {"normal_force", "dt"}, args, kwargs);
  auto& memory = arguments.instance<BristleMemory<Patch>>("state");
  const Vec<3> twist = vector_argument<3>("twist", arguments.object("twist"), "m/s, rad/s");
  const double fn = load_factor(arguments, "step"), dt = arguments.number("dt");
  require("step", check_positive("dt", dt, "must be finite and > 0 [s]"));
  typename Patch::State state = working_state(self.value, &memory);
  const Wrench2 wrench = self.value.at(fn, memory.shape).step(state, twist, fn, dt);
  keep(self.value, state, &memory);
  return vector_result({wrench.data(), 3});
}

template <class Patch>
double stored_energy(const Made<Patch>& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("stored_energy", {"state"}, {"normal_force"}, args, kwargs);
  auto& memory = arguments.instance<BristleMemory<Patch>>("state");
  const double fn = load_factor(arguments, "stored_energy");
  const typename Patch::State state = working_state(self.value, &memory);
  return self.value.at(fn, memory.shape).stored_energy(state, fn);
}

template <class Patch>
ResultArray deflections(const BristleMemory<Patch>& memory) {
  const ResultArray z = vector_result(memory.z);
  if constexpr (is_distributed<Patch>) return read_only(ResultArray(z.attr("reshape")(-1, 2)));
  return read_only(z);
}

template <class Patch>
void set_deflections(BristleMemory<Patch>& memory, const py::object& value) {
  const InputArray z = real_array("z", value);
  const std::size_t count = memory.z.size();
  if constexpr (is_distributed<Patch>) {
    if (z.ndim() != 2 || z.shape(1) != 2 || static_cast<std::size_t>(z.size()) != count) {
      refuse_shape("z", z, "(" + std::to_string(count / 2) + ", 2), one row per cell");
    }
    require_all_finite("z", "m", {z.data(), count}, 2, true);
  } else {
    vector_argument<3>("z", z, "m, m, m2");
  }
  memory.z.assign(z.data(), z.data() + count);
}

template <class Patch>
BristleMemory<Patch> memory_from(const ResultArray& z) {
  BristleMemory<Patch> memory{std::vector<double>(is_distributed<Patch> ? static_cast<std::size_t>(z.size()) : 3)};
  set_deflections(memory, z);
  return memory;
}

template <class Patch>
void bind_memory(py::module_& m, const char* name, const char* doc, const char* z_doc) {
  using Memory = BristleMemory<Patch>;
  py::class_<Memory> memory(m, name, doc);
  memory.def_property("z", &deflections<Patch>, &set_deflections<Patch>, z_doc);
  memory.def(
      "copy", [](const Memory& self) { return self; }, copy_doc);
  memory.def("__repr__", [name = std::string(name)](const Memory& self) {
    const std::string what = is_distributed<Patch>
                                 ? "cells=" + std::to_string(self.z.size() / 2)
                                 : "z=" + py::repr(deflections(self).attr("tolist")()).template cast<std::string>();
    return "<" + name + " " + what + ">";
  });
  bind_parts(memory, &deflections<Patch>, &memory_from<Patch>);
  memory.attr("__module__") = patch_module;
}

template <class Patch>
void bind_model(py::class_<Made<Patch>>& model) {
  const std::string doc =
      run_doc("twists", "Wrench on B about the CoP [N, N·m] for each twist, (N, 3).",
              "twists        of B relative to A at the CoP [m/s, rad/s], held over each step: (N, 3), finite");
  model.def("run", &run<Patch>, doc.c_str());
  model.def("step", &step<Patch>, patch_step_doc);
  model.def("stored_energy", &stored_energy<Patch>, patch_energy_doc);
  model.def(
      "state",
      [](const Made<Patch>& self) {
        return BristleMemory<Patch>{std::vector<double>(deflection_count(self.value), 0.0)};
      },
      patch_state_doc);
  for (const char* name : {"law", "contact"}) {
    model.def_property_readonly(
        name, [name](const Made<Patch>& self) { return self.recipe.arguments()[name].template cast<py::object>(); },
        "as given");
  }
  model.def_property_readonly(
      "cop", [](const Made<Patch>& self) { return array_of(self.value.cop()); },
      "centre of pressure [m], (2,), a copy");
}

void bind_distributed(py::module_& m) {
  bind_memory<DistributedPatch>(m, "DistributedState",
                                R"(Memory of a DistributedPatch; made by its state().

It belongs to one call at a time: what another thread writes into it meanwhile is lost.)",
                                "bristle deflections [m], (cells, 2), a read-only copy; assign to change them");
  py::class_<DistributedObject> patch(m, "DistributedPatch", distributed_doc.c_str());
  bind_made<DistributedPatch>(patch, "DistributedPatch", patch_module,
                              {{constructor, &distributed_from, distributed_init_doc}});
  bind_model(patch);
  const auto def_cells = [&](const char* name, std::vector<double> patch::Cells::*values, const char* doc) {
    patch.def_property_readonly(
        name, [values](const DistributedObject& self) { return vector_result(self.value.cells().*values); }, doc);
  };
  def_cells("x", &patch::Cells::x, "of each cell, from the CoP [m], (cells,), a copy");
  def_cells("y", &patch::Cells::y, "of each cell, from the CoP [m], (cells,), a copy");
  def_cells("weight", &patch::Cells::weight,
            "share of the normal force on each cell, (cells,), a copy; of a HertzContact: that of the largest that "
            "fits its side");
}

void bind_reduced(py::module_& m) {
  bind_memory<ReducedPatch>(
      m, "ReducedState",
      R"(Memory of a ReducedPatch; made by its state().

It belongs to one call at a time: what another thread writes into it meanwhile is lost.)",
      "bristle deflections (zx, zy, zτ) [m, m, m²], (3,), a read-only copy; assign to change them");
  py::class_<ReducedObject> patch(m, "ReducedPatch", reduced_doc.c_str());
  bind_made<ReducedPatch>(patch, "ReducedPatch", patch_module, {{constructor, &reduced_from, reduced_init_doc}});
  bind_model(patch);
  patch.def_property_readonly(
      "stick", [](const ReducedObject& self) { return to_python(self.value.stick()); },
      "what ElastoPlastic follows in stick: 'drift_free' or 'paper'");
  patch.def_property_readonly(
      "r", [](const ReducedObject& self) { return self.value.r(); },
      "torque of a pure spin about the CoP, μ = fn = 1 [m]; of a HertzContact: that of the largest that fits its side");
  patch.def_property_readonly(
      "u", [](const ReducedObject& self) { return self.value.u(); },
      "viscous torque of a unit spin about the CoP [m²]; of a HertzContact: that of the largest that fits its side");
}

}  // namespace
}  // namespace model_bindings

void bind_patch_models(py::module_& m) {
  using namespace model_bindings;
  bind_distributed(m);
  bind_reduced(m);
}

}  // namespace stickslip::python
