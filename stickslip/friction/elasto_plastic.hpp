// LuGre whose bristles are pure springs until they bend far enough: stiction without drift.
//
//   (1)  ż = v − β a z,  a = σ0 ‖v‖/g(‖v‖),  z_max = g/σ0,  z_ba = s_ba z_max
//   (2)  β = ε β̄, from 0 (elastic) to 1 (slipping): see yield.hpp
//   (3)  f = −(σ0 z + σ1 ż + σ2 v) fn
//
// s_ba  break-away ratio [–], 0 < s_ba < 1: the share of the greatest deflection that is purely elastic
// The other symbols, units and signs are those of lugre.hpp.
//
// In one dimension β is Dupont's α(z, v). At v = 0 nothing moves (a = 0), at z = 0 β̄ = 0: ẑ and v̂ are never missed.
// The step freezes β at the midpoint, which an implicit half step finds (order 2; exact while elastic), and then scales
// ‖z⁺‖ back to max(‖z‖, z_max), which a large step could overshoot. Strain that stays below z_ba returns every bristle
// to where it was, whatever the load does: no drift.
// [Dupont 2002], for vectors [Waltersson 2024, Eqs. 8–12]. Cost: at most two exp and three β̄ (step_mean: three and two), square root and divisions
// as LuGre and for ‖z‖. No allocation.
#pragma once

#include <algorithm>
#include <optional>
#include <tuple>

#include "stickslip/core/field.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/yield.hpp"

namespace stickslip::friction {

template <class Scalar>
class BasicElastoPlastic {
 public:
  template <int Dim>
  using Vec = stickslip::Vec<Dim, Scalar>;

  static constexpr const char* name = "ElastoPlastic";
  static constexpr const char* description =
      R"(LuGre whose bristles are pure springs until they bend far enough: stiction without drift.

    ż = v − β a z,  a = σ0 ‖v‖/g(‖v‖),  z_max = g/σ0,  z_ba = s_ba z_max
    β = ε β̄,  ε = (v̂·ẑ + 1)/2
    β̄ = 0 for ‖z‖ ≤ z_ba, 1 for ‖z‖ ≥ z_max, between ½ + ½ sin(π (‖z‖ − (z_max + z_ba)/2)/(z_max − z_ba))
    f = −(σ0 z + σ1 ż + σ2 v) fn
    g(s) = μC + (μS − μC) exp(−(s/vs)^γ)

The step freezes β at its midpoint (order 2) and keeps ‖z‖ within its bound, so any dt is stable.)";

  struct Parameters {
    Scalar sigma0{required};
    Scalar sigma1{0.0};
    Scalar sigma2{0.0};
    Scalar mu_c{required};
    Scalar mu_s{required};
    Scalar v_s{usual_v_s};
    Scalar gamma{usual_gamma};
    Scalar s_ba{0.9};

    static constexpr auto fields() {
      return std::tuple_cat(lugre_fields<Parameters>(),
                            std::tuple{Field{"s_ba", &Parameters::s_ba, "1", between(0.0, 1.0),
                                             "break-away ratio: the elastic share of the greatest deflection"}});
    }
  };

  template <int Dim>
  using State = Bristle<Dim, Scalar>;

  explicit BasicElastoPlastic(const Parameters& p) : BasicElastoPlastic(p, unchecked) { require(name, check(p)); }
  BasicElastoPlastic(const Parameters& p, Unchecked) noexcept
      : parameters_(p), lugre_(lugre_part(p), unchecked), yield_(p.s_ba) {}

  static std::optional<Violation> check(const Parameters& p) noexcept {
    if (const auto bad = check_fields(p)) return bad;
    return BasicLuGre<Scalar>::check(lugre_part(p));
  }

  const Parameters& parameters() const noexcept { return parameters_; }
  const BasicStribeck<Scalar>& steady_coefficient() const noexcept { return lugre_.steady_coefficient(); }
  const BasicYield<Scalar>& yield() const noexcept { return yield_; }

  template <int Dim>
  Vec<Dim> step(State<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    const Drive<Dim> d = lugre_.drive(v);
    if (!steppable(d.speed, fn, dt)) return not_a_number<Dim, Scalar>();
    state.z = advance(state.z, d, BasicLuGre<Scalar>::extent(d, dt)).z;
    return lugre_.force(state.z, Vec<Dim>(v - beta(state.z, d) * d.rate * state.z), v, fn);
  }

