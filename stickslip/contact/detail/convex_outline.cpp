#include "stickslip/contact/detail/convex_outline.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "stickslip/geometry/polygon.hpp"

namespace stickslip::contact::detail {

void convex_outline(std::vector<Vec<2>>& points, std::vector<Vec<2>>& outline) {
  outline.clear();
  if (points.empty()) return;
  std::ranges::sort(points, {}, [](const Vec<2>& p) { return std::pair(p(0), p(1)); });
  double extent = points.back()(0) - points.front()(0);
  const auto [low, high] = std::ranges::minmax_element(points, {}, [](const Vec<2>& p) { return p(1); });
  extent = std::max(extent, (*high)(1) - (*low)(1));
  const double flat = 1e-13 * extent * extent;
  // The lower chain from left to right, then the upper one back.
  const auto append = [&](const Vec<2>& p, std::size_t first) {
    while (outline.size() >= first + 2) {
      const Vec<2>&a = outline[outline.size() - 2], &b = outline.back();
      if (geometry::cross(b - a, p - a) > flat) break;
      outline.pop_back();
    }
    outline.push_back(p);
  };
  for (const Vec<2>& p : points) append(p, 0);
  const std::size_t turn = outline.size() - 1;
  for (std::size_t i = points.size() - 1; i-- > 0;) append(points[i], turn);
  if (outline.size() > 1) outline.pop_back();  // the first once more
  // What lies over one another at the ends of the chains is not seen there.
  const auto is_flat = [&](std::size_t i) {
    const std::size_t n = outline.size();
    const Vec<2>&a = outline[(i + n - 1) % n], &b = outline[i], &c = outline[(i + 1) % n];
    return geometry::cross(b - a, c - a) <= flat;
  };
  for (std::size_t i = 0; outline.size() >= 3 && i < outline.size();) {
    if (is_flat(i)) {
      outline.erase(outline.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

}  // namespace stickslip::contact::detail
