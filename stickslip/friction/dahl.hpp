// The first bristle: a spring that yields the more the nearer it is to sliding.
//
//   (1)  ż = v − ‖v‖ k(s) z/z_max,   s = v̂·z/z_max,   z_max = f_c/σ0
//   (2)  k(s) = (1 − |1 − s|^i sgn(1 − s))/s,  k(0) = i
//   (3)  f = −σ0 z fn
//
// z         bristle deflection [m]
// v         velocity of B relative to A [m/s], held over a step
// sigma0    stiffness [N/m], > 0
// f_c       Coulomb force [N], > 0
// exponent  i [–], ≥ 1: how late the spring yields; 1 is usual
// fn        load factor [–], ≥ 0. Dahl's law knows no normal force: leave it at 1. Given, it scales f as in the other
//           laws, and σ0, f_c are then per newton of load.
//
// f acts on B. In one dimension Eq. 1 is Dahl's ż = v |1 − s|^i sgn(1 − s), s = sgn(v) z/z_max. Along v̂ the law is
// always that scalar one, solved exactly by the step with q = 1 − s, n = i − 1, x = ‖v‖ dt/z_max:
//   (4)  q⁺ = q (1 + n x |q|ⁿ)^{−1/n},   q⁺ = q e^{−x} for i = 1
// Across v̂ the deflection decays by e^{−x k} with k at the midpoint: exact for i = 1, order 2 otherwise. Any dt is
// stable and ‖z‖ stays within max(‖z‖, z_max). Dahl drifts under any bias with any vibration [Hayward 2000]; see
// adhesion.hpp for the law that does not.
// [Dahl 1976], exponent [Dahl 1968], vector form ours. Cost: i = 1 one exp, one square root, two divisions;
// otherwise a few log1p, expm1 and pow; the mean of a short step ten exp more. No allocation.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "stickslip/core/error.hpp"
#include "stickslip/core/field.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/friction/bristle.hpp"
#include "stickslip/friction/law.hpp"
#include "stickslip/numerics/exponential.hpp"
#include "stickslip/numerics/gauss_legendre.hpp"

namespace stickslip::friction {

template <class Scalar>
class BasicDahl {
 public:
  template <int Dim>
  using Vec = stickslip::Vec<Dim, Scalar>;

  static constexpr const char* name = "Dahl";
  static constexpr const char* description =
      R"(The first bristle law: a spring that yields the more the nearer it is to sliding.

    ż = v − ‖v‖ k(s) z/z_max,  s = v̂·z/z_max,  z_max = f_c/σ0
    k(s) = (1 − |1 − s|^i sgn(1 − s))/s,  k(0) = i
    f = −σ0 z fn

Dahl's law knows no load: leave normal_force at 1, or give σ0 and f_c per newton of load. In one dimension
it is ż = v |1 − s|^i sgn(1 − s). It drifts under a bias with any vibration; Adhesion does not.)";
  // The force depends on the path, not on how fast it is gone through.
  static constexpr bool is_rate_independent = true;

  struct Parameters {
    Scalar sigma0{required};
    Scalar f_c{required};
    Scalar exponent{1.0};

    static constexpr auto fields() {
      using P = Parameters;
      return std::tuple{Field{"sigma0", &P::sigma0, "N/m", positive, "stiffness σ0"},
                        Field{"f_c", &P::f_c, "N", positive, "Coulomb force"},
                        Field{"exponent", &P::exponent, "1", at_least(1.0), "exponent i: how late the spring yields"}};
    }
  };

  template <int Dim>
  using State = Bristle<Dim, Scalar>;

  explicit BasicDahl(const Parameters& p) : BasicDahl(p, unchecked) { require(name, check(p)); }
  BasicDahl(const Parameters& p, Unchecked) noexcept : parameters_(p), z_max_(p.f_c / p.sigma0) {}

