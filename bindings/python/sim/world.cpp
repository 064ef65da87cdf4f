#include "stickslip/sim/world.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "stickslip/core/error.hpp"

#include "fields.hpp"
#include "geometry/objects.hpp"
#include "interrupts.hpp"
#include "sim/contact_set.hpp"
#include "sim/model.hpp"
#include "sim/volume.hpp"
#include "wrapped.hpp"

namespace stickslip::python {

namespace world_bindings {
namespace {

using sim::ModelOptions;
using sim::RunOptions;
using sim::World;

constexpr const char* class_doc_begin =
    R"(Rigid bodies in contact: polyhedra, spheres and planes that touch, stick and slide, and joints between them.

gravity             (3,) [m/s²])";
constexpr const char* class_doc_end = R"(
solver              'auto', or one of stickslip.solvers for problems of the formulation's kind
normal_relaxation   ε [1/kg], or (stiffness, damping) [N/m, N s/m]; None: 1e-4 of the mean of W_nn
tangent_relaxation  the same of friction, for 'phantom', 'box' and 'hybrid'; None: 1e-3 of the mean of W_tt

A world can be copied, pickled and compared; what is restored goes on bit for bit. Threads take turns with it: each call
has the world to itself, and a run lets others in between two steps.)";

constexpr const char* add_plane_doc = R"(add_plane(self, normal=(0.0, 0.0, 1.0), offset=0.0, *, mu=0.5, restitution=0.0)
--

A plane, solid below: all points with normal·x = offset. Returns its Body.

normal       (3,), of any length but zero
offset       [m] where the normal has length 1
mu           coefficient of friction, or (mu_s, mu_k): while a contact sticks, and while it slides; ≥ 0
restitution  Newton's coefficient, 0 to 1)";

constexpr const char* add_body_doc =
    R"(add_body(self, shape=None, *, shapes=None, mass, mu=0.5, restitution=0.0, position=(0.0, 0.0, 0.0), orientation=(1.0, 0.0, 0.0, 0.0), velocity=(0.0, 0.0, 0.0), angular_velocity=(0.0, 0.0, 0.0), inertia=None, origin=None)
--

A body of one or several shapes. Returns its Body.

shape             a Polyhedron or Sphere of stickslip.geometry
shapes            instead: a list of (shape, position, orientation), each where it is in the body's axes
mass              [kg]; 0: fixed, or moved by its velocity whatever touches it
mu                coefficient of friction, or (mu_s, mu_k): while a contact sticks, and while it slides; ≥ 0
restitution       Newton's coefficient, 0 to 1
position          of the origin (3,) [m]
orientation       quaternion w, x, y, z from body axes to world axes (4,), scaled to length 1
velocity          of the origin, world axes (3,) [m/s]
angular_velocity  world axes (3,) [rad/s]
inertia           about the centre of mass, body axes (3,) or (3, 3) [kg m²]; None: that of the shapes, uniform
origin            what position and velocity are those of: "centroid", of the shapes, the centre of mass; or "frame",
                  that in which shapes are placed. None: "centroid" of a body with a mass, "frame" of one without.
                  Those of the Body, of one with a mass, are its centre's from then on)";

constexpr const char* add_contact_model_doc = R"(add_contact_model(self, model)
--

From now on polyhedra touch each other and planes by the volume in which they overlap: model, a Volume. The formulation
and the solver of the world hold only for pairs that set_contact_model lets touch at points, and impacts of volumes are
inelastic.)";

constexpr const char* set_contact_model_doc = R"(set_contact_model(self, a, b, model)
--

How two bodies touch, instead of what holds for all.

a, b   Body, or ids
model  a Volume, or 'points': by the world's formulation and solver, unless contacts and joints connect them with
       something that touches by volumes. All is then solved at once, and points are as soft as volumes. Another
       model than before begins anew, without what bristles held.)";

constexpr const char* step_doc = R"(step(self, dt)
--

One step of length dt [s], > 0. Returns a StepReport; a step that would not be finite is not taken.

The first step after bodies were placed raises a ValueError where two overlap by more than a tenth of the smaller, or
are away from where a joint holds them by more than a hundredth of their size.)";

constexpr const char* run_doc_end = R"(
progress   callable of the share of time done, 0 to 1; what it raises ends the run

Returns a Recording. A step that would not be finite ends it. Ctrl-C ends it, too: the world stays where it got.)";

constexpr const char* pair_doc = R"(

a, b  Body, or ids)";

constexpr const char* save_doc = R"(save(self)
--

The state as bytes: all that changes in steps, also what solvers keep. Not the bodies and joints
themselves: pickle keeps both.)";

constexpr const char* restore_doc = R"(restore(self, state)
--

