// A planar body with a prescribed motion on its patch: its twist is given, its wrench follows.
//
// In each step the twist is that of the middle, and the pose goes on by it: q⁺ = q + h v. The patch takes the twist at its centre of
// pressure there.
#pragma once

#include "stickslip/core/progress.hpp"
#include "stickslip/scene/scene_description.hpp"
#include "stickslip/sim/simulation_options.hpp"
#include "stickslip/sim/trajectory.hpp"

namespace stickslip::scene::detail {

// A record per step; options give dt (1e-3 unless there), t_end, frame and whether bristles are kept. *state receives the last bristles.
// Throws InvalidArgument for a normal force that is negative or not finite.
template <class Patch>
sim::Trajectory move(const Patch& patch, const PlanarSceneBody& body, const sim::SimulationOptions& options,
                     typename Patch::State* state);

}  // namespace stickslip::scene::detail
