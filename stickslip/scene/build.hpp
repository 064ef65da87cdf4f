// What a scene describes as what the library steps: rigid bodies as a World, planar contacts as patches.
#pragma once

#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/reduced_patch.hpp"
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

// A planar contact by either model, whichever its options name.
patch::DistributedPatch distributed_patch_of(const PlanarContact& contact);
patch::ReducedPatch reduced_patch_of(const PlanarContact& contact);

}  // namespace stickslip::scene
