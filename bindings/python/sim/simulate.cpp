#include "stickslip/sim/simulate.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/core/signal.hpp"
#include "stickslip/sim/trajectory.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "fields.hpp"
#include "interrupts.hpp"
#include "patch/objects.hpp"
#include "python_function.hpp"
#include "sim/objects.hpp"
#include "sim/trajectory.hpp"

namespace stickslip::python {

namespace simulate_bindings {
namespace {

using sim::SimulationOptions;
using sim::Trajectory;

constexpr const char* simulate_doc_begin = R"(

Move a planar body that a friction patch holds or carries through time; returns a Trajectory.

    M v̇ = load + c Aᵀ wrench(z, A v, fn),  q̇ = v,  M = diag(m, m, I),  A(q): from the CoM to the patch's CoP

patch            a ReducedPatch or a DistributedPatch)";
constexpr const char* simulate_doc_middle = R"(
pose, twist      of the CoM at the beginning: (x, y, θ) [m, rad], (vx, vy, ω) [m/s, rad/s]
load             wrench on the body about the CoM in world axes, gravity included [N, N·m]: (3,), a table or a callable
normal_force     of one contact [N], ≥ 0: a number, a table or a callable)";
constexpr const char* simulate_doc_end = R"(
state            of the patch, to carry on from; receives that of the last record; None: start relaxed
progress         callable of the share of time done, 0 to 1; what it raises ends the simulation

A table is a pair (T, values): times (M,) [s], rising, and a value for each, (M, 3) or (M,); value i holds from T[i]
until T[i + 1], the first also before and the last also after. A callable takes the time [s]. What it raises ends the
simulation and reaches the caller unchanged; the state is untouched then.

The error of the pose at each record is estimated by a second scheme beside the first. With tol the run is repeated with
shorter steps until the estimate for the end pose is below tol times the largest displacement: signals are called again.

A motion that blows up, as with 'rk4' and too long a dt, raises nothing: the trajectory ends at the last good record,
and its status is SolveStatus.NOT_FINITE. A load or normal force that is not finite, or a negative normal force, is a
ValueError.)";

std::string simulate_doc() {
  const std::string signature = "simulate(patch, *" + field_signature<sim::PlanarBody>() +
                                ", pose=(0.0, 0.0, 0.0), twist=(0.0, 0.0, 0.0), load=(0.0, 0.0, 0.0), normal_force" +
                                field_signature<SimulationOptions>() + ", state=None, progress=None)\n--";
  const std::size_t width = std::string_view("record_bristles").size();
  return signature + simulate_doc_begin + field_docs<sim::PlanarBody>(width) + simulate_doc_middle +
         field_docs<SimulationOptions>(width) + simulate_doc_end;
}

// What a signal of this kind of value looks like in Python.
template <class Value>
struct SignalText;

template <>
struct SignalText<double> {
  static constexpr std::size_t width = 1;
  static constexpr const char* unit = "N";
  static constexpr const char* constant = "a number";
  static double read(const double* entries) { return *entries; }
};

template <>
struct SignalText<Wrench2> {
  static constexpr std::size_t width = 3;
  static constexpr const char* unit = "N, N m";
  static constexpr const char* constant = "3 numbers (fx, fy, torque)";
  static Wrench2 read(const double* entries) { return Eigen::Map<const Wrench2>(entries); }
};

bool has_shape(const InputArray& array, const std::vector<py::ssize_t>& shape) {
  return std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()) == shape;
}

template <class Value>
Signal<Value> table(const std::string& name, const py::sequence& parts) {
  constexpr std::size_t width = SignalText<Value>::width;
  const std::string times_name = name + "[0]", values_name = name + "[1]";
  const InputArray times = real_array(times_name.c_str(), parts[0]);
  if (times.ndim() != 1 || times.size() == 0) refuse_shape(times_name.c_str(), times, "(M,), at least one time");
  const InputArray values = real_array(values_name.c_str(), parts[1]);
  const py::ssize_t count = times.shape(0);
  if (!has_shape(values, width == 1 ? std::vector{count} : std::vector{count, py::ssize_t{width}})) {
    refuse_shape(values_name.c_str(), values,
                 "(" + std::to_string(count) + (width == 1 ? ",)" : ", 3)") + ", one per time");
  }
  require_all_finite(values_name.c_str(), SignalText<Value>::unit,
                     {values.data(), static_cast<std::size_t>(values.size())}, width, true);
  if constexpr (width == 1) {  // the normal force
    for (py::ssize_t i = 0; i < count; ++i) {
      if (const double value = values.at(i); value < 0.0) {
        throw InvalidArgument(values_name + "[" + std::to_string(i) + "] = " + to_text(value) +
                              " must be finite and >= 0 [N]");
      }
    }
  }
  std::vector<Value> entries;
  for (py::ssize_t i = 0; i < count; ++i) {
    entries.push_back(SignalText<Value>::read(values.data() + i * py::ssize_t{width}));
  }
  return {std::vector<double>(times.data(), times.data() + count), std::move(entries), times_name};
}

