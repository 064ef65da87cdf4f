#include "stickslip/core/pose3.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "stickslip/core/pose2.hpp"
#include "stickslip/core/test/property.hpp"
#include "stickslip/core/test/refusal.hpp"

namespace stickslip::pose3_test {
namespace {

using std::numbers::pi;
using test::draw_vector;

Pose3 in_space(const Pose2& X) {
  return Pose3::from_axis_angle({X.x, X.y, 0.0}, Vec<3>::UnitZ(), X.theta);
}

Vec<6> in_space(const Vec<3>& planar) {
  Vec<6> all = Vec<6>::Zero();
  all << planar(0), planar(1), 0.0, 0.0, 0.0, planar(2);
  return all;
}

TEST(Pose3, QuaternionIsScalarFirst) {
  const double half = std::sqrt(0.5);
  const Pose3 X({1.0, 2.0, 3.0}, Eigen::Quaterniond(half, 0.0, 0.0, half));
  EXPECT_LT((X.quaternion() - Vec<4>(half, 0.0, 0.0, half)).norm(), 1e-15);
  // A quarter turn about z takes x to y.
  EXPECT_LT((X.vector(Vec<3>::UnitX()) - Vec<3>::UnitY()).norm(), 1e-15);
  EXPECT_LT((X.point(Vec<3>::UnitX()) - Vec<3>(1.0, 3.0, 3.0)).norm(), 1e-15);
}

TEST(Pose3, AxisAndAngleOfAnyLength) {
  for (const double length : {1e-200, 1.0, 3e150}) {
    const Pose3 X = Pose3::from_axis_angle(Vec<3>::Zero(), length * Vec<3>(1.0, 1.0, 1.0), 2.0 * pi / 3.0);
    // A third of a turn about the diagonal changes the axes in a cycle.
    EXPECT_LT((X.vector(Vec<3>(1.0, 2.0, 3.0)) - Vec<3>(3.0, 1.0, 2.0)).norm(), 1e-14) << length;
  }
  const Pose3 scaled(Vec<3>::Zero(), Eigen::Quaterniond(0.0, 3e200, 0.0, 4e200));
  EXPECT_LT((scaled.quaternion() - Vec<4>(0.0, 0.6, 0.0, 0.8)).norm(), 1e-15);
}

// So that what is written to a file and read again is the same.
TEST(Pose3, IsTheSameToTheLastBitWhenMadeOfItsOwnNumbers) {
  test::for_all([] {
    const Vec<4> q = draw_vector<4>(1.0) + 1e-4 * Vec<4>::UnitX();  // never zero
    const Pose3 X(draw_vector<3>(1.0), Eigen::Quaterniond(q[0], q[1], q[2], q[3]));
    const Pose3 same(X.position(), X.rotation());
    RC_ASSERT(same.position() == X.position());
    RC_ASSERT(same.quaternion() == X.quaternion());
  });
}

TEST(Pose3, RefusesWhatIsNoRotation) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  const auto quaternion = [](double w, double z) {
    return test::refusal([&] { Pose3(Vec<3>::Zero(), Eigen::Quaterniond(w, 0.0, 0.0, z)); });
  };
  EXPECT_EQ(quaternion(0.0, 0.0), "Pose3: rotation (w, x, y, z) = (0, 0, 0, 0) must be finite and not zero");
  EXPECT_EQ(quaternion(nan, 1.0), "Pose3: rotation (w, x, y, z) = (nan, 0, 0, 1) must be finite and not zero");
  EXPECT_EQ(quaternion(1.0, infinity), "Pose3: rotation (w, x, y, z) = (1, 0, 0, inf) must be finite and not zero");
  EXPECT_EQ(test::refusal([] { Pose3::from_axis_angle(Vec<3>::Zero(), Vec<3>::Zero(), 1.0); }),
            "Pose3: axis = (0, 0, 0) must be finite and not zero");
}

TEST(Pose3, StaysARotationOverMillionsOfSteps) {
  const Twist3 V = (Twist3() << 0.1, -0.2, 0.3, 2.0, -1.0, 0.5).finished();
  Pose3 X, Y;
  for (int k = 0; k < 1'000'000; ++k) {
    X = X.after_body_twist(V, 1e-3);
    Y = Y.after_world_twist(V, 1e-3);
  }
  EXPECT_NEAR(X.quaternion().norm(), 1.0, 4e-16);
  EXPECT_NEAR(Y.quaternion().norm(), 1.0, 4e-16);
  // A constant twist ends where one long step does, up to a million roundings.
  EXPECT_LT((X.matrix() - Pose3::exp(1000.0 * V).matrix()).cwiseAbs().maxCoeff(), 1e-9);
}

// A screw: half a turn about z through (1, 0, 0) while rising by 0.4 takes the origin to (2, 0, 0.4).
TEST(Pose3, ExponentialIsTheScrew) {
  Twist3 about_axis = Twist3::Zero();
  about_axis.tail<3>() = pi * Vec<3>::UnitZ();
  about_axis(2) = 0.4;
  const Vec<6> at_origin = twist_at(about_axis, Vec<3>(-1.0, 0.0, 0.0));
  const Pose3 X = Pose3::exp(at_origin);
  EXPECT_LT((X.position() - Vec<3>(2.0, 0.0, 0.4)).norm(), 1e-15);
  EXPECT_LT((X.vector(Vec<3>::UnitX()) + Vec<3>::UnitX()).norm(), 1e-15);
  EXPECT_LT((X.point({1.0, 0.0, 0.0}) - Vec<3>(1.0, 0.0, 0.4)).norm(), 1e-15) << "points of the axis only rise";
}

// The angle at which (φ − sin φ)/φ³ changes from a series to the formula leaves no step.
TEST(Pose3, ExponentialIsContinuousInTheAngle) {
  const Vec<3> rho(0.3, -1.0, 0.7), axis = Vec<3>(1.0, 2.0, -2.0) / 3.0;
  const auto at = [&](double angle) { return Pose3::exp((Vec<6>() << rho, angle * axis).finished()).position(); };
  const double up = std::nextafter(1.0, 2.0);
  EXPECT_LT((at(1.0) - at(up)).norm(), 2e-15);
}

TEST(Pose3, InThePlaneIsPose2) {
  test::for_all([] {
    const Pose2 X = Pose2::from_coordinates(draw_vector<3>(4.0)), Y = Pose2::from_coordinates(draw_vector<3>(4.0));
    const Vec<3> V = draw_vector<3>(3.0);
    const Vec<2> d = draw_vector<2>(5.0);
    const auto same = [](const auto& a, const auto& b) { return (a - b).cwiseAbs().maxCoeff() <= 1e-12; };
    const auto same_pose = [&](const Pose2& a, const Pose3& b) { return same(in_space(a).matrix(), b.matrix()); };
    const Vec<3> d3(d(0), d(1), 0.0);
    RC_ASSERT(same_pose(X * Y, in_space(X) * in_space(Y)));
    RC_ASSERT(same_pose(X.inverse(), in_space(X).inverse()));
    RC_ASSERT(same_pose(Pose2::exp(V), Pose3::exp(in_space(V))));
    RC_ASSERT(same_pose(X.after_body_twist(V, 0.7), in_space(X).after_body_twist(in_space(V), 0.7)));
    RC_ASSERT(same_pose(X.after_world_twist(V, 0.7), in_space(X).after_world_twist(in_space(V), 0.7)));
    RC_ASSERT(same(in_space(X.twist(V)), in_space(X).twist(in_space(V))));
    RC_ASSERT(same(in_space(X.wrench(V)), in_space(X).wrench(in_space(V))));
    RC_ASSERT(same(in_space(twist_at(V, d)), twist_at(in_space(V), d3)));
    RC_ASSERT(same(in_space(wrench_at(V, d)), wrench_at(in_space(V), d3)));
    RC_ASSERT(same(X.point(d), in_space(X).point(d3).head<2>()));
  });
}

TEST(Pose2, CountsTurns) {
  const Pose2 X{0.0, 0.0, 3.0};
  EXPECT_DOUBLE_EQ((X * X * X).theta, 9.0);
  EXPECT_DOUBLE_EQ(X.after_world_twist({0.0, 0.0, 2.0}, 10.0).theta, 23.0);
}

}  // namespace
}  // namespace stickslip::pose3_test
