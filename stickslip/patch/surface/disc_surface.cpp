#include "stickslip/patch/surface/disc_surface.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/core/error.hpp"
#include "stickslip/numerics/complete_elliptic.hpp"
#include "stickslip/numerics/gauss_legendre.hpp"
#include "stickslip/patch/surface/axial_motion.hpp"

namespace stickslip::patch {
namespace {

struct Magnitudes {
  double f;    // [–]
  double tau;  // [m]
};

// Eqs. 1, 2. Speed and spin may be in any unit of rate, not both zero.
Magnitudes disc(double radius, double speed, double spin) noexcept {
  const double rim = radius * spin;
  const bool inside = speed <= rim;
  const double x = inside ? speed / rim : rim / speed;
  const double m = x * x, rest = (1.0 - x) * (1.0 + x);
  const numerics::CompleteElliptic i = numerics::complete_elliptic(m, std::sqrt(rest));
  const double f = (2.0 / 3.0) * (i.b + i.e(rest));
  if (inside) return {f * x, (2.0 / 9.0) * radius * ((3.0 - m) * i.b + (3.0 - 2.0 * m) * rest * i.d)};
  return {f, (2.0 / 9.0) * radius * x * (3.0 * i.b + (i.c - i.d))};
}

// Eq. 4, the CoR at c, which is `gap` from the ring: given apart, because |c − ρ| would cancel.
Magnitudes ring(double rho, double c, double gap) noexcept {
  const bool inside = c <= rho;
  const double larger = inside ? rho : c, x = (inside ? c : rho) / larger, rest = gap / larger * (1.0 + x);
  const numerics::CompleteElliptic i = numerics::complete_elliptic(x * x, std::sqrt(rest));
  const double small = x * i.b, large = i.e(rest);
  return inside ? Magnitudes{small, rho * large} : Magnitudes{large, rho * small};
}

// The rings from `start` to `end`, start being the radius nearest to c; their share is 2ρ dρ/(b² − a²). Gauss's rule in
// w = |ρ − c|^{1/3} turns y ln y, which the kernel does at ρ = c, into w⁵ ln w.
Magnitudes rings(double start, double end, double c, double width, double outer_and_inner) noexcept {
  Magnitudes sum{0.0, 0.0};
  const double extent = std::abs(end - start), gap = std::abs(start - c);
  if (extent == 0.0) return sum;
  const double w0 = std::cbrt(gap), w1 = std::cbrt(gap + extent);
  const double range = extent / (w1 * w1 + w1 * w0 + w0 * w0);  // w1 − w0
  for (const numerics::GaussPoint& point : numerics::gauss_legendre) {
    const double dw = 0.5 * (1.0 + point.x) * range, w = w0 + dw;
    const double step = dw * (w * w + w * w0 + w0 * w0), rho = end < start ? start - step : start + step;
    const Magnitudes at = ring(rho, c, gap + step);
    const double share = 3.0 * w * w * point.weight * range * rho / (width * outer_and_inner);
    sum.f += share * at.f;
    sum.tau += share * at.tau;
  }
  return sum;
}

}  // namespace

DiscSurface::DiscSurface(double radius) : radius_(radius) {
  require("DiscSurface", check_positive("radius", radius, "must be finite and > 0 [m]"));
}

Wrench2 DiscSurface::wrench(const Twist2& v) const noexcept {
  const AxialMotion motion = axial_motion(v);
  if (!motion.finite()) return not_a_number<3>();
  if (motion.at_rest()) return Wrench2::Zero();
  const Magnitudes all = disc(radius_, motion.speed, motion.spin);
  return motion.wrench(all.f, all.tau);
}

AnnulusSurface::AnnulusSurface(double inner, double outer) : inner_(inner), outer_(outer) {
  require("AnnulusSurface", check_positive("outer", outer, "must be finite and > 0 [m]"));
  require("AnnulusSurface", check_not_negative("inner", inner, "must be finite and >= 0 [m]"));
  if (!(inner < outer)) throw InvalidArgument("AnnulusSurface", {"inner", inner, "must be less than outer", outer});
}

Wrench2 AnnulusSurface::wrench(const Twist2& v) const noexcept {
  const AxialMotion motion = axial_motion(v);
  if (!motion.finite()) return not_a_number<3>();
  if (motion.at_rest()) return Wrench2::Zero();
  const double c = motion.speed / motion.spin;
  if (std::isinf(c)) return motion.wrench(1.0, 0.0);
  if (inner_ > 0.99 * outer_) {
    const double nearest = std::clamp(c, inner_, outer_), width = outer_ - inner_, sum = outer_ + inner_;
    const Magnitudes below = rings(nearest, inner_, c, width, sum), above = rings(nearest, outer_, c, width, sum);
    return motion.wrench(below.f + above.f, below.tau + above.tau);
  }
  const Magnitudes whole = disc(outer_, motion.speed, motion.spin);
  const double ratio = inner_ / outer_, hollow = ratio * ratio;
  if (hollow == 0.0) return motion.wrench(whole.f, whole.tau);
  const Magnitudes hole = disc(inner_, motion.speed, motion.spin);
  const double inverse = 1.0 / ((1.0 - ratio) * (1.0 + ratio));
  return motion.wrench(inverse * (whole.f - hollow * hole.f), inverse * (whole.tau - hollow * hole.tau));
}

}  // namespace stickslip::patch
