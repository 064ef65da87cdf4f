#include "stickslip/scene/run.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/build.hpp"

#include "columns.hpp"
#include "interrupts.hpp"
#include "parts.hpp"
#include "record/reading.hpp"
#include "scene/objects.hpp"
#include "sim/fitted_velocity.hpp"
#include "sim/objects.hpp"
#include "sim/trajectory.hpp"

namespace stickslip::python {

namespace scene_run_bindings {
namespace {

using scene::PlanarRun;
using scene::PlanarScene;
using scene::PlanarTrack;
using scene::PointRun;
using scene::RigidRun;
using scene::RigidScene;
using scene::SceneRun;

constexpr const char* class_doc = R"(What stickslip.run returns: what moved, what pushed, where the energy went.

run[name] is what the scene calls by that name:

rigid scenes   of a body a stickslip.sim.BodyRecord (position, orientation, velocity, angular_velocity), of a joint a
               stickslip.sim.JointRecord; run[body, other] is a PairRecord: what the body received from the other
planar scenes  of a body and of its contact the same stickslip.sim.Trajectory (pose, twist, wrench, normal_force)
point scenes   run['point'] is a PointRecord (position, force, normal_force)

All have R rows, one per entry of t. Another name is a KeyError with those there are, and so is what the scene's
record.bodies leaves out. Equal are runs of equal scenes
that came to the same numbers, however long that took.)";

constexpr const char* joint_doc = R"(joint(self, name)
--

The JointRecord of that joint, also where a body has the same name.)";

constexpr const char* keys_doc = R"(keys(self)
--

What run[...] takes: names of bodies, joints and contacts, and pairs of bodies that touched.)";

constexpr const char* result_doc = R"(result(self)
--

The run as a stickslip.record.Result, as `stickslip run` writes it: series, figures, a moving scene, parameters.)";

constexpr const char* to_html_doc = R"(to_html(self, path)
--

Writes the report, one interactive page that needs nothing else. A ValueError where stickslip.record.can_write_html() is
False.)";

constexpr const char* plot_doc = R"(plot(self, name=None, *, figure=None)
--

Draws the figure or scene of that name with matplotlib; without a name all of them, as {name: matplotlib figure}. See
Result.plot.)";

// Names of the bodies that are kept, in the order of the scene.
template <class Scene>
py::tuple kept_bodies(const Scene& scene) {
  py::list names;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.record.keeps(static_cast<int>(i))) names.append(scene.bodies[i].name);
  }
  return names;
}

bool keeps(const RigidScene& scene, const scene::SceneJoint& joint) {
  return scene.record.keeps_any(joint.a, joint.b);
}

template <class Named>
std::optional<std::size_t> place_of(const std::vector<Named>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
  if (found == all.end()) return {};
  return static_cast<std::size_t>(found - all.begin());
}

const RigidScene* rigid_scene(const SceneRunObject& self) {
  return std::get_if<RigidScene>(&self.value->scene().model());
}
const PlanarScene* planar_scene(const SceneRunObject& self) {
  return std::get_if<PlanarScene>(&self.value->scene().model());
}

template <class Records>
std::shared_ptr<const Records> records(const SceneRunObject& self) {
  return {self.value, std::get_if<Records>(&self.value->records())};
}

std::shared_ptr<const sim::Recording> recording(const SceneRunObject& self) {
  return {self.value, &std::get<RigidRun>(self.value->records()).recording};
}

py::tuple bodies_of(const SceneRunObject& self) {
  if (const auto* rigid = rigid_scene(self)) return kept_bodies(*rigid);
  if (const auto* planar = planar_scene(self)) return kept_bodies(*planar);
  return py::tuple();
}

py::tuple joints_of(const SceneRunObject& self) {
  py::list names;
  if (const auto* rigid = rigid_scene(self)) {
    for (const scene::SceneJoint& joint : rigid->joints) {
      if (keeps(*rigid, joint)) names.append(joint.name);
    }
  }
  return names;
}

py::tuple contacts_of(const SceneRunObject& self) {
  py::list names;
  if (const auto* rigid = rigid_scene(self)) {
    for (const scene::PairRecord& pair : records<RigidRun>(self)->pairs) {
      names.append(py::make_tuple(rigid->bodies[static_cast<std::size_t>(pair.a)].name,
                                  rigid->bodies[static_cast<std::size_t>(pair.b)].name));
    }
  } else if (planar_scene(self) != nullptr) {
    for (const PlanarTrack& track : records<PlanarRun>(self)->tracks) names.append(track.contact);
  } else {
    names.append("point");
  }
  return names;
}

