// What Python says about the friction laws: names of parameters and documentation.
//
// The docstring of a call begins with the call as Python writes it, then a line "--", so that help() and
// inspect.signature() know the arguments.
#pragma once

#include <array>

#include "stickslip/friction/adhesion.hpp"
#include "stickslip/friction/coulomb.hpp"
#include "stickslip/friction/dahl.hpp"
#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"

namespace stickslip::python {

// A parameter of a law, all of them numbers.
template <class Law>
struct Parameter {
  const char* name;
  double Law::Parameters::*member;
  bool required;  // else the default is that of Law::Parameters
  const char* meaning;
};

inline constexpr const char* mu_c_text = "kinetic (Coulomb) coefficient [–], > 0";
inline constexpr const char* mu_s_text = "static coefficient [–], ≥ mu_c";
inline constexpr const char* v_s_text = "Stribeck speed [m/s], > 0";
inline constexpr const char* gamma_text = "Stribeck exponent γ [–], > 0";
inline constexpr const char* sigma0_text = "bristle stiffness per newton of load [1/m], > 0";
inline constexpr const char* sigma1_text = "bristle damping per newton of load [s/m], ≥ 0";
inline constexpr const char* sigma2_text = "viscous coefficient per newton of load [s/m], ≥ 0";

// Name, documentation and parameters of each velocity-driven law.
template <class Law>
struct LawText;

template <>
struct LawText<friction::Coulomb> {
  using P = friction::Coulomb::Parameters;
  static constexpr const char* name = "Coulomb";
  static constexpr const char* doc =
      R"(Dry friction without memory, falling with speed as the Stribeck curve says.

    f = −(g(‖v‖) v̂ + σ2 v) fn,  f = 0 at v = 0
    g(s) = μC + (μS − μC) exp(−(s/vs)^γ)

At rest the true force is any within the cone ‖f‖ ≤ μS fn, set by the other loads; a law of v alone returns
its centre. To hold something still use a bristle law. Its state is empty and never changes.)";
  static constexpr std::array<Parameter<friction::Coulomb>, 5> parameters{{
      {"mu_c", &P::mu_c, true, mu_c_text},
      {"mu_s", &P::mu_s, true, mu_s_text},
      {"v_s", &P::v_s, false, v_s_text},
      {"gamma", &P::gamma, false, gamma_text},
      {"sigma2", &P::sigma2, false, sigma2_text},
  }};
};

template <>
struct LawText<friction::Dahl> {
  using P = friction::Dahl::Parameters;
  static constexpr const char* name = "Dahl";
  static constexpr const char* doc =
      R"(The first bristle law: a spring that yields the more the nearer it is to sliding.

    ż = v − ‖v‖ k(s) z/z_max,  s = v̂·z/z_max,  z_max = f_c/σ0
    k(s) = (1 − |1 − s|^i sgn(1 − s))/s,  k(0) = i
    f = −σ0 z fn

Dahl's law knows no load: leave normal_force at 1, or give σ0 and f_c per newton of load. In one dimension
it is ż = v |1 − s|^i sgn(1 − s). It drifts under a bias with any vibration; Adhesion does not.)";
  static constexpr std::array<Parameter<friction::Dahl>, 3> parameters{{
      {"sigma0", &P::sigma0, true, "stiffness σ0 [N/m], > 0"},
      {"f_c", &P::f_c, true, "Coulomb force [N], > 0"},
      {"exponent", &P::exponent, false, "exponent i [–], ≥ 1: how late the spring yields"},
  }};
};

template <>
struct LawText<friction::LuGre> {
  using P = friction::LuGre::Parameters;
  static constexpr const char* name = "LuGre";
  static constexpr const char* doc =
      R"(Bristles that bend like springs and slip as they reach the steady friction; load-amended.

    ż = v − a z,  a = σ0 ‖v‖/g(‖v‖)
    f = −(σ0 z + σ1 ż + σ2 v) fn
    g(s) = μC + (μS − μC) exp(−(s/vs)^γ)

Steady sliding has z = g v̂/σ0. The step is exact for a velocity held over it, so any dt is stable. LuGre
drifts: under a load that oscillates below break-away it creeps without end; ElastoPlastic does not.)";
  static constexpr std::array<Parameter<friction::LuGre>, 7> parameters{{
      {"sigma0", &P::sigma0, true, sigma0_text},
      {"sigma1", &P::sigma1, false, sigma1_text},
      {"sigma2", &P::sigma2, false, sigma2_text},
      {"mu_c", &P::mu_c, true, mu_c_text},
      {"mu_s", &P::mu_s, true, mu_s_text},
      {"v_s", &P::v_s, false, v_s_text},
      {"gamma", &P::gamma, false, gamma_text},
  }};
};

template <>
struct LawText<friction::ElastoPlastic> {
  using P = friction::ElastoPlastic::Parameters;
  static constexpr const char* name = "ElastoPlastic";
  static constexpr const char* doc =
      R"(LuGre whose bristles are pure springs until they bend far enough: stiction without drift.

