#include "stickslip/patch/surface/line_surface.hpp"

#include <cmath>

#include "stickslip/core/error.hpp"
#include "stickslip/numerics/gauss_legendre.hpp"

namespace stickslip::patch {
namespace {

constexpr double far_away = 3.0;  // of the CoR [reach]: there the Gauss points are exact to 1e-15

void check(const Line& line, const Vec<2>& cop) {
  require("LineSurface", check_positive("length", line.length, "must be finite and > 0 [m]"));
  // Rounding may have put the pressure of one end just below zero.
  if (!(std::abs(line.gradient) * line.length <= 2.0 + 1e-12)) {
    throw InvalidArgument("LineSurface",
                          {"gradient", line.gradient, "must be within +- 2/length =", 2.0 / line.length});
  }
  if (!std::isfinite(line.angle)) throw InvalidArgument("LineSurface", {"angle", line.angle, "must be finite [rad]"});
  for (const double value : cop) {
    if (!std::isfinite(value)) throw InvalidArgument("LineSurface", {"cop", value, "must be finite [m]"});
  }
}

// asinh(y₂/h) − asinh(y₁/h), h > 0, with ρ₁, ρ₂ at the ends: no term cancels, whichever sides the ends are on.
double asinh_difference(double y1, double rho1, double y2, double rho2, double h) noexcept {
  if (y1 >= 0.0) return std::log((y2 + rho2) / (y1 + rho1));
  if (y2 <= 0.0) return std::log((rho1 - y1) / (rho2 - y2));
  return std::log((y2 + rho2) / h * ((rho1 - y1) / h));
}

}  // namespace

LineSurface::LineSurface(const Line& line, const Vec<2>& cop) {
  check(line, cop);
  direction_ = {std::cos(line.angle), std::sin(line.angle)};
  const double half = 0.5 * line.length, s = cop.dot(direction_);
  reach_ = half + std::abs(s);
  start_ = (-half - s) / reach_;
  end_ = (half - s) / reach_;
  density_ = (1.0 + line.gradient * s) * (reach_ / line.length);
  slope_ = line.gradient * reach_ * (reach_ / line.length);
}

Wrench2 LineSurface::wrench(const Twist2& v) const noexcept {
  if (!v.allFinite()) return not_a_number<3>();
  const double size = v.cwiseAbs().maxCoeff();
  if (size == 0.0) return Wrench2::Zero();
  const double scale = size > 1e-250 && size < 1e250 ? 1.0 : (size < 1.0 ? 0x1p600 : 0x1p-600);
  const double x = scale * v(0), y = scale * v(1);
  const double along = direction_(0) * x + direction_(1) * y, across = direction_(0) * y - direction_(1) * x;
  const double spin = reach_ * (scale * v(2)), speed = norm(Vec<2>(x, y));
  const Wrench2 w = speed < far_away * std::abs(spin) ? near(along / spin, across / spin, spin)
                                                      : far(along / speed, across / speed, spin / speed);
  return {direction_(0) * w(0) - direction_(1) * w(1), direction_(1) * w(0) + direction_(0) * w(1), reach_ * w(2)};
}

// Eqs. 1, 2. The velocity at σ is spin · (along, across + σ).
Wrench2 LineSurface::near(double along, double across, double spin) const noexcept {
  const double h = std::abs(along), foot = -across, y1 = start_ + across, y2 = end_ + across;
  const double p0 = density_ + slope_ * foot, p1 = slope_;
  const double rho1 = std::sqrt(y1 * y1 + h * h), rho2 = std::sqrt(y2 * y2 + h * h);
  // Below 1e-150 h ln h is nothing against 1, and 1/h² would overflow.
  const double asinh = h > 1e-150 ? asinh_difference(y1, rho1, y2, rho2, h) : 0.0;
  const double first = (y2 - y1) * (y2 + y1) / (rho1 + rho2);  // ρ₂ − ρ₁
  const double second = 0.5 * (y2 * rho2 - y1 * rho1 - h * h * asinh);
  const double third = first * ((rho1 * rho1 + rho1 * rho2 + rho2 * rho2) / 3.0 - h * h);
  const double push = p0 * first + p1 * second, sign = std::copysign(1.0, spin);
  return {-sign * along * (p0 * asinh + p1 * first), -sign * push, -sign * (p0 * second + p1 * third + foot * push)};
}

// Gauss's rule for the integral over the line, Eq. 3 for the torque; speeds in units of that of the CoP.
Wrench2 LineSurface::far(double along, double across, double spin) const noexcept {
  const double middle = 0.5 * (start_ + end_), half = 0.5 * (end_ - start_);
  Wrench2 sum = Wrench2::Zero();
  for (const numerics::GaussPoint& point : numerics::gauss_legendre) {
    const double sigma = middle + half * point.x, velocity = across + spin * sigma;
    const double q = std::sqrt(along * along + velocity * velocity), inverse = 1.0 / (q * (1.0 + q));
    const double share = half * point.weight * (density_ + slope_ * sigma) * inverse;
    sum(0) -= share * along * (1.0 + q);
    sum(1) -= share * velocity * (1.0 + q);
    sum(2) -= share * spin * sigma * sigma * (along * along + q - across * velocity);
  }
  return sum;
}

}  // namespace stickslip::patch
