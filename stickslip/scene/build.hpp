// What a scene describes as what the library steps: rigid bodies as a World, planar contacts as patches.
#pragma once

#include <vector>

#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/reduced_patch.hpp"
#include "stickslip/scene/scene_description.hpp"
#include "stickslip/sim/world.hpp"

namespace stickslip::scene {

// Bodies and joints are numbered as in the scene. Loads and motions that change with time are for whoever steps it: run() does.
// `fitted`, where given, receives what start() changed.
sim::World world_of(const RigidScene& scene, std::vector<sim::FittedVelocity>* fitted = nullptr);

// One thing more in a world that has the bodies before it. Throw InvalidArgument as the World does.
void add(const SceneBody& body, sim::World& world);
void add(const SceneJoint& joint, sim::World& world);
void add(const ScenePair& pair, sim::World& world);

// Once all joints are there: prescribed velocities, positions and velocities of joints as the scene gives them, then velocities of bodies
// that fit the joints. What was changed for the latter. Throws InvalidArgument where nothing fits.
std::vector<sim::FittedVelocity> start(const RigidScene& scene, sim::World& world);
// The first three of these by themselves, the last two of one joint and only where they are given. Setting a position moves a, with everything
// joints attach to it, relative to b. If a is held, b moves. Throw InvalidArgument as the World does.
void start_motions(const RigidScene& scene, sim::World& world);
void start_position(const SceneJoint& joint, int number, sim::World& world);
void start_velocity(const SceneJoint& joint, int number, sim::World& world);

// What acts on the bodies and joints in the step from t to t + h: loads, motions and targets of its middle.
void apply(const RigidScene& scene, double t, double h, sim::World& world);

// A planar contact by either model, whichever its options name.
patch::DistributedPatch distributed_patch_of(const PlanarContact& contact);
patch::ReducedPatch reduced_patch_of(const PlanarContact& contact);

}  // namespace stickslip::scene
