#include "stickslip/geometry/distance.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <random>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "stickslip/core/test/property.hpp"
#include "stickslip/core/test/refusal.hpp"
#include "stickslip/geometry/test/bodies.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::geometry::test::distance_test {
namespace {

using Eigen::Quaterniond;
using test::random_body, test::random_pose, test::random_vector, stickslip::test::refusal, stickslip::test::for_all;

Pose3 at(double x, double y, double z) {
  return {Vec<3>(x, y, z), Quaterniond::Identity()};
}

// Of a body in its frame; positive outside.
double depth_in(const Shape& shape, const Pose3& X_WS, const Vec<3>& point) {
  const Vec<3> here = X_WS.inverse().point(point);
  if (const auto* const sphere = std::get_if<Sphere>(&shape)) return here.norm() - sphere->radius;
  if (const auto* const plane = std::get_if<Plane>(&shape)) return plane->normal.dot(here) - plane->offset;
  return std::get<Polyhedron>(shape).depth(here);
}

void expect_consistent(const Shape& a, const Pose3& X_WA, const Shape& b, const Pose3& X_WB, const Separation& found,
                       double rounding = 1e-12) {
  EXPECT_NEAR(found.normal.norm(), 1.0, 1e-12);
  EXPECT_NEAR((found.point_a - found.point_b - found.distance * found.normal).norm(), 0.0, rounding);
  EXPECT_NEAR(depth_in(a, X_WA, found.point_a), 0.0, rounding);
  EXPECT_NEAR(depth_in(b, X_WB, found.point_b), 0.0, rounding);
}

// Nearest point of a triangle: the foot on its plane if that is inside, on one of its sides otherwise.
double point_to_segment(const Vec<3>& p, const Vec<3>& a, const Vec<3>& b) {
  const double along = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (a + along * (b - a) - p).norm();
}

double point_to_triangle(const Vec<3>& p, const Vec<3>& a, const Vec<3>& b, const Vec<3>& c) {
  const Vec<3> normal = (b - a).cross(c - a).normalized();
  const Vec<3> foot = p - normal.dot(p - a) * normal;
  const auto inside = [&](const Vec<3>& u, const Vec<3>& v) { return normal.dot((v - u).cross(foot - u)) >= 0.0; };
  if (inside(a, b) && inside(b, c) && inside(c, a)) return (p - foot).norm();
  return std::min({point_to_segment(p, a, b), point_to_segment(p, b, c), point_to_segment(p, c, a)});
}

double segment_to_segment(const Vec<3>& a, const Vec<3>& b, const Vec<3>& c, const Vec<3>& d) {
  double best = std::min(
      {point_to_segment(a, c, d), point_to_segment(b, c, d), point_to_segment(c, a, b), point_to_segment(d, a, b)});
  const Vec<3> normal = (b - a).cross(d - c);
  const double square = normal.squaredNorm();
  if (square > 0.0) {
    const double s = normal.dot((c - a).cross(d - c)) / square, t = normal.dot((c - a).cross(b - a)) / square;
    if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0) best = std::min(best, (a + s * (b - a) - c - t * (d - c)).norm());
  }
  return best;
}

// The least over all pairs of features: bodies apart only.
double enumerated_distance(const Polyhedron& a, const Pose3& X_WA, const Polyhedron& b, const Pose3& X_WB) {
  double best = std::numeric_limits<double>::infinity();
  const auto vertices_to_faces = [&](const Polyhedron& of, const Pose3& X_WO, const Polyhedron& to, const Pose3& X_WT) {
    for (const auto vertex : of.vertices().colwise()) {
      for (const Polyhedron::Face& face : to.faces()) {
        const auto corner = [&](std::size_t i) { return X_WT.point(to.vertices().col(to.corners(face)[i])); };
        for (std::size_t i = 2; i < to.corners(face).size(); ++i) {
          best = std::min(best, point_to_triangle(X_WO.point(vertex), corner(0), corner(i - 1), corner(i)));
        }
      }
    }
  };
  vertices_to_faces(a, X_WA, b, X_WB);
  vertices_to_faces(b, X_WB, a, X_WA);
  for (const Polyhedron::Edge& p : a.edges()) {
    for (const Polyhedron::Edge& q : b.edges()) {
      best = std::min(best,
                      segment_to_segment(X_WA.point(a.vertices().col(p.tail)), X_WA.point(a.vertices().col(p.head)),
                                         X_WB.point(b.vertices().col(q.tail)), X_WB.point(b.vertices().col(q.head))));
    }
  }
  return best;
}