Go back to a state that save() gave; from there the world goes on bit for bit. A ValueError where the bytes are no
state, or one of other bodies.)";

WorldObject& world_of(const py::object& self) {
  return self.cast<WorldObject&>();
}

std::unique_ptr<WorldObject> made_world(const py::args& args, const py::kwargs& kwargs) {
  ModelRecipe recipe;
  const auto options = options_from(Arguments("World", {}, option_names(), args, kwargs), recipe.options);
  return std::make_unique<WorldObject>(World(options), std::move(recipe));
}

BodyObject add_plane(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.add_plane", {"normal", "offset"}, {"mu", "restitution"}, args, kwargs);
  PlaneMaterial plane = plane_from(arguments);
  const auto lock = hold(world);
  const int id = world.value.add_plane(plane.normal, plane.offset, plane.surface);
  world.recipe.bodies.push_back(std::move(plane.recipe));
  return {self, id};
}

BodyObject add_body(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.add_body", {"shape"},
                            {"shapes", "mass", "mu", "restitution", "position", "orientation", "velocity",
                             "angular_velocity", "inertia", "origin"},
                            args, kwargs);
  BodyMaterial material = material_from(arguments);
  sim::BodyDescription body{.shapes = std::move(material.shapes),
                            .mass = material.mass,
                            .surface = material.surface,
                            .inertia = material.inertia,
                            .origin = material.origin};
  const auto read = [&](const char* name, const char* unit, Vec<3>& value) {
    if (arguments.has(name))
      value = vector_argument<3>(("World.add_body: " + std::string(name)).c_str(), arguments.object(name), unit);
  };
  read("position", "m", body.position);
  read("velocity", "m/s", body.velocity);
  read("angular_velocity", "rad/s", body.angular_velocity);
  if (arguments.has("orientation")) {
    const auto q = vector_argument<4>("World.add_body: orientation", arguments.object("orientation"), "any length");
    body.orientation = Eigen::Quaterniond(q[0], q[1], q[2], q[3]);
  }
  const auto lock = hold(world);
  const int id = world.value.add_body(body);
  world.recipe.bodies.push_back(std::move(material.recipe));
  return {self, id};
}

void remove(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.remove", {"body"}, {}, args, kwargs);
  const int id = body_argument(arguments, "body", self);
  py::dict recipe;  // released after the world
  const auto lock = hold(world);
  world.value.remove(id);
  std::swap(recipe, world.recipe.bodies[static_cast<std::size_t>(id)]);
}

sim::StepReport step(WorldObject& self, const py::args& args, const py::kwargs& kwargs) {
  const double dt = Arguments("World.step", {"dt"}, {}, args, kwargs).number("dt");
  const auto lock = hold(self);
  const py::gil_scoped_release without_gil;
  return self.value.step(dt);
}

RecordingObject run(WorldObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("World.run", with_field_names<RunOptions>({}), {"progress"}, args, kwargs);
  auto options = read_fields<RunOptions>(arguments);
  const py::object progress = arguments.has("progress") ? arguments.object("progress") : py::object();
  if (progress && PyCallable_Check(progress.ptr()) == 0) arguments.refuse("progress", "callable");
  InterruptWatch watch;
  RecordingObject recording;
  auto lock = hold(self);
  recording.recipe = self.recipe;
  const py::gil_scoped_release without_gil;
  options.progress = [&](double share) {
    lock.unlock();
    watch.poll();
    if (progress) {
      const py::gil_scoped_acquire gil;
      progress(share);
    }
    constexpr int patience = 100;  // others may come one after the other
    for (int i = 0; self.waiting > 0 && i < patience; ++i) std::this_thread::yield();
    lock.lock();
  };
  recording.value = std::make_shared<const sim::Recording>(self.value.run(options));
  return recording;
}

void set_friction(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.set_friction", {"a", "b", "mu"}, {}, args, kwargs);
  const int a = body_argument(arguments, "a", self), b = body_argument(arguments, "b", self);
  if (arguments.object("mu").is_none()) arguments.refuse("mu", "a number or (mu_s, mu_k)");
  sim::Surface surface;
  read_mu(arguments, surface);
  const auto lock = hold(world);
  world.value.set_friction(a, b, surface.mu_s, surface.mu_k);
}

void set_restitution(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.set_restitution", {"a", "b", "restitution"}, {}, args, kwargs);
  const int a = body_argument(arguments, "a", self), b = body_argument(arguments, "b", self);
  const double restitution = arguments.number("restitution");
  const auto lock = hold(world);
  world.value.set_restitution(a, b, restitution);
}

