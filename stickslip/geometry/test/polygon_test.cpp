#include "stickslip/geometry/polygon.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"

namespace stickslip::geometry::polygon_test {
namespace {

using Points = std::vector<Vec<2>>;

Points scaled(Points points, double factor, const Vec<2>& shift = Vec<2>::Zero()) {
  for (Vec<2>& point : points) point = factor * point + shift;
  return points;
}

// What the constructor says against these vertices; empty if nothing.
std::string complaint(const Points& vertices) {
  try {
    const Polygon polygon(vertices);
    return {};
  } catch (const InvalidArgument& error) {
    return error.what();
  }
}

const Points l_shape{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};

TEST(Polygon, KnowsAreaAndCentroid) {
  const Polygon triangle({{0, 0}, {3, 0}, {0, 2}});
  EXPECT_DOUBLE_EQ(triangle.area(), 3.0);
  EXPECT_NEAR((triangle.centroid() - Vec<2>(1.0, 2.0 / 3.0)).norm(), 0.0, 1e-15);
  const Polygon l(l_shape);  // three unit squares
  EXPECT_DOUBLE_EQ(l.area(), 3.0);
  EXPECT_NEAR((l.centroid() - Vec<2>(2.5, 2.5) / 3.0).norm(), 0.0, 1e-15);
}

TEST(Polygon, AcceptsEitherSenseAndStoresCounterClockwise) {
  const Points clockwise(l_shape.rbegin(), l_shape.rend());
  const Polygon polygon(clockwise), same(l_shape);
  EXPECT_EQ(polygon.vertices(), l_shape);
  EXPECT_DOUBLE_EQ(polygon.area(), same.area());
  EXPECT_NEAR((polygon.centroid() - same.centroid()).norm(), 0.0, 1e-15);
}

TEST(Polygon, KeepsItsDigitsFarFromTheOriginAndAtAnySize) {
  for (const double factor : {1e-45, 1e-3, 1.0, 1e45}) {
    const Polygon polygon(scaled(l_shape, factor));
    EXPECT_NEAR(polygon.area() / (3.0 * factor * factor), 1.0, 1e-14);
    EXPECT_NEAR((polygon.centroid() / factor - Vec<2>(2.5, 2.5) / 3.0).norm(), 0.0, 1e-14);
  }
  const Polygon shifted(scaled(l_shape, 0.25, Vec<2>(1e6, -1e6)));
  EXPECT_DOUBLE_EQ(shifted.area(), 3.0 / 16.0);
}

TEST(Polygon, AcceptsCornersOnAStraightSideAndSpikyStars) {
  EXPECT_EQ(complaint({{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}}), "");
  Points star;
  for (int i = 0; i < 40; ++i) {
    const double radius = i % 2 == 0 ? 1.0 : 0.05, angle = std::numbers::pi * i / 20.0;
    star.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  EXPECT_EQ(complaint(star), "");
}

TEST(Polygon, RefusesWhatIsNotSimple) {
  struct Case {
    const char* name;
    Points vertices;
    const char* words;
  };
  const std::vector<Case> cases{
      {"bow-tie", {{0, 0}, {1, 1}, {1, 0}, {0, 2}}, "edge 0 and edge 2 cross"},
      {"crossing", {{0, 0}, {4, 0}, {4, 2}, {2, -1}, {0, 2}}, "edge 0 and edge 2 cross"},
      {"vertex on another edge", {{0, 0}, {4, 0}, {4, 2}, {2, 0}, {0, 2}}, "edge 0 and edge 2 cross"},
      {"vertex on another vertex", {{0, 0}, {1, 1}, {2, 0}, {2, 2}, {1, 1}, {0, 2}}, "edge 0 and edge 3"},
      {"edge back along the one before", {{0, 0}, {2, 0}, {1, 0}, {1, 1}}, "edge 0 and edge 1"},
      {"last edge back along the first", {{1, 0}, {2, 0}, {2, 1}, {0, 1}, {1.5, 0}}, "edge 0 and edge 3"},
      {"edges that overlap", {{0, 0}, {4, 0}, {4, 1}, {3, 1}, {3, 0}, {1, 0}, {1, 1}, {0, 1}}, "edge 0 and edge 3"},
      {"spike", {{0, 0}, {2, 0}, {2, 1}, {3, 1}, {2, 1}, {0, 1}}, "edge 1 and edge 3"},
  };
  for (const Case& bad : cases) {
    for (const double factor : {1e-40, 1.0, 1e40}) {
      EXPECT_NE(complaint(scaled(bad.vertices, factor)).find(bad.words), std::string::npos)
          << bad.name << ": " << complaint(scaled(bad.vertices, factor));
    }
    const Points reversed(bad.vertices.rbegin(), bad.vertices.rend());
    EXPECT_NE(complaint(reversed), "") << bad.name;
  }
}

TEST(Polygon, RefusesBadVertices) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  EXPECT_NE(complaint({}).find("0 vertices"), std::string::npos);
  EXPECT_NE(complaint({{0, 0}, {1, 0}}).find("2 vertices"), std::string::npos);
  EXPECT_NE(complaint({{0, 0}, {1, nan}, {0, 1}}).find("vertices[1] has the coordinate nan"), std::string::npos);
  EXPECT_NE(complaint({{0, 0}, {1, 0}, {-inf, 1}}).find("vertices[2] has the coordinate -inf"), std::string::npos);
  EXPECT_NE(complaint({{0, 0}, {1e60, 0}, {0, 1}}).find("vertices[1]"), std::string::npos);
  EXPECT_NE(complaint(scaled(l_shape, 1e-60)).find("at least 1e-50"), std::string::npos);
  EXPECT_NE(complaint({{0, 0}, {1, 0}, {1, 0}, {0, 1}}).find("vertices[1] and vertices[2]"), std::string::npos);
  EXPECT_NE(complaint({{0, 0}, {1, 0}, {0, 1}, {0, 0}}).find("vertices[3] and vertices[0]"), std::string::npos);
  EXPECT_NE(complaint({{0, 0}, {1, 1}, {2, 2}}).find("area"), std::string::npos);
  EXPECT_NE(complaint({{0, 0}, {1, 1}, {2, 2}, {1, 1.5e-15 + 1}}).find("area"), std::string::npos);
}

// Points a, b and one that is an ulp beside the line through them, where plain arithmetic cannot tell.
TEST(Orientation, IsExact) {
  const Vec<2> a(0.5, 0.5), b(12.0, 12.0);
  for (int i = -3; i <= 3; ++i) {
    for (int j = -3; j <= 3; ++j) {
      const Vec<2> c(24.0 + i * 0x1p-48, 24.0 + j * 0x1p-48);
      const int expected = j > i ? 1 : j < i ? -1 : 0;
      EXPECT_EQ(orientation(a, b, c), expected) << i << " " << j;
      EXPECT_EQ(orientation(b, c, a), expected);
      EXPECT_EQ(orientation(b, a, c), -expected);
    }
  }
}

TEST(Polygon, SaysThatASymmetricBowTieCrossesItself) {
  try {
    const Polygon bow_tie({{0.0, 0.0}, {1.0, 1.0}, {1.0, 0.0}, {0.0, 1.0}});
    FAIL() << "was accepted";
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("cross"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace stickslip::geometry::polygon_test
