#include "experiments/planar/surface/shape_integrals.hpp"

#include <cmath>
#include <numbers>

namespace stickslip::experiments::planar {

namespace {

using std::numbers::pi;

// ∫ f(θ) dθ over a period of a smooth periodic function.
template <class Function>
auto periodic_integral(double period, const Function& f) {
  constexpr int points = 4000;
  Vec<2> sum = Vec<2>::Zero();
  for (int k = 0; k < points; ++k) sum += f(period * (k + 0.5) / points);
  return Vec<2>(sum * (period / points));
}

// Both components in one: J along c, and M.
TurningIntegrals round_integrals(const Vec<2>& c, double along, double m) {
  return {along * unit(c, norm(c)), m};
}

// x² asinh(y/|x|), which is 0 for x = 0.
double square_asinh(double x, double y) {
  return x == 0.0 ? 0.0 : x * x * std::asinh(y / std::abs(x));
}

}  // namespace

Wrench2 turning_wrench(const TurningIntegrals& integrals, const Vec<2>& c, double omega) {
  const Vec<2>& j = integrals.j;
  return std::copysign(1.0, omega) * Wrench2(j(1), -j(0), -(integrals.m + c.dot(j)));
}

TurningIntegrals disc_integrals(double radius, const Vec<2>& c) {
  const double d = norm(c), p = 1.0 / (pi * radius * radius);
  if (d < radius) {
    const Vec<2> sum = periodic_integral(2.0 * pi, [&](double theta) {
      const double cosine = std::cos(theta), across = d * std::sin(theta);
      const double ray = std::sqrt(radius * radius - across * across) - d * cosine;
      return Vec<2>(cosine * ray * ray / 2.0, ray * ray * ray / 3.0);
    });
    return round_integrals(c, p * sum(0), p * sum(1));
  }
  const Vec<2> sum = periodic_integral(pi, [&](double t) {
    const double half = radius * std::cos(t), sine = radius / d * std::sin(t), cosine = std::sqrt(1.0 - sine * sine);
    const double middle = d * cosine;
    return Vec<2>(-2.0 * half * half * cosine,
                  2.0 / 3.0 * half * half * (3.0 * middle * middle + half * half) / (d * cosine));
  });
  return round_integrals(c, p * sum(0), p * sum(1));
}

TurningIntegrals annulus_integrals(double inner, double outer, const Vec<2>& c) {
  const TurningIntegrals whole = disc_integrals(outer, c), hole = disc_integrals(inner, c);
  const double a = outer * outer, b = inner * inner;
  return {(a * whole.j - b * hole.j) / (a - b), (a * whole.m - b * hole.m) / (a - b)};
}

TurningIntegrals hertz_integrals(double radius, const Vec<2>& c) {
  const double d = norm(c), r2 = radius * radius, p = 3.0 / (2.0 * pi * r2 * radius);
  if (d < radius) {
    const double w0 = std::sqrt(r2 - d * d), cube = w0 * w0 * w0;
    const Vec<2> sum = periodic_integral(2.0 * pi, [&](double theta) {
      const double cosine = std::cos(theta), across = d * std::sin(theta);
      // p along the ray is √(q² − u²) at distance u + m; a0, a1, a2: its integrals with 1, u, u²
      const double q2 = r2 - across * across, u0 = d * cosine, m = -u0;
      const double a0 = 0.5 * (q2 * (0.5 * pi - std::asin(u0 / std::sqrt(q2))) - u0 * w0), a1 = cube / 3.0;
      const double a2 = 0.25 * (u0 * cube + q2 * a0);
      return Vec<2>(cosine * (a1 + m * a0), a2 + 2.0 * m * a1 + m * m * a0);
    });
    return round_integrals(c, p * sum(0), p * sum(1));
  }
  const double d2 = d * d, edge = std::asin(radius / d), two = std::sin(2.0 * edge), four = std::sin(4.0 * edge);
  // ∫ over −edge … edge of the powers of cosine and sine
  const double cos2 = edge + two / 2.0, cos2_sin2 = edge / 4.0 - four / 16.0;
  const double sin2 = edge - two / 2.0, sin4 = 0.75 * edge - two / 2.0 + four / 16.0;
  const double along = -p * (pi / 2.0) * d * (r2 * cos2 - d2 * cos2_sin2);
  const double m = p * pi *
                   (0.5 * d2 * (r2 * cos2 - d2 * cos2_sin2) +
                    0.125 * (r2 * r2 * 2.0 * edge - 2.0 * r2 * d2 * sin2 + d2 * d2 * sin4));
  return round_integrals(c, along, m);
}

TurningIntegrals line_integrals(double length, double gradient, const Vec<2>& c) {
  const double a = c(0) + gradient * length * length / 12.0, b = c(1);  // c from the middle
  const double k = 1.0 + gradient * a;                                  // p ∝ k + gradient x, x from c
  struct Sums {
    double along, across, m;
  };
  const auto up_to = [&](double x) -> Sums {
    const double rho = std::hypot(x, b), b2_asinh = square_asinh(b, x);
    const double b_asinh = b == 0.0 ? 0.0 : b2_asinh / b;
    return {k * rho + gradient * 0.5 * (x * rho - b2_asinh), -(k * b_asinh + gradient * b * rho),
            k * 0.5 * (x * rho + b2_asinh) + gradient * rho * rho * rho / 3.0};
  };
  const Sums high = up_to(0.5 * length - a), low = up_to(-0.5 * length - a);
  return {Vec<2>(high.along - low.along, high.across - low.across) / length, (high.m - low.m) / length};
}

TurningIntegrals rectangle_integrals(const Vec<2>& size, const Vec<2>& c) {
  TurningIntegrals sum{Vec<2>::Zero(), 0.0};
  for (const double sx : {-1.0, 1.0}) {
    for (const double sy : {-1.0, 1.0}) {
      const double x = 0.5 * sx * size(0) - c(0), y = 0.5 * sy * size(1) - c(1), rho = std::hypot(x, y);
      const double xx = square_asinh(x, y), yy = square_asinh(y, x);
      sum.j += sx * sy * 0.5 * Vec<2>(y * rho + xx, x * rho + yy);
      sum.m += sx * sy * (x * y * rho / 3.0 + (x * xx + y * yy) / 6.0);
    }
  }
  const double area = size(0) * size(1);
  return {sum.j / area, sum.m / area};
}

}  // namespace stickslip::experiments::planar
