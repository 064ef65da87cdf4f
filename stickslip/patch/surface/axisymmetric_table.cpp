#include "stickslip/patch/surface/axisymmetric_table.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include <Eigen/Core>

#include "stickslip/numerics/complete_elliptic.hpp"

namespace stickslip::patch {
namespace {

using Eigen::Array3d;
using Load = std::function<double(double, double)>;

constexpr int nodes = AxisymmetricTable::nodes;

// A point of the interval from 0 to 1, told by its distance from either end.
struct Point {
  double from_start, from_end, weight;
};

// Points of the double-exponential rule, which crowds them so closely at both ends that powers and logarithms
// there do no harm: step 1/8 at level 0, then at each level those halfway between the ones before.
const std::vector<std::vector<Point>>& levels() {
  static const std::vector<std::vector<Point>> all = [] {
    std::vector<std::vector<Point>> made(5);
    for (int level = 0; level < 5; ++level) {
      const double h = std::ldexp(0.125, -level);
      const int last = static_cast<int>(3.5 / h);  // the outermost points are 3e-23 from the ends
      for (int j = -last; j <= last; ++j) {
        if (level > 0 && j % 2 == 0) continue;
        const double u = j * h, s = std::numbers::pi * std::sinh(u);
        const double start = 1.0 / (1.0 + std::exp(-s)), end = 1.0 / (1.0 + std::exp(s));
        made[static_cast<std::size_t>(level)].push_back({start, end, std::numbers::pi * std::cosh(u) * start * end});
      }
    }
    return made;
  }();
  return all;
}

// ∫ integrand over the unit interval. Halving the step squares the error, so a change of 1e-8 leaves 1e-16.
template <class Integrand>
Array3d integral(const Integrand& integrand) {
  Array3d sum = Array3d::Zero(), before = Array3d::Zero();
  double h = 0.125;
  for (std::size_t level = 0; level < levels().size(); ++level) {
    for (const Point& point : levels()[level]) sum += point.weight * integrand(point);
    const Array3d now = h * sum;
    if (level > 0 && ((now - before).abs() <= 1e-8 * now.abs()).all()) return now;
    before = now;
    h *= 0.5;
  }
  return before;
}

// Eq. 3 for c = x, rest = 1 − x, times the total load.
Array3d inner_values(const Load& pressure, double c, double rest) {
  const Array3d below = integral([&](const Point& point) -> Array3d {
    const double x = point.from_start, rho = c * x, one_minus_m = point.from_end * (1.0 + x);
    const numerics::CompleteElliptic i = numerics::complete_elliptic(x * x, std::sqrt(one_minus_m));
    const double w = rho * pressure(rho, rest + c * point.from_end);
    return w * Array3d(i.e(one_minus_m), x * (1.0 - x * i.b), x * x * i.d);
  });
  const Array3d above = integral([&](const Point& point) -> Array3d {
    const double rho = c + rest * point.from_start, x = c / rho;
    const numerics::CompleteElliptic i =
        numerics::complete_elliptic(x * x, std::sqrt(rest * point.from_start / rho * (1.0 + x)));
    return pressure(rho, rest * point.from_end) * Array3d(i.b, i.f, i.d);
  });
  return below + rest * above;
}

// Eq. 4 for c = 1/x, rest = 1 − x, times the total load.
Array3d outer_values(const Load& pressure, double x, double rest) {
  return integral([&](const Point& point) -> Array3d {
    const double rho = point.from_start, k = x * rho;
    const numerics::CompleteElliptic i =
        numerics::complete_elliptic(k * k, std::sqrt((rest + x * point.from_end) * (1.0 + k)));
    return rho * rho * rho * pressure(rho, point.from_end) * Array3d(i.f, i.b, i.d);
  });
}

using Values = Eigen::Array<double, 3, nodes>;

AxisymmetricTable::Sums sums_of(const Values& values) {
  AxisymmetricTable::Sums sums{};
  for (int n = 0; n < nodes; ++n) {
    Array3d factor = Array3d::Zero();
    for (int j = 0; j < nodes; ++j) {
      factor += values.col(j) * std::cos(n * (j + 0.5) * std::numbers::pi / nodes);
    }
    factor *= (n == 0 ? 1.0 : 2.0) / nodes;
    for (int i = 0; i < 3; ++i) {
      sums[static_cast<std::size_t>(n / 2 * AxisymmetricTable::row + 2 * i + n % 2)] = factor(i);
    }
  }
  return sums;
}

}  // namespace

AxisymmetricTable axisymmetric_table(const Load& pressure) {
  const Array3d moments = integral([&](const Point& point) -> Array3d {
    const double rho = point.from_start, w = rho * pressure(rho, point.from_end);
    return w * Array3d(1.0, rho, rho * rho);
  });
  const double total = moments(0);
  Values inner, outer;
  for (int j = 0; j < nodes; ++j) {
    const double angle = 0.5 * (j + 0.5) * std::numbers::pi / nodes;
    const double c = std::cos(angle), s = std::sin(angle), c4 = c * c * c * c,
                 s4 = s * s * s * s;  // t = c², 1 − t = s²
    const double x = c4 / (c4 + s4), rest = s4 / (c4 + s4);
    inner.col(j) = inner_values(pressure, x, rest) / total;
    outer.col(j) = outer_values(pressure, x, rest) / total;
  }
  return {sums_of(inner), sums_of(outer), moments(1) / total};
}

}  // namespace stickslip::patch
