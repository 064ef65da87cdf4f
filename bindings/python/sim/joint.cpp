#include "stickslip/sim/joint.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"

#include "fields.hpp"
#include "sim/model.hpp"
#include "sim/objects.hpp"

namespace stickslip::python {

namespace joint_bindings {
namespace {

using sim::Drive;
using sim::Joint;
using sim::JointReading;
using sim::World;

constexpr const char* class_doc =
    R"(A joint of a World: what add_hinge, add_slider, add_ball and add_fixed return.

A handle by which to read the joint and to drive it; the joint itself lives in the world, which the handle keeps alive.
Positions, velocities, efforts and reactions are those of the first body, a, relative to the second, b. Handles are
equal where they stand for the same joint of the same world. A handle of a joint that was removed raises a ValueError.

Pickling or deep-copying a handle takes its world along; pickle both together to keep them together.)";

constexpr const char* drive_doc_end = R"(

effort = stiffness (target − position) + damping (target_velocity − velocity), at most max_effort in size, held until
drive or release is called again. It is stepped implicitly: stable for any stiffness and damping, one of which must be
above 0. A target that moves is that of the middle of a step.)";

constexpr const char* release_doc = R"(release(self)
--

Drive the joint no longer. Nothing happens where it was not driven.)";

// What f takes from the world and the joint, which must be there. Needs to be no Python object: see WorldObject.
template <class Function>
auto read(const JointObject& self, Function f) {
  WorldObject& owner = self.owner();
  const auto lock = hold(owner);
  if (!owner.value.has_joint(self.id))
    throw InvalidArgument("joint " + std::to_string(self.id) + " was removed from its world");
  return f(std::as_const(owner.value), *owner.value.model().joints[static_cast<std::size_t>(self.id)]);
}

JointReading reading(const JointObject& self) {
  return read(self, [&](const World& world, const Joint& /*joint*/) { return world.joint(self.id); });
}

// That of a hinge or slider; `what` it is that other joints do not have.
JointReading reading_along(const JointObject& self, const char* what) {
  return read(self, [&](const World& world, const Joint& joint) {
    if (!joint.has_position())
      throw InvalidArgument(describe(joint, self.id) + " has no " + what + ": hinges, sliders and springs have one");
    return world.joint(self.id);
  });
}

void drive(JointObject& self, const py::args& args, const py::kwargs& kwargs) {
  const auto settings = read_fields<Drive>(Arguments("Joint.drive", {}, with_field_names<Drive>({}), args, kwargs));
  require("Joint.drive", check_fields(settings));
  read(self, [](const World& /*world*/, const Joint& /*joint*/) { return 0; });
  WorldObject& owner = self.owner();
  const auto lock = hold(owner);
  owner.value.drive(self.id, settings);
}

void release(JointObject& self, const py::args& args, const py::kwargs& kwargs) {
  static_cast<void>(Arguments("Joint.release", {}, {}, args, kwargs));
  read(self, [](const World& /*world*/, const Joint& /*joint*/) { return 0; });
  WorldObject& owner = self.owner();
  const auto lock = hold(owner);
  owner.value.release(self.id);
}

void set_spring(JointObject& self, const py::args& args, const py::kwargs& kwargs) {
  const auto spring =
      read_fields<sim::Spring>(Arguments("Joint.set_spring", {}, with_field_names<sim::Spring>({}), args, kwargs));
  require("Joint.set_spring", check_fields(spring));
  read(self, [](const World& /*world*/, const Joint& /*joint*/) { return 0; });
  WorldObject& owner = self.owner();
  const auto lock = hold(owner);
  owner.value.set_spring(self.id, spring);
}

py::object spring_of(const JointObject& self) {
  const auto spring = read(self, [](const World& /*world*/, const Joint& joint) { return joint.options.spring; });
  if (!spring) return py::none();
  return field_values(*spring);
}

double stored_energy(const JointObject& self) {
  return read(self, [&](const World& world, const Joint& joint) {
    return joint.stored_energy(world.state().joints[static_cast<std::size_t>(self.id)].position);
  });
}

