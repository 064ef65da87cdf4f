#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <pybind11/stl.h>

#include "stickslip/friction/any_law.hpp"
#include "stickslip/friction/run.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "fields.hpp"
#include "friction/law.hpp"
#include "friction/text.hpp"
#include "parts.hpp"
#include "state.hpp"

namespace stickslip::python {

namespace position_law_bindings {
namespace {

using friction::Regime;

using State = AdhesionState;

py::dict regime_codes() {
  py::dict codes;
  for (const auto& row : Names<Regime>::table) {
    codes[to_python(row.value).attr("upper")()] = static_cast<int>(row.value);
  }
  return codes;
}

template <class Law>
py::tuple run(const Law& law, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("run", {"x"}, {"state"}, args, kwargs);
  const Samples x("x", arguments.object("x"));
  auto* state = arguments.optional_instance<State>("state");
  if (state != nullptr) x.require_dim_of(state->owner());
  ResultArray z = x.like(), w = x.like();
  auto regime = x.one_per_sample<std::uint8_t>();
  const std::span<double> z_out = span_of(z), w_out = span_of(w);
  static_assert(sizeof(Regime) == sizeof(std::uint8_t));
  const std::span<Regime> regime_out(reinterpret_cast<Regime*>(regime.mutable_data()), x.count());
  advance<Law>(state, x.dim(), [&](auto d, auto& working) {
    const py::gil_scoped_release without_gil;
    friction::run<d()>(law, working, x.values(), z_out, w_out, regime_out);
  });
  return py::make_tuple(z, w, regime);
}

template <class Law>
py::tuple step(const Law& law, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("step", {"state", "x"}, {}, args, kwargs);
  auto& state = arguments.instance<State>("state");
  const Point x("x", arguments.object("x"), state.owner());
  x.require_finite("m");
  std::array<double, 3> z{}, w{};
  std::array<Regime, 1> regime{};
  const std::span<double> z_out(z.data(), x.values().size()), w_out(w.data(), x.values().size());
  advance<Law>(&state, state.dim(),
               [&](auto d, auto& working) { friction::run<d()>(law, working, x.values(), z_out, w_out, regime); });
  return py::make_tuple(point_result(z_out), point_result(w_out), static_cast<int>(regime[0]));
}

// The arguments of force and stored_energy, which take tensions one by one.
struct Tensions {
  Tensions(const char* subject, const py::args& args, const py::kwargs& kwargs)
      : Tensions(Arguments(subject, {"z"}, {"normal_force"}, args, kwargs)) {}
  explicit Tensions(const Arguments& arguments)
      : z("z", arguments.object("z"), Samples::Number::allowed), normal_force(load_argument(arguments), z.count()) {
    z.require_finite("m");
    normal_force.load().require_valid_for(z.count());
  }

  // Calls f(z_k, fn_k, k) for each sample k.
  template <class Function>
  void for_each(Function f) const {
    with_dim(z.dim(), [&](auto d) {
      for (std::size_t k = 0; k < z.count(); ++k) f(z.at<d()>(k), normal_force.load()[k], k);
    });
  }