py::tuple keys_of(const SceneRunObject& self) {
  py::dict keys;  // in order, each once
  for (const py::tuple& names : {bodies_of(self), joints_of(self), contacts_of(self)}) {
    for (const py::handle name : names) keys[name] = py::none();
  }
  py::tuple names(keys);
  return names;
}

[[noreturn]] void refuse_name(const SceneRunObject& self, const py::handle& name) {
  throw py::key_error(
      "the run has no " + py::repr(name).cast<std::string>() + "; there are: " +
      py::str(", ")
          .attr("join")(
              py::module_::import("builtins").attr("map")(py::module_::import("builtins").attr("repr"), keys_of(self)))
          .cast<std::string>());
}

// How many bristles a distributed patch has, where the run has kept them.
std::optional<std::size_t> cells_of(const scene::PlanarContact& contact, const PlanarTrack& track) {
  if (track.bristles.empty() || contact.options.model != scene::PatchModel::distributed) return {};
  return scene::distributed_patch_of(contact).cells().weight.size();
}

TrajectoryObject trajectory_of(const SceneRunObject& self, std::size_t index) {
  const PlanarTrack& track = records<PlanarRun>(self)->tracks[index];
  sim::Trajectory trajectory = track.trajectory;
  trajectory.bristles = track.bristles;
  const PlanarScene& scene = *planar_scene(self);
  return trajectory_object(std::move(trajectory), cells_of(scene.bodies[scene.record.place_of(index)].contact, track));
}

PairRecordObject pair_of(const SceneRunObject& self, const std::string& body, const std::string& other) {
  return {body, other, std::make_shared<scene::PairRecord>(self.value->pair(body, other))};
}

void refuse_unless_kept(bool is_kept, const char* what, const std::string& name) {
  if (is_kept) return;
  throw py::key_error(std::string("the run kept nothing of the ") + what + " '" + name +
                      "': record.bodies in its scene does not list " +
                      (what == std::string("body") ? "it" : "its body"));
}

// Where a recording has the body or joint of a number.
std::size_t index_of(const std::vector<sim::BodyRecord>& all, std::size_t number) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.body == static_cast<int>(number); });
  return static_cast<std::size_t>(found - all.begin());
}
std::size_t index_of(const std::vector<sim::JointRecord>& all, std::size_t number) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.joint == static_cast<int>(number); });
  return static_cast<std::size_t>(found - all.begin());
}

JointRecordObject joint_object(const SceneRunObject& self, std::size_t place) {
  const RigidScene& rigid = *rigid_scene(self);
  refuse_unless_kept(keeps(rigid, rigid.joints[place]), "joint", rigid.joints[place].name);
  return {recording(self), index_of(recording(self)->joints, place)};
}

std::optional<py::object> find_pair(const SceneRunObject& self, const py::tuple& names) {
  const auto* rigid = rigid_scene(self);
  if (rigid == nullptr || names.size() != 2) return {};
  for (const py::handle name : names) {
    if (!py::isinstance<py::str>(name) || !place_of(rigid->bodies, py::str(name).cast<std::string>())) return {};
  }
  if (!rigid->record.contacts) throw py::key_error("the run kept no contacts: record.contacts is false in its scene");
  const auto first = names[0].cast<std::string>();
  refuse_unless_kept(rigid->record.keeps(static_cast<int>(*place_of(rigid->bodies, first))), "body", first);
  return py::cast(pair_of(self, names[0].cast<std::string>(), names[1].cast<std::string>()));
}

