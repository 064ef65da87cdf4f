// A planar body held or carried by a friction patch, moved through time.
//
//   (1)  M v̇ = load + c Aᵀ wrench(z, A v, fn),   q̇ = v,   ż as the patch has it,   M = diag(m, m, I)
//
// q = (x, y, θ)  pose of the centre of mass (CoM) in the world [m, rad]; v its twist [m/s, rad/s]
// load           wrench on the body about the CoM in the world's axes, gravity included [N, N·m]
// fn             normal force of one contact [N], ≥ 0
// c              number of equal contacts
// A(q)           takes the twist of the CoM to that of the patch's centre of pressure; see Frame for where the patch is
//
// The schemes are in integrator.hpp. The bristles depend on each other only through v, so each implicit stage is a Newton
// iteration in three unknowns, with analytic derivatives. Steps never straddle a jump of a table, are shorter right after
// one, and end at every record. Allocates before the first step and for records, not in a step.
//
// The error of the pose is estimated by a companion on the same steps (detail/passage.hpp), at half the cost of the run more.
// With a tolerance the run is repeated, with steps chosen from embedded estimates, until
//   (2)  ‖error of the end pose‖ ≤ tol · largest displacement,   both lengths of (x, y, r θ), r of the patch
// or until that would take more than 1e6 steps, or shorter steps bring it no nearer: then the status is stalled. It is also
// where the estimate exceeds a tenth of the largest displacement.
#pragma once

#include "stickslip/core/planar.hpp"
#include "stickslip/core/signal.hpp"
#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/reduced_patch.hpp"
#include "stickslip/sim/planar_body.hpp"
#include "stickslip/sim/simulation_options.hpp"
#include "stickslip/sim/trajectory.hpp"

namespace stickslip::sim {

using patch::DistributedPatch;
using patch::ReducedPatch;

// Starts from relaxed bristles, or from *state, which receives those of the last record. A motion that blows up ends the
// trajectory at the last record before, with the status not_finite. Throws InvalidArgument for bad input, also for a load
// or fn that turns bad on the way; *state is untouched then.
Trajectory simulate(const ReducedPatch& patch, const PlanarBody& body, const Signal<Wrench2>& load,
                    const Signal<double>& fn, const SimulationOptions& options, ReducedPatch::State* state = nullptr);
Trajectory simulate(const DistributedPatch& patch, const PlanarBody& body, const Signal<Wrench2>& load,
                    const Signal<double>& fn, const SimulationOptions& options,
                    DistributedPatch::State* state = nullptr);

}  // namespace stickslip::sim
