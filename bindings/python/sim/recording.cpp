#include "stickslip/sim/recording.hpp"

#include <string>
#include <utility>

#include "stickslip/core/error.hpp"

#include "columns.hpp"
#include "record/objects.hpp"
#include "sim/model.hpp"
#include "sim/objects.hpp"

namespace stickslip::python {

namespace recording_bindings {
namespace {

using sim::BodyRecord;
using sim::JointRecord;
using sim::Recording;

constexpr const char* subject = "Recording";

constexpr const char* class_doc =
    R"(What World.run returns: where each body and joint was at R instants, and how the steps went.

run[body] is a BodyRecord, of a Body or its id; run[joint] is a JointRecord, of a Joint. Arrays cannot be written to.)";

constexpr const char* to_result_doc = R"(to_result(self, name='run', title='Rigid bodies in contact')
--

The run as a stickslip.record.Result: a series per body and joint, energies, and a moving scene, for to_html, write and
plot.

name   of the result, letters, digits, - and _
title  one line)";

template <class Owner>
struct Column {
  const char* name;
  py::array (*get)(const Owner& self);
  const char* doc;
};

constexpr Column<BodyRecordObject> body_columns[] = {
    {"position", [](const BodyRecordObject& self) { return view(self.owner, self.value().position); },
     "of the centre of mass, world axes (R, 3) [m]"},
    {"orientation", [](const BodyRecordObject& self) { return view(self.owner, self.value().orientation); },
     "quaternions w, x, y, z from body axes to world axes (R, 4)"},
    {"velocity", [](const BodyRecordObject& self) { return view(self.owner, self.value().velocity); },
     "of the centre of mass, world axes (R, 3) [m/s]"},
    {"angular_velocity", [](const BodyRecordObject& self) { return view(self.owner, self.value().angular_velocity); },
     "world axes (R, 3) [rad/s]"},
};

constexpr Column<JointRecordObject> joint_columns[] = {
    {"position", [](const JointRecordObject& self) { return view(self.owner, self.value().position); },
     "of a hinge its angle [rad], whole turns counted, of a slider how far it went [m], else NaN (R,)"},
    {"velocity", [](const JointRecordObject& self) { return view(self.owner, self.value().velocity); },
     "of a hinge [rad/s], of a slider [m/s], else NaN (R,)"},
    {"effort", [](const JointRecordObject& self) { return view(self.owner, self.value().effort); },
     "of the drive, mean over the step before, of a hinge [N m], of a slider [N] (R,)"},
    {"reaction", [](const JointRecordObject& self) { return view(self.owner, self.value().reaction); },
     "of all that the joint does to its first body, at the joint, world axes, mean over the step before (R, 6) [N, N "
     "m]"},
    {"error", [](const JointRecordObject& self) { return view(self.owner, self.value().error); },
     "distance and angle by which it was open (R, 2) [m, rad]"},
};

constexpr Column<RecordingObject> columns[] = {
    {"t", [](const RecordingObject& self) { return view(self.value, self.value->t); }, "time of each record (R,) [s]"},
    {"kinetic_energy", [](const RecordingObject& self) { return view(self.value, self.value->kinetic_energy); },
     "of the bodies that move by forces (R,) [J]"},
    {"potential_energy", [](const RecordingObject& self) { return view(self.value, self.value->potential_energy); },
     "−Σ m g·x of these bodies (R,) [J]"},
    {"contacts", [](const RecordingObject& self) { return view(self.value, self.value->contacts); },
     "how many in the step before each record (R,)"},
};

py::tuple parts_of_body(const BodyRecordObject& self) {
  py::list parts;
  parts.append(self.value().body);
  for (const auto& column : body_columns) parts.append(column.get(self));
  py::tuple all = parts;
  return all;
}

BodyRecord body_record(const py::tuple& parts) {
  const auto count = static_cast<std::size_t>(py::len(parts[1]));
  return {.body = parts[0].cast<int>(),
          .position = rows_of<3>(subject, parts[1], count),
          .orientation = rows_of<4>(subject, parts[2], count),
          .velocity = rows_of<3>(subject, parts[3], count),
          .angular_velocity = rows_of<3>(subject, parts[4], count)};
}

BodyRecordObject body_from_parts(const py::tuple& parts) {
  auto alone = std::make_shared<Recording>();
  alone->bodies.push_back(body_record(parts));
  return {std::move(alone), 0};
}

py::tuple parts_of_joint(const JointRecordObject& self) {
  py::list parts;
  parts.append(self.value().joint);
  for (const auto& column : joint_columns) parts.append(column.get(self));
  py::tuple all = parts;
  return all;
}

JointRecord joint_record(const py::tuple& parts) {
  const auto count = static_cast<std::size_t>(py::len(parts[1]));
  return {.joint = parts[0].cast<int>(),
          .position = numbers_of<double>(subject, parts[1], count),
          .velocity = numbers_of<double>(subject, parts[2], count),
          .effort = numbers_of<double>(subject, parts[3], count),
          .reaction = rows_of<6>(subject, parts[4], count),
          .error = rows_of<2>(subject, parts[5], count)};
}

JointRecordObject joint_from_parts(const py::tuple& parts) {
  auto alone = std::make_shared<Recording>();
  alone->joints.push_back(joint_record(parts));
  return {std::move(alone), 0};
}

py::dict parts_of(const RecordingObject& self) {
  const Recording& run = *self.value;
  py::list bodies;
  for (std::size_t i = 0; i < run.bodies.size(); ++i) bodies.append(parts_of_body({self.value, i}));
  py::list joints;
  for (std::size_t i = 0; i < run.joints.size(); ++i) joints.append(parts_of_joint({self.value, i}));
  py::dict parts(py::arg("model") = model_parts(self.recipe, run.model), py::arg("bodies") = py::tuple(bodies),
                 py::arg("joints") = py::tuple(joints), py::arg("report") = run.report, py::arg("steps") = run.steps);
  for (const auto& column : columns) parts[column.name] = column.get(self);
  return parts;
}

RecordingObject from_parts(const py::dict& parts) {
  auto run = std::make_shared<Recording>();
  ModelRecipe recipe;
  run->model = world_from(parts["model"], recipe).model();
  const auto count = static_cast<std::size_t>(py::len(parts["t"]));
  if (count == 0) throw InvalidArgument("Recording: there must be a record");
  run->t = numbers_of<double>(subject, parts["t"], count);
  run->kinetic_energy = numbers_of<double>(subject, parts["kinetic_energy"], count);
  run->potential_energy = numbers_of<double>(subject, parts["potential_energy"], count);
  run->contacts = numbers_of<int>(subject, parts["contacts"], count);
  for (const py::handle body : parts["bodies"]) {
    run->bodies.push_back(body_record(py::reinterpret_borrow<py::tuple>(body)));
    if (!run->model.has(run->bodies.back().body) || run->bodies.back().position.size() != count)
      throw InvalidArgument("Recording: a body in it is not one of its model");
  }
  for (const py::handle joint : parts["joints"]) {
    run->joints.push_back(joint_record(py::reinterpret_borrow<py::tuple>(joint)));
    if (!run->model.has_joint(run->joints.back().joint) || run->joints.back().position.size() != count)
      throw InvalidArgument("Recording: a joint in it is not one of its model");
  }
  run->report = parts["report"].cast<sim::StepReport>();
  run->steps = parts["steps"].cast<long>();
  return {std::move(run), std::move(recipe)};
}

JointRecordObject record_of_joint(const RecordingObject& self, int id) {
  for (std::size_t i = 0; i < self.value->joints.size(); ++i) {
    if (self.value->joints[i].joint == id) return {self.value, i};
  }
  throw py::key_error("Recording: there was no joint " + std::to_string(id));
}

py::object record_of(const RecordingObject& self, const py::object& which) {
  if (py::isinstance<JointObject>(which)) return py::cast(record_of_joint(self, which.cast<const JointObject&>().id));
  int id = -1;
  if (py::isinstance<BodyObject>(which)) {
    id = which.cast<const BodyObject&>().id;
  } else {
    py::dict keyword;
    keyword["body"] = which;
    const Arguments arguments("Recording", {}, {"body"}, py::args(), py::kwargs(keyword));
    if (PyIndex_Check(which.ptr()) == 0) arguments.refuse("body", "a Body or its id, or a Joint");
    id = arguments.integer("body", -1);
  }
  for (std::size_t i = 0; i < self.value->bodies.size(); ++i) {
    if (self.value->bodies[i].body == id) return py::cast(BodyRecordObject{self.value, i});
  }
  throw py::key_error("Recording: there was no body " + std::to_string(id));
}

JointRecordObject joint_of(const RecordingObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Recording.joint", {"id"}, {}, args, kwargs);
  if (PyIndex_Check(arguments.object("id").ptr()) == 0) arguments.refuse("id", "a joint's id");
  return record_of_joint(self, arguments.integer("id", -1));
}

std::shared_ptr<ResultObject> to_result(const RecordingObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("to_result", {"name", "title"}, {}, args, kwargs);
  const auto result = std::make_shared<ResultObject>();
  {
    const py::gil_scoped_release without_gil;
    result->value = self.value->to_result();
  }
  result->value.name = text(arguments, "name", result->value.name);
  result->value.title = text(arguments, "title", result->value.title);
  validate(result->value);
  return result;
}

std::string repr(const RecordingObject& self) {
  const Recording& run = *self.value;
  return "<Recording of " + std::to_string(run.bodies.size()) + " bodies, " + std::to_string(run.t.size()) +
         " records from t=" + to_text(run.t.front()) + " to t=" + to_text(run.t.back()) + ">";
}

}  // namespace
}  // namespace recording_bindings