std::optional<py::object> find(const SceneRunObject& self, const std::string& name) {
  if (const auto* rigid = rigid_scene(self)) {
    if (const auto body = place_of(rigid->bodies, name)) {
      refuse_unless_kept(rigid->record.keeps(static_cast<int>(*body)), "body", name);
      return py::cast(BodyRecordObject{recording(self), index_of(recording(self)->bodies, *body)});
    }
    if (const auto joint = place_of(rigid->joints, name)) return py::cast(joint_object(self, *joint));
  } else if (const auto* planar = planar_scene(self)) {
    const auto& tracks = records<PlanarRun>(self)->tracks;
    for (const auto called : {&PlanarTrack::body, &PlanarTrack::contact}) {
      for (std::size_t i = 0; i < tracks.size(); ++i) {
        if (tracks[i].*called == name) return py::cast(trajectory_of(self, i));
      }
    }
    for (const scene::PlanarSceneBody& body : planar->bodies) {
      refuse_unless_kept(body.name != name, "body", name);
      refuse_unless_kept(body.contact.name != name, "contact", name);
    }
  } else if (name == "point") {
    return py::cast(PointRecordObject{records<PointRun>(self)});
  }
  return {};
}

py::object record_of(const SceneRunObject& self, const py::object& name) {
  std::optional<py::object> found;
  if (py::isinstance<py::str>(name)) found = find(self, name.cast<std::string>());
  if (py::isinstance<py::tuple>(name)) found = find_pair(self, name);
  if (!found) refuse_name(self, name);
  return *found;
}

JointRecordObject joint_of(const SceneRunObject& self, const py::args& args, const py::kwargs& kwargs) {
  const std::string name = needed_text(Arguments("joint", {"name"}, {}, args, kwargs), "name");
  const auto* rigid = rigid_scene(self);
  const auto place = rigid == nullptr ? std::nullopt : place_of(rigid->joints, name);
  if (!place) {
    throw py::key_error("the run has no joint '" + name +
                        "'; there are: " + py::repr(joints_of(self)).cast<std::string>());
  }
  return joint_object(self, *place);
}

std::shared_ptr<ResultObject> result_of(const SceneRunObject& self) {
  const auto result = std::make_shared<ResultObject>();
  const py::gil_scoped_release without_gil;
  result->value = self.value->result();
  return result;
}

void to_html(const SceneRunObject& self, const py::args& args, const py::kwargs& kwargs) {
  const auto path = path_argument(Arguments("to_html", {"path"}, {}, args, kwargs), "path");
  write_page({reading(*result_of(self))}, path);
}

py::object status_of(const SceneRunObject& self) {
  return py::module_::import("stickslip.solvers").attr("SolveStatus")(static_cast<int>(self.value->status()));
}

py::object contact_extremes_of(const SceneRunObject& self) {
  const auto* const rigid = std::get_if<scene::RigidRun>(&self.value->records());
  if (rigid == nullptr) return py::none();
  const auto& bodies = std::get<scene::RigidScene>(self.value->scene().model()).bodies;
  const auto most = [&](const scene::ContactExtremes::Most& of) -> py::object {
    if (of.a < 0) return py::none();
    return py::make_tuple(of.value, of.t, bodies[static_cast<std::size_t>(of.a)].name,
                          bodies[static_cast<std::size_t>(of.b)].name);
  };
  const scene::ContactExtremes& of = rigid->extremes;
  return py::dict(py::arg("sticking") = of.sticking, py::arg("sliding") = of.sliding, py::arg("force") = most(of.force),
                  py::arg("slip") = most(of.slip), py::arg("slid") = most(of.slid));
}

py::list hints_of(const SceneRunObject& self) {
  py::list hints;
  if (const auto* const rigid = std::get_if<RigidRun>(&self.value->records())) {
    for (const std::string& hint : rigid->hints) hints.append(hint);
  }
  return hints;
}

py::list fitted_of(const SceneRunObject& self) {
  py::list fitted;
  if (const auto* const rigid = std::get_if<RigidRun>(&self.value->records())) {
    for (const sim::FittedVelocity& one : rigid->fitted) {
      const std::string& name = rigid_scene(self)->bodies[static_cast<std::size_t>(one.body)].name;
      fitted.append(FittedVelocityOf<std::string>{name, one.before, one.after});
    }
  }
  return fitted;
}

std::string repr(const SceneRunObject& self) {
  const SceneRun& run = *self.value;
  return "<SceneRun of " + run.scene().name() + ", " + std::to_string(run.t().size()) +
         " records to t=" + to_text(run.t().back()) + ", " + std::string(name_of(run.status())) + ">";
}

}  // namespace
}  // namespace scene_run_bindings

