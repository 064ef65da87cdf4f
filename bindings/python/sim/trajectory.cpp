#include "sim/trajectory.hpp"

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/core/solve_report.hpp"

#include "columns.hpp"
#include "parts.hpp"
#include "sim/objects.hpp"
#include "wrapped.hpp"

namespace stickslip::python {

namespace trajectory_bindings {
namespace {

using sim::Trajectory;
using sim::trajectory_fields;

constexpr const char* class_doc =
    R"(What simulate returns: one row per record, R rows, and how well the steps were solved.)";

// One quantity of all records: (R,) or (R, 3).
ResultArray array_of(const sim::TrajectoryField& field, const Trajectory& trajectory) {
  const auto records = static_cast<py::ssize_t>(trajectory.t.size());
  const std::size_t width = field.width();
  ResultArray array = fresh_array<double>(width == 1 ? std::vector{records} : std::vector{records, py::ssize_t{3}});
  double* out = array.mutable_data();
  for (std::size_t k = 0; k < trajectory.t.size(); ++k) {
    for (std::size_t i = 0; i < width; ++i) *out++ = field.entry(trajectory, k, i);
  }
  return array;
}

// (R, 3) of a reduced patch, (R, cells, 2) of a distributed one: C++ has the x of all its cells of a record, then the y, either with
// padding behind. A view: the deflections are not copied, as they may be many.
py::array bristles_of(std::vector<double> values, std::size_t count, std::optional<std::size_t> cells) {
  const auto width = static_cast<py::ssize_t>(values.size() / count), records = static_cast<py::ssize_t>(count);
  auto* const held = new std::vector<double>(std::move(values));
  const py::capsule owner(held, [](void* p) { delete static_cast<std::vector<double>*>(p); });
  if (!cells) return ResultArray({records, width}, held->data(), owner);
  constexpr auto one = static_cast<py::ssize_t>(sizeof(double));
  return py::array_t<double>({records, static_cast<py::ssize_t>(*cells), py::ssize_t{2}},
                             {width * one, one, width / 2 * one}, held->data(), owner);
}

// Reports have literals for their methods: one that lives as long.
std::string_view kept_for_ever(const std::string& text) {
  static std::set<std::string> all;
  return *all.insert(text).first;
}

py::dict parts_of(const TrajectoryObject& self) {
  py::dict parts = trajectory_parts(self);
  parts["bristles"] = self.bristles;
  return parts;
}

// With arrays of its own: users may write to them.
TrajectoryObject from_parts(const py::dict& given) {
  const py::dict parts = py::module_::import("copy").attr("deepcopy")(given);
  TrajectoryObject trajectory{{},
                              parts["bristles"],
                              parts["steps"].cast<long>(),
                              parts["status"].cast<int>(),
                              parts["method"].cast<std::string>(),
                              parts["iterations"].cast<long>(),
                              parts["residual"].cast<double>()};
  for (std::size_t k = 0; k < trajectory_fields.size(); ++k) {
    trajectory.fields[k] = parts[py::str(std::string(trajectory_fields[k].name))].cast<ResultArray>();
  }
  return trajectory;
}

std::string repr(const TrajectoryObject& self) {
  static_assert(trajectory_fields.front().name == "t");
  const ResultArray& t = self.fields.front();
  return "<Trajectory of " + std::to_string(t.size()) + " records to t=" + to_text(t.at(t.size() - 1)) + ">";
}

// "pose of …: x, y, theta [m, m, rad], (R, 3)"
std::string doc_of(const sim::TrajectoryField& field) {
  std::string names, units;
  for (std::size_t i = 0; i < field.width(); ++i) {
    names.append(i == 0 ? "" : ", ").append(field.columns[i].name);
    units.append(i == 0 ? "" : ", ").append(field.columns[i].unit);
  }
  return wrapped("", std::string(field.meaning) + (field.width() == 1 ? "" : ": " + names) + " [" + units + "], " +
                         (field.width() == 1 ? "(R,)" : "(R, 3)"));
}

}  // namespace
}  // namespace trajectory_bindings

TrajectoryObject trajectory_object(sim::Trajectory trajectory, std::optional<std::size_t> cells) {
  using namespace trajectory_bindings;
  TrajectoryObject object{{},
                          py::none(),
                          trajectory.steps,
                          static_cast<int>(trajectory.report.status),
                          std::string(trajectory.report.method),
                          trajectory.report.iterations,
                          trajectory.report.residual};
  for (std::size_t k = 0; k < trajectory_fields.size(); ++k) {
    object.fields[k] = array_of(trajectory_fields[k], trajectory);
  }
  if (!trajectory.bristles.empty()) {
    object.bristles = bristles_of(std::move(trajectory.bristles), trajectory.t.size(), cells);
  }
  return object;
}

py::dict trajectory_parts(const TrajectoryObject& trajectory) {
  using sim::trajectory_fields;
  py::dict parts(py::arg("steps") = trajectory.steps, py::arg("status") = trajectory.status,
                 py::arg("method") = trajectory.method, py::arg("iterations") = trajectory.iterations,
                 py::arg("residual") = trajectory.residual);
  for (std::size_t k = 0; k < trajectory_fields.size(); ++k) {
    parts[py::str(std::string(trajectory_fields[k].name))] = trajectory.fields[k];
  }
  return parts;
}

sim::Trajectory trajectory_from(const py::dict& parts) {
  constexpr const char* subject = "Trajectory";
  const auto count = static_cast<std::size_t>(py::len(parts["t"]));
  const auto status = parts["status"].cast<int>();
  if (count == 0 || status < 0 || status > static_cast<int>(SolveStatus::not_finite))
    throw InvalidArgument("Trajectory: there must be a record and a status");
  sim::Trajectory trajectory;
  trajectory.t = numbers_of<double>(subject, parts["t"], count);
  trajectory.normal_force = numbers_of<double>(subject, parts["normal_force"], count);
  for (const Vec<3>& pose : rows_of<3>(subject, parts["pose"], count)) {
    trajectory.pose.push_back(Pose2::from_coordinates(pose));
  }
  trajectory.error = rows_of<3>(subject, parts["error"], count);
  trajectory.twist = rows_of<3>(subject, parts["twist"], count);
  trajectory.wrench = rows_of<3>(subject, parts["wrench"], count);
  trajectory.steps = parts["steps"].cast<long>();
  trajectory.report = {static_cast<SolveStatus>(status),
                       trajectory_bindings::kept_for_ever(parts["method"].cast<std::string>()),
                       parts["iterations"].cast<long>(), parts["residual"].cast<double>()};
  return trajectory;
}

void bind_trajectory(py::module_& m) {
  using namespace trajectory_bindings;
  py::class_<TrajectoryObject> trajectory(m, "Trajectory", class_doc);
  for (std::size_t k = 0; k < trajectory_fields.size(); ++k) {
    trajectory.def_property_readonly(
        std::string(trajectory_fields[k].name).c_str(), [k](const TrajectoryObject& self) { return self.fields[k]; },
        doc_of(trajectory_fields[k]).c_str());
  }
  trajectory.def_readonly("bristles", &TrajectoryObject::bristles,
                          "deflections: (R, 3), or (R, cells, 2) of a DistributedPatch; None where not recorded");
  trajectory.def_readonly("steps", &TrajectoryObject::steps, "number of steps; with tol also those tried before");
  trajectory.def_property_readonly(
      "status",
      [](const TrajectoryObject& self) { return py::module_::import(sim_module).attr("SolveStatus")(self.status); },
      "SolveStatus: the worst of all steps; STALLED also where the error of the end pose exceeds tol or 10 % of the\n"
      "largest displacement; NOT_FINITE where the motion blew up after the last record");
  trajectory.def_readonly("method", &TrajectoryObject::method, "name of the integrator");
  trajectory.def_readonly("iterations", &TrajectoryObject::iterations, "of all steps together");
  trajectory.def_readonly("residual", &TrajectoryObject::residual,
                          "the largest left over by a step, as a velocity [m/s]; infinite where the motion blew up");
  trajectory.def("__repr__", &repr);
  bind_parts(trajectory, &parts_of, &from_parts);
  trajectory.attr("__module__") = sim_module;
}

}  // namespace stickslip::python
