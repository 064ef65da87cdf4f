// A twist as a pressure sees it that looks the same from every side: how fast it slides, how fast it spins.
//
//   (1)  force = −f(c) v_t/‖v_t‖     (2)  torque = −sgn(ω) τ(c),     c = ‖v_t‖/|ω|
//
// v_t, ω  velocity of the centre [m/s] and spin [rad/s]
// c       distance of the centre of rotation from the centre [m], infinite for a pure slide
#pragma once

#include <cmath>

#include "stickslip/core/planar.hpp"

namespace stickslip::patch {

struct AxialMotion {
  Vec<2> direction;    // v_t/‖v_t‖; zero for a pure spin
  double speed;        // ‖v_t‖ scale
  double spin;         // |ω| scale
  double sense;        // +1 or −1, the sign of ω
  double scale = 1.0;  // a power of two that keeps quotients and squares away from over- and underflow

  bool finite() const noexcept { return std::isfinite(speed + spin); }
  bool at_rest() const noexcept { return speed == 0.0 && spin == 0.0; }

  // Eqs. 1 and 2 for given magnitudes of force and torque.
  Wrench2 wrench(double f, double tau) const noexcept { return {-f * direction(0), -f * direction(1), -sense * tau}; }
};

inline AxialMotion axial_motion(const Twist2& v) noexcept {
  double scale = 1.0;
  const double size = std::abs(v(0)) + std::abs(v(1)) + std::abs(v(2));
  if (!(size > 1e-250 && size < 1e250)) [[unlikely]]
    scale = size < 1.0 ? 0x1p600 : 0x1p-600;
  const Vec<2> slide = scale * v.head<2>();
  const Length slide_length = length(slide);
  const double inverse = slide_length.value > 0.0 ? slide_length.inverse : 0.0;
  return {inverse * slide, slide_length.value, std::abs(scale * v(2)), std::copysign(1.0, v(2)), scale};
}

}  // namespace stickslip::patch
