// A scene of rigid bodies as a World, ready to step.
#pragma once

#include "stickslip/scene/scene_description.hpp"
#include "stickslip/sim/world.hpp"

namespace stickslip::scene {

// Bodies and joints are numbered as in the scene. Loads and motions that change with time are for whoever steps it: run() does.
sim::World world_of(const RigidScene& scene);

// One thing more in a world that has the bodies before it. Throw InvalidArgument as the World does.
void add(const SceneBody& body, sim::World& world);
void add(const SceneJoint& joint, sim::World& world);
void add(const ScenePair& pair, sim::World& world);

// What acts on the bodies and joints in the step from t to t + h: loads, motions and targets of its middle.
void apply(const RigidScene& scene, double t, double h, sim::World& world);

}  // namespace stickslip::scene
