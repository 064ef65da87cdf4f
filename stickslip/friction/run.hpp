// A law over a whole array of samples.
//
// Arrays are row-major, N × Dim: sample k of v is v[k·Dim … k·Dim + Dim). Everything is checked before the first step;
// InvalidArgument names the sample that is wrong and the state stays untouched. The state carries on from call to
// call: N samples in one call or in many give the same result, bit for bit. The loops allocate nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>

#include "stickslip/core/field.hpp"
#include "stickslip/core/names.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/friction/adhesion_state.hpp"
#include "stickslip/friction/law.hpp"
#include "stickslip/friction/samples.hpp"

namespace stickslip::friction {

// Which force of a step is wanted.
enum class ForceOf : std::uint8_t {
  end,   // at the end of the step
  mean,  // mean over the step: impulse/dt
};

enum class Scheme : std::uint8_t {
  exponential,  // the law's own step, stable for any dt
  euler,        // explicit Euler, force at the beginning of the step; stable only for dt ≪ z_max/‖v‖
};

struct RunOptions {
  ForceOf force = ForceOf::end;
  Scheme scheme = Scheme::exponential;

  static constexpr auto fields() {
    using O = RunOptions;
    return std::tuple{
        Field{"force", &O::force, "'end': at the end of each step; 'mean': mean over the step (impulse/dt)"},
        Field{"scheme", &O::scheme,
              "'exponential': stable for any dt; 'euler': explicit Euler, force at the beginning of each step"}};
  }
};

}  // namespace stickslip::friction

template <>
struct stickslip::Names<stickslip::friction::ForceOf> {
  using ForceOf = friction::ForceOf;
  static constexpr Named<ForceOf> table[] = {{ForceOf::end, "end"}, {ForceOf::mean, "mean"}};
};

template <>
struct stickslip::Names<stickslip::friction::Scheme> {
  using Scheme = friction::Scheme;
  static constexpr Named<Scheme> table[] = {{Scheme::exponential, "exponential"}, {Scheme::euler, "euler"}};
};

namespace stickslip::friction {

// Throws InvalidArgument for the mean force of explicit Euler, which has none.
void require_compatible(const RunOptions& options);

// force[k]: force on B [N] for v[k] [m/s] held over step k of length dt [s].
template <int Dim, VelocityLaw Law>
void run(const Law& law, typename Law::template State<Dim>& state, std::span<const double> v, const NormalForce& fn,
         double dt, std::span<double> force, const RunOptions& options = {}) {
  require_samples("v", "m/s", v, Dim);
  require_size("force", force.size(), v.size());
  const std::size_t count = v.size() / Dim;
  fn.require_valid_for(count);
  require_step(dt);
  require_compatible(options);
  const auto each = [&](auto step) {
    for (std::size_t k = 0; k < count; ++k) store<Dim>(force, k, step(sample<Dim>(v, k), fn[k]));
  };
  if (options.scheme == Scheme::euler) {
    each([&](const Vec<Dim>& v_k, double fn_k) { return law.step_euler(state, v_k, fn_k, dt); });
  } else if (options.force == ForceOf::mean) {
    each([&](const Vec<Dim>& v_k, double fn_k) { return law.step_mean(state, v_k, fn_k, dt); });
  } else {
    each([&](const Vec<Dim>& v_k, double fn_k) { return law.step(state, v_k, fn_k, dt); });
  }
}

// Where the energy goes [J]. stored[k]: elastic energy after step k; dissipated[k]: heat from the first step to that.
// Over a step  work = Δstored + dissipated  with work = −f·v dt of the mean force; a change of fn between steps
// changes what is stored at the expense of whoever changes the load. Of a law that is passive the heat never falls: where a
// step loses less than work and storage are rounded by, 16 epsilon of their sum, it counts as what it was.
template <int Dim, VelocityLaw Law>
void run_energy(const Law& law, typename Law::template State<Dim>& state, std::span<const double> v,
                const NormalForce& fn, double dt, std::span<double> stored, std::span<double> dissipated) {
  require_samples("v", "m/s", v, Dim);
  const std::size_t count = v.size() / Dim;
  require_size("stored", stored.size(), count);
  require_size("dissipated", dissipated.size(), count);
  fn.require_valid_for(count);
  require_step(dt);
  constexpr double rounding = 16.0 * std::numeric_limits<double>::epsilon();
  double heat = 0.0, most = 0.0;  // as the sum says, and without what is rounding in it
  for (std::size_t k = 0; k < count; ++k) {
    const Vec<Dim> v_k = sample<Dim>(v, k);
    const double before = law.stored_energy(state, fn[k]);
    const double work = -law.step_mean(state, v_k, fn[k], dt).dot(v_k) * dt;
    stored[k] = law.stored_energy(state, fn[k]);
    const double lost = work - (stored[k] - before);
    heat += lost;
    const bool is_heat = law.is_passive() && lost >= -rounding * (std::abs(work) + before + stored[k]);
    most = is_heat ? std::max(most, heat) : heat;
    dissipated[k] = most;
  }
}

// force[k]: force of steady sliding at v[k].
template <int Dim, VelocityLaw Law>
void run_steady(const Law& law, std::span<const double> v, const NormalForce& fn, std::span<double> force) {
  require_samples("v", "m/s", v, Dim);
  require_size("force", force.size(), v.size());
  const std::size_t count = v.size() / Dim;
  fn.require_valid_for(count);
  for (std::size_t k = 0; k < count; ++k) {
    store<Dim>(force, k, law.steady_force(sample<Dim>(v, k), fn[k]));
  }
}

// Tension z, adhesion point w [m] and regime for each position x[k] [m].
template <int Dim, PositionLaw Law>
void run(const Law& law, AdhesionState<Dim>& state, std::span<const double> x, std::span<double> z, std::span<double> w,
         std::span<Regime> regime) {
  require_samples("x", "m", x, Dim);
  const std::size_t count = x.size() / Dim;
  require_size("z", z.size(), x.size());
  require_size("w", w.size(), x.size());
  require_size("regime", regime.size(), count);
  for (std::size_t k = 0; k < count; ++k) {
    store<Dim>(z, k, law.step(state, sample<Dim>(x, k)));
    store<Dim>(w, k, state.w);
    regime[k] = state.regime;
  }
}

}  // namespace stickslip::friction
