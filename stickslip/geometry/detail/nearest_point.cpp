#include "stickslip/geometry/detail/nearest_point.hpp"

#include <algorithm>
#include <utility>

#include <Eigen/Geometry>

namespace stickslip::geometry::detail {

namespace {

// Tries every face of a simplex. The nearest point v is the only one of the hull with v·(v − p) ≤ 0 for all corners p, so
// the face is kept where the largest of these is least. Lengths alone would not do: they differ by the square of what the
// directions do, which rounding hides.
class Candidates {
 public:
  Candidates(const std::array<DifferencePoint, 4>& points, std::size_t count) noexcept
      : points_(points), count_(count), best_(points[0]), violation_(violation(points[0].value)) {}

  void try_point(std::size_t i) noexcept { keep<1>({i}, {1.0}, value(i)); }

  void try_segment(std::size_t i, std::size_t j) noexcept {
    const Vec<3> edge = value(j) - value(i);
    const double along = -edge.dot(value(i)) / edge.squaredNorm();
    if (along > 0.0 && along < 1.0) keep<2>({i, j}, {1.0 - along, along}, value(i) + along * edge);
  }

  // Along the longer side and across it: the narrower the triangle, the less it matters that `across` has lost digits.
  void try_triangle(std::size_t i, std::size_t j, std::size_t k) noexcept {
    if ((value(j) - value(i)).squaredNorm() < (value(k) - value(i)).squaredNorm()) std::swap(j, k);
    const Vec<3> side = value(j) - value(i), other = value(k) - value(i);
    const double square = side.squaredNorm();
    const double shear = other.dot(side) / square;
    Vec<3> across = other - shear * side;
    const double rest = across.dot(side) / square;  // of rounding
    across -= rest * side;
    const double width = across.squaredNorm();
    if (!(width > 1e-30 * square)) return;  // the corners lie in a line: its sides have the answer
    const double up = -across.dot(value(i)) / width, along = -side.dot(value(i)) / square;
    const double to_j = along - (shear + rest) * up, to_i = 1.0 - to_j - up;
    if (!(to_i > 0.0 && to_j > 0.0 && up > 0.0)) return;
    // Its direction is that of the normal, or of the corners' weighted sum: the one that rounding spoils less. The former's
    // grows with the distance and the narrowness of the triangle, the latter's with the size of the corners.
    const Vec<3> normal = side.cross(across);
    const double height = normal.dot(value(i)) / normal.squaredNorm();
    const bool narrow = height * height * normal.squaredNorm() * square > width * value(i).squaredNorm();
    keep<3>({i, j, k}, {to_i, to_j, up},
            narrow ? Vec<3>(value(i) + along * side + up * across) : Vec<3>(height * normal));
  }

  void try_tetrahedron() noexcept {
    const Vec<3> a = value(0), b = value(1), c = value(2), d = value(3);
    const double volume = (b - a).dot((c - a).cross(d - a));
    const std::array<double, 4> parts{b.dot(c.cross(d)) / volume, -a.dot(c.cross(d)) / volume,
                                      a.dot(b.cross(d)) / volume, -a.dot(b.cross(c)) / volume};
    for (const double part : parts)
      if (!(part > 0.0)) return;
    keep<4>({0, 1, 2, 3}, parts, Vec<3>::Zero());
  }

  const Simplex& best() const noexcept { return best_; }

 private:
  const Vec<3>& value(std::size_t i) const noexcept { return points_[i].value; }

  double violation(const Vec<3>& nearest) const noexcept {
    double largest = 0.0;
    for (std::size_t i = 0; i < count_; ++i) largest = std::max(largest, nearest.dot(nearest - value(i)));
    return largest;
  }

  template <std::size_t N>
  void keep(const std::array<std::size_t, N>& chosen, const std::array<double, N>& weights,
            const Vec<3>& nearest) noexcept {
    const double violated = violation(nearest);
    if (!(violated < violation_)) return;
    violation_ = violated;
    best_.count = N;
    best_.nearest = nearest;
    for (std::size_t n = 0; n < N; ++n) {
      best_.points[n] = points_[chosen[n]];
      best_.weights[n] = weights[n];
    }
  }

  const std::array<DifferencePoint, 4>& points_;
  std::size_t count_;
  Simplex best_;
  double violation_;
};

}  // namespace

Simplex Simplex::with(const DifferencePoint& point) const noexcept {
  std::array<DifferencePoint, 4> all = points;
  all[count] = point;
  const std::size_t n = count + 1;
  Candidates candidates(all, n);
  for (std::size_t i = 1; i < n; ++i) candidates.try_point(i);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) candidates.try_segment(i, j);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      for (std::size_t k = j + 1; k < n; ++k) candidates.try_triangle(i, j, k);
  if (n == 4) candidates.try_tetrahedron();
  return candidates.best();
}

}  // namespace stickslip::geometry::detail
