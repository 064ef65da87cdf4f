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
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>

#include "stickslip/core/error.hpp"
#include "stickslip/core/field.hpp"
#include "stickslip/core/names.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/friction/adhesion_state.hpp"
#include "stickslip/friction/law.hpp"

namespace stickslip::friction {

enum class AdhesionMap : std::uint8_t { stick_slide = 0, stick_slip_slide = 1, stick_creep_slip_slide = 2 };

}  // namespace stickslip::friction

template <>
struct stickslip::Names<stickslip::friction::AdhesionMap> {
  using Map = friction::AdhesionMap;
  static constexpr Named<Map> table[] = {{Map::stick_slide, "stick_slide"},
                                         {Map::stick_slip_slide, "stick_slip_slide"},
                                         {Map::stick_creep_slip_slide, "stick_creep_slip_slide"}};
};

namespace stickslip::friction {

template <class Scalar>
class BasicAdhesion {
 public:
  template <int Dim>
  using Vec = stickslip::Vec<Dim, Scalar>;

  static constexpr const char* name = "Adhesion";
  static constexpr const char* description =
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

The first sample sets w. Samples may come at any, even irregular, instants.)";

  struct Parameters {
    Scalar z_max{required};
    std::optional<Scalar> z_stick = std::nullopt;
    AdhesionMap map = AdhesionMap::stick_slide;
    Scalar stiffness{1.0};

    static constexpr auto fields() {
      using P = Parameters;
      return std::tuple{Field{"z_max", &P::z_max, "m", positive, "tension in sliding"},
                        Field{"z_stick", &P::z_stick, "m", Member{"z_max", &P::z_max},
                              "tension at which the contact lets go", "None: 2 z_max; unused by 'stick_slide'"},
                        Field{"map", &P::map, "how firmly the adhesion point holds: one of the three maps"},
                        Field{"stiffness", &P::stiffness, "N/m", positive, "stiffness σ0"}};
    }
  };

  template <int Dim>
  using State = AdhesionState<Dim, Scalar>;

  explicit BasicAdhesion(const Parameters& p) : BasicAdhesion(p, unchecked) { require(name, check(p)); }
  BasicAdhesion(const Parameters& p, Unchecked) noexcept
      : parameters_{p.z_max, z_stick_of(p), p.map, p.stiffness},
        inverse_z_max_(1.0 / z_max()),
        inverse_z_stick_(1.0 / z_stick()) {}

  static std::optional<Violation> check(const Parameters& p) noexcept {
    if (const auto bad = check_fields(p)) return bad;
    Parameters whole = p;
    whole.z_stick = z_stick_of(p);  // twice a huge z_max is no number
    return check_fields(whole);
  }

  // z_stick is always there.
  const Parameters& parameters() const noexcept { return parameters_; }
  AdhesionMap map() const noexcept { return parameters_.map; }
  Scalar z_max() const noexcept { return parameters_.z_max; }
  Scalar z_stick() const noexcept { return *parameters_.z_stick; }
  Scalar stiffness() const noexcept { return parameters_.stiffness; }

  // Takes the sample x and returns the tension z = x − w. state.w and state.regime say the rest.
  template <int Dim>
  Vec<Dim> step(State<Dim>& state, const Vec<Dim>& x) const noexcept {
    const Vec<Dim> z = x - state.w;
    const BasicLength<Scalar> tension = length(z);
    // A sample that is not finite gives a tension that is not; so does one too far from w to be measured.
    if (!(tension.value < std::numeric_limits<double>::infinity())) return not_a_number<Dim, Scalar>();
    if (!state.started) {
      state = {x, x, Regime::stuck, true};
      return Vec<Dim>::Zero();
    }
    if (x == state.x) return z;
    switch (map()) {
      case AdhesionMap::stick_slide:
        if (tension.value > z_max()) {
          jump(state, x, z, tension, Regime::sliding);
        } else {
          state.regime = Regime::stuck;
        }
        break;
      case AdhesionMap::stick_slip_slide:
        if (tension.value < z_stick()) {
          state.regime = Regime::stuck;
        } else {
          move(state, x, z, tension, inverse_z_max_, Regime::slipping);
        }
        break;
      case AdhesionMap::stick_creep_slip_slide:
        move(state, x, z, tension, smooth_map(tension.value),
             2.0 * tension.value <= z_stick() ? Regime::stuck : Regime::creeping);
        break;
    }
    state.x = x;
    return x - state.w;
  }

  // Eq. 2 [N].
  template <int Dim>
  Vec<Dim> force(const Vec<Dim>& z, double fn = 1.0) const noexcept {
    return Scalar(-fn * stiffness()) * z;
  }

  // ½σ0‖z‖² fn [J].
  template <int Dim>
  Scalar stored_energy(const Vec<Dim>& z, double fn = 1.0) const noexcept {
    return 0.5 * stiffness() * z.squaredNorm() * fn;
  }

  // Force at which a contact that was at rest lets go [N], and the stiffness before that [N/m]. The smooth map has
  // crept long before and slips near this force.
  Scalar break_away_force(double fn = 1.0) const noexcept {
    return stiffness() * (map() == AdhesionMap::stick_slide ? z_max() : z_stick()) * fn;
  }
  Scalar presliding_stiffness(double fn = 1.0) const noexcept { return stiffness() * fn; }
  // Each sample stretches the spring and then lets it relax: nothing is given back that was not put in.
  bool is_passive() const noexcept { return true; }

 private:
  static Scalar z_stick_of(const Parameters& p) noexcept { return p.z_stick.value_or(Scalar(2.0 * p.z_max)); }

  // α of Eq. 5 [1/m]. The cap only keeps the eighth power of an absurd tension from overflowing.
  Scalar smooth_map(const Scalar& tension) const noexcept {
    const Scalar ratio = std::min(Scalar(tension * inverse_z_stick_), Scalar(1e18));
    const Scalar square = ratio * ratio, fourth = square * square, eighth = fourth * fourth;
    return inverse_z_max_ * eighth / (1.0 + eighth);
  }

  template <int Dim>
  void jump(State<Dim>& state, const Vec<Dim>& x, const Vec<Dim>& z, const BasicLength<Scalar>& tension,
            Regime regime) const noexcept {
    state.w = x - Scalar(z_max() * tension.inverse) * z;
    state.regime = regime;
  }

  // Eq. 1.
  template <int Dim>
  void move(State<Dim>& state, const Vec<Dim>& x, const Vec<Dim>& z, const BasicLength<Scalar>& tension,
            const Scalar& alpha, Regime otherwise) const noexcept {
    // Steady creep settles exactly on α‖z‖ = 1: rounding of x and w must not count as a slip. 1e-9 covers ‖x‖ up to
    // about 1e6 ‖z‖.
    if (alpha * tension.value > 1.0 + 1e-9) {
      const bool again = state.regime == Regime::slipping || state.regime == Regime::sliding;
      jump(state, x, z, tension, again ? Regime::sliding : Regime::slipping);
      return;
    }
    state.w += Scalar(norm(x - state.x) * alpha) * z;
    state.regime = otherwise;
  }

  Parameters parameters_;
  Scalar inverse_z_max_;
  Scalar inverse_z_stick_;
};

using Adhesion = BasicAdhesion<double>;
static_assert(PositionLaw<Adhesion>);

}  // namespace stickslip::friction