double separation_along(const Polyhedron& a, const Pose3& X_WA, const Polyhedron& b, const Pose3& X_WB,
                        const Vec<3>& n) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const auto x : a.vertices().colwise()) low = std::min(low, n.dot(X_WA.point(x)));
  for (const auto x : b.vertices().colwise()) high = std::max(high, n.dot(X_WB.point(x)));
  return low - high;
}

// The largest over all faces and all pairs of edges.
double enumerated_separation(const Polyhedron& a, const Pose3& X_WA, const Polyhedron& b, const Pose3& X_WB) {
  double best = -std::numeric_limits<double>::infinity();
  const auto take = [&](const Vec<3>& n) { best = std::max(best, separation_along(a, X_WA, b, X_WB, n)); };
  for (const Polyhedron::Face& face : a.faces()) take(X_WA.vector(-face.normal));
  for (const Polyhedron::Face& face : b.faces()) take(X_WB.vector(face.normal));
  for (const Polyhedron::Edge& p : a.edges()) {
    for (const Polyhedron::Edge& q : b.edges()) {
      const Vec<3> n = X_WA.vector(a.vertices().col(p.head) - a.vertices().col(p.tail))
                           .cross(X_WB.vector(b.vertices().col(q.head) - b.vertices().col(q.tail)));
      if (n.norm() < 1e-6) continue;
      take(n.normalized());
      take(-n.normalized());
    }
  }
  return best;
}

TEST(Distance, OfSpheres) {
  const Shape small = Sphere{0.5}, large = Sphere{2.0};
  Separation found = distance(small, at(3, 0, 4), large, Pose3());
  EXPECT_NEAR(found.distance, 2.5, 1e-15);
  EXPECT_NEAR((found.normal - Vec<3>(0.6, 0, 0.8)).norm(), 0.0, 1e-15);
  expect_consistent(small, at(3, 0, 4), large, Pose3(), found);
  found = distance(small, at(1, 1, 1), large, at(1, 1, 1));  // any direction is right
  EXPECT_DOUBLE_EQ(found.distance, -2.5);
  expect_consistent(small, at(1, 1, 1), large, at(1, 1, 1), found);
}

TEST(Distance, OfASphereAndABox) {
  const Shape box = Polyhedron::box({2, 2, 2}), ball = Sphere{0.25};
  const struct {
    Vec<3> centre;
    double expected;
    Vec<3> normal;
  } cases[] = {
      {{0.3, 0.2, 3}, 1.75, {0, 0, 1}},                                    // above a face
      {{0.3, 2, 2}, std::sqrt(2.0) - 0.25, Vec<3>(0, 1, 1).normalized()},  // beside an edge
      {{2, 2, 2}, std::sqrt(3.0) - 0.25, Vec<3>(1, 1, 1).normalized()},    // off a corner
      {{0.3, 0.2, 1.25}, 0.0, {0, 0, 1}},                                  // touching
      {{0.3, 0.2, 1.0}, -0.25, {0, 0, 1}},                                 // centre on the face
      {{0.3, 0.2, 1.0 + 1e-12}, 1e-12 - 0.25, {0, 0, 1}},
      {{0.3, 0.2, 0.5}, -0.75, {0, 0, 1}},  // centre inside
  };
  for (const auto& c : cases) {
    const Pose3 place(c.centre, Quaterniond::Identity());
    const Separation found = distance(ball, place, box, Pose3());
    EXPECT_NEAR(found.distance, c.expected, 1e-14);
    EXPECT_NEAR((found.normal - c.normal).norm(), 0.0, 1e-12);
    expect_consistent(ball, place, box, Pose3(), found);
    const Separation swapped = distance(box, Pose3(), ball, place);
    EXPECT_NEAR(swapped.distance, c.expected, 1e-14);
    EXPECT_NEAR((swapped.normal + c.normal).norm(), 0.0, 1e-12);
  }
}

