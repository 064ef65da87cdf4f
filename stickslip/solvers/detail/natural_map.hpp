// The natural maps of residual.hpp (3) and (4), row by row and contact by contact, free of cancellation.
//
//   (1)  x − clamp(x − w, l, h)                    = w where x − w is between the bounds, else x minus the bound
//   (2)  r − P_K(r − y),  y = u + μ ‖u_t‖ n        = y where s = r − y is in the cone, r where it is in the polar one,
//                                                    else y + (‖s_t‖ − μ s_n)/(1 + μ²) (−μ, s_t/‖s_t‖)
//
// As they are written on the left, a velocity that is small against a large impulse would be lost: x − (x − w) = 0.
#pragma once

#include <cmath>

namespace stickslip::solvers::detail {

// (1). In this order what is not a number stays so.
inline double natural_row(double x, double w, double lo, double hi) noexcept {
  const double moved = x - w;
  return moved < lo ? x - lo : (moved > hi ? x - hi : w);
}

// (2) to d[3]. `length(a, b)` is the length of a tangential vector: hypot, or for loops that ask millions of times a root of squares.
template <class Real, class Length>
inline void natural_map(const Real* r, const Real* u, Real mu, Length length, Real* d) noexcept {
  const Real y = u[0] + mu * length(u[1], u[2]);
  const Real s_n = r[0] - y, s_1 = r[1] - u[1], s_2 = r[2] - u[2], s_t = length(s_1, s_2);
  if (s_n + mu * s_t <= 0) {
    d[0] = r[0];
    d[1] = r[1];
    d[2] = r[2];
    return;
  }
  const Real beyond = s_t <= mu * s_n ? 0 : (s_t - mu * s_n) / (1 + mu * mu);
  const Real share = beyond > 0 ? beyond / s_t : beyond;  // not a number stays so
  d[0] = y - mu * beyond;
  d[1] = u[1] + share * s_1;
  d[2] = u[2] + share * s_2;
}

// ‖(2)‖²
inline double natural_defect(const double* r, const double* u, double mu) noexcept {
  double d[3];
  natural_map(
      r, u, mu, [](double a, double b) { return std::sqrt(a * a + b * b); }, d);
  return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

}  // namespace stickslip::solvers::detail
