// A planar body held or carried by a friction patch, moved through time.
//
//   (1)  M v̇ = load + c Aᵀ wrench(z, A v, fn),   q̇ = v,   ż as the patch has it,   M = diag(m, m, I)
//
// q = (x, y, θ)  pose of the centre of mass (CoM) in the world [m, rad]; v its twist [m/s, rad/s]
// load           wrench on the body about the CoM in world axes, gravity included [N, N·m]
// fn             normal force of one contact [N], ≥ 0
// c              number of equal contacts (two fingers: 2)
// A(q)           takes the twist of the CoM to that of the patch's centre of pressure
// Frame::world   the patch stands still with its frame at the world's origin (a gripper), and the body moves through it
// Frame::body    the patch's frame is that of the body, origin at the CoM (a slider on a table)
//
// Integration: the stiffly accurate diagonally implicit Runge–Kutta scheme of two stages, γ = 1 − 1/√2 (SDIRK2): order
// 2 where smooth, no stability limit. The bristles depend on each other only through v, so each stage is a Newton
// iteration in three unknowns, with analytic derivatives. A step whose iteration stalls is halved. The reference to
// measure it against is the classical explicit Runge–Kutta scheme (rk4): order 4, but dt must stay below about
// 2 z_max/‖v‖ and 2 m/(c σ1 fn). Steps never straddle a jump of a table, are shorter
// right after one, and end at every record.
// [Alexander 1977]. Allocates before the first step and for records, not in a step.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "stickslip/core/planar.hpp"
#include "stickslip/core/signal.hpp"
#include "stickslip/core/solve_report.hpp"
#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/reduced_patch.hpp"

namespace stickslip::sim {

using patch::DistributedPatch;
using patch::ReducedPatch;

enum class Frame : std::uint8_t { world, body };
enum class Integrator : std::uint8_t { sdirk2, rk4 };

struct PlanarBody {
  double mass;     // [kg], > 0
  double inertia;  // about the CoM [kg·m²], > 0
  Vec<3> pose = Vec<3>::Zero();
  Twist2 twist = Twist2::Zero();
};

struct SimulationOptions {
  double dt = 1e-3;         // longest step [s]
  double t_end = 1.0;       // [s]
  double record_dt = 0.01;  // time between records [s]; the start and the end are always recorded
  int contacts = 1;
  Frame frame = Frame::world;
  Integrator integrator = Integrator::sdirk2;
  bool record_bristles = true;
  // Called at every record, and every 256 steps or sooner, with the share of the time done, 0 to 1. May throw to stop.
  std::function<void(double)> progress = {};
};

struct Trajectory {
  std::vector<double> t;             // of each record [s]
  std::vector<double> normal_force;  // [N]
  std::vector<Vec<3>> pose;          // of the CoM
  std::vector<Twist2> twist;         // of the CoM
  std::vector<Wrench2> wrench;       // of one contact on the body, world axes, about the origin of the patch's frame
  std::vector<double> bristles;      // values() of the state, record after record
  SolveReport report;                // residual: of Eq. 1's stages, as a change of velocity [m/s]
};

// Starts from relaxed bristles, or from *state, which is left as it is at the end. Throws InvalidArgument for bad
// input, also for a load or fn that turns bad on the way (the state is untouched then).
Trajectory simulate(ReducedPatch patch, const PlanarBody& body, const Signal<Wrench2>& load, const Signal<double>& fn,
                    const SimulationOptions& options, ReducedPatch::State* state = nullptr);
Trajectory simulate(DistributedPatch patch, const PlanarBody& body, const Signal<Wrench2>& load,
                    const Signal<double>& fn, const SimulationOptions& options,
                    DistributedPatch::State* state = nullptr);

}  // namespace stickslip::sim
