#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/world.hpp"

#include "fields.hpp"
#include "sim/fitted_velocity.hpp"
#include "sim/model.hpp"
#include "sim/objects.hpp"

namespace stickslip::python {

namespace world_joint_bindings {
namespace {

using sim::World;

// What the documentation of every joint ends with.
constexpr const char* sides_doc = R"(
a, b      Body, or ids; b=None: the world)";
constexpr const char* options_doc = R"(
limits    (low, high) of the position, which is 0 now; None: none
spring    a dict of stiffness, damping and rest, where it does not push; None: none
position  at which it starts: a, with everything joints attach to it, is moved relative to b; if a is held, b is
velocity  with which it starts, likewise; None: that of the bodies)";
constexpr const char* friction_doc = R"(
friction  a law of stickslip.friction for the motion along what is free, under the load factor 1; None: none)";
constexpr const char* end_doc = R"(

Bodies are held as they are at this moment, and the two do not collide unless set_collision says so afterwards.)";

// The arguments that all joints share.
struct Sides {
  int a, b;
};

Sides sides_from(const Arguments& arguments, const py::object& self) {
  const int a = body_argument(arguments, "a", self);
  if (!arguments.has("b")) return {a, sim::the_world};
  const int b = body_argument(arguments, "b", self);
  if (b < 0) throw InvalidArgument(arguments.subject() + ": there is no body " + std::to_string(b));
  return {a, b};
}

Vec<3> vector_from(const Arguments& arguments, const char* name, const char* unit) {
  return vector_argument<3>((arguments.subject() + ": " + name).c_str(), arguments.object(name), unit);
}

WorldObject& world_of(const py::object& self) {
  return self.cast<WorldObject&>();
}

// The joint that `add` puts into the world.
template <class Add>
JointObject added(const py::object& self, WorldObject& world, Add add) {
  const auto lock = hold(world);
  return {self, add(world.value)};
}

// The arguments position and velocity.
struct Start {
  explicit Start(const Arguments& arguments) {
    if (arguments.has("position")) position = arguments.number("position");
    if (arguments.has("velocity")) velocity = arguments.number("velocity");
  }
  // The joint that `add` puts into the world; where it cannot start so, the world is as it was.
  template <class Add>
  int of(World& world, Add add) const {
    if (!position && !velocity) return add(world);
    World changed = world;
    const int joint = add(changed);
    if (position) changed.set_joint_position(joint, *position);
    if (velocity) changed.set_joint_velocity(joint, *velocity);
    world = std::move(changed);
    return joint;
  }

  std::optional<double> position, velocity;
};

JointObject add_fixed(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const auto [a, b] = sides_from(Arguments("World.add_fixed", {"a", "b"}, {}, args, kwargs), self);
  return added(self, world, [a = a, b = b](World& to) { return to.add_fixed(a, b); });
}

JointObject add_ball(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.add_ball", {"a", "b"}, {"point"}, args, kwargs);
  const auto [a, b] = sides_from(arguments, self);
  const Vec<3> point = vector_from(arguments, "point", "m");
  return added(self, world, [&, a = a, b = b](World& to) { return to.add_ball(a, b, point); });
}

JointObject add_hinge(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.add_hinge", {"a", "b"},
                            {"point", "axis", "limits", "friction", "spring", "position", "velocity"}, args, kwargs);
  const auto [a, b] = sides_from(arguments, self);
  const Vec<3> point = vector_from(arguments, "point", "m"), axis = vector_from(arguments, "axis", "any length");
  const sim::JointOptions options = joint_options(arguments);
  const Start start(arguments);
  const auto add = [&, a = a, b = b](World& to) { return to.add_hinge(a, b, point, axis, options); };
  return added(self, world, [&](World& to) { return start.of(to, add); });
}

JointObject add_slider(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.add_slider", {"a", "b"},
                            {"axis", "limits", "friction", "spring", "position", "velocity"}, args, kwargs);
  const auto [a, b] = sides_from(arguments, self);
  const Vec<3> axis = vector_from(arguments, "axis", "any length");
  const sim::JointOptions options = joint_options(arguments);
  const Start start(arguments);
  const auto add = [&, a = a, b = b](World& to) { return to.add_slider(a, b, axis, options); };
  return added(self, world, [&](World& to) { return start.of(to, add); });
}

JointObject add_spring(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.add_spring", {"a", "b"}, with_field_names<sim::Spring>({"point_a", "point_b"}), args,
                            kwargs);
  const auto [a, b] = sides_from(arguments, self);
  const Vec<3> point_a = vector_from(arguments, "point_a", "m"), point_b = vector_from(arguments, "point_b", "m");
  const auto spring = read_fields<sim::Spring>(arguments);
  require("World.add_spring", check_fields(spring));
  return added(self, world, [&, a = a, b = b](World& to) { return to.add_spring(a, b, point_a, point_b, spring); });
}

