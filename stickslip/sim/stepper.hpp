// One step of rigid bodies in contact and joined by joints.
//
//   (1)  M v⁺ = M v + h f + Jᵀ Λ;   I (Ω⁺ − Ω) + h Ω_m × I Ω_m = h τ + Rᵀ Σ r × Λ,   Ω_m = (Ω + Ω⁺)/2 of the motion without contacts
//   (2)  0 ≤ u_n⁺ + ε_n Λ_n + d_n ⟂ Λ_n ≥ 0,   d_n = φ/h where φ > 0, else max(β φ/h, −10 h m/s²);   friction by the model's formulation
//   (3)  before (1), in islands where a contact with restitution closes within the step: impacts, which change v and nothing else:
//        detail/impacts.hpp
//   (4)  q⁺ = q ⊕ h (v + v⁺)/2   or   q ⊕ h v⁺,   orientation by q · cay(h Ω),   cay(θ) = (1, θ/2) over its length
//
// Per group of bodies joined by contacts that push, (4) is implicit (v⁺) where a contact of the group began with a gap (φ > 0.01 h² m/s²)
// or approaching (u_n < −0.1 h m/s²), or where the contacts would do positive work, ½ Σ Λ·(u + u⁺), above what their compliance gives back
// at rest, 1e-9 of kinetic energy + m g R; else it is the trapezoid. The
// trapezoid keeps free fall, sliding and free rotation exact to second order; a body free of contact keeps energy and momentum.
// What bodies on joints carry rides on them: detail/updates.hpp.
// A body with a prescribed motion has a velocity at the start, in the middle and at the end of the step and moves by Simpson's rule:
// World::set_motion. A group that touches such bodies, or is joined to them, is held back in an implicit update by what it would get
// ahead of them, h (v̂⁺ − v̂)/2, and carried along by what they move beside the mean of their velocities, of several of them in proportion to
// load; contacts that slide pass on the normal part alone. So what sticks goes where its support goes. (3) of detail/step_data.hpp has
// friction follow a support that turns.
//
// A step gives bodies in contact no more than 5e-7 of Σ (kinetic energy + m g R) beyond what loads put in; where (1) to (4) would give more,
// v⁺ is lowered; what is excepted, such as bodies that were placed in each other: detail/gain_limit.hpp. Bodies that touch each other and nothing else keep their angular momentum:
// detail/angular_momentum.hpp.
//
// Overlap beyond 10 h²/β is removed by displacement alone, a fifth of it
// per step, velocities untouched: nothing is launched. Overlap that an impact would leave is removed likewise, within the step:
// detail/settling.hpp.
//
// Joints are rows of the same problem, on the mean of v and v⁺, with drives, limits and friction: detail/joint_rows.hpp. What joints leave
// open at the end of a step, in positions and in velocities, is closed there: detail/joint_projection.hpp. In islands with joints Ω_m of
// (1) is that of the motion found. Joints that cannot be closed to 1e-6 m contradict each other: the status is then `stalled`.
//
// Contacts are all pairs of features nearer than h × the bound on their approach + 2 g h²: contact_finder.hpp. What impacts may set going, or
// turn, counts with the speed that it may get, from body to body: pass_on_speeds in stepper.cpp. ε_n and β: relaxation.hpp of formulation, the same for all contacts of two
// bodies.
// Bodies joined by contacts and joints are an island, and a group for (4), which a limit that is struck makes implicit as well. Each is
// solved until its residual velocity, root mean square over the contacts and the rows of joints (body_cone_problem.hpp), is at most tol ×
// the larger of 9.81 h and the root mean square of the free approach min(0, u_n + d_n): never a fixed number of sweeps. The cone with the
// solver "auto" starts from the impulses of the step before and keeps the factor of a resting island; the other formulations and solvers
// are those of the modules formulation and solvers. Solvers of the cone are judged by the same residual velocity, those of LCPs by their
// own residual, at 1e-4 tol.
// There is no sleeping: what rests is held by its contacts, step after step.
//
// A solve that did not converge is taken with the best impulses found, in islands with joints with the share of them that gives no
// energy, and the report says so. A step that would not be finite is not taken: the state stays as it was.
// Limits: rows are linear in the step, so turns of more than about 0.3 rad per step near other bodies may be stopped by contacts that a
// true turn would miss. A body stands on one that is up to ten thousand times lighter, in which it sinks by ε_n Λ_n h/β; where that
// exceeds 10 h² it is held by displacement alone. One very fast body is near all that it may reach within the step: such steps are slow,
// and may end unsolved.
// Threads share islands; results do not depend on how many. No allocation once contacts are steady.
#pragma once

#include <memory>

#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"
#include "stickslip/sim/step_report.hpp"

namespace stickslip::sim {

class Stepper {
 public:
  Stepper();
  ~Stepper();
  Stepper(Stepper&&) noexcept;
  Stepper& operator=(Stepper&&) noexcept;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  // h > 0 and finite, state.bodies as many as the model's: not checked. With `refuse_overlap` throws InvalidArgument, the state
  // untouched, where two bodies overlap by more than a tenth of the smaller, naming them: for the step after bodies were placed.
  StepReport step(const Model& model, State& state, double h, bool refuse_overlap = false);
  // Throws as step() does with `refuse_overlap`.
  void refuse_overlap(const Model& model, const State& state, double h);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::sim
