// What Python says about the calls of the friction laws. What it says about each law comes from the law itself.
//
// The docstring of a call begins with the call as Python writes it, then a line "--", so that help() and
// inspect.signature() know the arguments.
#pragma once

#include <string>
#include <string_view>

#include "stickslip/friction/run.hpp"

#include "fields.hpp"

namespace stickslip::python {

inline constexpr const char* position_run_doc = R"(run(self, x, *, state=None)
--

Tension, adhesion point and regime for each position.

x      position of the slider [m], (N,), (N, 2) or (N, 3), finite
state  an AdhesionState to carry on from, updated in place; None: the first sample sets w

Returns (z, w, regime): tension z = x − w and adhesion point w [m], both shaped like x, and regime (N,) as
uint8 codes of Regime: 0 stuck, 1 creeping, 2 slipping, 3 sliding.)";

inline constexpr const char* position_step_doc = R"(step(self, state, x)
--

Takes one position x [m], (dim,) or a float where state.dim is 1, updates the state and returns
(z, w, regime): tension and adhesion point [m], shaped like x, and the code of the regime.)";

inline constexpr const char* position_force_doc = R"(force(self, z, *, normal_force=1.0)
--

Force on B [N], shaped like the tension z [m]: a number, (N,), (N, 2) or (N, 3). The class says f of z.

normal_force  load factor [–], ≥ 0, a number or (N,): 1 unless the law is to scale with load)";

inline constexpr const char* position_stored_energy_doc = R"(stored_energy(self, z, *, normal_force=1.0)
--

Elastic energy [J] of each tension z [m]: a number, (N,), (N, 2) or (N, 3); a single vector is an array (1, dim).

normal_force  load factor [–], ≥ 0, a number or (N,))";

// The documentation of a call `run` over samples, whose first argument differs from law to patch.
inline std::string run_doc(const std::string& samples, const std::string& what, const std::string& meaning) {
  return "run(self, " + samples + ", *, normal_force=1.0, dt" + field_signature<friction::RunOptions>() +
         ", state=None)\n--\n\n" + what + "\n\n" + meaning +
         R"(
normal_force  [N], finite and ≥ 0: a number, or (N,) with one value per sample
dt            length of a step [s], > 0)" +
         field_docs<friction::RunOptions>(std::string_view("normal_force").size()) + R"(
state         to carry on from, updated in place; None: start relaxed

Everything is checked before the first step; if something is wrong the state stays as it was.)";
}

inline constexpr const char* energy_doc = R"(energy(self, v, *, normal_force=1.0, dt, state=None)
--

Where the energy goes, as (stored, dissipated), both (N,) [J].

stored      elastic energy of the bristles after each step
dissipated  heat from the first step to that; over a step −f·v dt of the mean force = Δstored + Δdissipated.
            It never falls where is_passive(): a loss below the rounding of these counts as none

The arguments are those of run.)";

inline constexpr const char* steady_force_doc = R"(steady_force(self, v, *, normal_force=1.0)
--

Force on B in steady sliding at v [N], shaped like v.

v             velocity of B relative to A [m/s]: a number, (N,), (N, 2) or (N, 3)
normal_force  [N], finite and ≥ 0: a number or (N,))";

inline constexpr const char* rate_doc = R"(rate(self, z, v)
--

ż [m/s] of the law for deflections z [m] and velocities v [m/s] of the same shape: a number, (N,), (N, 2)
or (N, 3).)";

inline constexpr const char* state_doc = R"(state(self, dim=1)
--

A fresh, relaxed state for motion in dim = 1, 2 or 3 dimensions.)";

inline constexpr const char* step_doc = R"(step(self, state, v, *, normal_force=1.0, dt)
--

One step: updates the state and returns the force on B at its end [N], a float where state.dim is 1, else
(dim,).

v             velocity of B relative to A [m/s], held over the step: (dim,), or a float where state.dim is 1
normal_force  [N], finite and ≥ 0
dt            length of the step [s], > 0)";

inline constexpr const char* stored_energy_doc = R"(stored_energy(self, state, *, normal_force=1.0)
--

Elastic energy in the bristles [J].)";

inline constexpr const char* break_away_force_doc = R"(break_away_force(self, normal_force=1.0)
--

Largest force held without slipping [N].)";

inline constexpr const char* presliding_stiffness_doc = R"(presliding_stiffness(self, normal_force=1.0)
--

Stiffness of the contact around rest [N/m].)";

inline constexpr const char* deflection_bound_doc = R"(deflection_bound(self)
--

Largest ‖z‖ that any motion from rest can reach [m].)";

inline constexpr const char* is_passive_doc = R"(is_passive(self)
--

Whether no motion can draw energy out of the contact at a point. LuGre: exactly if σ2 ≥ σ1 (μS − μC)/μC; ElastoPlastic:
this is sufficient; the other laws: always. A DistributedPatch of the law is passive then, too; a ReducedPatch with
LuGre, or with stick='paper', is not.)";

inline constexpr const char* copy_doc = R"(copy(self)
--

An independent copy.)";

}  // namespace stickslip::python
