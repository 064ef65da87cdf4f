// The friction wrench of polygons by brute quadrature of its definition, in extended precision: what the exact
// surfaces are tested against. Uses none of their formulas.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::patch::test {

using Real = long double;
using Triple = std::array<Real, 3>;

// Legendre's polynomials on [−1, 1]: ten points, by Newton's method.
struct GaussTen {
  std::array<Real, 10> node{}, weight{};
  GaussTen() {
    for (std::size_t i = 0; i < 10; ++i) {
      Real x = std::cos(3.14159265358979323846L * (static_cast<Real>(i) + 0.75L) / 10.5L), slope = 0;
      for (int iteration = 0; iteration < 20; ++iteration) {
        Real p = x, before = 1;
        for (int k = 2; k <= 10; ++k) {
          const Real next = (static_cast<Real>(2 * k - 1) * x * p - static_cast<Real>(k - 1) * before) / k;
          before = p;
          p = next;
        }
        slope = 10 * (x * p - before) / (x * x - 1);
        x -= p / slope;
      }
      node.at(i) = x;
      weight.at(i) = 2 / ((1 - x * x) * slope * slope);
    }
  }
};

inline const GaussTen& gauss_ten() {
  static const GaussTen rule;
  return rule;
}

inline Triple gauss(const std::function<Triple(Real)>& f, Real from, Real to) {
  const GaussTen& rule = gauss_ten();
  Triple sum{};
  for (std::size_t i = 0; i < 10; ++i) {
    const Triple value = f(0.5L * (from + to) + 0.5L * (to - from) * rule.node.at(i));
    for (std::size_t k = 0; k < 3; ++k) sum.at(k) += 0.5L * (to - from) * rule.weight.at(i) * value.at(k);
  }
  return sum;
}

// Halves the range until both halves agree with the whole.
inline Triple adaptive(const std::function<Triple(Real)>& f, Real from, Real to, Real tolerance, int depth = 60) {
  const Real middle = 0.5L * (from + to);
  const Triple whole = gauss(f, from, to), left = gauss(f, from, middle), right = gauss(f, middle, to);
  Real error = 0;
  for (std::size_t k = 0; k < 3; ++k) error += std::abs(whole.at(k) - left.at(k) - right.at(k));
  Triple sum{};
  if (depth == 0 || error <= tolerance) {
    for (std::size_t k = 0; k < 3; ++k) sum.at(k) = left.at(k) + right.at(k);
    return sum;
  }
  const Triple a = adaptive(f, from, middle, tolerance, depth - 1), b = adaptive(f, middle, to, tolerance, depth - 1);
  for (std::size_t k = 0; k < 3; ++k) sum.at(k) = a.at(k) + b.at(k);
  return sum;
}

// −∫ p (v/‖v‖, x × v/‖v‖) dA over the triangles between `apex` and each edge, with signs. The velocity has one
// direction along a ray from the centre of rotation: with the apex there, only the way along the edge needs halving.
inline Wrench2 wrench_by_quadrature(const PolygonRegion& region, const Vec<2>& cop, const Twist2& twist,
                                    const Vec<2>& apex) {
  Real area = 0;
  for (const geometry::Polygon& polygon : region.polygons) area += polygon.area();
  const auto load = [&](Real x, Real y) -> Triple {  // from the CoP
    const Real vx = twist(0) - twist(2) * y, vy = twist(1) + twist(2) * x, speed = std::hypot(vx, vy);
    if (speed == 0) return {};
    const Real gx = region.gradient(0), gy = region.gradient(1);
    const Real p = (1 + gx * (x + cop(0) - region.centroid(0)) + gy * (y + cop(1) - region.centroid(1))) / area;
    return {-p * vx / speed, -p * vy / speed, -p * (x * vy - y * vx) / speed};
  };
  Wrench2 sum = Wrench2::Zero();
  const Real ax = apex(0) - cop(0), ay = apex(1) - cop(1);
  for (const geometry::Polygon& polygon : region.polygons) {
    const std::vector<Vec<2>>& vertices = polygon.vertices();
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const Vec<2>&a = vertices[i], &b = vertices[(i + 1) % vertices.size()];
      const Real bx = a(0) - cop(0), by = a(1) - cop(1), cx = b(0) - cop(0), cy = b(1) - cop(1);
      const Real twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
      const auto along = [&](Real s) -> Triple {
        const Real ex = bx + s * (cx - bx) - ax, ey = by + s * (cy - by) - ay;
        const auto ray = [&](Real t) {
          Triple value = load(ax + t * ex, ay + t * ey);
          for (Real& entry : value) entry *= t * twice;
          return value;
        };
        return gauss(ray, 0, 1);
      };
      const Triple part = adaptive(along, 0, 1, 1e-17L);
      sum += Wrench2(static_cast<double>(part[0]), static_cast<double>(part[1]), static_cast<double>(part[2]));
    }
  }
  return sum;
}

// The twist of unit size whose centre of rotation is here, in the patch's frame.
inline Twist2 turning_about(const Vec<2>& centre, const Vec<2>& cop, double sense = 1.0) {
  const Vec<2> c = centre - cop;
  const double size = std::sqrt(1.0 + c.squaredNorm());
  return sense / size * Twist2(c(1), -c(0), 1.0);
}

}  // namespace stickslip::patch::test
