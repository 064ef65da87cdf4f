// Friction of a pressure p(ρ) by brute force: integration over radius and angle, without any knowledge of the answer.
//
//   f = ∫∫ p (c − ρ cos θ)/d dA,   τ = ∫∫ p ρ (ρ − c cos θ)/d dA,   d² = (c − ρ)² + 4 c ρ sin²(θ/2)
// for the centre of rotation at distance c. Gauss's rule on panels that shrink geometrically towards every place
// where the integrand may be singular: ρ = 0, c, the edges, and θ = 0. Absolute error near 1e-14.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

namespace stickslip::patch::test {

using Abscissas = std::vector<std::pair<double, double>>;  // (x, weight)

// On −1 ≤ x ≤ 1, by Newton's method on the Legendre polynomial.
inline Abscissas gauss(int n) {
  Abscissas rule;
  for (int i = 0; i < n; ++i) {
    double x = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), derivative = 1.0;
    for (int step = 0; step < 20; ++step) {
      double p = 1.0, before = 0.0;
      for (int k = 1; k <= n; ++k) before = std::exchange(p, ((2 * k - 1) * x * p - (k - 1) * before) / k);
      derivative = n * (x * p - before) / (x * x - 1.0);
      x -= p / derivative;
    }
    rule.emplace_back(x, 2.0 / ((1.0 - x * x) * derivative * derivative));
  }
  return rule;
}

// On the interval between the places, panels shrinking by `ratio` towards `singular`.
inline void add_graded(Abscissas& rule, double singular, double other, double ratio, int panels) {
  static const Abscissas base = gauss(16);
  double outer = 1.0;
  for (int panel = 0; panel <= panels; ++panel) {
    const double inner = panel == panels ? 0.0 : outer * ratio;
    for (const auto& [x, weight] : base) {
      const double s = 0.5 * (outer + inner) + 0.5 * (outer - inner) * x;
      rule.emplace_back(singular + (other - singular) * s, 0.5 * weight * (outer - inner) * std::abs(other - singular));
    }
    outer = inner;
  }
}

struct ForceAndTorque {
  double f, tau;
};

// Between any two of the places the pressure is smooth.
template <class Pressure>
ForceAndTorque by_quadrature(const Pressure& pressure, std::vector<double> places, double c) {
  static const Abscissas angles = [] {
    Abscissas rule;
    add_graded(rule, 0.0, std::numbers::pi, 0.25, 25);
    for (auto& [theta, weight] : rule) theta = std::pow(std::sin(0.5 * theta), 2.0);
    return rule;
  }();
  if (c > places.front() && c < places.back()) places.push_back(c);
  std::sort(places.begin(), places.end());
  Abscissas radii;
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    if (places[i] == places[i + 1]) continue;
    const double middle = 0.5 * (places[i] + places[i + 1]);
    add_graded(radii, places[i], middle, 0.2, 18);
    add_graded(radii, places[i + 1], middle, 0.2, 18);
  }
  double total = 0.0, f = 0.0, tau = 0.0;
  for (const auto& [rho, weight] : radii) {
    const double share = weight * rho * pressure(rho), gap = c - rho;
    double ring_f = 0.0, ring_tau = 0.0;
    for (const auto& [sine, angle_weight] : angles) {
      const double inverse = angle_weight / std::sqrt(gap * gap + 4.0 * c * rho * sine);
      ring_f += (gap + 2.0 * rho * sine) * inverse;
      ring_tau += (2.0 * c * sine - gap) * inverse;
    }
    total += share;
    f += share * ring_f / std::numbers::pi;
    tau += share * rho * ring_tau / std::numbers::pi;
  }
  return {f / total, tau / total};
}

}  // namespace stickslip::patch::test