// What sets a number of the joint in its world.
template <class Set>
void set_number(JointObject& self, const py::object& value, const char* what, Set set) {
  if (!py::isinstance<py::float_>(value) && !py::isinstance<py::int_>(value) && PyNumber_Check(value.ptr()) == 0)
    throw py::type_error(std::string("Joint: ") + what + " must be a number");
  const auto number = value.cast<double>();
  read(self, [](const World& /*world*/, const Joint& /*joint*/) { return 0; });
  WorldObject& owner = self.owner();
  const auto lock = hold(owner);
  set(owner.value, number);
}

void set_position(JointObject& self, const py::object& value) {
  set_number(self, value, "position", [&](World& world, double to) { world.set_joint_position(self.id, to); });
}

void set_velocity(JointObject& self, const py::object& value) {
  set_number(self, value, "velocity", [&](World& world, double to) { world.set_joint_velocity(self.id, to); });
}

py::object drive_settings(const JointObject& self) {
  const auto settings = read(self, [&](const World& world, const Joint& /*joint*/) {
    return world.state().joints[static_cast<std::size_t>(self.id)].drive;
  });
  if (!settings) return py::none();
  return field_values(*settings);
}

py::tuple bodies_of(const JointObject& self) {
  const auto [a, b] = read(self, [](const World& /*world*/, const Joint& joint) { return joint.body; });
  const py::object second = b == sim::the_world ? py::object(py::none()) : py::cast(BodyObject{self.world, b});
  return py::make_tuple(BodyObject{self.world, a}, second);
}

py::object limits_of(const JointObject& self) {
  const auto limits = read(self, [](const World& /*world*/, const Joint& joint) { return joint.options.limits; });
  if (!limits) return py::none();
  return py::make_tuple(limits->low, limits->high);
}

py::object friction_of(const JointObject& self) {
  const auto law = read(self, [](const World& /*world*/, const Joint& joint) { return joint.options.friction; });
  if (!law) return py::none();
  return law_object(*law);
}

py::tuple parts_of(const JointObject& self) {
  return py::make_tuple(self.world, self.id);
}

JointObject from_parts(const py::tuple& parts) {
  JointObject joint{parts[0], parts[1].cast<int>()};
  if (!py::isinstance<WorldObject>(joint.world)) throw py::type_error("Joint: its world must be a World");
  WorldObject& owner = joint.owner();
  const auto lock = hold(owner);
  if (joint.id < 0 || static_cast<std::size_t>(joint.id) >= owner.value.model().joints.size())
    throw InvalidArgument("Joint: its world never had a joint " + std::to_string(joint.id));
  return joint;
}

std::string repr(const JointObject& self) {
  WorldObject& owner = self.owner();
  const auto lock = hold(owner);
  if (!owner.value.has_joint(self.id)) return "<Joint " + std::to_string(self.id) + ", removed>";
  const Joint& joint = *owner.value.model().joints[static_cast<std::size_t>(self.id)];
  const std::string begin = "<J" + describe(joint, self.id).substr(1);
  if (!joint.has_position()) return begin + ">";
  const char* unit = joint.kind == sim::JointKind::hinge ? " rad" : " m";
  return begin + " at " + to_text(owner.value.joint(self.id).position) + unit + ">";
}

}  // namespace
}  // namespace joint_bindings

int joint_argument(const Arguments& arguments, const char* name, const py::object& self) {
  const py::object value = arguments.object(name);
  if (!py::isinstance<JointObject>(value)) {
    if (PyIndex_Check(value.ptr()) == 0) arguments.refuse(name, "a Joint or its id");
    return arguments.integer(name, 0);
  }
  const auto& joint = value.cast<const JointObject&>();
  if (!joint.world.is(self))
    throw InvalidArgument(arguments.subject() + ": " + name + " is joint " + std::to_string(joint.id) +
                          " of another world");
  return joint.id;
}