TEST(Distance, ToAPlane) {
  const Shape floor = Plane{Vec<3>::UnitZ(), 0.5}, box = Polyhedron::box({2, 2, 2}), ball = Sphere{1.0};
  EXPECT_DOUBLE_EQ(distance(box, at(5, 5, 3), floor, Pose3()).distance, 1.5);
  EXPECT_DOUBLE_EQ(distance(ball, at(5, 5, 1), floor, Pose3()).distance, -0.5);
  const Pose3 tilted = Pose3::from_axis_angle({1, 0, 0}, {0, 1, 0}, std::numbers::pi / 4);
  const Separation found = distance(floor, tilted, box, Pose3());
  // The corner (−1, ·, −1) is the farthest against the normal (1, 0, 1)/√2.
  EXPECT_NEAR(found.distance, (-3.0 / std::sqrt(2.0)) - 0.5, 1e-14);
  EXPECT_NEAR((found.normal + Vec<3>(1, 0, 1).normalized()).norm(), 0.0, 1e-15);
  expect_consistent(floor, tilted, box, Pose3(), found);
}

TEST(Distance, OfBoxesFaceToFaceEdgeToEdgeCornerToCorner) {
  const Shape box = Polyhedron::box({2, 2, 2});
  for (const double gap : {1.0, 1e-6, 1e-12, 0.0, -1e-12, -1e-6, -0.5}) {
    const Pose3 above = at(0.7, -0.3, 2 + gap);
    const Separation face = distance(box, above, box, Pose3());
    EXPECT_NEAR(face.distance, gap, 1e-15);
    EXPECT_NEAR((face.normal - Vec<3>::UnitZ()).norm(), 0.0, 1e-15);
    expect_consistent(box, above, box, Pose3(), face);
    // Edges at right angles, one box standing on its edge along x, the other on its edge along y.
    const double half = std::sqrt(2.0);
    const Pose3 along_x = Pose3::from_axis_angle({0.2, 0.1, 2 * half + gap}, {1, 0, 0}, std::numbers::pi / 4);
    const Pose3 along_y = Pose3::from_axis_angle({0, 0, 0}, {0, 1, 0}, std::numbers::pi / 4);
    const Separation edge = distance(box, along_x, box, along_y);
    EXPECT_NEAR(edge.distance, gap, 1e-14);
    EXPECT_NEAR((edge.normal - Vec<3>::UnitZ()).norm(), 0.0, 1e-12);
    EXPECT_NEAR((edge.point_a - Vec<3>(0, 0.1, half + gap)).norm(), 0.0, 1e-12);
    expect_consistent(box, along_x, box, along_y, edge);
  }
  const Separation corner = distance(box, at(2 + 1e-3, 2 + 1e-3, 2 + 1e-3), box, Pose3());
  EXPECT_NEAR(corner.distance, 1e-3 * std::sqrt(3.0), 1e-15);
  EXPECT_NEAR((corner.normal - Vec<3>(1, 1, 1).normalized()).norm(), 0.0, 1e-11);
  EXPECT_NEAR(distance(box, at(2, 2, 2), box, Pose3()).distance, 0.0, 1e-15);
  const Separation same = distance(box, Pose3(), box, Pose3());
  EXPECT_DOUBLE_EQ(same.distance, -2.0);
  expect_consistent(box, Pose3(), box, Pose3(), same);
}

TEST(Distance, OfBodiesOfVeryDifferentSize) {
  const Shape ground = Polyhedron::box({1e6, 1e6, 1e3}), cube = Polyhedron::box({1e-2, 1e-2, 1e-2});
  for (const double gap : {10.0, 1e-3, 0.0, -1e-3}) {
    const Pose3 place = at(1234.5, -876.5, 500 + 0.005 + gap);
    const Separation found = distance(cube, place, ground, Pose3());
    EXPECT_NEAR(found.distance, gap, 1e-11);
    EXPECT_NEAR((found.normal - Vec<3>::UnitZ()).norm(), 0.0, 1e-12);
    expect_consistent(cube, place, ground, Pose3(), found, 1e-9);
  }
  const Shape speck = Polyhedron::box({1e-6, 1e-6, 1e-6});
  EXPECT_NEAR(distance(speck, at(0.2, 0.1, 0.7), Polyhedron::box({1, 1, 1}), Pose3()).distance, 0.2 - 0.5e-6, 1e-15);
}

