// A convex polygon that is sure to hold a point sought for, and shrinks by cuts.
//
// Vertices counter-clockwise, in an array of fixed size; when it is full, the rectangle around them takes over. A cut
// through the centroid takes at least 1/e of the area [Grunbaum 1960]; cut along the gradient of a convex function
// there, the polygon keeps its minimum. No allocation.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "stickslip/core/vector.hpp"

namespace stickslip::patch::detail {

class Enclosure {
 public:
  // A square about the origin.
  explicit Enclosure(double half_side) noexcept { become({-half_side, -half_side}, {half_side, half_side}); }

  bool empty() const noexcept { return count_ < 3; }

  // Larger side of the rectangle around it. Not for an empty one.
  double extent() const noexcept {
    const auto [low, high] = bounds(vertices_.data(), count_);
    return (high - low).maxCoeff();
  }

  Vec<2> centroid() const noexcept {
    const Vec<2>& origin = vertices_[0];
    double area = 0.0;
    Vec<2> moment = Vec<2>::Zero();
    for (std::size_t k = 1; k + 1 < count_; ++k) {
      const Vec<2> a = vertices_[k] - origin, b = vertices_[k + 1] - origin;
      const double part = a(0) * b(1) - a(1) * b(0);
      area += part;
      moment += part * (a + b);
    }
    if (area > 0.0) return origin + moment / (3.0 * area);
    Vec<2> sum = Vec<2>::Zero();
    for (std::size_t k = 0; k < count_; ++k) sum += vertices_[k];
    return sum / static_cast<double>(count_);
  }

  // Keeps what has direction · (y − through) ≤ 0.
  void cut(const Vec<2>& through, const Vec<2>& direction) noexcept {
    std::array<Vec<2>, 2 * capacity> kept;  // for whatever rounding may have made of a convex polygon
    std::size_t kept_count = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      const Vec<2>& here = vertices_[k];
      const Vec<2>& next = vertices_[(k + 1) % count_];
      const double side = direction.dot(here - through), next_side = direction.dot(next - through);
      if (side <= 0.0) kept[kept_count++] = here;
      if ((side < 0.0 && next_side > 0.0) || (side > 0.0 && next_side < 0.0)) {
        kept[kept_count++] = here + side / (side - next_side) * (next - here);
      }
    }
    if (kept_count <= capacity) {
      std::copy_n(kept.begin(), kept_count, vertices_.begin());
      count_ = kept_count;
    } else {
      const auto [low, high] = bounds(kept.data(), kept_count);
      become(low, high);
    }
  }

 private:
  static constexpr std::size_t capacity = 32;

  // Lower left and upper right corner of the rectangle around some points.
  static std::pair<Vec<2>, Vec<2>> bounds(const Vec<2>* points, std::size_t count) noexcept {
    Vec<2> low = points[0], high = points[0];
    for (std::size_t k = 1; k < count; ++k) {
      low = low.cwiseMin(points[k]);
      high = high.cwiseMax(points[k]);
    }
    return {low, high};
  }

  void become(const Vec<2>& low, const Vec<2>& high) noexcept {
    vertices_[0] = low;
    vertices_[1] = {high(0), low(1)};
    vertices_[2] = high;
    vertices_[3] = {low(0), high(1)};
    count_ = 4;
  }

  std::array<Vec<2>, capacity> vertices_;
  std::size_t count_ = 0;
};

}  // namespace stickslip::patch::detail