  template <int Dim>
  Vec<Dim> step_mean(State<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    const Drive<Dim> d = lugre_.drive(v);
    if (!steppable(d.speed, fn, dt)) return not_a_number<Dim, Scalar>();
    const Scalar x = BasicLuGre<Scalar>::extent(d, dt);
    const Advance<Dim> end = advance(state.z, d, x);
    const auto e = numerics::exponential_step(end.beta * x);
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
  Vec<Dim> step_euler(State<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    if (!steppable(norm(v), fn, dt)) return not_a_number<Dim, Scalar>();
    const Vec<Dim> z = state.z, z_rate = rate(z, v);
    state.z = z + dt * z_rate;
    return lugre_.force(z, z_rate, v, fn);
  }

  // ż, Eq. 1 [m/s].
  template <int Dim>
  Vec<Dim> rate(const Vec<Dim>& z, const Vec<Dim>& v) const noexcept {
    const Drive<Dim> d = lugre_.drive(v);
    return v - beta(z, d) * d.rate * z;
  }

  // β, Eq. 2, between 0 (elastic) and 1 (slipping).
  template <int Dim>
  Scalar beta(const Vec<Dim>& z, const Vec<Dim>& v) const noexcept {
    return beta(z, lugre_.drive(v));
  }

  template <int Dim>
  Vec<Dim> steady_force(const Vec<Dim>& v, double fn) const noexcept {
    return lugre_.steady_force(v, fn);
  }
  template <int Dim>
  Scalar stored_energy(const State<Dim>& state, double fn) const noexcept {
    return lugre_.stored_energy(state, fn);
  }
  Scalar break_away_force(double fn) const noexcept { return lugre_.break_away_force(fn); }
  Scalar presliding_stiffness(double fn) const noexcept { return lugre_.presliding_stiffness(fn); }
  Scalar deflection_bound() const noexcept { return lugre_.deflection_bound(); }
  // LuGre's condition, here sufficient: with ½σ0‖z‖² as storage the power lost is
  // βa(σ0‖z‖² − σ1 z·v) + (σ1 + σ2)‖v‖² ≥ (σ1 + σ2 − σ1 μS/μC)‖v‖², because βa‖z‖ ≤ ‖v‖ μS/μC.
  bool is_passive() const noexcept { return lugre_.is_passive(); }

 private:
  template <int Dim>
  using Drive = typename BasicLuGre<Scalar>::template Drive<Dim>;

  template <int Dim>
  struct Advance {
    Vec<Dim> z;
    Scalar beta;
  };

  static typename BasicLuGre<Scalar>::Parameters lugre_part(const Parameters& p) noexcept {
    return {p.sigma0, p.sigma1, p.sigma2, p.mu_c, p.mu_s, p.v_s, p.gamma};
  }

  template <int Dim>
  Scalar beta(const Vec<Dim>& z, const Drive<Dim>& d) const noexcept {
    const Scalar length = norm(z);
    if (length <= yield_.s_ba * d.z_max) return Scalar(0.0);
    return aligned_length(length, Scalar(d.direction.dot(z))) / length *
           yield_.yielded(length, yield_.bend(Scalar(1.0 / d.z_max)));
  }

  template <int Dim>
  static Vec<Dim> with_frozen_beta(const Vec<Dim>& z, const Drive<Dim>& d, const Scalar& beta,
                                   const Scalar& x) noexcept {
    const auto e = numerics::exponential_step(beta * x);
    return e.decay * z + e.phi1 * x * d.z_max * d.direction;  // x z_max v̂ = dt v
  }

  template <int Dim>
  Advance<Dim> advance(const Vec<Dim>& z, const Drive<Dim>& d, const Scalar& x) const noexcept {
    // Half-way an implicit step is enough for order 2.
    const Scalar half = 0.5 * x;
    const Vec<Dim> middle = (z + half * d.z_max * d.direction) / (1.0 + beta(z, d) * half);
    const Scalar beta_middle = beta(middle, d);
    Vec<Dim> end = with_frozen_beta(z, d, beta_middle, x);
    limit_deflection(end, std::max(norm(z), d.z_max));
    return {end, beta_middle};
  }

  Parameters parameters_;
  BasicLuGre<Scalar> lugre_;
  BasicYield<Scalar> yield_;
};

using ElastoPlastic = BasicElastoPlastic<double>;
static_assert(VelocityLaw<ElastoPlastic>);

}  // namespace stickslip::friction