TEST(Distance, AgreesWithTheEnumerationOfFeatures) {
  for_all(
      [] {
        std::mt19937 engine(*rc::gen::arbitrary<unsigned>());
        const Polyhedron a = random_body(engine), b = random_body(engine);
        const Pose3 X_WA = random_pose(engine, 1.0), X_WB = random_pose(engine, 1.0);
        const Separation found = distance(a, X_WA, b, X_WB);
        const double separation = enumerated_separation(a, X_WA, b, X_WB);
        const double expected = separation > 0.0 ? enumerated_distance(a, X_WA, b, X_WB) : separation;
        RC_ASSERT(std::abs(found.distance - expected) <= 1e-11);
        expect_consistent(a, X_WA, b, X_WB, found, 1e-11);
      },
      300);
}

TEST(Distance, IsSymmetricAndUnchangedByRigidMotion) {
  for_all(
      [] {
        std::mt19937 engine(*rc::gen::arbitrary<unsigned>());
        const Polyhedron a = random_body(engine), b = random_body(engine);
        const Pose3 X_WA = random_pose(engine, 0.8), X_WB = random_pose(engine, 0.8), move = random_pose(engine, 3.0);
        const Separation found = distance(a, X_WA, b, X_WB), swapped = distance(b, X_WB, a, X_WA);
        RC_ASSERT(std::abs(swapped.distance - found.distance) <= 1e-12);
        RC_ASSERT((swapped.normal + found.normal).norm() <= 1e-6);
        const Separation moved = distance(a, move * X_WA, b, move * X_WB);
        RC_ASSERT(std::abs(moved.distance - found.distance) <= 1e-12);
        RC_ASSERT((moved.normal - move.vector(found.normal)).norm() <= 1e-6);
      },
      300);
}

TEST(Distance, TranslationByTheDepthJustSeparates) {
  for_all(
      [] {
        std::mt19937 engine(*rc::gen::arbitrary<unsigned>());
        const Polyhedron a = random_body(engine), b = random_body(engine);
        const Pose3 X_WA = random_pose(engine, 0.2), X_WB = random_pose(engine, 0.2);
        const Separation found = distance(a, X_WA, b, X_WB);
        if (found.distance >= 0.0) return;
        const auto after = [&](double depth) {
          const Pose3 moved(X_WA.position() + depth * found.normal, X_WA.rotation());
          return distance(a, moved, b, X_WB).distance;
        };
        RC_ASSERT(std::abs(after(-found.distance)) <= 1e-12);
        RC_ASSERT(std::abs(after(-found.distance + 1e-3) - 1e-3) <= 1e-12);
        RC_ASSERT(after(-found.distance - 1e-3) < 0.0);
        for (int i = 0; i < 200; ++i) {
          const Vec<3> direction = random_vector(engine).normalized();
          RC_ASSERT(separation_along(a, X_WA, b, X_WB, direction) <= found.distance + 1e-12);
        }
      },
      300);
}

TEST(Distance, IsContinuousThroughTouching) {
  std::mt19937 engine(5);
  int overlapping = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const Polyhedron a = random_body(engine), b = random_body(engine);
    const Pose3 X_WA = random_pose(engine, 0.3), X_WB = random_pose(engine, 0.3);
    const Separation found = distance(a, X_WA, b, X_WB);
    if (found.distance >= 0.0) continue;  // moved into one another, they may overlap less along another direction
    ++overlapping;
    for (const double gap : {-1e-3, -1e-9, -1e-13, 0.0, 1e-13, 1e-9, 1e-3}) {
      const Pose3 moved(X_WA.position() + (gap - found.distance) * found.normal, X_WA.rotation());
      const Separation now = distance(a, moved, b, X_WB);
      EXPECT_NEAR(now.distance, gap, 1e-12);
      EXPECT_NEAR((now.normal - found.normal).norm(), 0.0, 1e-9);
      expect_consistent(a, moved, b, X_WB, now, 1e-11);
    }
  }
  EXPECT_GT(overlapping, 30);
}

