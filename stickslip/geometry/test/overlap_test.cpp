#include "stickslip/geometry/overlap.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "stickslip/geometry/test/bodies.hpp"
#include "stickslip/geometry/test/overlap_rules.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::geometry::test::overlap_test {
namespace {

using Eigen::Quaterniond;
using Owner = Overlap::Owner;

Pose3 at(double x, double y, double z) {
  return {Vec<3>(x, y, z), Quaterniond::Identity()};
}

Pose3 turned(const Vec<3>& position, const Vec<3>& axis, double angle) {
  return Pose3::from_axis_angle(position, axis, angle);
}

std::size_t count_of(const Overlap& o, Owner owner) {
  return static_cast<std::size_t>(std::ranges::count(o.faces(), owner, &Overlap::Face::owner));
}

void expect_sound(const Overlap& o, const Polyhedron& a, const Pose3& X_WA, const Polyhedron& b, const Pose3& X_WB,
                  double reach = 4.0) {
  const auto broken = broken_rule(o, a, X_WA, b, X_WB, reach);
  EXPECT_FALSE(broken.has_value()) << *broken;
}

const Polyhedron& cube() {
  static const Polyhedron body = Polyhedron::box({1.0, 1.0, 1.0});
  return body;
}

// [0, 1]³ and its copy moved by (1/2, 1/4, 1/8), all in numbers that a double holds.
TEST(Overlap, IsExactForBoxesWithBinaryCoordinates) {
  const Pose3 X_WA = at(0.5, 0.5, 0.5), X_WB = at(1.0, 0.75, 0.625);
  const Overlap o = overlap(cube(), X_WA, cube(), X_WB);
  EXPECT_EQ(o.volume(), 0.5 * 0.75 * 0.875);
  EXPECT_EQ(o.barycentre(), Vec<3>(0.75, 0.625, 0.5625));
  ASSERT_EQ(o.faces().size(), 6U);
  EXPECT_EQ(o.vertices().size(), 8U);
  for (const Overlap::Face& face : o.faces()) {
    const double side = face.normal.sum();  // ±1
    EXPECT_EQ(face.owner, side > 0.0 ? Owner::a : Owner::b);
    const Vec<3> sides(0.5, 0.75, 0.875);
    EXPECT_EQ(face.area, o.volume() / std::abs(face.normal.dot(sides)));
    EXPECT_EQ(face.offset, 0.5 * std::abs(face.normal.dot(sides)));
  }
  expect_sound(o, cube(), X_WA, cube(), X_WB);
}

TEST(Overlap, OfTwoCubesTurnedByAnEighthIsAnOctagon) {
  const Pose3 X_WB = turned({0.0, 0.0, 0.5}, Vec<3>::UnitZ(), std::numbers::pi / 4.0);
  const Overlap o = overlap(cube(), Pose3(), cube(), X_WB);
  EXPECT_NEAR(o.volume(), 0.5 * 2.0 * (std::numbers::sqrt2 - 1.0), 1e-15);
  EXPECT_NEAR((o.barycentre() - Vec<3>(0.0, 0.0, 0.25)).norm(), 0.0, 1e-15);
  EXPECT_EQ(o.faces().size(), 10U);
  EXPECT_EQ(count_of(o, Owner::a), 5U);
  expect_sound(o, cube(), Pose3(), cube(), X_WB);
}

// A corner of the cube, cut off by the oblique face of a tetrahedron.
TEST(Overlap, OfACubeAndATetrahedronIsThePyramidOfTheCorner) {
  Eigen::Matrix3Xd corners(3, 4);
  corners << 0, 3, 0, 0, 0, 0, 3, 0, 0, 0, 0, 3;
  const Polyhedron tetrahedron = Polyhedron::from_points(corners);  // x + y + z ≤ 3
  for (const double h : {0.75, 0.125, 1.0}) {
    const Pose3 X_WA = at(0.5, 0.5, 0.5), X_WB = at(h - 1.0, h - 1.0, h - 1.0);  // x + y + z ≤ 3 h
    const Overlap o = overlap(cube(), X_WA, tetrahedron, X_WB);
    const double s = 3.0 * h, over = std::max(0.0, s - 1.0), twice = std::max(0.0, s - 2.0);
    // The pyramid to s, less those beyond the faces x, y, z = 1, which overlap beyond s = 2.
    EXPECT_NEAR(o.volume(), (s * s * s - 3.0 * over * over * over + 3.0 * twice * twice * twice) / 6.0, 1e-15) << h;
    expect_sound(o, cube(), X_WA, tetrahedron, X_WB);
  }
}

TEST(Overlap, OfABodyInsideAnotherIsThatBody) {
  std::mt19937 engine(3);
  const Polyhedron inner = Polyhedron::from_points(random_points(engine, 30, true));
  const Polyhedron outer = Polyhedron::box({9.0, 8.0, 7.0});
  const Pose3 X_WA = random_pose(engine, 0.3), X_WB = random_pose(engine, 0.3);
  for (const bool is_first : {true, false}) {
    const Overlap o = is_first ? overlap(inner, X_WA, outer, X_WB) : overlap(outer, X_WB, inner, X_WA);
    EXPECT_NEAR(o.volume(), inner.volume(), 1e-14);
    EXPECT_NEAR((o.barycentre() - X_WA.point(inner.centre())).norm(), 0.0, 1e-14);
    EXPECT_EQ(o.faces().size(), inner.faces().size());
    EXPECT_EQ(count_of(o, is_first ? Owner::a : Owner::b), inner.faces().size());
  }
}

TEST(Overlap, OfBodiesThatOnlyTouchIsEmpty) {
  const double third = 1.0 / 3.0;
  for (const Pose3& X_WB :
       {at(1.0, 0.0, 0.0), at(1.0, third, 0.1), at(1.0, 1.0, third), at(1.0, 1.0, 1.0), at(7.0, 0.0, 0.0),
        turned({0.0, 0.0, 0.5 + std::sqrt(0.5)}, Vec<3>::UnitX(), std::numbers::pi / 4.0),
        turned({0.0, 0.0, 0.5 + std::sqrt(0.75)}, Vec<3>(1, -1, 0), std::acos(std::sqrt(third)))}) {
    const Overlap o = overlap(cube(), Pose3(), cube(), X_WB);
    EXPECT_TRUE(o.is_empty()) << X_WB.position().transpose();
    expect_sound(o, cube(), Pose3(), cube(), X_WB);
  }
}

TEST(Overlap, OfSliversKeepsItsDigits) {
  const double thin = 0x1p-40;  // 9.1e-13
  const Overlap exact = overlap(cube(), Pose3(), cube(), at(0.25, 0.5, 1.0 - thin));
  EXPECT_EQ(exact.volume(), thin * 0.75 * 0.5);
  for (const double angle : {0.3, 1.0, 2.5}) {
    const Pose3 X_WB = turned({0.1, 0.2, 1.0 - thin}, Vec<3>::UnitZ(), angle);
    const Overlap o = overlap(cube(), Pose3(), cube(), X_WB);
    const Overlap deep = overlap(cube(), Pose3(), cube(), turned({0.1, 0.2, 0.5}, Vec<3>::UnitZ(), angle));
    // Heights are rounded by some 1e-16, which is 1e-4 of the thickness.
    EXPECT_NEAR(o.volume() / thin, deep.volume() / 0.5, 1e-3);
    EXPECT_EQ(o.faces().size(), deep.faces().size());
    expect_sound(o, cube(), Pose3(), cube(), X_WB);
  }
}

TEST(Overlap, OfBodiesAMillionTimesApartInSizeIsExact) {
  const Polyhedron ground = Polyhedron::box({1048576.0, 1048576.0, 1048576.0});
  const Pose3 X_WB = at(0.0, 0.0, -524288.0);
  for (const double depth : {0.5, 0x1p-10, 0x1p-20}) {
    const Pose3 X_WA = at(3.0, -5.0, 0.5 - depth);
    const Overlap o = overlap(cube(), X_WA, ground, X_WB);
    EXPECT_EQ(o.volume(), depth);
    EXPECT_EQ(o.barycentre(), Vec<3>(3.0, -5.0, -0.5 * depth));
    EXPECT_EQ(count_of(o, Owner::b), 1U);
    expect_sound(o, cube(), X_WA, ground, X_WB);
  }
  std::mt19937 engine(5);
  const Polyhedron grain = Polyhedron::from_points(1e-6 * random_points(engine, 20));
  const Pose3 X_WG = random_pose(engine, 1e-8);
  const Overlap o = overlap(grain, X_WG, cube(), at(0.0, 0.0, -0.5));
  EXPECT_GT(o.volume(), 0.0);
  EXPECT_LT(o.volume(), grain.volume());
  EXPECT_EQ(count_of(o, Owner::b), 1U);
}

// The lens of two unit balls at the distance d has the volume π (4 + d)(2 − d)²/12.
TEST(Overlap, OfHullsWithFiveThousandVerticesIsALens) {
  std::mt19937 engine(7);
  const Polyhedron one = Polyhedron::from_points(random_points(engine, 5000, true));
  const Polyhedron other = Polyhedron::from_points(random_points(engine, 5000, true));
  OverlapFinder finder;
  for (const double d : {0.0, 0.2, 1.0, 1.8, 1.97}) {
    const Pose3 X_WB = turned({d, 0.0, 0.0}, {1, 2, 3}, 0.4);
    const Overlap& o = finder.find(one, Pose3(), other, X_WB);
    EXPECT_NEAR(o.volume(), std::numbers::pi * (4.0 + d) * (2.0 - d) * (2.0 - d) / 12.0, 0.01 * (2.0 - d)) << d;
  }
  const Pose3 X_WB = turned({1.0, 0.3, 0.2}, {1, 2, 3}, 0.4);
  expect_sound(finder.find(one, Pose3(), other, X_WB), one, Pose3(), other, X_WB);
}

// Faces that coincide are one and belong to the body that is clipped, whichever it is called.
TEST(Overlap, CountsCoincidingFacesOnce) {
  const Overlap same = overlap(cube(), Pose3(), cube(), Pose3());
  EXPECT_EQ(same.volume(), 1.0);
  EXPECT_EQ(same.faces().size(), 6U);
  const Polyhedron slab = Polyhedron::box({1.0, 1.0, 0.25});
  for (const bool is_first : {true, false}) {
    const Overlap o =
        is_first ? overlap(slab, at(0, 0, 0.5), cube(), Pose3()) : overlap(cube(), Pose3(), slab, at(0, 0, 0.5));
    EXPECT_EQ(o.volume(), 0.125);
    EXPECT_EQ(o.faces().size(), 6U);
    EXPECT_EQ(count_of(o, is_first ? Owner::a : Owner::b), 5U);
  }
}

// What turns by an angle about an edge of the contact changes with the angle, at every scale of it.
TEST(Overlap, ChangesContinuouslyWithTheTilt) {
  const double depth = 1e-3;
  for (double tilt = 1e-14; tilt < 1.5e-3; tilt *= 10.0) {
    const Pose3 X_WA = turned({0.0, 0.0, 1.0 - depth}, Vec<3>::UnitY(), tilt);
    const Overlap o = overlap(cube(), X_WA, cube(), Pose3());
    // To first order the lower face turns about the middle of the cube above, which leaves the volume; the second order is tilt².
    EXPECT_NEAR(o.volume(), depth, 1e-15 + 2.0 * tilt * tilt + 2.0 * depth * tilt) << tilt;
    expect_sound(o, cube(), X_WA, cube(), Pose3());
  }
}

TEST(Overlap, IsEmptyForPosesThatAreNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinite, -infinite}) {
    EXPECT_TRUE(overlap(cube(), at(bad, 0.0, 0.0), cube(), Pose3()).is_empty());
    EXPECT_TRUE(overlap(cube(), Pose3(), cube(), at(0.0, bad, 0.0)).is_empty());
    EXPECT_TRUE(overlap(cube(), at(bad, 0.0, 0.0), cube(), at(bad, 0.0, 0.0)).is_empty());
  }
}

