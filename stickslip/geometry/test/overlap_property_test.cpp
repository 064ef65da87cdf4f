// Random bodies: overlaps against Qhull's half-space intersection, Monte-Carlo and rules that hold for all.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/geometry/distance.hpp"
#include "stickslip/geometry/overlap.hpp"
#include "stickslip/geometry/test/bodies.hpp"
#include "stickslip/geometry/test/overlap_rules.hpp"

namespace stickslip::geometry::test::overlap_property_test {
namespace {

// Where more than three planes of one body meet, rounding makes several vertices of one; Qhull merges them.
std::size_t distinct(std::span<const Vec<3>> vertices) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const auto is_near = [&](const Vec<3>& other) { return (other - vertices[i]).norm() < 1e-11; };
    count += std::ranges::none_of(vertices.first(i), is_near) ? 1U : 0U;
  }
  return count;
}

TEST(OverlapProperty, AgreesWithTheHalfSpaceIntersectionOfQhull) {
  std::mt19937 engine(21);
  OverlapFinder finder;
  int compared = 0;
  for (int i = 0; i < 400; ++i) {
    const Polyhedron a = random_body(engine), b = random_body(engine);
    const Pose3 X_WA = random_pose(engine, 0.4), X_WB = random_pose(engine, 0.4);
    const Overlap& o = finder.find(a, X_WA, b, X_WB);
    const double gap = distance(a, X_WA, b, X_WB).distance;
    EXPECT_EQ(o.is_empty(), gap >= 0.0) << i << ": " << gap;
    if (o.is_empty() || o.volume() < 1e-6) continue;
    const HalfSpaceIntersection truth = intersection_by_qhull(a, X_WA, b, X_WB, o.barycentre());
    const Polyhedron hull = Polyhedron::from_points(truth.vertices);
    EXPECT_NEAR(o.volume(), hull.volume(), 1e-11 * hull.volume() + 1e-14) << i;
    EXPECT_NEAR(hull.centre().norm(), 0.0, 1e-10) << i;
    EXPECT_EQ(o.faces().size(), truth.faces) << i;
    EXPECT_EQ(distinct(o.vertices()), static_cast<std::size_t>(truth.vertices.cols())) << i;
    ++compared;
  }
  EXPECT_GT(compared, 200);
}

TEST(OverlapProperty, AgreesWithMonteCarlo) {
  std::mt19937 engine(22);
  for (int i = 0; i < 5; ++i) {
    const Polyhedron a = random_body(engine), b = random_body(engine);
    const Pose3 X_WA = random_pose(engine, 0.2), X_WB = random_pose(engine, 0.2);
    const Overlap o = overlap(a, X_WA, b, X_WB);
    const Vec<3> low = a.vertices().rowwise().minCoeff(), high = a.vertices().rowwise().maxCoeff();
    const Pose3 X_BA = X_WB.inverse() * X_WA;
    const int samples = 100000;
    int hits = 0;
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    for (int k = 0; k < samples; ++k) {
      const double x = unit(engine), y = unit(engine), z = unit(engine);
      const Vec<3> point = low + (high - low).cwiseProduct(Vec<3>(x, y, z));
      if (a.depth(point) <= 0.0 && b.depth(X_BA.point(point)) <= 0.0) ++hits;
    }
    const double box = (high - low).prod(), share = o.volume() / box;
    EXPECT_NEAR(static_cast<double>(hits) / samples, share, 5.0 * std::sqrt(share * (1.0 - share) / samples)) << i;
  }
}

// Poses that rounding likes least: faces and edges flush, touching, or off by any power of ten.
Pose3 awkward_pose(std::mt19937& engine) {
  const auto pick = [&](int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); };
  const auto tiny = [&] { return pick(3) == 0 ? 0.0 : std::pow(10.0, -pick(17)) * (pick(2) == 0 ? 1.0 : -1.0); };
  Vec<3> position(0.25 * pick(5), 0.25 * pick(5), 0.25 * pick(5));
  if (pick(2) == 0) position += tiny() * random_vector(engine);
  Pose3 pose =
      Pose3::from_axis_angle(position, Vec<3>(pick(3), pick(3), 1 + pick(2)), std::numbers::pi / 4.0 * pick(8));
  if (pick(2) == 0) pose = pose * Pose3::from_axis_angle(Vec<3>::Zero(), random_vector(engine), tiny());
  return pose;
}

TEST(OverlapProperty, IsClosedAndTheSameEitherWayInAwkwardPoses) {
  std::mt19937 engine(23);
  const std::vector<Polyhedron> bodies{Polyhedron::box({1.0, 1.0, 1.0}), Polyhedron::box({0.5, 1.0, 2.0}),
                                       Polyhedron::prism({{0, 0}, {1, 0}, {0.5, 0.75}}, 1.0),
                                       Polyhedron::from_points(random_points(engine, 40)),
                                       Polyhedron::from_points(random_points(engine, 300, true))};
  OverlapFinder finder, backwards;
  int found = 0;
  for (int i = 0; i < 4000; ++i) {
    const Polyhedron &a = bodies[engine() % 5U], &b = bodies[engine() % 5U];
    const Pose3 X_WA = awkward_pose(engine),
                X_WB = i % 4 == 0 ? X_WA * Pose3::from_axis_angle(Vec<3>::Zero(), random_vector(engine),
                                                                  std::pow(10.0, -static_cast<int>(engine() % 18U)))
                                  : awkward_pose(engine);
    const Overlap& o = finder.find(a, X_WA, b, X_WB);
    const auto broken = broken_rule(o, a, X_WA, b, X_WB, 8.0);
    ASSERT_FALSE(broken.has_value()) << i << ": " << *broken;
    EXPECT_EQ(o.volume(), backwards.find(b, X_WB, a, X_WA).volume()) << i;
    EXPECT_LE(o.volume(), std::min(a.volume(), b.volume()) * (1.0 + 1e-12)) << i;
    found += o.is_empty() ? 0 : 1;
  }
  EXPECT_GT(found, 1000);
}

}  // namespace
}  // namespace stickslip::geometry::test::overlap_property_test
