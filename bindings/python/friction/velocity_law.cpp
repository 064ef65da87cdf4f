#include <array>
#include <span>
#include <string>
#include <type_traits>

#include <pybind11/stl.h>

#include "stickslip/friction/any_law.hpp"
#include "stickslip/friction/run.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "friction/law.hpp"
#include "friction/loops.hpp"
#include "friction/text.hpp"
#include "parts.hpp"
#include "state.hpp"

namespace stickslip::python {

namespace velocity_law_bindings {
namespace {

using friction::NormalForce;

// The arguments that run and energy share.
struct GivenVelocity {
  explicit GivenVelocity(const Arguments& arguments)
      : v("v", arguments.object("v")),
        normal_force(load_argument(arguments), v.count()),
        dt(arguments.number("dt")),
        state(arguments.optional_instance<BristleState>("state")) {
    if (state != nullptr) v.require_dim_of(state->owner());
  }

  Samples v;
  LoadArgument normal_force;
  double dt;
  BristleState* state;
};

template <class Law>
ResultArray run(const Law& law, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("run", {"v"}, with_field_names<friction::RunOptions>({"normal_force", "dt"}, {"state"}),
                            args, kwargs);
  const GivenVelocity motion(arguments);
  const auto options = read_fields<friction::RunOptions>(arguments);
  ResultArray result = motion.v.like();
  const std::span<double> out = span_of(result);
  advance<Law>(motion.state, motion.v.dim(), [&](auto d, auto& working) {
    const py::gil_scoped_release without_gil;
    Loops<Law, d()>::run(law, working, motion.v.values(), motion.normal_force.load(), motion.dt, out, options);
  });
  return result;
}

template <class Law>
py::tuple energy(const Law& law, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("energy", {"v"}, {"normal_force", "dt", "state"}, args, kwargs);
  const GivenVelocity motion(arguments);
  ResultArray stored = motion.v.one_per_sample(), dissipated = motion.v.one_per_sample();
  const std::span<double> stored_out = span_of(stored), dissipated_out = span_of(dissipated);
  advance<Law>(motion.state, motion.v.dim(), [&](auto d, auto& working) {
    const py::gil_scoped_release without_gil;
    Loops<Law, d()>::energy(law, working, motion.v.values(), motion.normal_force.load(), motion.dt, stored_out,
                            dissipated_out);
  });
  return py::make_tuple(stored, dissipated);
}

template <class Law>
py::object steady_force(const Law& law, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("steady_force", {"v"}, {"normal_force"}, args, kwargs);
  const Samples v("v", arguments.object("v"), Samples::Number::allowed);
  // The loop would name the one entry of an array.
  if (v.is_number()) v.require_finite("m/s");
  const LoadArgument normal_force(load_argument(arguments), v.count());
  ResultArray result = v.like();
  const std::span<double> out = span_of(result);
  with_dim(v.dim(), [&](auto d) {
    const py::gil_scoped_release without_gil;
    Loops<Law, d()>::steady_force(law, v.values(), normal_force.load(), out);
  });
  return number_or_array(result);
}

template <class Law>
py::object rate(const Law& law, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("rate", {"z", "v"}, {}, args, kwargs);
  const Samples z("z", arguments.object("z"), Samples::Number::allowed);
  const Samples v("v", arguments.object("v"), Samples::Number::allowed);
  z.require_same_shape(v);
  z.require_finite("m");
  v.require_finite("m/s");
  ResultArray result = v.like();
  double* out = result.mutable_data();
  with_dim(v.dim(), [&](auto d) {
    const py::gil_scoped_release without_gil;
    for (std::size_t k = 0; k < v.count(); ++k) {
      Eigen::Map<Vec<d()>>(out + k * d()) = law.rate(z.at<d()>(k), v.at<d()>(k));
    }
  });
  return number_or_array(result);
}

template <class Law>
py::object step(const Law& law, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("step", {"state", "v"}, {"normal_force", "dt"}, args, kwargs);
  auto& state = arguments.instance<BristleState>("state");
  const Point v("v", arguments.object("v"), state.owner());
  v.require_finite("m/s");
  const NormalForce fn(arguments.number("normal_force", 1.0));
  const double dt = arguments.number("dt");
  std::array<double, 3> force{};
  const std::span<double> out(force.data(), v.values().size());
  advance<Law>(&state, state.dim(),
               [&](auto d, auto& working) { Loops<Law, d()>::run(law, working, v.values(), fn, dt, out, {}); });
  return point_result(out);
}

template <class Law>
double stored_energy(const Law& law, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("stored_energy", {"state"}, {"normal_force"}, args, kwargs);
  auto& state = arguments.instance<BristleState>("state");
  const double fn = load_factor(arguments, "stored_energy");
  double energy = 0.0;
  advance<Law>(&state, state.dim(), [&](auto, auto& working) { energy = law.stored_energy(working, fn); });
  return energy;
}

ResultArray deflection_of(const BristleState& state) {
  return with_dim(state.dim(), [&](auto d) { return vector_result(entries<d()>(state.in<d()>().z)); });
}

void set_deflection(BristleState& state, const py::object& z) {
  const Point point("z", z, state.owner());
  point.require_finite("m");
  with_dim(state.dim(), [&](auto d) { state.in<d()>().z = point.vector<d()>(); });
}

void bind_bristle_state(py::module_& m) {
  py::class_<BristleState> state(m, "State", R"(Memory of a velocity-driven law; made by law.state(dim).

Laws do not change; their memory is here, and run, energy and step carry it on. Threads may share a law, but a
state belongs to one call at a time: what another thread writes into it meanwhile is lost.)");
  state.def_property_readonly("dim", &BristleState::dim, "dimension of the motion: 1, 2 or 3");
  state.def_property("z", &deflection_of, &set_deflection,
                     "bristle deflection [m], (dim,), a copy; assign to change it (a float will do where dim is 1)");
  state.def(
      "copy", [](const BristleState& self) { return self; }, copy_doc);
  state.def("__repr__", [](const BristleState& self) {
    return "<State dim=" + std::to_string(self.dim()) +
           " z=" + py::repr(deflection_of(self).attr("tolist")()).cast<std::string>() + ">";
  });
  bind_parts(state, &deflection_of, [](const ResultArray& z) {
    BristleState self(static_cast<int>(z.size()));
    set_deflection(self, z);
    return self;
  });
  state.attr("__module__") = friction_module;
}

template <class Law>
using FollowsVelocities = std::bool_constant<friction::VelocityLaw<Law>>;

}  // namespace
}  // namespace velocity_law_bindings

void bind_velocity_laws(py::module_& m) {
  using namespace velocity_law_bindings;
  bind_bristle_state(m);
  const std::string velocity_run_doc =
      run_doc("v", "Force on B [N] for each sample of velocity, shaped like v.",
              "v             velocity of B relative to A [m/s], held over each step: (N,), (N, 2) or (N, 3), finite");
  friction::for_each_law<friction::LawsWith<FollowsVelocities>>([&]<class Law>() {
    py::class_<Law> law = bind_law<Law>(m);
    law.def("run", &run<Law>, velocity_run_doc.c_str());
    law.def("energy", &energy<Law>, energy_doc);
    law.def("steady_force", &steady_force<Law>, steady_force_doc);
    if constexpr (friction::BristledLaw<Law>) law.def("rate", &rate<Law>, rate_doc);
    law.def("state", &fresh_state<Law, BristleState>, state_doc);
    law.def("step", &step<Law>, step_doc);
    law.def("stored_energy", &stored_energy<Law>, stored_energy_doc);
    law.def("deflection_bound", &Law::deflection_bound, deflection_bound_doc);
  });
}

}  // namespace stickslip::python