TEST(Overlap, KeepsItsDigitsFarFromTheOriginAndAtAnySize) {
  const Overlap near = overlap(cube(), at(0.5, 0.5, 0.5), cube(), at(1.0, 0.75, 0.625));
  const Overlap far = overlap(cube(), at(1048576.5, 0.5, 0.5), cube(), at(1048577.0, 0.75, 0.625));
  EXPECT_EQ(far.volume(), near.volume());
  EXPECT_EQ(far.barycentre() - near.barycentre(), Vec<3>(1048576.0, 0.0, 0.0));
  for (const double scale : {0x1p-160, 0x1p160}) {  // 7e-49, 1e48
    const Polyhedron body = Polyhedron::box(Vec<3>::Constant(scale));
    const Overlap o = overlap(body, at(0.5 * scale, 0.0, 0.0), body, at(scale, 0.25 * scale, 0.0));
    EXPECT_EQ(o.volume(), 0.375 * scale * scale * scale);
  }
}

TEST(OverlapFinder, AllocatesNothingOnceItHasSeenBodiesAsLarge) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP();
  std::mt19937 engine(11);
  const Polyhedron stone = Polyhedron::from_points(random_points(engine, 60));
  const Polyhedron brick = Polyhedron::box({2.0, 1.5, 1.0});
  std::vector<Pose3> poses;
  for (int i = 0; i < 50; ++i) poses.push_back(random_pose(engine, 0.7));
  OverlapFinder finder;
  const auto run = [&] {
    for (const Pose3& pose : poses) {
      finder.find(stone, Pose3(), brick, pose);
      finder.find(stone, Pose3(), stone, pose);
    }
  };
  run();
  EXPECT_EQ(stickslip::test::allocations_in(run), 0U);
}

}  // namespace
}  // namespace stickslip::geometry::test::overlap_test