void bind_joint(py::module_& m) {
  using namespace joint_bindings;
  py::class_<JointObject> joint(m, "Joint", class_doc);
  joint.def_property_readonly(
      "id", [](const JointObject& self) { return self.id; }, "int; never given again");
  joint.def_property_readonly(
      "world", [](const JointObject& self) { return self.world; }, "the World it belongs to");
  joint.def_property_readonly(
      "kind",
      [](const JointObject& self) {
        return to_python(read(self, [](const World& /*world*/, const Joint& of) { return of.kind; }));
      },
      "'fixed', 'ball', 'hinge', 'slider' or 'spring'");
  joint.def_property_readonly("bodies", &bodies_of, "(a, b): Body and Body, or None for the world");
  joint.def_property(
      "position", [](const JointObject& self) { return reading_along(self, "position").position; }, &set_position,
      "of a hinge its angle [rad], whole turns counted, of a slider how far it went [m], 0 when it was added;\n"
      "of a spring its length [m]\n\n"
      "Setting it moves a, with everything joints attach to it, relative to b. If a is held, b moves. In a loop it is\n"
      "a ValueError.");
  joint.def_property(
      "velocity", [](const JointObject& self) { return reading_along(self, "velocity").velocity; }, &set_velocity,
      "of a hinge [rad/s], of a slider or spring [m/s]\n\nSetting it gives a, with everything joints attach to it, "
      "that velocity relative\nto b. If a is held, b gets it.");
  joint.def_property_readonly(
      "effort", [](const JointObject& self) { return reading_along(self, "effort").effort; },
      "of the drive on a, mean over the last step, of a hinge [N m], of a slider [N]; of a spring its own");
  joint.def_property_readonly(
      "reaction",
      [](const JointObject& self) {
        const Vec<6> reaction = reading(self).reaction;
        return read_only(vector_result({reaction.data(), 6}));
      },
      "of all that the joint does to a, drive, limits and friction too: force [N] and torque at the joint [N m], "
      "world\n"
      "axes, mean over the last step (6,)");
  joint.def_property_readonly(
      "error",
      [](const JointObject& self) {
        const JointReading now = reading(self);
        return py::make_tuple(now.distance, now.angle);
      },
      "(distance, angle) by which it is open [m, rad]");
  joint.def_property_readonly("limits", &limits_of, "(low, high) of the position [rad or m], or None");
  joint.def_property_readonly("friction", &friction_of, "a law of stickslip.friction, or None");
  joint.def_property_readonly("drive_settings", &drive_settings,
                              "the arguments of drive as a dict, or None where it is not driven");
  const std::string drive_doc = "drive(self, *" + field_signature<Drive>() +
                                ")\n--\n\nPull a hinge or a slider to a position or a velocity.\n" +
                                field_docs<Drive>() + drive_doc_end;
  joint.def("drive", &drive, drive_doc.c_str());
  joint.def("release", &release, release_doc);
  const std::string spring_doc =
      "set_spring(self, *" + field_signature<sim::Spring>() +
      ")\n--\n\nPull a hinge or a slider to a position by a spring with a damper, in addition to its drive; or\n"
      "change that of a joint that is a spring.\n" +
      field_docs<sim::Spring>();
  joint.def("set_spring", &set_spring, spring_doc.c_str());
  joint.def_property_readonly("spring", &spring_of,
                              "stiffness, damping and rest as a dict, or None where it has no spring");
  joint.def_property_readonly("stored_energy", &stored_energy, "in its spring, ½ stiffness (position − rest)² [J]");
  joint.def("__repr__", &repr);
  joint.def(py::pickle(&parts_of, &from_parts));
  joint.def(
      "__copy__", [](const JointObject& self) { return self; }, "The same joint of the same world.");
  joint.def(
      "__eq__", [](const JointObject& a, const JointObject& b) { return a.world.is(b.world) && a.id == b.id; },
      py::is_operator());
  joint.def("__hash__", [](const JointObject& self) {
    return py::hash(py::make_tuple("joint", reinterpret_cast<std::uintptr_t>(self.world.ptr()), self.id));
  });
  joint.attr("__module__") = sim_module;
}

}  // namespace stickslip::python