void set_collision(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.set_collision", {"a", "b", "may_touch"}, {}, args, kwargs);
  const int a = body_argument(arguments, "a", self), b = body_argument(arguments, "b", self);
  static_cast<void>(arguments.object("may_touch"));
  const bool may_touch = arguments.flag("may_touch", true);
  const auto lock = hold(world);
  world.value.set_collision(a, b, may_touch);
}

void add_contact_model(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.add_contact_model", {"model"}, {}, args, kwargs);
  const py::object model = arguments.object("model");
  if (!py::isinstance<sim::Volume>(model)) arguments.refuse("model", "a stickslip.sim.Volume");
  const auto volume = model.cast<sim::Volume>();
  const auto lock = hold(world);
  world.value.add_contact_model(volume);
}

void set_contact_model(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.set_contact_model", {"a", "b", "model"}, {}, args, kwargs);
  const int a = body_argument(arguments, "a", self), b = body_argument(arguments, "b", self);
  const std::optional<sim::Volume> volume = contact_model_from(arguments.object("model"), arguments, "model");
  const auto lock = hold(world);
  world.value.set_contact_model(a, b, volume);
}

// What f takes from the world, which is no Python object.
template <class Function>
auto held(WorldObject& self, Function f) {
  const auto lock = hold(self);
  return f(self.value);
}

py::tuple bodies_of(const py::object& self) {
  const auto ids = held(world_of(self), [](const World& world) {
    std::vector<int> all;
    for (int i = 0; i < world.model().size(); ++i) {
      if (world.has(i)) all.push_back(i);
    }
    return all;
  });
  py::tuple bodies(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) bodies[i] = BodyObject{self, ids[i]};
  return bodies;
}

BodyObject body_of(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const int id = body_argument(Arguments("World.body", {"id"}, {}, args, kwargs), "id", self);
  if (!held(world, [id](const World& value) { return value.has(id); }))
    throw InvalidArgument("World.body: there is no body " + std::to_string(id));
  return {self, id};
}

py::bytes bytes_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void restore_from(WorldObject& self, const Arguments& arguments) {
  const py::object given = arguments.object("state");
  if (!py::isinstance<py::bytes>(given)) arguments.refuse("state", "the bytes that save() gave");
  const auto text = given.cast<std::string_view>();
  const auto lock = hold(self);
  self.value.restore(std::as_bytes(std::span(text)));
}

py::dict parts_of(WorldObject& self) {
  ModelRecipe recipe;
  sim::Model model;
  std::vector<std::byte> state;
  {
    const auto lock = hold(self);
    recipe = self.recipe;
    model = self.value.model();
    state = self.value.save();
  }
  return py::dict(py::arg("model") = model_parts(recipe, model), py::arg("state") = bytes_of(state));
}

std::unique_ptr<WorldObject> from_parts(const py::dict& parts) {
  ModelRecipe recipe;
  World world = world_from(parts["model"], recipe);
  auto whole = std::make_unique<WorldObject>(std::move(world), std::move(recipe));
  restore_from(*whole, Arguments("World", {}, {"model", "state"}, py::args(), py::kwargs(parts)));
  return whole;
}

std::unique_ptr<WorldObject> copy_of(WorldObject& self) {
  ModelRecipe recipe;
  const auto lock = hold(self);
  recipe = self.recipe;
  return std::make_unique<WorldObject>(World(self.value), std::move(recipe));
}

std::string repr(WorldObject& self) {
  return held(self, [](const World& world) {
    const auto there = [](const auto& all) {
      return std::ranges::count_if(all, [](const auto& one) { return one.has_value(); });
    };
    const auto bodies = there(world.model().bodies), joints = there(world.model().joints);
    const std::string with = joints > 0 ? " and " + std::to_string(joints) + " joints" : "";
    return "<World of " + std::to_string(bodies) + " bodies" + with + " at t=" + to_text(world.time()) + ">";
  });
}

void bind_options(py::class_<WorldObject>& world) {
  // Nothing changes them: they are read without the lock.
  for_each_field<ModelOptions>([&](const auto& field) {
    const std::string meaning = wrapped("", field_doc(field));
    world.def_property_readonly(
        field.name(), [&field](const WorldObject& self) { return to_python(field.of(self.value.model().options)); },
        meaning.c_str());
  });
  world.def_property_readonly(
      "gravity", [](const WorldObject& self) { return vector_of(self.value.model().options.gravity); },
      "(3,) [m/s²], a copy that cannot be written to");
  world.def_property_readonly(
      "solver", [](const WorldObject& self) { return self.value.model().options.solver; }, "the name that was given");
  for (const char* name : {"normal_relaxation", "tangent_relaxation"}) {
    world.def_property_readonly(
        name,
        [name](const WorldObject& self) -> py::object {
          if (!self.recipe.options.contains(name)) return py::none();
          return self.recipe.options[name];
        },
        "ε, (stiffness, damping), or None: as it was given");
  }
}

}  // namespace
}  // namespace world_bindings