  static std::optional<Violation> check(const Parameters& p) noexcept {
    if (const auto bad = check_fields(p)) return bad;
    return check_deflection(p.sigma0, p.f_c, "must be between 1e-150 and 1e150 times f_c");
  }

  const Parameters& parameters() const noexcept { return parameters_; }

  template <int Dim>
  Vec<Dim> step(State<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    const Scalar speed = norm(v);
    if (!steppable(speed, fn, dt)) return not_a_number<Dim, Scalar>();
    state.z = advance(state.z, unit(v, speed), extent(speed, dt));
    return force(state.z, fn);
  }

  template <int Dim>
  Vec<Dim> step_mean(State<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    const Scalar speed = norm(v);
    if (!steppable(speed, fn, dt)) return not_a_number<Dim, Scalar>();
    const Vec<Dim> direction = unit(v, speed);
    const Scalar x = extent(speed, dt);
    const Vec<Dim> z_mean = mean(state.z, direction, x);
    state.z = advance(state.z, direction, x);
    return force(z_mean, fn);
  }

  template <int Dim>
  Vec<Dim> step_euler(State<Dim>& state, const Vec<Dim>& v, double fn, double dt) const noexcept {
    if (!steppable(norm(v), fn, dt)) return not_a_number<Dim, Scalar>();
    const Vec<Dim> z = state.z;
    state.z = z + dt * rate(z, v);
    return force(z, fn);
  }

  // ż, Eq. 1 [m/s].
  template <int Dim>
  Vec<Dim> rate(const Vec<Dim>& z, const Vec<Dim>& v) const noexcept {
    const Scalar speed = norm(v);
    return v - speed / z_max_ * yield(unit(v, speed).dot(z) / z_max_) * z;
  }

  // Eq. 3 [N].
  template <int Dim>
  Vec<Dim> force(const Vec<Dim>& z, double fn) const noexcept {
    return Scalar(-fn) * parameters_.sigma0 * z;
  }

  template <int Dim>
  Vec<Dim> steady_force(const Vec<Dim>& v, double fn) const noexcept {
    return Scalar(-fn) * parameters_.f_c * unit(v, norm(v));
  }
  template <int Dim>
  Scalar stored_energy(const State<Dim>& state, double fn) const noexcept {
    return 0.5 * parameters_.sigma0 * state.z.squaredNorm() * fn;
  }
  Scalar break_away_force(double fn) const noexcept { return parameters_.f_c * fn; }
  Scalar presliding_stiffness(double fn) const noexcept { return parameters_.sigma0 * fn; }
  Scalar deflection_bound() const noexcept { return z_max_; }
  // With ½σ0‖z‖² as storage the power lost is σ0 ‖v‖ k(s) ‖z‖²/z_max, and k ≥ 0.
  bool is_passive() const noexcept { return true; }

 private:
  // k(s), Eq. 2.
  Scalar yield(const Scalar& s) const noexcept {
    using std::expm1, std::log1p, std::pow;
    const Scalar i = parameters_.exponent;
    if (i == 1.0) return 1.0;
    if (s == 0.0) return i;
    // Below s = 1, written so that 1 − (1 − s)^i does not cancel for small s.
    return s < 1.0 ? Scalar(-expm1(i * log1p(-s)) / s) : Scalar((1.0 + pow(s - 1.0, i)) / s);
  }

  // x of Eq. 4.
  Scalar extent(const Scalar& speed, double dt) const noexcept {
    return numerics::step_extent(Scalar(speed / z_max_), dt);
  }

  // n x |q|ⁿ of Eq. 4, for n and x > 0. The cap only acts where an absurd deflection or exponent would overflow it.
  Scalar growth(const Scalar& q, const Scalar& x) const noexcept {
    using std::abs, std::pow;
    const Scalar n = parameters_.exponent - 1.0;
    return std::min(Scalar(n * (x * pow(abs(q), n))), Scalar(1e300));
  }

