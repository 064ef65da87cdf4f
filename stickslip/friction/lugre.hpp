// A contact whose bristles bend like springs and slip as they reach the steady friction: LuGre, load-amended.
//
//   (1)  ż = v − a z,   a = σ0 ‖v‖/g(‖v‖)
//   (2)  f = −(σ0 z + σ1 ż + σ2 v) fn
//   (3)  steady sliding: z = z_max v̂,  z_max = g(‖v‖)/σ0
//
// z       mean bristle deflection [m]
// v       velocity of B relative to A [m/s], held over a step
// fn      normal force [N], ≥ 0: a factor, so that σ0, σ1, σ2 are per newton of load
// sigma0  bristle stiffness [1/m], > 0
// sigma1  bristle damping [s/m], ≥ 0
// sigma2  viscous coefficient [s/m], ≥ 0
// g, mu_c, mu_s, v_s, gamma: see stribeck.hpp
//
// f acts on B. For constant v Eq. 1 is linear, and the step solves it exactly:
//   (4)  z⁺ = e^{−x} z + (1 − e^{−x}) z_max v̂,   x = a dt
// so any dt is stable and ‖z‖ never exceeds max(‖z‖, z_max). LuGre drifts: a load that oscillates below break-away
// creeps without end (ElastoPlastic does not). Where σ2 < σ1 (μS − μC)/μC it is not passive.
// [CanudasDeWit 1995], amended [CanudasDeWit 2003], exact step Eq. 4 ours. Cost of a 1-D step: two exp at
// most, two divisions; in 2-D and 3-D one square root and one division more. No allocation.
#pragma once

#include <algorithm>

#include "stickslip/core/vector.hpp"
#include "stickslip/friction/bristle.hpp"
#include "stickslip/friction/law.hpp"
#include "stickslip/friction/stribeck.hpp"
#include "stickslip/numerics/exponential.hpp"

namespace stickslip::friction {

class LuGre {
 public:
  struct Parameters {
    double sigma0 = 0.0;
    double sigma1 = 0.0;
    double sigma2 = 0.0;
    double mu_c = 0.0;
    double mu_s = 0.0;
    double v_s = 1e-3;
    double gamma = 2.0;
  };

  template <int Dim>
  using State = Bristle<Dim>;

  // What a velocity means to the bristles.
  template <int Dim>
  struct Drive {
    double speed;        // ‖v‖ [m/s]
    Vec<Dim> direction;  // v̂; at rest anything, for then nothing depends on it
    double z_max;        // g/σ0 [m]
    double rate;         // a = ‖v‖/z_max [1/s]
  };

  explicit LuGre(const Parameters& parameters);
  LuGre(const Parameters& p, Unchecked) noexcept
      : parameters_(p),
        stribeck_({p.mu_c, p.mu_s, p.v_s, p.gamma}, unchecked),
        z_max_({p.mu_c / p.sigma0, p.mu_s / p.sigma0, p.v_s, p.gamma}, unchecked) {}

  static Check check(const Parameters& p) noexcept {
    if (auto bad = check_positive("sigma0", p.sigma0, "must be finite and > 0 [1/m]")) return bad;
    if (auto bad = check_not_negative("sigma1", p.sigma1, "must be finite and >= 0 [s/m]")) return bad;
    if (auto bad = check_not_negative("sigma2", p.sigma2, "must be finite and >= 0 [s/m]")) return bad;
    if (auto bad = Stribeck::check({p.mu_c, p.mu_s, p.v_s, p.gamma})) return bad;
    if (auto bad = check_deflection(p.sigma0, p.mu_c, "must be between 1e-150 and 1e150 times mu_c")) return bad;
    return check_deflection(p.sigma0, p.mu_s, "must be between 1e-150 and 1e150 times mu_s");
  }

  const Parameters& parameters() const noexcept { return parameters_; }