// Whether it is a pair (T, values); a pair of two numbers is none.
bool is_table(const std::string& name, const py::object& value) {
  if (!py::isinstance<py::tuple>(value) && !py::isinstance<py::list>(value)) return false;
  const auto parts = py::reinterpret_borrow<py::sequence>(value);
  return parts.size() == 2 && real_array((name + "[0]").c_str(), parts[0]).ndim() > 0;
}

// A constant, a table (T, values) or a callable.
template <class Value>
Signal<Value> signal_argument(const char* name, const py::object& value) {
  if (PyCallable_Check(value.ptr()) != 0) {
    return std::function<Value(double)>([f = PythonFunction(name, value)](double t) {
      if constexpr (SignalText<Value>::width == 1) {
        return f.number(t);
      } else {
        return f.triple(t);
      }
    });
  }
  if (is_table(name, value)) return table<Value>(name, py::reinterpret_borrow<py::sequence>(value));
  const InputArray constant = real_array(name, value);
  constexpr std::size_t width = SignalText<Value>::width;
  if (!has_shape(constant, width == 1 ? std::vector<py::ssize_t>{} : std::vector{py::ssize_t{width}})) {
    refuse_shape(name, constant, std::string(SignalText<Value>::constant) + ", a table (T, values) or a callable of t");
  }
  require_all_finite(name, SignalText<Value>::unit, {constant.data(), width}, 1, width > 1);
  return SignalText<Value>::read(constant.data());
}

template <class Patch>
TrajectoryObject simulate_patch(const Made<Patch>& self, const Arguments& arguments) {
  const auto zero = py::make_tuple(0.0, 0.0, 0.0);
  const Vec<3> pose = vector_argument<3>("pose", arguments.object("pose", zero), "m, m, rad");
  auto body = read_fields<sim::PlanarBody>(arguments);
  body.pose = Pose2::from_coordinates(pose);
  body.twist = vector_argument<3>("twist", arguments.object("twist", zero), "m/s, m/s, rad/s");
  const auto load = signal_argument<Wrench2>("load", arguments.object("load", zero));
  const auto normal_force = signal_argument<double>("normal_force", arguments.object("normal_force"));
  auto options = read_fields<SimulationOptions>(arguments);
  const py::object progress = arguments.has("progress") ? arguments.object("progress") : py::object();
  if (progress && PyCallable_Check(progress.ptr()) == 0) arguments.refuse("progress", "callable");
  InterruptWatch watch;
  options.progress = [&](double share) {
    watch.poll();
    if (!progress) return;
    const py::gil_scoped_acquire gil;
    progress(share);
  };

  auto* memory = arguments.optional_instance<BristleMemory<Patch>>("state");
  typename Patch::State state = working_state(self.value, memory);
  Trajectory trajectory;
  {
    const py::gil_scoped_release without_gil;
    trajectory = sim::simulate(self.value, body, load, normal_force, options, &state);
  }
  keep(self.value, state, memory);
  if constexpr (std::is_same_v<Patch, patch::DistributedPatch>) {
    return trajectory_object(std::move(trajectory), self.value.cells().weight.size());
  } else {
    return trajectory_object(std::move(trajectory));
  }
}

TrajectoryObject simulate(const py::args& args, const py::kwargs& kwargs) {
  const auto body_and_load = with_field_names<sim::PlanarBody>({}, {"pose", "twist", "load", "normal_force"});
  const Arguments arguments("simulate", {"patch"},
                            with_field_names<SimulationOptions>(body_and_load, {"state", "progress"}), args, kwargs);
  const py::object patch = arguments.object("patch");
  if (py::isinstance<ReducedObject>(patch)) return simulate_patch(patch.cast<ReducedObject&>(), arguments);
  if (py::isinstance<DistributedObject>(patch)) return simulate_patch(patch.cast<DistributedObject&>(), arguments);
  arguments.refuse("patch", "a ReducedPatch or a DistributedPatch");
}

}  // namespace
}  // namespace simulate_bindings

void bind_simulate(py::module_& m) {
  using namespace simulate_bindings;
  m.def("simulate", &simulate, simulate_doc().c_str());
  m.attr("simulate").attr("__module__") = sim_module;
}

}  // namespace stickslip::python
