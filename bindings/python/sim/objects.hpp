// What the parts of stickslip.sim share: worlds, handles of their bodies and joints, and what models are made of.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "stickslip/sim/world.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "parts.hpp"

namespace stickslip::python {

inline constexpr const char* sim_module = "stickslip.sim";

struct WorldObject;

// Each fills in a part of the module.
void bind_trajectory(py::module_& m);
void bind_simulate(py::module_& m);
void bind_step_report(py::module_& m);
void bind_contact_set(py::module_& m);
void bind_volume(py::module_& m);
void bind_body(py::module_& m);
void bind_joint(py::module_& m);
void bind_fitted_velocity(py::module_& m);
void bind_recording(py::module_& m);
void bind_world(py::module_& m);
// What a World does with joints.
void bind_world_joints(py::class_<WorldObject>& world);

// How a model was made: what pickle keeps, because a body made again from the same numbers is the same to the last bit.
struct ModelRecipe {
  py::dict options;              // the arguments of World
  std::vector<py::dict> bodies;  // arguments of add_plane or add_body; empty where it was removed
};

// A world with what it takes to share it between threads. The GIL is no lock for it, because steps run without it. Whoever
// holds the world may wait for the GIL, so whoever has the GIL must not wait for the world: hold() sees to it. Python objects
// are neither made nor released while a world is held: either may run code of the user that wants it, too.
struct WorldObject {
  WorldObject(sim::World world, ModelRecipe made_of) : value(std::move(world)), recipe(std::move(made_of)) {}

  sim::World value;
  ModelRecipe recipe;
  std::mutex mutex;
  std::atomic<int> waiting = 0;  // threads that want it, for a run to let them in
};

// The world to oneself. Needs the GIL.
inline std::unique_lock<std::mutex> hold(WorldObject& world) {
  std::unique_lock lock(world.mutex, std::try_to_lock);
  if (lock.owns_lock()) return lock;
  const py::gil_scoped_release without_gil;
  ++world.waiting;
  lock.lock();
  --world.waiting;
  return lock;
}

// A body of a world, by its number.
struct BodyObject {
  py::object world;
  int id;

  WorldObject& owner() const { return world.cast<WorldObject&>(); }
};

// A Body of the world `self`, or its id, as an argument.
int body_argument(const Arguments& arguments, const char* name, const py::object& self);

// A joint of a world, by its number.
struct JointObject {
  py::object world;
  int id;

  WorldObject& owner() const { return world.cast<WorldObject&>(); }
};

// A Joint of the world `self`, or its id, as an argument.
int joint_argument(const Arguments& arguments, const char* name, const py::object& self);

// What sim::Recording holds, as long as an array looks at it.
struct RecordingObject {
  std::shared_ptr<const sim::Recording> value;
  ModelRecipe recipe;
};

// A body within a recording.
struct BodyRecordObject {
  std::shared_ptr<const sim::Recording> owner;
  std::size_t index;
  const sim::BodyRecord& value() const { return owner->bodies[index]; }
};

// A joint within a recording.
struct JointRecordObject {
  std::shared_ptr<const sim::Recording> owner;
  std::size_t index;
  const sim::JointRecord& value() const { return owner->joints[index]; }
};

ResultArray vector_of(const Vec<3>& v);
ResultArray quaternion_of(const Eigen::Quaterniond& q);

}  // namespace stickslip::python