void bind_recording(py::module_& m) {
  using namespace recording_bindings;
  py::class_<BodyRecordObject> body(m, "BodyRecord", "Where a body was during a run, at R instants.");
  body.def_property_readonly(
      "body", [](const BodyRecordObject& self) { return self.value().body; }, "id of the body");
  for (const auto& column : body_columns) body.def_property_readonly(column.name, column.get, column.doc);
  body.def("__repr__", [](const BodyRecordObject& self) {
    return "<BodyRecord of body " + std::to_string(self.value().body) + ", " +
           std::to_string(self.value().position.size()) + " records>";
  });
  bind_constant_parts(body, &parts_of_body, &body_from_parts);
  body.attr("__module__") = sim_module;

  py::class_<JointRecordObject> joint(m, "JointRecord",
                                      "Where a joint was during a run, and what it did, at R instants.");
  joint.def_property_readonly(
      "joint", [](const JointRecordObject& self) { return self.value().joint; }, "id of the joint");
  for (const auto& column : joint_columns) joint.def_property_readonly(column.name, column.get, column.doc);
  joint.def("__repr__", [](const JointRecordObject& self) {
    return "<JointRecord of joint " + std::to_string(self.value().joint) + ", " +
           std::to_string(self.value().position.size()) + " records>";
  });
  bind_constant_parts(joint, &parts_of_joint, &joint_from_parts);
  joint.attr("__module__") = sim_module;

  py::class_<RecordingObject> recording(m, "Recording", class_doc);
  for (const auto& column : columns) recording.def_property_readonly(column.name, column.get, column.doc);
  recording.def_property_readonly(
      "report", [](const RecordingObject& self) { return self.value->report; },
      "StepReport: the worst status of all steps, and the most that a step had of everything else");
  recording.def_property_readonly(
      "steps", [](const RecordingObject& self) { return self.value->steps; }, "how many were taken");
  recording.def_property_readonly(
      "bodies",
      [](const RecordingObject& self) {
        py::list ids;
        for (const BodyRecord& record : self.value->bodies) ids.append(record.body);
        return py::tuple(ids);
      },
      "ids of the bodies that were recorded: those of the world when the run began");
  recording.def_property_readonly(
      "joints",
      [](const RecordingObject& self) {
        py::list ids;
        for (const JointRecord& record : self.value->joints) ids.append(record.joint);
        return py::tuple(ids);
      },
      "ids of the joints that were recorded: those of the world when the run began");
  recording.def("__getitem__", &record_of);
  recording.def("joint", &joint_of, "joint(self, id)\n--\n\nThe JointRecord of the joint with that id.");
  recording.def("__len__", [](const RecordingObject& self) { return self.value->t.size(); });
  recording.def("to_result", &to_result, to_result_doc);
  recording.def("__repr__", &repr);
  bind_constant_parts(recording, &parts_of, &from_parts);
  recording.attr("__module__") = sim_module;
}

}  // namespace stickslip::python
