// The ellipsoid that touches a limit surface at pure slides and has its torque of a pure spin.
//
//   (1)  gauge(w)² = fx² + fy² + (τ/r)²
//   (2)  wrench(v) = −(vx, vy, r² ω)/‖(vx, vy, r ω)‖          (3)  twist(w) = −(fx, fy, τ/r²)/gauge(w)
//
// r  torque of a pure spin [m], > 0
// Frame, symbols and signs are those of limit_surface.hpp.
//
// Exact for no pressure, but smooth, strictly convex and closed both ways: what planners use. The gauge is off by up to
// 7 % for a disc or a square, by a quarter for two separate pads.
// [Howe 1996]. Cost: one square root and division. No allocation.
#pragma once

#include "stickslip/core/error.hpp"
#include "stickslip/core/planar.hpp"
#include "stickslip/patch/patch_friction.hpp"

namespace stickslip::patch {

class EllipsoidSurface {
 public:
  // Throws InvalidArgument unless r is positive.
  explicit EllipsoidSurface(double r) : r_(r) {
    require("EllipsoidSurface", check_positive("r", r, "must be finite and > 0 [m]"));
  }

  double r() const noexcept { return r_; }

  Wrench2 wrench(const Twist2& v) const noexcept {
    const Vec<3> v_s = v.cwiseProduct(scale());
    return -scale().cwiseProduct(unit(v_s, norm(v_s)));
  }

  Response response(const Twist2& v) const noexcept {
    const Vec<3> v_s = v.cwiseProduct(scale());
    const Length speed = length(v_s);
    const Vec<3> e = unit(v_s, speed.value);
    const Vec<3> wrench = -scale().cwiseProduct(e);
    if (speed.value == 0.0) return {wrench, Matrix3::Zero()};
    const Matrix3 across = Matrix3::Identity() - e * e.transpose();
    return {wrench, -speed.inverse * (scale().asDiagonal() * across * scale().asDiagonal())};
  }

  double gauge(const Wrench2& w) const noexcept { return norm(w.cwiseQuotient(scale())); }

  Twist2 twist(const Wrench2& w) const noexcept {
    const Vec<3> h = w.cwiseQuotient(scale());
    return -unit(h, norm(h)).cwiseQuotient(scale());
  }

 private:
  Vec<3> scale() const noexcept { return {1.0, 1.0, r_}; }

  double r_;
};

}  // namespace stickslip::patch
