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
#include <cstdint>

#include "stickslip/core/error.hpp"

namespace stickslip::friction {

class Stribeck {
 public:
  struct Parameters {
    double mu_c = 0.0;
    double mu_s = 0.0;
    double v_s = 1e-3;
    double gamma = 2.0;
  };

  Stribeck(const Parameters& parameters, Unchecked) noexcept
      : parameters_(parameters),
        shape_(shape_of(parameters)),
        inverse_v_s_(1.0 / parameters.v_s),
        rise_(parameters.mu_s - parameters.mu_c) {}

  static Check check(const Parameters& parameters) noexcept;

  const Parameters& parameters() const noexcept { return parameters_; }

  // g′(s) [s/m], Eq. 2. At s = 0 with γ < 1, where it is infinite, the slope a hundred-millionth of v_s further on.
  double slope(double speed) const noexcept {
    if (shape_ == Shape::flat) return 0.0;
    const double ratio = std::max(speed * inverse_v_s_, 1e-8);
    const double x = shape_ == Shape::gaussian ? ratio * ratio : std::pow(ratio, parameters_.gamma);
    if (x > 745.0) return 0.0;  // e^{−x} underflows
    const double full = -rise_ * parameters_.gamma * inverse_v_s_ * x / ratio * std::exp(-x);
    return speed == 0.0 && parameters_.gamma > 1.0 ? 0.0 : full;
  }

  // g(s), Eq. 1.
  double operator()(double speed) const noexcept {
    const double ratio = speed * inverse_v_s_;
    switch (shape_) {
      case Shape::gaussian:
        return parameters_.mu_c + rise_ * std::exp(-ratio * ratio);
      case Shape::exponential:
        return parameters_.mu_c + rise_ * std::exp(-ratio);
      case Shape::flat:
        return parameters_.mu_c;
      case Shape::general:
        break;
    }
    return parameters_.mu_c + rise_ * std::exp(-std::pow(ratio, parameters_.gamma));
  }

 private:
  // Which of the cheaper forms of Eq. 1 will do: μS = μC, γ = 2, γ = 1.
  enum class Shape : std::uint8_t { flat, gaussian, exponential, general };

  static Shape shape_of(const Parameters& p) noexcept {
    if (p.mu_s == p.mu_c) return Shape::flat;
    if (p.gamma == 2.0) return Shape::gaussian;
    return p.gamma == 1.0 ? Shape::exponential : Shape::general;
  }

  Parameters parameters_;
  Shape shape_;
  double inverse_v_s_;
  double rise_;
};

inline Check Stribeck::check(const Parameters& p) noexcept {
  if (auto bad = check_positive("mu_c", p.mu_c, "must be finite and > 0")) return bad;
  if (!(std::isfinite(p.mu_s) && p.mu_s >= p.mu_c)) {
    return Violation{"mu_s", p.mu_s, "must be finite and at least mu_c", p.mu_c};
  }
  if (auto bad = check_positive("v_s", p.v_s, "must be finite and > 0 [m/s]")) return bad;
  return check_positive("gamma", p.gamma, "must be finite and > 0");
}

}  // namespace stickslip::friction
