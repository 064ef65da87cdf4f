// Friction from positions alone: it knows no clock, so it neither drifts nor relaxes (Hayward and Armstrong).
//
// An adhesion point w follows the slider x like a weight on a string; the tension z = x − w is the friction. With
// z = x_k − w_{k−1} and y = ‖x_k − x_{k−1}‖, each sample moves w by
//   (1)  w_k = x_k − z_max ẑ          if α(‖z‖) ‖z‖ > 1
//        w_k = w_{k−1} + y α(‖z‖) z   otherwise
//   (2)  f = −σ0 (x_k − w_k) fn
// The adhesion map α says how firmly w holds:
//   (3)  stick_slide             w_k = x_k − z_max ẑ if ‖z‖ > z_max, else w stays (no integration)
//   (4)  stick_slip_slide        α = 0 for ‖z‖ < z_stick, 1/z_max from there
//   (5)  stick_creep_slip_slide  α = (1/z_max) ‖z‖⁸/(z_stick⁸ + ‖z‖⁸)
//
// x          position of the slider [m], in 1, 2 or 3 dimensions, sampled at any, even irregular, instants
// z_max      tension in sliding [m], > 0
// z_stick    tension at which the contact lets go [m], ≥ z_max; 2 z_max unless given; unused by stick_slide
// stiffness  σ0 [N/m], > 0
// fn         load factor [–], ≥ 0: 1 unless the law is to scale with load, then σ0 is per newton of load
//
// Regime of a sample: `stuck`, w held (smooth map: ‖z‖ ≤ z_stick/2, where w moves at most 1/257 of Dahl's
// y ‖z‖/z_max); `creeping`, w moved by the smooth map; `slipping`, w jumped after holding; `sliding`, w jumped at
// two samples in a row (stick_slide: whenever it moves).
//
// f acts on B. The first sample sets w. A sample equal to the last changes nothing; a NaN or infinite one is refused:
// the state stays and the result is NaN. ‖z‖ never exceeds the tension at which α‖z‖ = 1 (z_max; z_stick; for the
// smooth map the root of (r/z_stick)⁸ (r − z_max) = z_max, z_stick itself if z_stick = 2 z_max), for samples however
// coarse. No step stores energy that the motion did not put in. Regimes depend on step length, not on time: w slips rather
// than creeps when y is of the order of z_max. z is a difference of positions: keep ‖x‖ below about 1e10 z_max.
// [Hayward 2000, Eqs. 3–5 and Sec. 4]. Cost: one square root, one division where it slides; two square
// roots, up to two divisions for the other maps. No allocation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "stickslip/core/error.hpp"
#include "stickslip/core/vector.hpp"

namespace stickslip::friction {

enum class AdhesionMap : std::uint8_t { stick_slide = 0, stick_slip_slide = 1, stick_creep_slip_slide = 2 };

enum class Regime : std::uint8_t { stuck = 0, creeping = 1, slipping = 2, sliding = 3 };

template <int Dim>
struct AdhesionState {
  Vec<Dim> w = Vec<Dim>::Zero();  // adhesion point [m]
  Vec<Dim> x = Vec<Dim>::Zero();  // last sample [m]
  Regime regime = Regime::stuck;  // of the last sample
  bool started = false;           // whether there was a sample
};

class Adhesion {
 public:
  struct Parameters {
    double z_max = 0.0;
    std::optional<double> z_stick = std::nullopt;
    AdhesionMap map = AdhesionMap::stick_slide;
    double stiffness = 1.0;
  };

  template <int Dim>
  using State = AdhesionState<Dim>;

  explicit Adhesion(const Parameters& parameters);
  Adhesion(const Parameters& p, Unchecked) noexcept
      : map_(p.map),
        z_max_(p.z_max),
        z_stick_(z_stick_of(p)),
        stiffness_(p.stiffness),
        inverse_z_max_(1.0 / z_max_),
        inverse_z_stick_(1.0 / z_stick_) {}

  static Check check(const Parameters& p) noexcept {
    if (auto bad = check_positive("z_max", p.z_max, "must be finite and > 0 [m]")) return bad;
    if (!(std::isfinite(z_stick_of(p)) && z_stick_of(p) >= p.z_max)) {
      return Violation{"z_stick", z_stick_of(p), "must be finite [m] and at least z_max", p.z_max};
    }
    return check_positive("stiffness", p.stiffness, "must be finite and > 0 [N/m]");
  }

