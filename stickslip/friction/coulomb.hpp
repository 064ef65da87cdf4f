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
#include <optional>
#include <tuple>

#include "stickslip/core/field.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/friction/law.hpp"
#include "stickslip/friction/stribeck.hpp"

namespace stickslip::friction {

template <class Scalar>
class BasicCoulomb {
 public:
  template <int Dim>
  using Vec = stickslip::Vec<Dim, Scalar>;

  static constexpr const char* name = "Coulomb";
  static constexpr const char* description =
      R"(Dry friction without memory, falling with speed as the Stribeck curve says.

    f = −(g(‖v‖) v̂ + σ2 v) fn,  f = 0 at v = 0
    g(s) = μC + (μS − μC) exp(−(s/vs)^γ)

At rest the true force is any within the cone ‖f‖ ≤ μS fn, set by the other loads; a law of v alone returns
its centre. To hold something still use a bristle law. Its state is empty and never changes.)";

  struct Parameters {
    Scalar mu_c{required};
    Scalar mu_s{required};
    Scalar v_s{usual_v_s};
    Scalar gamma{usual_gamma};
    Scalar sigma2{0.0};

    static constexpr auto fields() {
      return std::tuple_cat(stribeck_fields<Parameters>(), viscous_field<Parameters>());
    }
  };

  // It has no memory; the type is there so that all laws are called alike.
  template <int Dim>
  struct State {};

  explicit BasicCoulomb(const Parameters& p) : BasicCoulomb(p, unchecked) { require(name, check(p)); }
  BasicCoulomb(const Parameters& p, Unchecked) noexcept
      : parameters_(p), stribeck_({p.mu_c, p.mu_s, p.v_s, p.gamma}, unchecked) {}

  static std::optional<Violation> check(const Parameters& p) noexcept { return check_fields(p); }

  const Parameters& parameters() const noexcept { return parameters_; }

  template <int Dim>
  Vec<Dim> step(State<Dim>& /*state*/, const Vec<Dim>& v, double fn, double dt) const noexcept {
    if (!steppable(norm(v), fn, dt)) return not_a_number<Dim, Scalar>();
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
    const Scalar speed = norm(v);
    return Scalar(-fn) * (stribeck_(speed) * unit(v, speed) + parameters_.sigma2 * v);
  }

  template <int Dim>
  Scalar stored_energy(const State<Dim>& /*state*/, double /*fn*/) const noexcept {
    return Scalar(0.0);
  }
  Scalar break_away_force(double fn) const noexcept { return parameters_.mu_s * fn; }
  Scalar presliding_stiffness(double /*fn*/) const noexcept { return Scalar(std::numeric_limits<double>::infinity()); }
  Scalar deflection_bound() const noexcept { return Scalar(0.0); }
  // f·v ≤ 0 at every instant.
  bool is_passive() const noexcept { return true; }

 private:
  Parameters parameters_;
  BasicStribeck<Scalar> stribeck_;
};

using Coulomb = BasicCoulomb<double>;
static_assert(VelocityLaw<Coulomb>);

}  // namespace stickslip::friction
