#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/build.hpp"

#include "columns.hpp"
#include "parts.hpp"
#include "scene/objects.hpp"
#include "sim/fitted_velocity.hpp"
#include "sim/objects.hpp"
#include "sim/trajectory.hpp"
#include "to_python.hpp"

namespace stickslip::python {

namespace scene_run_parts {
namespace {

using scene::PlanarRun;
using scene::PlanarScene;
using scene::PlanarTrack;
using scene::PointRun;
using scene::RigidRun;
using scene::RigidScene;
using scene::SceneRun;

constexpr const char* subject = "SceneRun";

[[noreturn]] void refuse() {
  throw InvalidArgument("SceneRun: these records are not those of its scene");
}

// Residual and iterations, one row per record.
std::vector<Vec<2>> solver_rows(const RigidRun& run) {
  std::vector<Vec<2>> rows;
  for (const scene::SolverRecord& record : run.solver) {
    rows.emplace_back(record.residual, static_cast<double>(record.iterations));
  }
  return rows;
}

py::tuple most_parts(const scene::ContactExtremes::Most& most) {
  return py::make_tuple(most.value, most.t, most.a, most.b);
}

scene::ContactExtremes::Most most_from(const py::handle& parts) {
  const auto [value, t, a, b] = parts.cast<std::tuple<double, double, int, int>>();
  return {value, t, a, b};
}

py::tuple extremes_parts(const scene::ContactExtremes& of) {
  return py::make_tuple(of.sticking, of.sliding, most_parts(of.force), most_parts(of.slip), most_parts(of.slid));
}

scene::ContactExtremes extremes_from(const py::tuple& parts) {
  if (parts.size() != 5) refuse();
  return {.sticking = parts[0].cast<int>(),
          .sliding = parts[1].cast<int>(),
          .force = most_from(parts[2]),
          .slip = most_from(parts[3]),
          .slid = most_from(parts[4])};
}

py::tuple fitted_parts(const std::vector<sim::FittedVelocity>& fitted) {
  py::list parts;
  for (const sim::FittedVelocity& one : fitted) {
    parts.append(py::make_tuple(one.body, six_numbers(one.before), six_numbers(one.after)));
  }
  return parts;
}

std::vector<sim::FittedVelocity> fitted_from(const py::handle& parts, const RigidScene& scene) {
  std::vector<sim::FittedVelocity> fitted;
  for (const py::handle part : parts) {
    const auto of = part.cast<py::tuple>();
    if (of.size() != 3) refuse();
    const auto body = of[0].cast<int>();
    if (body < 0 || static_cast<std::size_t>(body) >= scene.bodies.size()) refuse();
    fitted.push_back({body, six_numbers_from(subject, of[1]), six_numbers_from(subject, of[2])});
  }
  return fitted;
}

py::dict parts_of(const SceneRunObject& self, const RigidRun& run) {
  const std::shared_ptr<const sim::Recording> recording(self.value, &run.recording);
  py::list bodies, joints, pairs;
  for (std::size_t i = 0; i < run.recording.bodies.size(); ++i) bodies.append(BodyRecordObject{recording, i});
  for (std::size_t i = 0; i < run.recording.joints.size(); ++i) joints.append(JointRecordObject{recording, i});
  for (const scene::PairRecord& pair : run.pairs) {
    pairs.append(PairRecordObject{"", "", std::shared_ptr<const scene::PairRecord>(self.value, &pair)});
  }
  const auto solver = std::make_shared<const std::vector<Vec<2>>>(solver_rows(run));
  return py::dict(py::arg("bodies") = py::tuple(bodies), py::arg("joints") = py::tuple(joints),
                  py::arg("pairs") = py::tuple(pairs), py::arg("solver") = view(solver, *solver),
                  py::arg("kinetic_energy") = view(recording, recording->kinetic_energy),
                  py::arg("potential_energy") = view(recording, recording->potential_energy),
                  py::arg("extremes") = extremes_parts(run.extremes), py::arg("hints") = to_python(run.hints),
                  py::arg("fitted") = fitted_parts(run.fitted),
                  py::arg("contacts") = view(recording, recording->contacts), py::arg("report") = run.recording.report);
}

RigidRun rigid_from(const RigidScene& scene, const py::dict& parts, const std::vector<double>& t, long steps) {
  const std::size_t count = t.size();
  RigidRun run;
  sim::Recording& recording = run.recording;
  recording.t = t;
  recording.steps = steps;
  recording.model = scene::world_of(scene).model();
  recording.report = parts["report"].cast<sim::StepReport>();
  recording.kinetic_energy = numbers_of<double>(subject, parts["kinetic_energy"], count);
  recording.potential_energy = numbers_of<double>(subject, parts["potential_energy"], count);
  recording.contacts = numbers_of<int>(subject, parts["contacts"], count);
  run.extremes = extremes_from(parts["extremes"].cast<py::tuple>());
  for (const py::handle hint : parts["hints"]) run.hints.push_back(hint.cast<std::string>());
  run.fitted = fitted_from(parts["fitted"], scene);
  const std::size_t kept = scene.record.bodies ? scene.record.bodies->size() : scene.bodies.size();
  for (const py::handle body : parts["bodies"]) {
    recording.bodies.push_back(body.cast<const BodyRecordObject&>().value());
    const sim::BodyRecord& last = recording.bodies.back();
    if (recording.bodies.size() > kept ||
        last.body != static_cast<int>(scene.record.place_of(recording.bodies.size() - 1)) ||
        last.position.size() != count) {
      refuse();
    }
  }
  for (const py::handle joint : parts["joints"]) {
    recording.joints.push_back(joint.cast<const JointRecordObject&>().value());
    if (recording.joints.back().position.size() != count) refuse();
  }
  std::vector<int> joints, expected;
  for (const sim::JointRecord& joint : recording.joints) joints.push_back(joint.joint);
  for (std::size_t j = 0; j < scene.joints.size(); ++j) {
    if (scene.record.keeps_any(scene.joints[j].a, scene.joints[j].b)) expected.push_back(static_cast<int>(j));
  }
  if (recording.bodies.size() != kept || joints != expected) refuse();
  const auto is_body = [&](int body) { return body >= 0 && static_cast<std::size_t>(body) < scene.bodies.size(); };
  for (const auto* most : {&run.extremes.force, &run.extremes.slip, &run.extremes.slid}) {
    if (most->value > 0.0 && !(is_body(most->a) && is_body(most->b))) refuse();
  }
  for (const py::handle pair : parts["pairs"]) {
    run.pairs.push_back(*pair.cast<const PairRecordObject&>().value);
    if (!is_body(run.pairs.back().a) || !is_body(run.pairs.back().b) || run.pairs.back().force.size() != count)
      refuse();
  }
  for (const Vec<2>& row : rows_of<2>(subject, parts["solver"], count)) {
    run.solver.push_back({row[0], static_cast<long>(row[1])});
  }
  return run;
}

// Stored, work of the load, work of the normal force, dissipated, one row per record.
std::vector<Vec<4>> energy_rows(const sim::Trajectory& path) {
  std::vector<Vec<4>> rows;
  for (const sim::PlanarEnergy& at : path.energy) rows.emplace_back(at.stored, at.load, at.normal, at.dissipated);
  return rows;
}

py::dict parts_of(const SceneRunObject& self, const PlanarRun& run) {
  py::list tracks;
  for (const PlanarTrack& track : run.tracks) {
    const auto energy = std::make_shared<const std::vector<Vec<4>>>(energy_rows(track.trajectory));
    tracks.append(py::make_tuple(trajectory_parts(trajectory_object(track.trajectory)),
                                 view(self.value, track.bristles), view(energy, *energy)));
  }
  return py::dict(py::arg("tracks") = py::tuple(tracks));
}

PlanarRun planar_from(const PlanarScene& scene, const py::dict& parts) {
  const auto tracks = parts["tracks"].cast<py::tuple>();
  if (tracks.size() != (scene.record.bodies ? scene.record.bodies->size() : scene.bodies.size())) refuse();
  PlanarRun run;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const auto track = tracks[i].cast<py::tuple>();
    sim::Trajectory trajectory = trajectory_from(track[0].cast<py::dict>());
    std::vector<double> bristles = numbers_of<double>(subject, track[1], static_cast<std::size_t>(py::len(track[1])));
    if (bristles.size() % trajectory.t.size() != 0) refuse();
    for (const Vec<4>& row : rows_of<4>(subject, track[2], trajectory.t.size())) {
      trajectory.energy.push_back({.stored = row[0], .load = row[1], .normal = row[2], .dissipated = row[3]});
    }
    const scene::PlanarSceneBody& body = scene.bodies[scene.record.place_of(i)];
    run.tracks.push_back({body.name, body.contact.name, std::move(trajectory), std::move(bristles)});
  }
  return run;
}

py::dict parts_of(const SceneRunObject& self, const PointRun& run) {
  return py::dict(py::arg("point") = PointRecordObject{std::shared_ptr<const PointRun>(self.value, &run)});
}

PointRun point_from(const scene::PointScene& scene, const py::dict& parts, std::size_t count) {
  PointRun run = *parts["point"].cast<const PointRecordObject&>().value;
  const bool fits = run.position.size() == scene.position.size() && run.force.size() == scene.position.size() &&
                    run.normal_force.size() == count;
  if (!fits) refuse();
  return run;
}

// What two runs are compared by.
py::dict parts_without_time(const SceneRunObject& self) {
  const SceneRun& run = *self.value;
  return py::dict(
      py::arg("scene") = self.scene, py::arg("t") = view(self.value, run.t()),
      py::arg("energy") = EnergyObject{std::shared_ptr<const scene::Energy>(self.value, &run.energy())},
      py::arg("status") = static_cast<int>(run.status()), py::arg("steps") = run.steps(),
      py::arg("records") = std::visit([&](const auto& records) { return parts_of(self, records); }, run.records()));
}

py::dict all_parts(const SceneRunObject& self) {
  py::dict parts = parts_without_time(self);
  parts["seconds"] = self.value->seconds();
  return parts;
}

py::object key(const SceneRunObject& self) {
  return key_of(py::make_tuple(parts_without_time(self)));
}

SceneRunObject from_parts(const py::dict& parts) {
  auto scene = parts["scene"].cast<SceneObject&>().shared_from_this();
  const auto count = static_cast<std::size_t>(py::len(parts["t"]));
  if (count == 0) refuse();
  std::vector<double> t = numbers_of<double>(subject, parts["t"], count);
  scene::Energy energy = *parts["energy"].cast<const EnergyObject&>().value;
  const auto status = parts["status"].cast<int>();
  if (energy.kinetic.size() != count || status < 0 || status > static_cast<int>(SolveStatus::not_finite)) refuse();
  const auto steps = parts["steps"].cast<long>();
  const auto records = parts["records"].cast<py::dict>();
  SceneRun::Records all;
  if (const auto* rigid = std::get_if<RigidScene>(&scene->value.model())) {
    all = rigid_from(*rigid, records, t, steps);
  } else if (const auto* planar = std::get_if<PlanarScene>(&scene->value.model())) {
    all = planar_from(*planar, records);
  } else {
    all = point_from(std::get<scene::PointScene>(scene->value.model()), records, count);
  }
  auto run = std::make_shared<const SceneRun>(scene->value, std::move(all), std::move(t), std::move(energy),
                                              static_cast<SolveStatus>(status), steps, parts["seconds"].cast<double>());
  return {std::move(run), std::move(scene)};
}

}  // namespace
}  // namespace scene_run_parts

void bind_scene_run_parts(py::class_<SceneRunObject>& bound) {
  using namespace scene_run_parts;
  bound.def(py::pickle(&all_parts, &from_parts));
  bound.def(
      "__eq__", [](const SceneRunObject& a, const SceneRunObject& b) { return key(a).equal(key(b)); },
      py::is_operator());
  bound.def("__hash__", [](const SceneRunObject& self) { return py::hash(key(self)); });
}

}  // namespace stickslip::python
