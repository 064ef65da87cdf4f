#include "stickslip/geometry/clip.hpp"

#include <array>
#include <cstddef>

namespace stickslip::geometry {

namespace {

double signed_area(const Outline& outline) {
  double twice = 0.0;
  for (std::size_t i = 2; i < outline.size(); ++i) {
    twice += cross(outline[i - 1] - outline[0], outline[i] - outline[0]);
  }
  return 0.5 * twice;
}

}  // namespace

void clip(const Outline& outline, const Vec<2>& normal, double offset, Outline& part) {
  part.clear();
  if (outline.empty()) return;
  const Vec<2>* from = &outline.back();
  double from_height = normal.dot(*from) - offset;
  for (const Vec<2>& to : outline) {
    const double to_height = normal.dot(to) - offset;
    if ((from_height < 0.0 && to_height > 0.0) || (from_height > 0.0 && to_height < 0.0)) {
      part.push_back(*from + from_height / (from_height - to_height) * (to - *from));
    }
    if (to_height <= 0.0) part.push_back(to);
    from = &to;
    from_height = to_height;
  }
}

double common_area(const Polygon& first, const Polygon& second) {
  // The second polygon is a sum of triangles with signs, all with one corner in common.
  const std::vector<Vec<2>>& corners = second.vertices();
  Outline left, next;
  double area = 0.0;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const int sign = orientation(corners[0], corners[i - 1], corners[i]);
    if (sign == 0) continue;
    const std::array<Vec<2>, 3> triangle{corners[0], corners[i - 1], corners[i]};
    left = first.vertices();
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec<2> edge = triangle[(k + 1) % 3] - triangle[k];
      const Vec<2> outward = sign * Vec<2>(edge(1), -edge(0));
      clip(left, outward, outward.dot(triangle[k]), next);
      left.swap(next);
    }
    area += sign * signed_area(left);
  }
  return area;
}

}  // namespace stickslip::geometry
