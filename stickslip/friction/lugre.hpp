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

#include <optional>
#include <tuple>

#include "stickslip/core/field.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/friction/bristle.hpp"
#include "stickslip/friction/law.hpp"
#include "stickslip/friction/stribeck.hpp"
#include "stickslip/friction/yield.hpp"
#include "stickslip/numerics/exponential.hpp"

namespace stickslip::friction {

// The fields of LuGre, for every struct of parameters that has them.
template <class Parameters>
constexpr auto lugre_fields() {
  using P = Parameters;
  return std::tuple_cat(
      std::tuple{Field{"sigma0", &P::sigma0, "1/m", positive, "bristle stiffness per newton of load"},
                 Field{"sigma1", &P::sigma1, "s/m", not_negative, "bristle damping per newton of load"}},
      viscous_field<P>(), stribeck_fields<P>());
}

template <class Scalar>
class BasicLuGre {
 public:
  template <int Dim>
  using Vec = stickslip::Vec<Dim, Scalar>;

  static constexpr const char* name = "LuGre";
  static constexpr const char* description =
      R"(Bristles that bend like springs and slip as they reach the steady friction; load-amended.

    ż = v − a z,  a = σ0 ‖v‖/g(‖v‖)
    f = −(σ0 z + σ1 ż + σ2 v) fn
    g(s) = μC + (μS − μC) exp(−(s/vs)^γ)

Steady sliding has z = g v̂/σ0. The step is exact for a velocity held over it, so any dt is stable. LuGre
drifts: under a load that oscillates below break-away it creeps without end; ElastoPlastic does not.)";

  struct Parameters {
    Scalar sigma0{required};
    Scalar sigma1{0.0};
    Scalar sigma2{0.0};
    Scalar mu_c{required};
    Scalar mu_s{required};
    Scalar v_s{usual_v_s};
    Scalar gamma{usual_gamma};

    static constexpr auto fields() { return lugre_fields<Parameters>(); }
  };

  template <int Dim>
  using State = Bristle<Dim, Scalar>;

  // What a velocity means to the bristles.
  template <int Dim>
  struct Drive {
    Scalar speed;        // ‖v‖ [m/s]
    Vec<Dim> direction;  // v̂; at rest anything, for then nothing depends on it
    Scalar z_max;        // g/σ0 [m]
    Scalar rate;         // a = ‖v‖/z_max [1/s]
  };

  explicit BasicLuGre(const Parameters& p) : BasicLuGre(p, unchecked) { require(name, check(p)); }
  BasicLuGre(const Parameters& p, Unchecked) noexcept
      : parameters_(p),
        stribeck_({p.mu_c, p.mu_s, p.v_s, p.gamma}, unchecked),
        z_max_({p.mu_c / p.sigma0, p.mu_s / p.sigma0, p.v_s, p.gamma}, unchecked) {}

  static std::optional<Violation> check(const Parameters& p) noexcept {
    if (const auto bad = check_fields(p)) return bad;
    if (const auto bad = check_deflection(p.sigma0, p.mu_c, "must be between 1e-150 and 1e150 times mu_c")) return bad;
    return check_deflection(p.sigma0, p.mu_s, "must be between 1e-150 and 1e150 times mu_s");
  }

  const Parameters& parameters() const noexcept { return parameters_; }
  // g, and how bristles yield: what a patch needs to spread the law over an area.
  const BasicStribeck<Scalar>& steady_coefficient() const noexcept { return stribeck_; }
  FullSlip yield() const noexcept { return {}; }

  template <int Dim>
  Vec<Dim> step(State<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    const Drive<Dim> d = drive(v);
    if (!steppable(d.speed, fn, dt)) return not_a_number<Dim, Scalar>();
    const auto e = numerics::exponential_step(extent(d, dt));
    const Vec<Dim> rate_end = e.decay * (v - d.rate * state.z);  // ż decays like z's distance from steady
    state.z = e.decay * state.z + e.progress * d.z_max * d.direction;
    return force(state.z, rate_end, v, fn);
  }

  template <int Dim>
  Vec<Dim> step_mean(State<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    const Drive<Dim> d = drive(v);
    if (!steppable(d.speed, fn, dt)) return not_a_number<Dim, Scalar>();
    const Scalar x = extent(d, dt);
    const auto e = numerics::exponential_step(x);
    const Vec<Dim> rate_mean = e.phi1 * (v - d.rate * state.z);
    const Vec<Dim> z_mean = e.phi1 * state.z + e.phi2 * x * d.z_max * d.direction;
    state.z = e.decay * state.z + e.progress * d.z_max * d.direction;
    return force(z_mean, rate_mean, v, fn);
  }

  template <int Dim>
  Vec<Dim> step_euler(State<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    if (!steppable(norm(v), fn, dt)) return not_a_number<Dim, Scalar>();
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
    return Scalar(-fn) * (parameters_.sigma0 * z + parameters_.sigma1 * z_rate + parameters_.sigma2 * v);
  }

  template <int Dim>
  Vec<Dim> steady_force(const Vec<Dim>& v, double fn) const noexcept {
    const Scalar speed = norm(v);
    return Scalar(-fn) * (stribeck_(speed) * unit(v, speed) + parameters_.sigma2 * v);
  }

  template <int Dim>
  Scalar stored_energy(const State<Dim>& state, double fn) const noexcept {
    return 0.5 * parameters_.sigma0 * state.z.squaredNorm() * fn;
  }
  Scalar break_away_force(double fn) const noexcept { return parameters_.mu_s * fn; }
  Scalar presliding_stiffness(double fn) const noexcept { return parameters_.sigma0 * fn; }
  Scalar deflection_bound() const noexcept { return parameters_.mu_s / parameters_.sigma0; }
  // Necessary and sufficient [BarabanovOrtega 2000].
  bool is_passive() const noexcept {
    const Parameters& p = parameters_;
    return p.sigma2 * p.mu_c >= p.sigma1 * (p.mu_s - p.mu_c);
  }

  template <int Dim>
  Drive<Dim> drive(const Vec<Dim>& v) const noexcept {
    const Scalar speed = norm(v);
    const Scalar z_max = z_max_(speed);
    const Scalar rate = relaxation_rate(Scalar(speed / z_max));
    if constexpr (Dim == 1) {
      return {speed, Vec<1>(sign(v(0))), z_max, rate};
    } else {
      return {speed, unit(v, speed), z_max, rate};
    }
  }

  // x of Eq. 4.
  template <int Dim>
  static Scalar extent(const Drive<Dim>& d, double dt) noexcept {
    return numerics::step_extent(d.rate, dt);
  }

 private:
  Parameters parameters_;
  BasicStribeck<Scalar> stribeck_;  // g
  BasicStribeck<Scalar> z_max_;     // g/σ0
};

using LuGre = BasicLuGre<double>;
static_assert(VelocityLaw<LuGre>);

}  // namespace stickslip::friction
