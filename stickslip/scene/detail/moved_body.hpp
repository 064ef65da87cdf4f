// A planar body with a prescribed motion on its patch: its twist is given, its wrench follows.
//
// In each step the twist is that of the middle, and the pose goes on by it: q⁺ = q + h v. The patch takes the twist at its centre of
// pressure there. What is dissipated is the integral of the power of the state (Simpson's rule over the step), and not what is left of the
// work, which is the mean wrench times the way.
#pragma once

#include "stickslip/core/progress.hpp"
#include "stickslip/scene/scene_description.hpp"
#include "stickslip/sim/simulation_options.hpp"
#include "stickslip/sim/trajectory.hpp"

namespace stickslip::scene::detail {

// Options give dt (1e-3 unless there), t_end, record_dt, frame, who watches and what is kept; energy always is: `load` is the work of whoever
// moves the body. Throws InvalidArgument for a normal force that is negative or not finite.
template <class Patch>
sim::Trajectory move(const Patch& patch, const PlanarSceneBody& body, const sim::SimulationOptions& options);

}  // namespace stickslip::scene::detail