TEST(Distance, OfFacesAndEdgesThatAreAlmostParallel) {
  const Polyhedron lower = Polyhedron::box({2, 2, 2}), upper = Polyhedron::box({1, 1.5, 1});
  std::mt19937 engine(8);
  for (double angle = 1e-17; angle < 1e-2; angle *= 10.0) {
    for (const double gap : {1e-2, 1e-8, 0.0, -1e-8, -1e-2}) {
      for (int trial = 0; trial < 10; ++trial) {
        const Vec<3> middle(0.9 * random_vector(engine)(0), 0.9 * random_vector(engine)(1), 1.5 + gap);
        const Pose3 place = Pose3::from_axis_angle(middle, random_vector(engine), angle);
        const Separation found = distance(upper, place, lower, Pose3());
        const double separation = enumerated_separation(upper, place, lower, Pose3());
        const double expected = separation > 0.0 ? enumerated_distance(upper, place, lower, Pose3()) : separation;
        EXPECT_NEAR(found.distance, expected, 1e-12) << angle << " " << gap;
        expect_consistent(upper, place, lower, Pose3(), found, 1e-10);
      }
    }
  }
}

TEST(Distance, OfRoundBodiesOfManyFaces) {
  std::mt19937 engine(4);
  const Polyhedron ball = Polyhedron::from_points(test::random_points(engine, 2000, true));
  for (const double gap : {1.0, 1e-2}) {
    const Pose3 X_WA = random_pose(engine, 1.0);
    const Pose3 X_WB(X_WA.position() + (2.0 + gap) * random_vector(engine).normalized(),
                     random_pose(engine, 1.0).rotation());
    const Separation found = distance(ball, X_WA, ball, X_WB);
    EXPECT_GE(found.distance, gap);
    EXPECT_LE(found.distance, gap + 0.03);  // triangles of side 0.1 lie 0.003 below the sphere, some larger ones deeper
    expect_consistent(ball, X_WA, ball, X_WB, found);
    // Nothing of either body lies within the gap: the distance is a lower bound, too.
    EXPECT_NEAR(separation_along(ball, X_WA, ball, X_WB, found.normal), found.distance, 1e-13);
  }
}

TEST(Distance, AllocatesNothing) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "the sanitizer's allocator is not counted";
  std::mt19937 engine(9);
  const Shape shapes[] = {Sphere{0.4}, random_body(engine), random_body(engine), Plane{Vec<3>::UnitZ(), 0.1}};
  for (const double reach : {0.1, 3.0}) {
    const Pose3 X_WA = random_pose(engine, reach), X_WB = random_pose(engine, reach);
    for (const Shape& a : shapes) {
      for (const Shape& b : shapes) {
        if (std::holds_alternative<Plane>(a) && std::holds_alternative<Plane>(b)) continue;
        EXPECT_EQ(stickslip::test::allocations_in([&] { return distance(a, X_WA, b, X_WB); }), 0U);
      }
    }
  }
}

TEST(Distance, RefusesWhatHasNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Shape floor = Plane{Vec<3>::UnitZ(), 0.0}, ball = Sphere{1.0};
  EXPECT_EQ(refusal([&] { distance(floor, Pose3(), floor, Pose3()); }), "distance: two planes have no distance");
  EXPECT_EQ(refusal([&] { distance(ball, at(0, nan, 0), floor, Pose3()); }),
            "distance: position of a = nan must be finite and at most 1e50 in size [m]");
  EXPECT_EQ(refusal([&] { distance(Sphere{nan}, Pose3(), floor, Pose3()); }),
            "Sphere: radius = nan must be positive and at most 1e50 [m]");
  EXPECT_EQ(refusal([&] {
              distance(ball, Pose3(), Plane{Vec<3>(0, 0, 2), 0.0}, Pose3());
            }),
            "Plane: length of the normal = 2 must be 1");
  EXPECT_EQ(refusal([&] { Plane::with_normal(Vec<3>::Zero(), 0.0); }),
            "Plane: length of the normal = 0 must be positive and finite");
  EXPECT_EQ(Plane::with_normal({0, 0, 3}, 1.0), (Plane{Vec<3>::UnitZ(), 1.0}));
}

}  // namespace
}  // namespace stickslip::geometry::test::distance_test