// What was changed.
py::tuple fit_velocities(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  static_cast<void>(Arguments("World.fit_velocities", {}, {}, args, kwargs));
  std::vector<sim::FittedVelocity> fitted;
  {
    const auto lock = hold(world);
    fitted = world.value.fit_velocities();
  }
  py::tuple changes(fitted.size());
  for (std::size_t i = 0; i < fitted.size(); ++i) {
    changes[i] = FittedVelocityOf<BodyObject>{{self, fitted[i].body}, fitted[i].before, fitted[i].after};
  }
  return changes;
}

void remove_joint(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const Arguments arguments("World.remove_joint", {"joint"}, {}, args, kwargs);
  const int id = joint_argument(arguments, "joint", self);
  const auto lock = hold(world);
  world.value.remove_joint(id);
}

JointObject joint_of(const py::object& self, const py::args& args, const py::kwargs& kwargs) {
  WorldObject& world = world_of(self);
  const int id = joint_argument(Arguments("World.joint", {"id"}, {}, args, kwargs), "id", self);
  const auto lock = hold(world);
  if (!world.value.has_joint(id)) throw InvalidArgument("World.joint: there is no joint " + std::to_string(id));
  return {self, id};
}

py::tuple joints_of(const py::object& self) {
  WorldObject& world = world_of(self);
  std::vector<int> ids;
  {
    const auto lock = hold(world);
    for (int j = 0; j < static_cast<int>(world.value.model().joints.size()); ++j) {
      if (world.value.has_joint(j)) ids.push_back(j);
    }
  }
  py::tuple joints(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) joints[i] = JointObject{self, ids[i]};
  return joints;
}

}  // namespace
}  // namespace world_joint_bindings

void bind_world_joints(py::class_<WorldObject>& world) {
  using namespace world_joint_bindings;
  const auto doc = [](const char* call, const char* what, const std::string& rows) {
    return std::string(call) + "\n--\n\n" + what + " Returns its Joint.\n" + sides_doc + rows + end_doc;
  };
  const std::string point_doc = "\npoint     where they are held together, in the world (3,) [m]";
  world.def("add_fixed", &add_fixed,
            doc("add_fixed(self, a, b=None)", "Hold two bodies together: nothing is free.", "").c_str());
  world.def(
      "add_ball", &add_ball,
      doc("add_ball(self, a, b=None, *, point)", "Hold a point of two bodies together: all turns are free.", point_doc)
          .c_str());
  world.def("add_hinge", &add_hinge,
            doc("add_hinge(self, a, b=None, *, point, axis, limits=None, friction=None, spring=None, position=None, "
                "velocity=None)",
                "Let a turn about an axis of b, and do nothing else. [rad, N m]",
                point_doc + "\naxis      that it turns about, in the world (3,), of any length but zero" + options_doc +
                    friction_doc)
                .c_str());
  world.def(
      "add_slider", &add_slider,
      doc("add_slider(self, a, b=None, *, axis, limits=None, friction=None, spring=None, position=None, velocity=None)",
          "Let a move along an axis of b, and do nothing else. [m, N]",
          std::string("\naxis      that it moves along, in the world (3,), of any length but zero") + options_doc +
              friction_doc)
          .c_str());
  const std::string spring_doc =
      "add_spring(self, a, b=None, *, point_a, point_b, " + field_signature<sim::Spring>().substr(2) +
      ")\n--\n\nPull two points together, or apart, by a spring with a damper. Returns its Joint.\n" + sides_doc +
      "\npoint_a   where it is fixed to a, in the world (3,) [m]\npoint_b   where it is fixed to b, likewise\n" +
      field_docs<sim::Spring>() +
      "\n\nIt holds nothing else, and the two bodies may touch. Its position is its length.";
  world.def("add_spring", &add_spring, spring_doc.c_str());
  world.def(
      "fit_velocities", &fit_velocities,
      "fit_velocities(self)\n--\n\nMake velocities that were given body by body fit the joints. Returns a "
      "FittedVelocity\nper body that it changed.\n\nThe smallest change that keeps the rates of hinges and sliders: "
      "angular velocities that were\n"
      "given stay, and velocities that were not, zeros, follow. Without it a step takes what contradicts a joint as\n"
      "a blow, which takes energy. Scenes do it at their start. A ValueError where nothing fits.");
  world.def("remove_joint", &remove_joint,
            "remove_joint(self, joint)\n--\n\nTake a Joint, or that with an id, out of the world. Its id is not given "
            "again.\n\nThe two bodies still do not collide, unless set_collision says so.");
  world.def("joint", &joint_of, "joint(self, id)\n--\n\nThe Joint with that id.");
  world.def_property_readonly("joints", &joints_of, "tuple of all Joint that are there");
}

}  // namespace stickslip::python
