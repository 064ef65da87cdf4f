#include "stickslip/patch/surface/axisymmetric_surface.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/surface/axial_motion.hpp"
#include "stickslip/patch/surface/hertz_family.hpp"

namespace stickslip::patch {
namespace {

AxisymmetricTable table_of(const std::function<double(double)>& profile, double radius) {
  require("AxisymmetricSurface", check_positive("radius", radius, "must be finite and > 0 [m]"));
  const double last = std::nextafter(radius, 0.0);
  const AxisymmetricTable table = axisymmetric_table([&](double rho, double) {
    const double p = profile(std::min(radius * rho, last));
    require("AxisymmetricSurface", check_not_negative("profile", p, "must be finite and >= 0 for 0 < rho < radius"));
    return p;
  });
  if (!(table.r > 0.0)) throw InvalidArgument("AxisymmetricSurface: profile must be > 0 somewhere on 0 < rho < radius");
  return table;
}

// Chebyshev sums of the first Count/2 functions, at t of Eq. 5. T₂ₙ and T₂ₙ₊₁ both follow Tₙ₊₂ = 2 T₂ Tₙ − Tₙ₋₂, so
// even and odd terms are two chains of half the length, side by side.
template <int Count>
Eigen::Array<double, Count / 2, 1> evaluate(const AxisymmetricTable::Sums& sums, double x) noexcept {
  using Lanes = Eigen::Array<double, Count, 1>;
  const double near = std::sqrt(x), far = std::sqrt(1.0 - x), y = (near - far) / (near + far);  // y = 2t − 1
  const double z = 2.0 * y * y - 1.0;
  Lanes b = Lanes::Zero(), next = Lanes::Zero();
  for (int n = AxisymmetricTable::pairs - 1; n > 0; --n) {
    const Eigen::Map<const Lanes, Eigen::Aligned16> a(sums.data() + n * AxisymmetricTable::row);
    const Lanes now = (a - next) + (2.0 * z) * b;
    next = b;
    b = now;
  }
  Eigen::Array<double, Count / 2, 1> all;
  for (int i = 0; i < Count / 2; ++i) {
    const double even = sums[static_cast<std::size_t>(2 * i)] + z * b(2 * i) - next(2 * i);
    const double odd = sums[static_cast<std::size_t>(2 * i + 1)] + (2.0 * z - 1.0) * b(2 * i + 1) - next(2 * i + 1);
    all(i) = even + y * odd;
  }
  return all;
}

}  // namespace

AxisymmetricSurface::AxisymmetricSurface(const std::function<double(double)>& profile, double radius)
    : table_(table_of(profile, radius)), radius_(radius) {}

AxisymmetricSurface::AxisymmetricSurface(const Axisymmetric& shape)
    : AxisymmetricSurface(shape.profile, shape.radius) {}

AxisymmetricSurface::AxisymmetricSurface(const Hertz& shape)
    : table_(HertzFamily::integrated(shape.exponent)), radius_(shape.radius) {
  require("AxisymmetricSurface", check_positive("radius", radius_, "must be finite and > 0 [m]"));
}

Wrench2 AxisymmetricSurface::wrench(const Twist2& v) const noexcept {
  const AxialMotion motion = axial_motion(v);
  if (!motion.finite()) return not_a_number<3>();
  if (motion.at_rest()) return Wrench2::Zero();
  const double rim = radius_ * motion.spin;
  if (motion.speed <= rim) {
    const double x = motion.speed / rim;
    const auto at = evaluate<4>(table_.inner, x);
    return motion.wrench(x * at(0), radius_ * (table_.r - x * x * at(1)));
  }
  const double x = rim / motion.speed;
  const auto at = evaluate<4>(table_.outer, x);
  return motion.wrench(1.0 - x * x * at(0), radius_ * x * at(1));
}

Response AxisymmetricSurface::response(const Twist2& v) const noexcept {
  const AxialMotion motion = axial_motion(v);
  if (!motion.finite()) return {not_a_number<3>(), Matrix3::Constant(std::nan(""))};
  if (motion.at_rest()) return {Wrench2::Zero(), Matrix3::Zero()};
  const double a = radius_, rim = a * motion.spin;
  Wrench2 wrench;
  double across, h1, h2, h3;  // f/‖v_t‖ and those of Eq. 2
  if (motion.speed <= rim) {
    const double x = motion.speed / rim, inverse = motion.scale / rim;
    const auto at = evaluate<6>(table_.inner, x);
    wrench = motion.wrench(x * at(0), a * (table_.r - x * x * at(1)));
    across = inverse * at(0);
    h1 = inverse * at(2);
    h2 = h1 * a * x;
    h3 = h2 * a * x;
  } else {
    const double x = rim / motion.speed, inverse = motion.scale / motion.speed;
    const auto at = evaluate<6>(table_.outer, x);
    const double f = 1.0 - x * x * at(0);
    wrench = motion.wrench(f, a * x * at(1));
    across = inverse * f;
    h3 = inverse * at(2) * a * a;
    h2 = inverse * at(2) * a * x;
    h1 = inverse * at(2) * x * x;
  }
  const Vec<2>& d = motion.direction;
  const double along = h1 - across, xy = -along * d(0) * d(1), spin = motion.sense * h2;
  Matrix3 jacobian;
  jacobian << -across - along * d(0) * d(0), xy, spin * d(0),  //
      xy, -across - along * d(1) * d(1), spin * d(1),          //
      spin * d(0), spin * d(1), -h3;
  return {wrench, jacobian};
}

}  // namespace stickslip::patch
