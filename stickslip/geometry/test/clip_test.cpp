#include "stickslip/geometry/clip.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace stickslip::geometry::clip_test {
namespace {

Polygon box(double left, double bottom, double right, double top) {
  return Polygon({{left, bottom}, {right, bottom}, {right, top}, {left, top}});
}

Polygon turned(const Polygon& polygon, double angle) {
  std::vector<Vec<2>> vertices;
  for (const Vec<2>& v : polygon.vertices()) {
    vertices.emplace_back(std::cos(angle) * v(0) - std::sin(angle) * v(1),
                          std::sin(angle) * v(0) + std::cos(angle) * v(1));
  }
  return Polygon(vertices);
}

TEST(Clip, KeepsOneSide) {
  Outline part;
  clip(box(0, 0, 2, 1).vertices(), Vec<2>(1, 1), 1.0, part);  // below x + y = 1 lies a triangle
  ASSERT_EQ(part.size(), 3U);
  EXPECT_DOUBLE_EQ(Polygon(part).area(), 0.5);
  clip(box(0, 0, 2, 1).vertices(), Vec<2>(1, 0), -1.0, part);
  EXPECT_TRUE(part.empty());
  clip(box(0, 0, 2, 1).vertices(), Vec<2>(1, 0), 5.0, part);
  EXPECT_EQ(part, box(0, 0, 2, 1).vertices());
}

TEST(CommonArea, OfShapesWithAndWithoutConvexity) {
  const Polygon u({{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}});
  for (const double angle : {0.0, 0.3, 2.0}) {
    const auto common = [angle](const Polygon& a, const Polygon& b) {
      const double one = common_area(turned(a, angle), turned(b, angle));
      EXPECT_NEAR(common_area(turned(b, angle), turned(a, angle)), one, 1e-14);
      return one;
    };
    EXPECT_NEAR(common(u, u), 7.0, 1e-13);
    EXPECT_NEAR(common(u, box(-1, 2, 4, 2.5)), 1.0, 1e-13);     // through both arms
    EXPECT_NEAR(common(u, box(1, 1, 2, 3)), 0.0, 1e-13);        // fills the gap, touching
    EXPECT_NEAR(common(u, box(1.2, 1.5, 1.8, 2)), 0.0, 1e-13);  // within the gap
    EXPECT_NEAR(common(u, box(0.2, 0.2, 0.4, 0.6)), 0.08, 1e-13);
    EXPECT_NEAR(common(u, box(5, 5, 6, 6)), 0.0, 1e-13);
    EXPECT_NEAR(common(u, box(-1, -1, 4, 4)), 7.0, 1e-13);
  }
}

}  // namespace
}  // namespace stickslip::geometry::clip_test
