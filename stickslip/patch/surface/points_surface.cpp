#include "stickslip/patch/surface/points_surface.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "stickslip/patch/detail/scaled_twist.hpp"

namespace stickslip::patch {

PointsSurface::PointsSurface(const Points& points, const Vec<2>& cop) : weights_(points.weights) {
  positions_.reserve(points.positions.size());
  double farthest = 0.0;
  for (const Vec<2>& position : points.positions) {
    positions_.emplace_back(position - cop);
    farthest = std::max(farthest, norm(positions_.back()));
  }
  if (farthest > 0.0) length_ = farthest;
}

Wrench2 PointsSurface::wrench(const Twist2& v) const noexcept {
  const detail::ScaledTwist scaled = detail::scaled_twist(v, length_);
  if (scaled.size == 0.0) return Wrench2::Zero();
  if (std::isnan(scaled.size)) return not_a_number<3>();
  // What rounding leaves of a velocity that is zero; a load that moves slower than this counts as the centre.
  const double rest = 4.0 * std::numeric_limits<double>::epsilon() * scaled.size, spin = scaled.spin / length_;
  Wrench2 sum = Wrench2::Zero();
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    const double x = positions_[i](0), y = positions_[i](1);
    const double vx = scaled.x - spin * y, vy = scaled.y + spin * x;
    const double squared = vx * vx + vy * vy;
    if (squared <= rest * rest) continue;
    const double factor = weights_[i] / std::sqrt(squared);
    sum -= factor * Wrench2(vx, vy, x * vy - y * vx);
  }
  return sum;
}

}  // namespace stickslip::patch