SceneRunObject run_scene(const std::shared_ptr<SceneObject>& scene, const Arguments& arguments) {
  const py::object progress = arguments.has("progress") ? arguments.object("progress") : py::object();
  if (progress && PyCallable_Check(progress.ptr()) == 0) arguments.refuse("progress", "callable");
  constexpr double least = 1e-3;  // share between two calls, so that they cost no time
  double reported = -1.0;
  InterruptWatch watch;
  std::shared_ptr<const scene::SceneRun> run;
  on_scene([&] {
    run = std::make_shared<const scene::SceneRun>(scene::run(scene->value, [&](double share) {
      watch.poll();
      if (!progress || (share < reported + least && (share < 1.0 || reported >= 1.0))) return;
      reported = share;
      const py::gil_scoped_acquire gil;
      progress(share);
    }));
  });
  return {std::move(run), scene};
}

void bind_scene_run(py::module_& m) {
  using namespace scene_run_bindings;
  py::class_<SceneRunObject> bound(m, "SceneRun", class_doc);
  bound.def_property_readonly(
      "t", [](const SceneRunObject& self) { return view(self.value, self.value->t()); }, "of the records (R,) [s]");
  bound.def_property_readonly(
      "scene", [](const SceneRunObject& self) { return self.scene; }, "the Scene, with the changes it was run with");
  bound.def_property_readonly(
      "energy",
      [](const SceneRunObject& self) {
        return EnergyObject{std::shared_ptr<const scene::Energy>(self.value, &self.value->energy())};
      },
      "Energy: where it went");
  bound.def_property_readonly("status", &status_of,
                              "SolveStatus of stickslip.solvers: the worst of all steps; NOT_FINITE: it stopped early");
  bound.def_property_readonly(
      "steps", [](const SceneRunObject& self) { return self.value->steps(); }, "how many were taken");
  bound.def_property_readonly(
      "seconds", [](const SceneRunObject& self) { return self.value->seconds(); }, "that computing took [s]");
  bound.def_property_readonly(
      "until", [](const SceneRunObject& self) { return self.value->until(); }, "when it was to end [s]");
  bound.def_property_readonly(
      "ended_early", [](const SceneRunObject& self) { return self.value->ended_early(); },
      "whether the last record is before until");
  bound.def_property_readonly(
      "fails", [](const SceneRunObject& self) { return self.value->fails(); },
      "whether it ended early or a verdict of its energy fails");
  bound.def_property_readonly("bodies", &bodies_of, "names of those that are kept, in the order of the scene");
  bound.def_property_readonly("joints", &joints_of, "names of those that are kept, in the order of the scene");
  bound.def_property_readonly("contacts", &contacts_of,
                              "names; of a rigid scene the pairs of bodies that touched at a record");
  bound.def_property_readonly("contact_extremes", &contact_extremes_of,
                              "of a rigid scene: how many contacts are 'sticking' and 'sliding' at the end; the "
                              "largest 'force' [N], the fastest\n"
                              "'slip' [m/s] and the farthest that two bodies 'slid' [m], each with its time and the "
                              "names of its two bodies, or\n"
                              "None; else None");
  bound.def_property_readonly("hints", &hints_of,
                              "list of str: what was probably not meant, such as a slider that carries the weight of a "
                              "body that lies on\nanother; empty of planar and point scenes");
  bound.def_property_readonly("fitted", &fitted_of,
                              "list of FittedVelocity: velocities of the start that joints do not allow as they are "
                              "written; empty of planar and\npoint scenes");
  bound.def("joint", &joint_of, joint_doc);
  bound.def("keys", &keys_of, keys_doc);
  bound.def("__getitem__", &record_of);
  bound.def("__contains__",
            [](const SceneRunObject& self, const py::object& name) { return keys_of(self).contains(name); });
  bound.def("__iter__", [](const SceneRunObject& self) { return py::iter(keys_of(self)); });
  bound.def("__len__", [](const SceneRunObject& self) { return keys_of(self).size(); });
  bound.def("result", &result_of, result_doc);
  bound.def("to_html", &to_html, to_html_doc);
  bound.def(
      "plot",
      [](const SceneRunObject& self, const py::args& args, const py::kwargs& kwargs) {
        return py::cast(result_of(self)).attr("plot")(*args, **kwargs);
      },
      plot_doc);
  bound.def("__repr__", &repr);
  bind_scene_run_parts(bound);
  bound.attr("__module__") = scene_module;
}

}  // namespace stickslip::python
