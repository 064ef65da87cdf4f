#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "stickslip/core/error.hpp"

#include "rows.hpp"
#include "sim/objects.hpp"

namespace stickslip::python {

namespace body_bindings {
namespace {

using sim::World;

constexpr const char* class_doc = R"(A body of a World: what add_body and add_plane return.

A handle by which to look at the body and to change it; the body itself lives in the world, which the handle keeps
alive. Handles are equal where they stand for the same body of the same world. A handle of a body that was removed
raises a ValueError. Vectors are in world axes, those read are copies that cannot be written to: assign whole vectors.

Pickling or deep-copying a handle takes its world along; pickle both together to keep them together.)";

// What f takes from the body, which must be there. Needs to be no Python object: see WorldObject.
template <class Function>
auto read(const BodyObject& self, Function f) {
  WorldObject& owner = self.owner();
  const auto lock = hold(owner);
  if (!owner.value.has(self.id)) {
    throw InvalidArgument("body " + std::to_string(self.id) + " was removed from its world");
  }
  return f(owner.value);
}

// A property with a vector of three entries.
struct VectorProperty {
  const char* name;
  const char* unit;
  Vec<3> (*get)(const sim::BodyState& state);
  void (World::*set)(int body, const Vec<3>& value);
  const char* doc;
};

constexpr VectorProperty vectors[] = {
    {"position", "m", [](const sim::BodyState& state) -> Vec<3> { return state.position; }, &World::set_position,
     "of the centre of mass (3,) [m]; of a plane, how far it was moved"},
    {"velocity", "m/s", [](const sim::BodyState& state) -> Vec<3> { return state.velocity; }, &World::set_velocity,
     "of the centre of mass (3,) [m/s]; a body without mass keeps it, whatever touches it"},
    {"angular_velocity", "rad/s", [](const sim::BodyState& state) -> Vec<3> { return state.angular_velocity(); },
     &World::set_angular_velocity, "(3,) [rad/s]; a body without mass keeps it, whatever touches it"},
    {"force", "N", [](const sim::BodyState& state) -> Vec<3> { return state.force; }, &World::set_force,
     "on the centre of mass (3,) [N], held until changed; gravity is not part of it"},
    {"torque", "N m", [](const sim::BodyState& state) -> Vec<3> { return state.torque; }, &World::set_torque,
     "about the centre of mass (3,) [N m], held until changed"},
};

void set_orientation(BodyObject& self, const py::object& value) {
  read(self, [](const World& /*world*/) { return 0; });
  const auto q = vector_argument<4>("orientation", value, "any length");
  WorldObject& owner = self.owner();
  const auto lock = hold(owner);
  owner.value.set_orientation(self.id, Eigen::Quaterniond(q[0], q[1], q[2], q[3]));
}

constexpr const char* set_motion_doc = R"(set_motion(self, *, velocity=None, angular_velocity=None)
--

Prescribe how a body without mass moves in the next step, by its velocities at the start, in the middle and at the end.

velocity          three rows, one per instant (3, 3) [m/s]; None: zero
angular_velocity  likewise (3, 3) [rad/s]; None: zero

Between these instants velocities follow a parabola: a step of length dt moves the body by
dt (start + 4 middle + end)/6, Simpson's rule, and ends with the velocity of the end, which the next step keeps unless
it is given another. Call it before each step to follow a path; what sticks to the body is carried along. A velocity
that is assigned instead holds throughout the step. A ValueError for a body with a mass, which is moved by forces.)";

// Of the start, the middle and the end of a step; zero where it is not given.
std::array<Vec<3>, 3> rows_argument(const Arguments& arguments, const char* name, const char* unit) {
  std::array<Vec<3>, 3> rows = {Vec<3>::Zero(), Vec<3>::Zero(), Vec<3>::Zero()};
  if (!arguments.has(name)) return rows;
  const InputArray array = real_array(name, arguments.object(name));
  if (array.ndim() != 2 || array.shape(0) != 3 || array.shape(1) != 3) refuse_shape(name, array, "(3, 3)");
  require_all_finite(name, unit, {array.data(), 9}, 3, true);
  for (std::size_t i = 0; i < 3; ++i) rows[i] = Eigen::Map<const Vec<3>>(array.data() + 3 * i);
  return rows;
}

void set_motion(BodyObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Body.set_motion", {}, {"velocity", "angular_velocity"}, args, kwargs);
  read(self, [](const World& /*world*/) { return 0; });
  const auto linear = rows_argument(arguments, "velocity", "m/s"),
             angular = rows_argument(arguments, "angular_velocity", "rad/s");
  const auto twist = [&](std::size_t i) { return Vec<6>((Vec<6>() << linear[i], angular[i]).finished()); };
  WorldObject& owner = self.owner();
  const auto lock = hold(owner);
  owner.value.set_motion(self.id, {twist(0), twist(1), twist(2)});
}

py::tuple parts_of(const BodyObject& self) {
  return py::make_tuple(self.world, self.id);
}

BodyObject from_parts(const py::tuple& parts) {
  BodyObject body{parts[0], parts[1].cast<int>()};
  if (!py::isinstance<WorldObject>(body.world)) throw py::type_error("Body: its world must be a World");
  WorldObject& owner = body.owner();
  const auto lock = hold(owner);
  if (body.id < 0 || body.id >= owner.value.model().size())
    throw InvalidArgument("Body: its world never had a body " + std::to_string(body.id));
  return body;
}

std::string repr(const BodyObject& self) {
  WorldObject& owner = self.owner();
  const auto lock = hold(owner);
  const std::string begin = "<Body " + std::to_string(self.id);
  if (!owner.value.has(self.id)) return begin + ", removed>";
  const double mass = owner.value.model()[self.id].mass;
  const Vec<3> p = owner.value.body(self.id).position;
  return begin + (mass > 0.0 ? " of " + to_text(mass) + " kg" : " without mass") + " at (" + to_text(p[0]) + ", " +
         to_text(p[1]) + ", " + to_text(p[2]) + ")>";
}

}  // namespace
}  // namespace body_bindings

