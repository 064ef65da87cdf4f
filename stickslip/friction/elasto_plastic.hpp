// LuGre whose bristles are pure springs until they bend far enough: stiction without drift.
//
//   (1)  ż = v − β a z,  a = σ0 ‖v‖/g(‖v‖),  z_max = g/σ0,  z_ba = s_ba z_max
//   (2)  β = ε β̄,  ε = (v̂·ẑ + 1)/2
//   (3)  β̄ = 0                                              for ‖z‖ ≤ z_ba
//          = ½ + ½ sin(π (‖z‖ − (z_max + z_ba)/2)/(z_max − z_ba))   between
//          = 1                                              for ‖z‖ ≥ z_max
//   (4)  f = −(σ0 z + σ1 ż + σ2 v) fn
//
// s_ba  break-away ratio [–], 0 < s_ba < 1: the share of the greatest deflection that is purely elastic
// The other symbols, units and signs are those of lugre.hpp.
//
// In one dimension β is Dupont's α(z, v). At v = 0 nothing moves (a = 0), at z = 0 β̄ = 0: ẑ and v̂ are never missed.
// The step freezes β at the midpoint, which an implicit half step finds (order 2; exact while elastic), and then scales
// ‖z⁺‖ back to max(‖z‖, z_max), which a large step could overshoot. Strain that stays below z_ba returns every bristle
// to where it was, whatever the load does: no drift.
// [Dupont 2002], for vectors [Waltersson 2024, Eqs. 8–12; the last case of Eq. 3 is printed there with the inequality
// reversed]. Cost: at most two exp and three sin (step_mean: three and two), square root and divisions
// as LuGre and for ‖z‖. No allocation.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stickslip/core/vector.hpp"
#include "stickslip/friction/lugre.hpp"

namespace stickslip::friction {

class ElastoPlastic {
 public:
  struct Parameters {
    double sigma0 = 0.0;
    double sigma1 = 0.0;
    double sigma2 = 0.0;
    double mu_c = 0.0;
    double mu_s = 0.0;
    double v_s = 1e-3;
    double gamma = 2.0;
    double s_ba = 0.9;
  };

  template <int Dim>
  using State = Bristle<Dim>;

  explicit ElastoPlastic(const Parameters& parameters);
  ElastoPlastic(const Parameters& p, Unchecked) noexcept : parameters_(p), lugre_(lugre_part(p), unchecked) {}

  static Check check(const Parameters& p) noexcept {
    if (auto bad = LuGre::check(lugre_part(p))) return bad;
    if (p.s_ba > 0.0 && p.s_ba < 1.0) return {};
    return Violation{"s_ba", p.s_ba, "must be > 0 and < 1"};
  }

  const Parameters& parameters() const noexcept { return parameters_; }

  template <int Dim>
  Vec<Dim> step(Bristle<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    const LuGre::Drive<Dim> d = lugre_.drive(v);
    if (!steppable(d.speed, fn, dt)) return not_a_number<Dim>();
    state.z = advance(state.z, d, LuGre::extent(d, dt)).z;
    return lugre_.force(state.z, Vec<Dim>(v - beta(state.z, d) * d.rate * state.z), v, fn);
  }

  template <int Dim>
  Vec<Dim> step_mean(Bristle<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    const LuGre::Drive<Dim> d = lugre_.drive(v);
    if (!steppable(d.speed, fn, dt)) return not_a_number<Dim>();
    const double x = LuGre::extent(d, dt);
    const Advance<Dim> end = advance(state.z, d, x);
    const numerics::ExponentialStep e = numerics::exponential_step(end.beta * x);
    Vec<Dim> z_mean = e.phi1 * state.z + e.phi2 * x * d.z_max * d.direction;
    limit_deflection(z_mean, std::max(norm(state.z), d.z_max));
    // The mean of ż is what z has gained, whatever happened in between. In a short step the difference loses digits,
    // but nothing overshoots.
    const Vec<Dim> rate_mean =
        x > 1e-3 ? Vec<Dim>((end.z - state.z) / dt) : Vec<Dim>(e.phi1 * (v - end.beta * d.rate * state.z));
    state.z = end.z;
    return lugre_.force(z_mean, rate_mean, v, fn);
  }

