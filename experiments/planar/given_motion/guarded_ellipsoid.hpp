// The Elasto-Plastic ellipsoid model of [Waltersson 2024] in plain numbers, with the guard of its reference runs.
//
// Those runs (reference/fixedvel_ellipsoid_ep_…) add a guard of 1e-10 to lengths wherever they divide by them to get a
// direction: v/(‖v‖ + guard), z/(‖z‖ + guard). Deflections are about 1e-6 m, so their β stays 5e-5 below one in full
// slip, and their wrench 5e-5 above Coulomb's. stickslip has no guard; this class, with and without, tells the two apart.
#pragma once

#include <cmath>
#include <numbers>

#include "stickslip/core/planar.hpp"
#include "stickslip/friction/elasto_plastic.hpp"

namespace stickslip::experiments::planar {

class GuardedEllipsoid {
 public:
  static constexpr double reference_guard = 1e-10;  // [m], [m/s]

  // γ = 2.
  GuardedEllipsoid(const friction::ElastoPlastic::Parameters& law, double r, double u, double guard)
      : law_(law), r_(r), u_(u), guard_(guard) {}

  // Explicit Euler with v held for dt, fn = 1 N; the wrench of the bristles before the step.
  Wrench2 step(const Twist2& v, double dt) {
    const Vec<3> v_s(v(0), v(1), r_ * v(2));
    const double n = v_s.norm(), size = y_.norm();
    const double g = law_.mu_c + (law_.mu_s - law_.mu_c) * std::exp(-(n / law_.v_s) * (n / law_.v_s));
    const double z_max = g / law_.sigma0, z_ba = law_.s_ba * z_max;
    const double phase = std::numbers::pi * (size - 0.5 * (z_max + z_ba)) / (z_max - z_ba);
    const double alpha = size <= z_ba ? 0.0 : (size < z_max ? 0.5 * std::sin(phase) + 0.5 : 1.0);
    const double lengths = (n + guard_) * (size + guard_);
    const double beta = alpha * 0.5 * (1.0 + (lengths > 0.0 ? v_s.dot(y_) / lengths : 0.0));
    const Vec<3> rate = v_s - beta * law_.sigma0 * n / g * y_;
    const Vec<3> f = law_.sigma0 * y_ + law_.sigma1 * rate;
    y_ += dt * rate;
    return -(Wrench2(f(0), f(1), r_ * f(2)) + law_.sigma2 * Wrench2(v(0), v(1), u_ * v(2)));
  }

 private:
  friction::ElastoPlastic::Parameters law_;
  double r_, u_, guard_;
  Vec<3> y_ = Vec<3>::Zero();  // deflections, the third over r [m]
};

}  // namespace stickslip::experiments::planar