ResultArray vector_of(const Vec<3>& v) {
  return read_only(vector_result({v.data(), 3}));
}

ResultArray quaternion_of(const Eigen::Quaterniond& q) {
  const Vec<4> entries = {q.w(), q.x(), q.y(), q.z()};
  return read_only(vector_result({entries.data(), 4}));
}

int body_argument(const Arguments& arguments, const char* name, const py::object& self) {
  const py::object value = arguments.object(name);
  if (!py::isinstance<BodyObject>(value)) {
    if (PyIndex_Check(value.ptr()) == 0) arguments.refuse(name, "a Body or its id");
    return arguments.integer(name, 0);
  }
  const auto& body = value.cast<const BodyObject&>();
  if (!body.world.is(self))
    throw InvalidArgument(arguments.subject() + ": " + name + " is body " + std::to_string(body.id) +
                          " of another world");
  return body.id;
}

void bind_body(py::module_& m) {
  using namespace body_bindings;
  py::class_<BodyObject> body(m, "Body", class_doc);
  body.def_property_readonly(
      "id", [](const BodyObject& self) { return self.id; }, "int, as contacts name it; never given again");
  body.def_property_readonly(
      "world", [](const BodyObject& self) { return self.world; }, "the World it belongs to");
  for (const VectorProperty& property : vectors) {
    body.def_property(
        property.name,
        [get = property.get](const BodyObject& self) {
          return vector_of(read(self, [&](const World& world) { return get(world.body(self.id)); }));
        },
        [&property](BodyObject& self, const py::object& value) {
          read(self, [](const World& /*world*/) { return 0; });
          const auto vector = vector_argument<3>(property.name, value, property.unit);
          WorldObject& owner = self.owner();
          const auto lock = hold(owner);
          (owner.value.*property.set)(self.id, vector);
        },
        property.doc);
  }
  body.def_property(
      "orientation",
      [](const BodyObject& self) {
        return quaternion_of(read(self, [&](const World& world) { return world.body(self.id).orientation; }));
      },
      &set_orientation, "quaternion w, x, y, z from body axes to world axes (4,); scaled to length 1");
  body.def("set_motion", &set_motion, set_motion_doc);
  body.def_property_readonly(
      "mass",
      [](const BodyObject& self) {
        return read(self, [&](const World& world) { return world.model()[self.id].mass; });
      },
      "[kg]; 0: fixed, or moved by its velocity");
  body.def_property_readonly(
      "inertia",
      [](const BodyObject& self) {
        return read_only(matrix_result(read(self, [&](const World& world) { return world.model()[self.id].inertia; })));
      },
      "about the centre of mass, body axes (3, 3) [kg m²]; zero where the mass is");
  body.def_property_readonly(
      "mu",
      [](const BodyObject& self) {
        const auto surface = read(self, [&](const World& world) { return world.model()[self.id].surface; });
        return py::make_tuple(surface.mu_s, surface.mu_k);
      },
      "(mu_s, mu_k), coefficients of friction; those of a pair are the geometric means of two bodies'");
  body.def_property_readonly(
      "restitution",
      [](const BodyObject& self) {
        return read(self, [&](const World& world) { return world.model()[self.id].surface.restitution; });
      },
      "Newton's coefficient; that of a pair is the geometric mean of two bodies'");
  body.def("__repr__", &repr);
  body.def(py::pickle(&parts_of, &from_parts));
  body.def(
      "__copy__", [](const BodyObject& self) { return self; }, "The same body of the same world.");
  body.def(
      "__eq__", [](const BodyObject& a, const BodyObject& b) { return a.world.is(b.world) && a.id == b.id; },
      py::is_operator());
  body.def("__hash__", [](const BodyObject& self) {
    return py::hash(py::make_tuple(reinterpret_cast<std::uintptr_t>(self.world.ptr()), self.id));
  });
  body.attr("__module__") = sim_module;
}

}  // namespace stickslip::python