    ż = v − β a z,  a = σ0 ‖v‖/g(‖v‖),  z_max = g/σ0,  z_ba = s_ba z_max
    β = ε β̄,  ε = (v̂·ẑ + 1)/2
    β̄ = 0 for ‖z‖ ≤ z_ba, 1 for ‖z‖ ≥ z_max, between ½ + ½ sin(π (‖z‖ − (z_max + z_ba)/2)/(z_max − z_ba))
    f = −(σ0 z + σ1 ż + σ2 v) fn
    g(s) = μC + (μS − μC) exp(−(s/vs)^γ)

The step freezes β at its midpoint (order 2) and keeps ‖z‖ within its bound, so any dt is stable.)";
  static constexpr std::array<Parameter<friction::ElastoPlastic>, 8> parameters{{
      {"sigma0", &P::sigma0, true, sigma0_text},
      {"sigma1", &P::sigma1, false, sigma1_text},
      {"sigma2", &P::sigma2, false, sigma2_text},
      {"mu_c", &P::mu_c, true, mu_c_text},
      {"mu_s", &P::mu_s, true, mu_s_text},
      {"v_s", &P::v_s, false, v_s_text},
      {"gamma", &P::gamma, false, gamma_text},
      {"s_ba", &P::s_ba, false, "break-away ratio [–], 0 < s_ba < 1: the share of z_max that is purely elastic"},
  }};
};

inline constexpr const char* adhesion_doc =
    R"(Friction from positions alone: it knows no clock, so it neither drifts nor relaxes (Hayward and Armstrong).

An adhesion point w follows the slider x like a weight on a string; z = x − w is the tension. With
z = x_k − w_{k−1} and y = ‖x_k − x_{k−1}‖ each sample moves w by

    w_k = x_k − z_max ẑ          if α(‖z‖) ‖z‖ > 1
    w_k = w_{k−1} + y α(‖z‖) z   otherwise
    f = −σ0 (x_k − w_k) fn

and the map says how firmly w holds:

    'stick_slide'             w_k = x_k − z_max ẑ if ‖z‖ > z_max, else w stays
    'stick_slip_slide'        α = 0 for ‖z‖ < z_stick, 1/z_max from there
    'stick_creep_slip_slide'  α = (1/z_max) ‖z‖⁸/(z_stick⁸ + ‖z‖⁸)

The first sample sets w. Samples may come at any, even irregular, instants.

z_max      tension in sliding [m], > 0
z_stick    tension at which the contact lets go [m], ≥ z_max; None: 2 z_max; unused by 'stick_slide'
map        one of the three names above
stiffness  σ0 [N/m], > 0)";

inline constexpr const char* adhesion_signature = "*, z_max, z_stick=None, map='stick_slide', stiffness=1.0";

inline constexpr const char* adhesion_run_doc = R"(run(self, x, *, state=None)
--

Tension, adhesion point and regime for each position.

x      position of the slider [m], (N,), (N, 2) or (N, 3), finite
state  an AdhesionState to carry on from, updated in place; None: the first sample sets w

Returns (z, w, regime): tension z = x − w and adhesion point w [m], both shaped like x, and regime (N,) as
uint8 codes of Regime: 0 stuck, 1 creeping, 2 slipping, 3 sliding.)";

inline constexpr const char* adhesion_step_doc = R"(step(self, state, x)
--

Takes one position x [m], (dim,) or a float where state.dim is 1, updates the state and returns
(z, w, regime): tension and adhesion point [m], shaped like x, and the code of the regime.)";

inline constexpr const char* adhesion_force_doc = R"(force(self, z, *, normal_force=1.0)
--

Force on B, f = −σ0 z fn [N], shaped like the tension z [m]: a number, (N,), (N, 2) or (N, 3).

normal_force  load factor [–], ≥ 0, a number or (N,): 1 unless the law is to scale with load)";

inline constexpr const char* adhesion_stored_energy_doc = R"(stored_energy(self, z, *, normal_force=1.0)
--

½σ0‖z‖² fn [J] of each tension z [m]: a number, (N,), (N, 2) or (N, 3); a single vector is an array (1, dim).

normal_force  load factor [–], ≥ 0, a number or (N,))";

inline constexpr const char* run_doc =
    R"(run(self, v, *, normal_force=1.0, dt, force='end', scheme='exponential', state=None)
--

Force on B [N] for each sample of velocity, shaped like v.

v             velocity of B relative to A [m/s], held over each step: (N,), (N, 2) or (N, 3), finite
normal_force  [N], finite and ≥ 0: a number, or (N,) with one value a sample
dt            length of a step [s], > 0
force         'end': at the end of each step; 'mean': mean over the step (impulse/dt)
scheme        'exponential': stable for any dt; 'euler': explicit Euler, force at the beginning of each step
state         a State to carry on from, updated in place; None: start relaxed

Everything is checked before the first step; if something is wrong the state stays as it was.)";

inline constexpr const char* energy_doc = R"(energy(self, v, *, normal_force=1.0, dt, state=None)
--

Where the energy goes, as (stored, dissipated), both (N,) [J].

stored      elastic energy of the bristles after each step
dissipated  heat from the first step to that; over a step −f·v dt of the mean force = Δstored + Δdissipated

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

Largest force that rest can bear [N].)";

inline constexpr const char* presliding_stiffness_doc = R"(presliding_stiffness(self, normal_force=1.0)
--

Stiffness of the contact around rest [N/m].)";

inline constexpr const char* deflection_bound_doc = R"(deflection_bound(self)
--

Largest ‖z‖ that any motion from rest can reach [m].)";

inline constexpr const char* is_passive_doc = R"(is_passive(self)
--

Whether no motion can draw energy out of the contact. LuGre: exactly if σ2 ≥ σ1 (μS − μC)/μC; ElastoPlastic:
this is sufficient; the other laws: always.)";

inline constexpr const char* copy_doc = R"(copy(self)
--

An independent copy.)";

}  // namespace stickslip::python