  template <int Dim>
  Vec<Dim> step_euler(Bristle<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    if (!steppable(norm(v), fn, dt)) return not_a_number<Dim>();
    const Vec<Dim> z = state.z, z_rate = rate(z, v);
    state.z = z + dt * z_rate;
    return lugre_.force(z, z_rate, v, fn);
  }

  // ż, Eq. 1 [m/s].
  template <int Dim>
  Vec<Dim> rate(const Vec<Dim>& z, const Vec<Dim>& v) const noexcept {
    const LuGre::Drive<Dim> d = lugre_.drive(v);
    return v - beta(z, d) * d.rate * z;
  }

  // β, Eqs. 2 and 3, between 0 (elastic) and 1 (slipping).
  template <int Dim>
  double beta(const Vec<Dim>& z, const Vec<Dim>& v) const noexcept {
    return beta(z, lugre_.drive(v));
  }

  template <int Dim>
  Vec<Dim> steady_force(const Vec<Dim>& v, double fn) const noexcept {
    return lugre_.steady_force(v, fn);
  }
  template <int Dim>
  double stored_energy(const Bristle<Dim>& state, double fn) const noexcept {
    return lugre_.stored_energy(state, fn);
  }
  double break_away_force(double fn) const noexcept { return lugre_.break_away_force(fn); }
  double presliding_stiffness(double fn) const noexcept { return lugre_.presliding_stiffness(fn); }
  double deflection_bound() const noexcept { return lugre_.deflection_bound(); }
  // LuGre's condition, here sufficient: with ½σ0‖z‖² as storage the power lost is
  // βa(σ0‖z‖² − σ1 z·v) + (σ1 + σ2)‖v‖² ≥ (σ1 + σ2 − σ1 μS/μC)‖v‖², because βa‖z‖ ≤ ‖v‖ μS/μC.
  bool is_passive() const noexcept { return lugre_.is_passive(); }

 private:
  template <int Dim>
  struct Advance {
    Vec<Dim> z;
    double beta;
  };

  static LuGre::Parameters lugre_part(const Parameters& p) noexcept {
    return {p.sigma0, p.sigma1, p.sigma2, p.mu_c, p.mu_s, p.v_s, p.gamma};
  }

  template <int Dim>
  double beta(const Vec<Dim>& z, const LuGre::Drive<Dim>& d) const noexcept {
    const double length = norm(z), z_ba = parameters_.s_ba * d.z_max;
    if (length <= z_ba) return 0.0;
    const double aligned = std::max(0.0, 0.5 * (d.direction.dot(z) / length + 1.0));  // rounding may pass −1
    if (length >= d.z_max) return aligned;
    const double middle = 0.5 * (d.z_max + z_ba);
    return aligned * (0.5 + 0.5 * std::sin(std::numbers::pi * (length - middle) / (d.z_max - z_ba)));
  }

  template <int Dim>
  static Vec<Dim> with_frozen_beta(const Vec<Dim>& z, const LuGre::Drive<Dim>& d, double beta, double x) noexcept {
    const numerics::ExponentialStep e = numerics::exponential_step(beta * x);
    return e.decay * z + e.phi1 * x * d.z_max * d.direction;  // x z_max v̂ = dt v
  }

  template <int Dim>
  Advance<Dim> advance(const Vec<Dim>& z, const LuGre::Drive<Dim>& d, double x) const noexcept {
    // Half-way an implicit step is enough for order 2.
    const double half = 0.5 * x;
    const Vec<Dim> middle = (z + half * d.z_max * d.direction) / (1.0 + beta(z, d) * half);
    const double beta_middle = beta(middle, d);
    Vec<Dim> end = with_frozen_beta(z, d, beta_middle, x);
    limit_deflection(end, std::max(norm(z), d.z_max));
    return {end, beta_middle};
  }

  Parameters parameters_;
  LuGre lugre_;
};

static_assert(VelocityLaw<ElastoPlastic>);

}  // namespace stickslip::friction
