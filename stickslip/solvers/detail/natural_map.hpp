// What residual.hpp (4) squares and adds for one contact, in plain doubles: for loops that ask millions of times.
#pragma once

#include <cmath>

namespace stickslip::solvers::detail {

// ‖r − P_K(r − (u + μ ‖u_t‖ n))‖²
inline double natural_defect(const double* r, const double* u, double mu) noexcept {
  const double x = r[0] - u[0] - mu * std::sqrt(u[1] * u[1] + u[2] * u[2]), y = r[1] - u[1], z = r[2] - u[2];
  const double tangential = std::sqrt(y * y + z * z);
  double a = r[0], b = r[1], c = r[2];  // where the projection is the origin
  if (tangential <= mu * x) {
    a -= x;
    b -= y;
    c -= z;
  } else if (x + mu * tangential > 0.0) {
    const double normal = (x + mu * tangential) / (1.0 + mu * mu);
    const double scale = tangential > 0.0 ? mu * normal / tangential : 0.0;
    a -= normal;
    b -= scale * y;
    c -= scale * z;
  }
  return a * a + b * b + c * c;
}

}  // namespace stickslip::solvers::detail