  AdhesionMap map() const noexcept { return map_; }
  double z_max() const noexcept { return z_max_; }
  double z_stick() const noexcept { return z_stick_; }
  double stiffness() const noexcept { return stiffness_; }

  // Takes the sample x and returns the tension z = x − w. state.w and state.regime say the rest.
  template <int Dim>
  Vec<Dim> step(AdhesionState<Dim>& state, const Vec<Dim>& x) const noexcept {
    const Vec<Dim> z = x - state.w;
    const Length tension = length(z);
    // A sample that is not finite gives a tension that is not; so does one too far from w to be measured.
    if (!(tension.value < std::numeric_limits<double>::infinity())) return not_a_number<Dim>();
    if (!state.started) {
      state = {x, x, Regime::stuck, true};
      return Vec<Dim>::Zero();
    }
    if (x == state.x) return z;
    switch (map_) {
      case AdhesionMap::stick_slide:
        if (tension.value > z_max_) {
          jump(state, x, z, tension, Regime::sliding);
        } else {
          state.regime = Regime::stuck;
        }
        break;
      case AdhesionMap::stick_slip_slide:
        if (tension.value < z_stick_) {
          state.regime = Regime::stuck;
        } else {
          move(state, x, z, tension, inverse_z_max_, Regime::slipping);
        }
        break;
      case AdhesionMap::stick_creep_slip_slide:
        move(state, x, z, tension, smooth_map(tension.value),
             2.0 * tension.value <= z_stick_ ? Regime::stuck : Regime::creeping);
        break;
    }
    state.x = x;
    return x - state.w;
  }

  // Eq. 2 [N].
  template <int Dim>
  Vec<Dim> force(const Vec<Dim>& z, double fn = 1.0) const noexcept {
    return -fn * stiffness_ * z;
  }

  // ½σ0‖z‖² fn [J].
  template <int Dim>
  double stored_energy(const Vec<Dim>& z, double fn = 1.0) const noexcept {
    return 0.5 * stiffness_ * z.squaredNorm() * fn;
  }

  // Force at which a contact that was at rest lets go [N], and the stiffness before that [N/m]. The smooth map has
  // crept long before and slips near this force.
  double break_away_force(double fn = 1.0) const noexcept {
    return stiffness_ * (map_ == AdhesionMap::stick_slide ? z_max_ : z_stick_) * fn;
  }
  double presliding_stiffness(double fn = 1.0) const noexcept { return stiffness_ * fn; }
  // Each sample stretches the spring and then lets it relax: nothing is given back that was not put in.
  bool is_passive() const noexcept { return true; }

 private:
  static double z_stick_of(const Parameters& p) noexcept { return p.z_stick.value_or(2.0 * p.z_max); }

  // α of Eq. 5 [1/m]. The cap only keeps the eighth power of an absurd tension from overflowing.
  double smooth_map(double tension) const noexcept {
    const double ratio = std::min(tension * inverse_z_stick_, 1e18);
    const double square = ratio * ratio, fourth = square * square, eighth = fourth * fourth;
    return inverse_z_max_ * eighth / (1.0 + eighth);
  }

  template <int Dim>
  void jump(AdhesionState<Dim>& state, const Vec<Dim>& x, const Vec<Dim>& z, const Length& tension,
            Regime regime) const noexcept {
    state.w = x - z_max_ * tension.inverse * z;
    state.regime = regime;
  }

  // Eq. 1.
  template <int Dim>
  void move(AdhesionState<Dim>& state, const Vec<Dim>& x, const Vec<Dim>& z, const Length& tension, double alpha,
            Regime otherwise) const noexcept {
    // Steady creep settles exactly on α‖z‖ = 1: rounding of x and w must not count as a slip. 1e-9 covers ‖x‖ up to
    // about 1e6 ‖z‖.
    if (alpha * tension.value > 1.0 + 1e-9) {
      const bool again = state.regime == Regime::slipping || state.regime == Regime::sliding;
      jump(state, x, z, tension, again ? Regime::sliding : Regime::slipping);
      return;
    }
    state.w += norm(x - state.x) * alpha * z;
    state.regime = otherwise;
  }

  AdhesionMap map_;
  double z_max_;
  double z_stick_;
  double stiffness_;
  double inverse_z_max_;
  double inverse_z_stick_;
};

}  // namespace stickslip::friction