  // ln(q/q⁺) of Eq. 4, for exponents other than 1.
  Scalar log_ratio(const Scalar& q, const Scalar& x) const noexcept {
    using std::log1p;
    return log1p(growth(q, x)) / (parameters_.exponent - 1.0);
  }

  template <int Dim>
  Vec<Dim> advance(const Vec<Dim>& z, const Vec<Dim>& direction, const Scalar& x) const noexcept {
    if (parameters_.exponent == 1.0) {
      const auto e = numerics::exponential_step(x);
      return e.decay * z + e.progress * z_max_ * direction;
    }
    using std::exp, std::expm1;
    if (x == 0.0) return z;  // at rest v̂ = 0 has no component along z to carry it over
    const Scalar s = direction.dot(z) / z_max_, q = 1.0 - s;
    const Scalar s_end = s - q * expm1(-log_ratio(q, x));
    Vec<Dim> end = z_max_ * s_end * direction;
    if constexpr (Dim > 1) {
      const Vec<Dim> across = z - z_max_ * s * direction;
      const Scalar s_middle = s - q * expm1(-log_ratio(q, 0.5 * x));
      end += exp(-x * yield(s_middle)) * across;
      limit_deflection(end, std::max(norm(z), z_max_));
    }
    return end;
  }

  // What is lacking of q at the mean over a step, as a share of q: 1 − mean(q)/q. With u = ln(q/q⁺), L = n u and
  // φ(t) = (eᵗ − 1)/t the mean is q φ(L − u)/φ(L). Where it is close to q, so that 1 − φ(L − u)/φ(L) would cancel, it is
  // found from the slope, φ(L) − φ(L − u) = ∫ φ' over L − u ≤ t ≤ L, of which nothing cancels: φ'(t) = eᵗ φ2(t), and
  // φ'(−t) = φ1(t) − φ2(t). Ten points are exact to rounding for u ≤ 1.
  Scalar mean_loss(const Scalar& q, const Scalar& x) const noexcept {
    using std::exp, std::expm1, std::log1p;
    const Scalar y = growth(q, x), l = log1p(y), u = l / (parameters_.exponent - 1.0);
    if (u > 1.0) {
      const Scalar w = l - u;
      return 1.0 - l / y * (w != 0.0 ? Scalar(expm1(w) / w) : Scalar(1.0));  // φ(L) = y/L
    }
    Scalar sum(0.0);
    for (const numerics::GaussPoint& point : numerics::gauss_legendre) {
      const Scalar back = 0.5 * (1.0 + point.x) * u, t = l - back;
      const auto e = numerics::exponential_step(t < 0.0 ? Scalar(-t) : t);
      // Both relative to e^L, which may be huge.
      sum += 0.5 * point.weight * (t < 0.0 ? Scalar(exp(-l) * (e.phi1 - e.phi2)) : Scalar(exp(-back) * e.phi2));
    }
    return u * sum / numerics::exponential_step(l).phi1;
  }

  // Mean of z over the step.
  template <int Dim>
  Vec<Dim> mean(const Vec<Dim>& z, const Vec<Dim>& direction, const Scalar& x) const noexcept {
    if (parameters_.exponent == 1.0) {
      const auto e = numerics::exponential_step(x);
      return e.phi1 * z + e.phi2 * x * z_max_ * direction;
    }
    using std::expm1;
    if (x == 0.0) return z;
    const Scalar s = direction.dot(z) / z_max_, q = 1.0 - s;
    Vec<Dim> z_mean = z_max_ * (s + q * mean_loss(q, x)) * direction;
    if constexpr (Dim > 1) {
      const Vec<Dim> across = z - z_max_ * s * direction;
      const Scalar s_middle = s - q * expm1(-log_ratio(q, 0.5 * x));
      z_mean += numerics::exponential_step(x * yield(s_middle)).phi1 * across;
    }
    return z_mean;
  }

  Parameters parameters_;
  Scalar z_max_;
};

using Dahl = BasicDahl<double>;
static_assert(VelocityLaw<Dahl>);

}  // namespace stickslip::friction
