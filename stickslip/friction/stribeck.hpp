// The friction coefficient of steady sliding, which falls from static to kinetic as the surfaces move faster.
//
//   (1)  g(s) = μC + (μS − μC) exp(−(s/vs)^γ)
//   (2)  g′(s) = −(μS − μC) γ/vs (s/vs)^(γ−1) exp(−(s/vs)^γ)
//
// s      sliding speed [m/s], ≥ 0
// mu_c   kinetic (Coulomb) coefficient [–], > 0
// mu_s   static coefficient [–], ≥ mu_c
// v_s    Stribeck speed [m/s], > 0
// gamma  Stribeck exponent [–], > 0; 2 is usual, 1 also common
//
// [Olsson 1998], [Waltersson 2024, Eq. 3]. Cost: one exp; one pow more unless gamma is 1 or 2. No
// allocation.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <tuple>

#include "stickslip/core/error.hpp"
#include "stickslip/core/field.hpp"

namespace stickslip::friction {

// Stribeck speed [m/s] and exponent of a law that is not told others.
inline constexpr double usual_v_s = 1e-3, usual_gamma = 2.0;

// The fields of the curve, for every struct of parameters that has them.
template <class Parameters>
constexpr auto stribeck_fields() {
  using P = Parameters;
  return std::tuple{Field{"mu_c", &P::mu_c, "1", positive, "kinetic (Coulomb) coefficient"},
                    Field{"mu_s", &P::mu_s, "1", Member{"mu_c", &P::mu_c}, "static coefficient"},
                    Field{"v_s", &P::v_s, "m/s", positive, "Stribeck speed"},
                    Field{"gamma", &P::gamma, "1", positive, "Stribeck exponent γ"}};
}

// The part of sliding friction that grows with speed beside the curve.
template <class Parameters>
constexpr auto viscous_field() {
  return std::tuple{
      Field{"sigma2", &Parameters::sigma2, "s/m", not_negative, "viscous coefficient per newton of load"}};
}

template <class Scalar>
class BasicStribeck {
 public:
  struct Parameters {
    Scalar mu_c{required};
    Scalar mu_s{required};
    Scalar v_s{usual_v_s};
    Scalar gamma{usual_gamma};
  };

  BasicStribeck(const Parameters& parameters, Unchecked) noexcept
      : parameters_(parameters),
        shape_(shape_of(parameters)),
        inverse_v_s_(1.0 / parameters.v_s),
        rise_(parameters.mu_s - parameters.mu_c) {}

  const Parameters& parameters() const noexcept { return parameters_; }

  // g′(s) [s/m], Eq. 2. At s = 0 with γ < 1, where it is infinite, the slope a hundred-millionth of v_s further on.
  Scalar slope(const Scalar& speed) const noexcept {
    using std::exp, std::max, std::pow;
    if (shape_ == Shape::flat) return Scalar(0.0);
    const Scalar ratio = max(Scalar(speed * inverse_v_s_), Scalar(1e-8));
    const Scalar x = shape_ == Shape::gaussian ? Scalar(ratio * ratio) : Scalar(pow(ratio, parameters_.gamma));
    if (x > 745.0) return Scalar(0.0);  // e^{−x} underflows
    const Scalar full = -rise_ * parameters_.gamma * inverse_v_s_ * x / ratio * exp(-x);
    return speed == 0.0 && parameters_.gamma > 1.0 ? Scalar(0.0) : full;
  }

  // g(s), Eq. 1.
  Scalar operator()(const Scalar& speed) const noexcept {
    using std::exp, std::pow;
    const Scalar ratio = speed * inverse_v_s_;
    switch (shape_) {
      case Shape::gaussian:
        return parameters_.mu_c + rise_ * exp(-ratio * ratio);
      case Shape::exponential:
        return parameters_.mu_c + rise_ * exp(-ratio);
      case Shape::flat:
        return parameters_.mu_c;
      case Shape::general:
        break;
    }
    if (ratio == 0.0) return parameters_.mu_c + rise_;  // the power has no derivative there
    return parameters_.mu_c + rise_ * exp(-pow(ratio, parameters_.gamma));
  }

 private:
  // Which of the cheaper forms of Eq. 1 will do: μS = μC, γ = 2, γ = 1.
  enum class Shape : std::uint8_t { flat, gaussian, exponential, general };

  static Shape shape_of(const Parameters& p) noexcept {
    // The cheaper forms have the same value, but not the same derivatives by the parameters.
    if constexpr (!std::floating_point<Scalar>) return Shape::general;
    if (p.mu_s == p.mu_c) return Shape::flat;
    if (p.gamma == 2.0) return Shape::gaussian;
    return p.gamma == 1.0 ? Shape::exponential : Shape::general;
  }

  Parameters parameters_;
  Shape shape_;
  Scalar inverse_v_s_;
  Scalar rise_;
};

using Stribeck = BasicStribeck<double>;

}  // namespace stickslip::friction
