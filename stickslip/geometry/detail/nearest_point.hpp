// The point nearest to the origin of the hull of up to four points, and of any convex body that is given by its support.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "stickslip/core/vector.hpp"
#include "stickslip/geometry/detail/convex_pair.hpp"

namespace stickslip::geometry::detail {

// Some vertices of the difference, and weights ≥ 0 of sum 1 that make up its point nearest to the origin.
struct Simplex {
  std::array<DifferencePoint, 4> points;
  std::array<double, 4> weights{1.0, 0.0, 0.0, 0.0};
  std::size_t count = 1;
  Vec<3> nearest;

  explicit Simplex(const DifferencePoint& point) noexcept : points{point, point, point, point}, nearest(point.value) {}

  bool has(const DifferencePoint& point) const noexcept {
    return std::any_of(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(count),
                       [&](const DifferencePoint& own) { return own.a == point.a && own.b == point.b; });
  }
  // The nearest point of the hull with one point more, and only the points it is made of. At most three points before.
  Simplex with(const DifferencePoint& point) const noexcept;
};

// From `start` to the nearest point of the body whose support is support(direction) → DifferencePoint. It ends where the
// bounds meet (1e-15 of the distance), the origin is reached within `zero`, or rounding allows no further step.
template <class Support>
Simplex nearest_point(const Support& support, const DifferencePoint& start, double zero) {
  Simplex simplex(start);
  // A step may change the direction alone, and the distance by less than rounding: a few such steps in a row are let pass.
  constexpr int most_steps = 500, most_idle_steps = 20;
  int idle_steps = 0;
  for (int step = 0; step < most_steps && idle_steps < most_idle_steps; ++step) {
    const double square = simplex.nearest.squaredNorm();
    if (!(square > zero * zero)) break;
    const DifferencePoint next = support(Vec<3>(-simplex.nearest));
    if (simplex.nearest.dot(simplex.nearest - next.value) <= 1e-15 * square || simplex.has(next)) break;
    simplex = simplex.with(next);
    if (simplex.count == 4) break;  // the origin is inside
    idle_steps = simplex.nearest.squaredNorm() < square ? 0 : idle_steps + 1;
  }
  return simplex;
}

}  // namespace stickslip::geometry::detail
