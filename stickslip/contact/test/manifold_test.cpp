// Manifolds against closed forms.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "stickslip/contact/manifold_finder.hpp"

#include "shapes.hpp"

namespace stickslip::contact::test::manifold_test {
namespace {

using Points = std::vector<ContactPoint>;

Points manifold(const Collider& a, const Collider& b, double margin) {
  Points points;
  ManifoldFinder().append(a, b, margin, points);
  return points;
}

std::vector<std::uint32_t> features(const Points& points) {
  std::vector<std::uint32_t> found;
  for (const ContactPoint& point : points) found.push_back(point.id.feature);
  return found;
}

// Turns (1, 1, 1) to −z: (1 + cos, axis sin) of the angle between them, all times √3. Eigen's FromTwoVectors takes
// long to compile.
const Eigen::Quaterniond upright = Eigen::Quaterniond(std::sqrt(3.0) - 1.0, -1.0, 1.0, 0.0).normalized();

bool has_point(const Points& points, const Vec<3>& where, double tolerance = 1e-12) {
  return std::any_of(points.begin(), points.end(),
                     [&](const ContactPoint& p) { return (p.point - where).norm() <= tolerance; });
}

const geometry::Shape ground = geometry::Plane{Vec<3>::UnitZ(), 0.0};
const geometry::Shape cube = box(1.0, 1.0, 1.0);

TEST(PolyhedronOnPlane, FlatBoxTouchesWithFourVertices) {
  const double gap = 1e-3;
  const Points points = manifold(placed(cube, 0, {0.2, 0.1, 0.5 + gap}), placed(ground, -1), 2e-3);
  ASSERT_EQ(points.size(), 4U);
  for (const ContactPoint& p : points) {
    EXPECT_NEAR(p.gap, gap, 1e-15);
    EXPECT_NEAR(p.point(2), 0.5 * gap, 1e-15);  // midway
    EXPECT_EQ(p.normal, Vec<3>(Vec<3>::UnitZ()));
    EXPECT_EQ(p.id.body_a, 0);
    EXPECT_EQ(p.id.body_b, -1);
  }
  for (const double x : {-0.3, 0.7}) {
    for (const double y : {-0.4, 0.6}) EXPECT_TRUE(has_point(points, {x, y, 0.5 * gap}));
  }
  EXPECT_TRUE(
      manifold(placed(cube, 0, {0.2, 0.1, 0.5 + gap}), placed(ground, -1), gap).empty());  // nearer, not as near
}

TEST(PolyhedronOnPlane, AllCornersOfAFaceTouch) {
  for (const int corners : {3, 6, 17, 40}) {
    std::vector<Vec<2>> outline;
    for (int i = 0; i < corners; ++i) {
      outline.emplace_back(std::cos(2.0 * M_PI * i / corners), std::sin(2.0 * M_PI * i / corners));
    }
    const geometry::Shape prism = geometry::Polyhedron::prism(outline, 1.0);
    EXPECT_EQ(manifold(placed(prism, 0, {0, 0, 0.5}), placed(ground, -1), 1e-6).size(),
              static_cast<std::size_t>(corners));
  }
}

TEST(PolyhedronOnPlane, TiltedBoxStandsOnAnEdgeOrAVertex) {
  const double angle = 0.3;
  // Turned about x: two lowest vertices at −(cos + sin)/2.
  const double low = 0.5 * (std::cos(angle) + std::sin(angle));
  const Points edge = manifold(placed(cube, 0, {0, 0, low}, turn(angle, Vec<3>::UnitX())), placed(ground, -1), 1e-3);
  ASSERT_EQ(edge.size(), 2U);
  EXPECT_NEAR(edge[0].gap, 0.0, 1e-15);
  EXPECT_NEAR((edge[0].point - edge[1].point).norm(), 1.0, 1e-15);
  // The diagonal upright: the lowest vertex √3/2 below the centre.
  const Points vertex = manifold(placed(cube, 0, {0, 0, std::sqrt(0.75) - 1e-4}, upright), placed(ground, -1), 1e-3);
  ASSERT_EQ(vertex.size(), 1U);
  EXPECT_NEAR(vertex[0].gap, -1e-4, 1e-15);
}

TEST(PolyhedronOnPlane, PlaneMayBeTurnedAndMoved) {
  const Eigen::Quaterniond tilt = turn(0.4, {1, 2, 0});
  const Vec<3> shift(0.3, -0.2, 5.0);
  Collider plane = placed(ground, -1, shift, tilt);
  const Points points = manifold(placed(cube, 0, shift + tilt * Vec<3>(0.1, 0.2, 0.5), tilt), plane, 1e-3);
  ASSERT_EQ(points.size(), 4U);
  for (const ContactPoint& p : points) {
    EXPECT_NEAR(p.gap, 0.0, 1e-14);
    EXPECT_NEAR((p.normal - tilt * Vec<3>::UnitZ()).norm(), 0.0, 1e-15);
  }
}

TEST(PlaneUnderPolyhedron, NormalPointsToThePlaneWhereItIsFirst) {
  const Points points = manifold(placed(ground, 0), placed(cube, 1, {0, 0, 0.5}), 1e-3);
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(points[0].normal, Vec<3>(-Vec<3>::UnitZ()));
  EXPECT_EQ(kind_of(points[0].id.feature), FeatureKind::face_on_vertex);
}

TEST(BoxOnBox, AlignedBoxesShareFourCorners) {
  for (const double gap : {1e-4, 0.0, -1e-4}) {
    const Points points = manifold(placed(cube, 0), placed(cube, 1, {0, 0, 1.0 + gap}), 1e-3);
    ASSERT_EQ(points.size(), 4U) << gap;
    for (const ContactPoint& p : points) {
      EXPECT_NEAR(p.gap, gap, 1e-15);
      EXPECT_NEAR((p.normal + Vec<3>::UnitZ()).norm(), 0.0, 1e-15);
      EXPECT_NEAR(p.point(2), 0.5 + 0.5 * gap, 1e-15);
    }
    for (const double x : {-0.5, 0.5}) {
      for (const double y : {-0.5, 0.5}) EXPECT_TRUE(has_point(points, {x, y, 0.5 + 0.5 * gap}));
    }
  }
}

TEST(BoxOnBox, TurnedByAnEighthTheyCrossInEightPoints) {
  const Points points =
      manifold(placed(cube, 0), placed(cube, 1, {0, 0, 1.0}, turn(M_PI / 4.0, Vec<3>::UnitZ())), 1e-3);
  ASSERT_EQ(points.size(), 8U);
  const double along = std::sqrt(0.5) - 0.5;  // of the crossings on each side of the lower box's top
  for (const double side : {-0.5, 0.5}) {
    for (const double at : {-along, along}) {
      EXPECT_TRUE(has_point(points, {side, at, 0.5}));
      EXPECT_TRUE(has_point(points, {at, side, 0.5}));
    }
  }
  for (const ContactPoint& p : points) EXPECT_EQ(kind_of(p.id.feature), FeatureKind::edge_on_edge);
}

TEST(BoxOnBox, OffsetTheyShareARectangle) {
  const Points points = manifold(placed(cube, 0), placed(cube, 1, {0.25, 0.5, 0.999}), 1e-3);
  ASSERT_EQ(points.size(), 4U);
  for (const double x : {-0.25, 0.5}) {
    for (const double y : {0.0, 0.5}) EXPECT_TRUE(has_point(points, {x, y, 0.4995}));
  }
  for (const ContactPoint& p : points) EXPECT_NEAR(p.gap, -1e-3, 1e-15);
}

TEST(BoxOnBox, SmallOnLargeAndLargeOnSmallHaveTheSmallOnesCorners) {
  const geometry::Shape slab = box(3.0, 3.0, 0.2);
  const Points on_slab = manifold(placed(cube, 0, {0.3, 0.2, 0.6}), placed(slab, 1), 1e-3);
  const Points under_slab = manifold(placed(cube, 0, {0.3, 0.2, -0.6}), placed(slab, 1), 1e-3);
  ASSERT_EQ(on_slab.size(), 4U);
  ASSERT_EQ(under_slab.size(), 4U);
  for (const ContactPoint& p : on_slab) EXPECT_EQ(kind_of(p.id.feature), FeatureKind::vertex_on_face);
  for (const ContactPoint& p : under_slab) EXPECT_EQ(kind_of(p.id.feature), FeatureKind::vertex_on_face);
}

// Two bars, each turned so that an edge looks at the other, crossed at right angles.
TEST(BoxOnBox, CrossedEdgesTouchAtOnePointAlongTheirCommonNormal) {
  const geometry::Shape bar = box(4.0, 1.0, 1.0);
  const Eigen::Quaterniond roll = turn(M_PI / 4.0, Vec<3>::UnitX());
  const double low = std::sqrt(0.5);
  for (const double gap : {1e-4, 1e-9, -1e-9, -1e-4, -1e-2}) {
    const Collider lower = placed(bar, 0, Vec<3>::Zero(), roll);
    const Collider upper = placed(bar, 1, {0.3, 0.2, 2.0 * low + gap}, turn(M_PI / 2.0, Vec<3>::UnitZ()) * roll);
    const Points points = manifold(lower, upper, 1e-3);
    ASSERT_EQ(points.size(), 1U) << gap;
    EXPECT_NEAR(points[0].gap, gap, 1e-15);
    EXPECT_NEAR((points[0].normal + Vec<3>::UnitZ()).norm(), 0.0, 1e-14);
    EXPECT_NEAR((points[0].point - Vec<3>(0.3, 0.0, low + 0.5 * gap)).norm(), 0.0, 1e-12);
    EXPECT_EQ(kind_of(points[0].id.feature), FeatureKind::edge_on_edge);
  }
}

TEST(BoxOnBox, CornerIntoAFaceTouchesWithThatCorner) {
  for (const double gap : {1e-4, -1e-4}) {
    const Points points =
        manifold(placed(cube, 0, {0.1, 0.2, 0.5 + std::sqrt(0.75) + gap}, upright), placed(cube, 1), 1e-3);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_NEAR((points[0].point - Vec<3>(0.1, 0.2, 0.5 + 0.5 * gap)).norm(), 0.0, 1e-14);
    EXPECT_NEAR((points[0].normal - Vec<3>::UnitZ()).norm(), 0.0, 1e-14);
    EXPECT_NEAR(points[0].gap, gap, 1e-14);
    EXPECT_EQ(kind_of(points[0].id.feature), FeatureKind::vertex_on_face);
  }
}

// Diagonally past a corner: the planes of the faces are 0.01 apart, but no part of one lies over the other.
TEST(BoxOnBox, NearestCornersTouchWhereNoFaceLiesOverAnother) {
  const Vec<3> offset(1.01, 1.01, 1.01);
  const double distance = 0.01 * std::sqrt(3.0);
  const Points points = manifold(placed(cube, 0), placed(cube, 1, offset), 1.001 * distance);
  ASSERT_EQ(points.size(), 1U);
  EXPECT_NEAR(points[0].gap, distance, 1e-14);
  EXPECT_NEAR((points[0].normal + offset.normalized()).norm(), 0.0, 1e-12);
  EXPECT_TRUE(manifold(placed(cube, 0), placed(cube, 1, offset), 0.999 * distance).empty());
}

TEST(BoxOnBox, AHairsBreadthDoesNotChangeNames) {
  const Collider lower = placed(cube, 0);
  const std::vector<std::uint32_t> names = features(manifold(lower, placed(cube, 1, {0, 0, 1.0}), 1e-3));
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Collider upper = placed(cube, 1, Vec<3>(0, 0, 1.0) + random.vector(1e-5), turn(1e-5, random.direction()));
    EXPECT_EQ(features(manifold(lower, upper, 1e-3)), names);
  }
}

TEST(Spheres, TouchAtOnePoint) {
  const geometry::Shape small = geometry::Sphere{0.5}, large = geometry::Sphere{2.0};
  const Vec<3> direction = Vec<3>(1, 2, 2) / 3.0;
  for (const double gap : {0.01, -0.3}) {
    const Points points = manifold(placed(small, 0, (2.5 + gap) * direction), placed(large, 1), 0.02);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_NEAR(points[0].gap, gap, 1e-15);
    EXPECT_NEAR((points[0].normal - direction).norm(), 0.0, 1e-15);
    EXPECT_NEAR((points[0].point - (2.0 + 0.5 * gap) * direction).norm(), 0.0, 1e-15);
  }
  EXPECT_TRUE(manifold(placed(small, 0, 2.53 * direction), placed(large, 1), 0.02).empty());
  const Points one_centre = manifold(placed(small, 0), placed(large, 1), 0.02);
  ASSERT_EQ(one_centre.size(), 1U);
  EXPECT_NEAR(one_centre[0].normal.norm(), 1.0, 1e-15);
  EXPECT_EQ(one_centre[0].gap, -2.5);
}

TEST(Spheres, TouchFacesEdgesAndVerticesOfABox) {
  const geometry::Shape ball = geometry::Sphere{0.25};
  struct Case {
    Vec<3> nearest, direction;
  };
  const std::vector<Case> cases{
      {{0.1, 0.2, 0.5}, {0, 0, 1}}, {{0.1, 0.5, 0.5}, {0, 0.6, 0.8}}, {{-0.5, 0.5, 0.5}, Vec<3>(-1, 2, 2) / 3.0}};
  for (const Case& at : cases) {
    for (const double gap : {1e-3, -1e-3}) {
      const Collider sphere = placed(ball, 0, at.nearest + (0.25 + gap) * at.direction);
      const Points points = manifold(sphere, placed(cube, 1), 2e-3);
      ASSERT_EQ(points.size(), 1U);
      EXPECT_NEAR(points[0].gap, gap, 1e-15);
      EXPECT_NEAR((points[0].normal - at.direction).norm(), 0.0, 1e-14);
      EXPECT_NEAR((points[0].point - at.nearest - 0.5 * gap * at.direction).norm(), 0.0, 1e-14);
      const Points swapped = manifold(placed(cube, 1), sphere, 2e-3);
      ASSERT_EQ(swapped.size(), 1U);
      EXPECT_EQ(swapped[0].point, points[0].point);
      EXPECT_EQ(swapped[0].normal, Vec<3>(-points[0].normal));
    }
  }
  // The centre inside: out through the nearest face.
  const Points inside = manifold(placed(ball, 0, {0.1, 0.0, 0.4}), placed(cube, 1), 1e-3);
  ASSERT_EQ(inside.size(), 1U);
  EXPECT_NEAR(inside[0].gap, -0.35, 1e-15);
  EXPECT_NEAR((inside[0].normal - Vec<3>::UnitZ()).norm(), 0.0, 1e-15);
}

TEST(Manifold, SphereOnPlaneAndPlanesAlone) {
  const geometry::Shape ball = geometry::Sphere{0.25};
  const Points points = manifold(placed(ball, 0, {1, 2, 0.2}), placed(ground, -1), 1e-3);
  ASSERT_EQ(points.size(), 1U);
  EXPECT_NEAR(points[0].gap, -0.05, 1e-15);
  EXPECT_NEAR((points[0].point - Vec<3>(1, 2, -0.025)).norm(), 0.0, 1e-15);
  EXPECT_TRUE(manifold(placed(ground, 0), placed(ground, 1), 1.0).empty());
}

TEST(Manifold, WhatIsNotFiniteTouchesNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  const geometry::Shape ball = geometry::Sphere{0.5};
  for (const geometry::Shape* a : {&cube, &ball, &ground}) {
    for (const geometry::Shape* b : {&cube, &ball, &ground}) {
      for (const double bad : {nan, infinite}) {
        Collider position = placed(*a, 0), rotation = placed(*a, 0);
        position.position(2) = bad;
        rotation.rotation(1, 1) = bad;
        EXPECT_TRUE(manifold(position, placed(*b, 1), 1.0).empty());
        EXPECT_TRUE(manifold(placed(*b, 1), rotation, 1.0).empty());
      }
      EXPECT_TRUE(manifold(placed(*a, 0), placed(*b, 1), nan).empty());
    }
  }
}

}  // namespace
}  // namespace stickslip::contact::test::manifold_test
