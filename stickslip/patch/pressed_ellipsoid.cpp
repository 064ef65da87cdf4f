#include "stickslip/patch/pressed_ellipsoid.hpp"

#include <cmath>

#include "stickslip/core/at.hpp"

namespace stickslip::patch {

PressedEllipsoid::PressedEllipsoid(const PressedPolygons& area) noexcept {
  const auto& loads = area.loads();
  const auto& m = area.moments();
  const Vec<2> c = area.cop();
  const double f = loads[0], fx = loads[1], fy = loads[2];
  const Vec<3> turn(c(1), -c(0), 1.0);
  const Support exact = area.support(turn);
  const double R = exact.value;
  A_ << f * f, 0.0, -f * fy, 0.0, f * f, f * fx, -f * fy, f * fx, fx * fx + fy * fy + R * R;
  // Of f, f x_c and f y_c by a.
  const Vec<3> f_by(m[0], m[1], m[2]), fx_by(m[1], m[3], m[4]), fy_by(m[2], m[4], m[5]);
  for (int j = 0; j < 3; ++j) {
    const double x_by = (fx_by(j) - c(0) * f_by(j)) / f, y_by = (fy_by(j) - c(1) * f_by(j)) / f;
    const double R_by = exact.gradient_by_a.col(j).dot(turn) + exact.gradient(0) * y_by - exact.gradient(1) * x_by;
    const double ff = 2.0 * f * f_by(j), ffx = f_by(j) * fx + f * fx_by(j), ffy = f_by(j) * fy + f * fy_by(j);
    const double last = 2.0 * (fx * fx_by(j) + fy * fy_by(j) + R * R_by);
    A_by_[at(j)] << ff, 0.0, -ffy, 0.0, ff, ffx, -ffy, ffx, last;
  }
}

Support PressedEllipsoid::support(const Vec<3>& s) const noexcept {
  Support result;
  const Vec<3> As = A_ * s;
  const double psi = std::sqrt(s.dot(As));
  result.value = psi;
  result.gradient = As / psi;
  result.hessian = (A_ - result.gradient * result.gradient.transpose()) / psi;
  for (int j = 0; j < 3; ++j) {
    const Vec<3> A_s = A_by_[at(j)] * s;
    result.gradient_by_a.col(j) = (A_s - (0.5 * s.dot(A_s) / psi) * result.gradient) / psi;
  }
  return result;
}

}  // namespace stickslip::patch
