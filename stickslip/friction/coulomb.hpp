// Dry friction without memory: a force against the motion, falling with speed as the Stribeck curve says.
//
//   (1)  f = −(g(‖v‖) v̂ + σ2 v) fn,   f = 0 at v = 0
//
// v       velocity of B relative to A [m/s]
// fn      normal force [N], ≥ 0
// sigma2  viscous coefficient [s/m], ≥ 0; g, mu_c, mu_s, v_s, gamma: see stribeck.hpp
//
// f acts on B. At rest the true force is any within the cone ‖f‖ ≤ μS fn, set by the other loads, which a law of v
// alone cannot know: it returns the centre. Do not use it to hold something still; a bristle law does that.
// [Olsson 1998]. Cost: one exp; in 2-D and 3-D one square root and one division more. No allocation.
#pragma once

#include <limits>

#include "stickslip/core/vector.hpp"
#include "stickslip/friction/law.hpp"
#include "stickslip/friction/stribeck.hpp"

namespace stickslip::friction {

class Coulomb {
 public:
  struct Parameters {
    double mu_c = 0.0;
    double mu_s = 0.0;
    double v_s = 1e-3;
    double gamma = 2.0;
    double sigma2 = 0.0;
  };

  // It has no memory; the type is there so that all laws are called alike.
  template <int Dim>
  struct State {};

  explicit Coulomb(const Parameters& parameters);

  static Check check(const Parameters& p) noexcept {
    if (auto bad = Stribeck::check({p.mu_c, p.mu_s, p.v_s, p.gamma})) return bad;
    return check_not_negative("sigma2", p.sigma2, "must be finite and >= 0 [s/m]");
  }

  const Parameters& parameters() const noexcept { return parameters_; }

  template <int Dim>
  Vec<Dim> step(State<Dim>& /*state*/, const Vec<Dim>& v, double fn, double dt) const noexcept {
    if (!steppable(norm(v), fn, dt)) return not_a_number<Dim>();
    return steady_force(v, fn);
  }
  template <int Dim>
  Vec<Dim> step_mean(State<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    return step(state, v, fn, dt);
  }
  template <int Dim>
  Vec<Dim> step_euler(State<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    return step(state, v, fn, dt);
  }

  // Eq. 1.
  template <int Dim>
  Vec<Dim> steady_force(const Vec<Dim>& v, double fn) const noexcept {
    const double speed = norm(v);
    return -fn * (stribeck_(speed) * unit(v, speed) + parameters_.sigma2 * v);
  }

  template <int Dim>
  double stored_energy(const State<Dim>& /*state*/, double /*fn*/) const noexcept {
    return 0.0;
  }
  double break_away_force(double fn) const noexcept { return parameters_.mu_s * fn; }
  double presliding_stiffness(double /*fn*/) const noexcept { return std::numeric_limits<double>::infinity(); }
  double deflection_bound() const noexcept { return 0.0; }
  // f·v ≤ 0 at every instant.
  bool is_passive() const noexcept { return true; }

 private:
  Parameters parameters_;
  Stribeck stribeck_;
};

static_assert(VelocityLaw<Coulomb>);

}  // namespace stickslip::friction