  template <int Dim>
  Vec<Dim> step(Bristle<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    const Drive<Dim> d = drive(v);
    if (!steppable(d.speed, fn, dt)) return not_a_number<Dim>();
    const numerics::ExponentialStep e = numerics::exponential_step(extent(d, dt));
    const Vec<Dim> rate_end = e.decay * (v - d.rate * state.z);  // ż decays like z's distance from steady
    state.z = e.decay * state.z + e.progress * d.z_max * d.direction;
    return force(state.z, rate_end, v, fn);
  }

  template <int Dim>
  Vec<Dim> step_mean(Bristle<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    const Drive<Dim> d = drive(v);
    if (!steppable(d.speed, fn, dt)) return not_a_number<Dim>();
    const double x = extent(d, dt);
    const numerics::ExponentialStep e = numerics::exponential_step(x);
    const Vec<Dim> rate_mean = e.phi1 * (v - d.rate * state.z);
    const Vec<Dim> z_mean = e.phi1 * state.z + e.phi2 * x * d.z_max * d.direction;
    state.z = e.decay * state.z + e.progress * d.z_max * d.direction;
    return force(z_mean, rate_mean, v, fn);
  }

  template <int Dim>
  Vec<Dim> step_euler(Bristle<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    if (!steppable(norm(v), fn, dt)) return not_a_number<Dim>();
    const Vec<Dim> z = state.z, z_rate = rate(z, v);
    state.z = z + dt * z_rate;
    return force(z, z_rate, v, fn);
  }

  // ż, Eq. 1 [m/s].
  template <int Dim>
  Vec<Dim> rate(const Vec<Dim>& z, const Vec<Dim>& v) const noexcept {
    return v - drive(v).rate * z;
  }

  // Eq. 2 [N].
  template <int Dim>
  Vec<Dim> force(const Vec<Dim>& z, const Vec<Dim>& z_rate, const Vec<Dim>& v, double fn) const noexcept {
    return -fn * (parameters_.sigma0 * z + parameters_.sigma1 * z_rate + parameters_.sigma2 * v);
  }

  template <int Dim>
  Vec<Dim> steady_force(const Vec<Dim>& v, double fn) const noexcept {
    const double speed = norm(v);
    return -fn * (stribeck_(speed) * unit(v, speed) + parameters_.sigma2 * v);
  }

  template <int Dim>
  double stored_energy(const Bristle<Dim>& state, double fn) const noexcept {
    return 0.5 * parameters_.sigma0 * state.z.squaredNorm() * fn;
  }
  double break_away_force(double fn) const noexcept { return parameters_.mu_s * fn; }
  double presliding_stiffness(double fn) const noexcept { return parameters_.sigma0 * fn; }
  double deflection_bound() const noexcept { return parameters_.mu_s / parameters_.sigma0; }
  // Necessary and sufficient [BarabanovOrtega 2000].
  bool is_passive() const noexcept {
    const Parameters& p = parameters_;
    return p.sigma2 * p.mu_c >= p.sigma1 * (p.mu_s - p.mu_c);
  }

  template <int Dim>
  Drive<Dim> drive(const Vec<Dim>& v) const noexcept {
    const double speed = norm(v);
    const double z_max = z_max_(speed);
    // The cap only acts beyond 1e250/s, where a·z would overflow and every step has long reached the steady state.
    const double rate = std::min(speed / z_max, 1e250);
    if constexpr (Dim == 1) {
      return {speed, Vec<1>(std::copysign(1.0, v(0))), z_max, rate};
    } else {
      return {speed, unit(v, speed), z_max, rate};
    }
  }

  // x of Eq. 4. Past 1e18 all that is left of the start is below e^{−1e18} = 0.
  template <int Dim>
  static double extent(const Drive<Dim>& d, double dt) noexcept {
    return std::min(d.rate * dt, 1e18);
  }

 private:
  Parameters parameters_;
  Stribeck stribeck_;  // g
  Stribeck z_max_;     // g/σ0
};

static_assert(VelocityLaw<LuGre>);

}  // namespace stickslip::friction
