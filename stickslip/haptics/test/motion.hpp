// Inputs shared by the tests of this module: one law of each kind, and hand motion with tremor.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "stickslip/core/vector.hpp"
#include "stickslip/haptics/renderer.hpp"

namespace stickslip::haptics::test {

inline friction::Adhesion adhesion(friction::AdhesionMap map = friction::AdhesionMap::stick_slide) {
  return friction::Adhesion({.z_max = 1e-4, .map = map, .stiffness = 1e4});
}
inline friction::Dahl dahl() {
  return friction::Dahl({.sigma0 = 1e4, .f_c = 1.0, .exponent = 1.5});
}
inline friction::LuGre lugre() {
  return friction::LuGre({.sigma0 = 1e4, .sigma1 = 2.0, .sigma2 = 0.4, .mu_c = 0.8, .mu_s = 1.0, .v_s = 5e-3});
}
inline friction::ElastoPlastic elasto_plastic() {
  return friction::ElastoPlastic(
      {.sigma0 = 1e4, .sigma1 = 2.0, .sigma2 = 0.4, .mu_c = 0.8, .mu_s = 1.0, .v_s = 5e-3, .s_ba = 0.7});
}

// Every law that a renderer can be made of.
inline std::vector<Law> laws() {
  using friction::AdhesionMap;
  return {adhesion(AdhesionMap::stick_slide),
          adhesion(AdhesionMap::stick_slip_slide),
          adhesion(AdhesionMap::stick_creep_slip_slide),
          dahl(),
          lugre(),
          elasto_plastic()};
}

// Position at time t [s] of a hand that strokes some millimetres to and fro, trembling at 9 Hz.
template <int Dim>
Vec<Dim> hand(double t) {
  constexpr double pi = std::numbers::pi;
  Vec<Dim> x;
  for (int i = 0; i < Dim; ++i) {
    x[i] = 3e-3 * std::sin(2.0 * pi * (0.7 + 0.2 * i) * t + i) + 4e-5 * std::sin(2.0 * pi * (9.0 + i) * t);
  }
  return x;
}

}  // namespace stickslip::haptics::test