void bind_world(py::module_& m) {
  using namespace world_bindings;
  const std::size_t width = std::string_view("tangent_relaxation").size();
  const std::string class_doc = class_doc_begin + field_docs<ModelOptions>(width) + class_doc_end;
  py::class_<WorldObject> world(m, "World", class_doc.c_str());
  const std::string init_doc =
      "__init__(self, *, gravity=(0.0, 0.0, -9.81)" + field_signature<ModelOptions>() +
      ", solver='auto', normal_relaxation=None, tangent_relaxation=None)\n--\n\nSee the class.";
  world.def(py::init(&made_world), init_doc.c_str());
  world.def("add_plane", &add_plane, add_plane_doc);
  world.def("add_body", &add_body, add_body_doc);
  world.def(
      "remove", &remove,
      "remove(self, body)\n--\n\nTake a Body, or that with an id, out of the world, and its joints. Its id is not "
      "given again.");
  world.def("body", &body_of, "body(self, id)\n--\n\nThe Body with that id.");
  const auto of_pair = [](const char* call, const char* what) {
    return std::string(call) + "\n--\n\n" + what + pair_doc;
  };
  world.def("set_friction", &set_friction,
            of_pair("set_friction(self, a, b, mu)",
                    "Friction of a pair, instead of the geometric mean: a number, or (mu_s, mu_k); ≥ 0.")
                .c_str());
  world.def("set_restitution", &set_restitution,
            of_pair("set_restitution(self, a, b, restitution)",
                    "Restitution of a pair, 0 to 1, instead of the geometric mean.")
                .c_str());
  world.def("set_collision", &set_collision,
            of_pair("set_collision(self, a, b, may_touch)",
                    "Whether two bodies touch, or pass through each other, as those do that a joint connects.")
                .c_str());
  world.def("add_contact_model", &add_contact_model, add_contact_model_doc);
  world.def("set_contact_model", &set_contact_model, set_contact_model_doc);
  world.def("step", &step, step_doc);
  const std::string run_doc = "run(self" + field_signature<RunOptions>() +
                              ", *, progress=None)\n--\n\nSteps until a time is reached.\n" + field_docs<RunOptions>() +
                              run_doc_end;
  world.def("run", &run, run_doc.c_str());
  world.def(
      "save",
      [](WorldObject& self, const py::args& args, const py::kwargs& kwargs) {
        static_cast<void>(Arguments("World.save", {}, {}, args, kwargs));
        return bytes_of(held(self, [](const World& value) { return value.save(); }));
      },
      save_doc);
  world.def(
      "restore",
      [](WorldObject& self, const py::args& args, const py::kwargs& kwargs) {
        restore_from(self, Arguments("World.restore", {"state"}, {}, args, kwargs));
      },
      restore_doc);
  world.def("copy", &copy_of, "copy(self)\n--\n\nA world in the same state that goes its own way.");
  world.def_property_readonly("bodies", &bodies_of, "tuple of all Body that are there");
  bind_world_joints(world);
  world.def_property_readonly(
      "contacts",
      [](WorldObject& self) {
        auto [contacts, impulses] =
            held(self, [](const World& value) { return std::pair(value.state().contacts, value.state().impulses); });
        return contact_set(contacts, impulses);
      },
      "ContactSet of the last step: points; of pairs that touch by a Volume only those of spheres");
  world.def_property_readonly(
      "volumes",
      [](WorldObject& self) {
        return volume_set(held(self, [](const World& value) { return value.state().volumes; }));
      },
      "VolumeSet of the last step, with the points that were solved together with volumes; empty without a Volume");
  world.def_property_readonly(
      "contact_model",
      [](WorldObject& self) -> py::object {
        const auto volume = held(self, [](const World& value) { return value.model().volume; });
        return volume ? py::cast(*volume) : py::none();
      },
      "the Volume that was added, or None: bodies touch at points, unless set_contact_model says otherwise");
  world.def_property_readonly(
      "time", [](WorldObject& self) { return held(self, [](const World& value) { return value.time(); }); }, "[s]");
  world.def_property_readonly(
      "kinetic_energy",
      [](WorldObject& self) { return held(self, [](const World& value) { return value.kinetic_energy(); }); },
      "of the bodies that move by forces [J]");
  world.def_property_readonly(
      "potential_energy",
      [](WorldObject& self) { return held(self, [](const World& value) { return value.potential_energy(); }); },
      "−Σ m g·x of these bodies [J]");
  bind_options(world);
  world.def("__repr__", &repr);
  bind_parts(world, &parts_of, &from_parts);
  world.attr("__module__") = sim_module;
}

}  // namespace stickslip::python