  Samples z;
  LoadArgument normal_force;
};

template <class Law>
py::object force(const Law& law, const py::args& args, const py::kwargs& kwargs) {
  const Tensions tensions("force", args, kwargs);
  ResultArray result = tensions.z.like();
  double* out = result.mutable_data();
  tensions.for_each([&]<int Dim>(const Vec<Dim>& z, double fn, std::size_t k) {
    Eigen::Map<Vec<Dim>>(out + k * Dim) = law.force(z, fn);
  });
  return number_or_array(result);
}

template <class Law>
py::object stored_energy(const Law& law, const py::args& args, const py::kwargs& kwargs) {
  const Tensions tensions("stored_energy", args, kwargs);
  ResultArray result = tensions.z.one_per_sample();
  double* out = result.mutable_data();
  tensions.for_each([&]<int Dim>(const Vec<Dim>& z, double fn, std::size_t k) { out[k] = law.stored_energy(z, fn); });
  return number_or_array(result);
}

ResultArray adhesion_point(const State& state) {
  return with_dim(state.dim(), [&](auto d) { return vector_result(entries<d()>(state.in<d()>().w)); });
}

ResultArray last_position(const State& state) {
  return with_dim(state.dim(), [&](auto d) { return vector_result(entries<d()>(state.in<d()>().x)); });
}

Regime regime_of(const State& state) {
  return with_dim(state.dim(), [&](auto d) { return state.in<d()>().regime; });
}

bool has_started(const State& state) {
  return with_dim(state.dim(), [&](auto d) { return state.in<d()>().started; });
}

// w, x, code of the regime, started.
using Parts = std::tuple<ResultArray, ResultArray, int, bool>;

Parts parts_of(const State& state) {
  return {adhesion_point(state), last_position(state), static_cast<int>(regime_of(state)), has_started(state)};
}

State from_parts(const Parts& parts) {
  State state(static_cast<int>(std::get<0>(parts).size()));
  const Point w("w", std::get<0>(parts), state.owner()), x("x", std::get<1>(parts), state.owner());
  w.require_finite("m");
  x.require_finite("m");
  const int code = std::get<2>(parts);
  // A code beyond one byte would wrap round to one that exists.
  if (!std::in_range<std::uint8_t>(code) || name_of(static_cast<Regime>(code)).empty()) {
    throw InvalidArgument("AdhesionState: there is no regime " + std::to_string(code));
  }
  with_dim(state.dim(), [&](auto d) {
    state.in<d()>() = {w.vector<d()>(), x.vector<d()>(), static_cast<Regime>(code), std::get<3>(parts)};
  });
  return state;
}

void bind_adhesion_state(py::module_& m) {
  m.attr("_regime_codes") = regime_codes();
  py::class_<State> state(m, "AdhesionState", R"(Memory of a position-driven law; made by law.state(dim).

The law does not change; its memory is here, and run and step carry it on. Threads may share a law, but a state
belongs to one call at a time: what another thread writes into it meanwhile is lost.)");
  state.def_property_readonly("dim", &State::dim, "dimension of the motion: 1, 2 or 3");
  state.def_property_readonly("w", &adhesion_point, "adhesion point [m], (dim,), a copy");
  state.def_property_readonly("x", &last_position, "last position [m], (dim,), a copy");
  state.def_property_readonly(
      "regime", [](const State& self) { return static_cast<int>(regime_of(self)); },
      "code of the regime of the last position: see Regime");
  state.def_property_readonly("started", &has_started, "whether there was a position");
  state.def(
      "copy", [](const State& self) { return self; }, copy_doc);
  state.def("__repr__", [](const State& self) {
    const std::string text = "<AdhesionState dim=" + std::to_string(self.dim());
    if (!has_started(self)) return text + " not started>";
    const auto list = [](const ResultArray& array) { return py::repr(array.attr("tolist")()).cast<std::string>(); };
    return text + " w=" + list(adhesion_point(self)) + " x=" + list(last_position(self)) + " " +
           to_python(regime_of(self)).attr("upper")().cast<std::string>() + ">";
  });
  bind_parts(state, &parts_of, &from_parts);
  state.attr("__module__") = friction_module;
}

template <class Law>
using FollowsPositions = std::bool_constant<friction::PositionLaw<Law>>;

}  // namespace
}  // namespace position_law_bindings

void bind_position_laws(py::module_& m) {
  using namespace position_law_bindings;
  bind_adhesion_state(m);
  friction::for_each_law<friction::LawsWith<FollowsPositions>>([&]<class Law>() {
    py::class_<Law> law = bind_law<Law>(m);
    law.def("run", &run<Law>, position_run_doc);
    law.def("state", &fresh_state<Law, State>, state_doc);
    law.def("step", &step<Law>, position_step_doc);
    law.def("force", &force<Law>, position_force_doc);
    law.def("stored_energy", &stored_energy<Law>, position_stored_energy_doc);
  });
}

}  // namespace stickslip::python
