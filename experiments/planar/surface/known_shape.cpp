#include "experiments/planar/surface/known_shape.hpp"

#include <cmath>
#include <numbers>

namespace stickslip::experiments::planar {

using patch::Pressure;
using std::numbers::pi;

std::vector<KnownShape> all_known() {
  using namespace known_size;
  const double square = (std::sqrt(2.0) + std::asinh(1.0)) / 6.0 * length;
  const double ring =
      2.0 / 3.0 * (std::pow(radius, 3) - std::pow(inner, 3)) / (std::pow(radius, 2) - std::pow(inner, 2));
  const auto line_torque = line_integrals(length, gradient, Vec<2>::Zero()).m;
  const auto rectangle_torque = rectangle_integrals({length, width}, Vec<2>::Zero()).m;
  return {
      {"disc", "disc", Pressure::disc(radius), radius, 2.0 / 3.0 * radius,
       [=](const Vec<2>& c) { return disc_integrals(radius, c); }},
      {"annulus", "annulus", Pressure::annulus(inner, radius), radius, ring,
       [=](const Vec<2>& c) { return annulus_integrals(inner, radius, c); }},
      {"Hertz", "hertz", Pressure::hertz(radius, 2.0), radius, 3.0 * pi / 16.0 * radius,
       [=](const Vec<2>& c) { return hertz_integrals(radius, c); }},
      {"line", "line", Pressure::line(length), 0.5 * length, 0.25 * length,
       [=](const Vec<2>& c) { return line_integrals(length, 0.0, c); }},
      {"gradient line", "gradient_line", Pressure::line(length, gradient), 0.5 * length, line_torque,
       [=](const Vec<2>& c) { return line_integrals(length, gradient, c); }},
      {"square", "square", Pressure::rectangle({length, length}), length / std::sqrt(2.0), square,
       [=](const Vec<2>& c) {
         return rectangle_integrals({length, length}, c);
       }},
      {"rectangle", "rectangle", Pressure::rectangle({length, width}), 0.5 * std::hypot(length, width),
       rectangle_torque,
       [=](const Vec<2>& c) {
         return rectangle_integrals({length, width}, c);
       }},
  };
}

}  // namespace stickslip::experiments::planar
