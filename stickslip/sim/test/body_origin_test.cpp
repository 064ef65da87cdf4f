#include <gtest/gtest.h>

#include "stickslip/sim/world.hpp"

namespace stickslip::sim {

namespace body_origin_test {
namespace {

using geometry::Polyhedron;

const Eigen::Quaterniond upright = Eigen::Quaterniond::Identity();

// A box of 2 kg at the origin and one of 1 kg beside it, if they are as heavy as they are large.
std::vector<PlacedShape> two_boxes() {
  return {{Polyhedron::box({0.2, 0.1, 0.1}), Pose3()},
          {Polyhedron::box({0.1, 0.1, 0.1}), Pose3({0.15, 0.0, 0.3}, upright)}};
}
const Vec<3> centroid = Vec<3>(0.05, 0.0, 0.1);

const Eigen::Quaterniond turned(Eigen::AngleAxisd(0.7, Vec<3>(1.0, 2.0, -1.0).normalized()));

TEST(BodyOrigin, WhatIsFixedStaysWhereItIsWritten) {
  // A bin whose walls lift the centroid: things lie on its floor, where that was written.
  World world;
  world.add_body({.shapes = {{Polyhedron::box({0.4, 0.4, 0.02}), Pose3({0.0, 0.0, -0.01}, upright)},
                             {Polyhedron::box({0.02, 0.4, 0.6}), Pose3({0.19, 0.0, 0.3}, upright)}},
                  .mass = 0.0,
                  .position = {0.0, 0.0, 1.0}});
  const int ball = world.add_body({.shapes = {{geometry::Sphere{0.05}}}, .mass = 1.0, .position = {0.0, 0.0, 1.05}});
  for (int k = 0; k < 200; ++k) static_cast<void>(world.step(1e-3));
  EXPECT_NEAR(world.body(ball).position.z(), 1.05, 1e-6);
  EXPECT_EQ(world.body(0).position, Vec<3>(0.0, 0.0, 1.0));
}

TEST(BodyOrigin, WhatIsMovedTurnsAboutIt) {
  World world;
  const int arm = world.add_body({.shapes = {{Polyhedron::box({1.0, 0.1, 0.1}), Pose3({0.5, 0.0, 0.0}, upright)}},
                                  .mass = 0.0,
                                  .angular_velocity = {0.0, 0.0, 1.0}});
  for (int k = 0; k < 100; ++k) static_cast<void>(world.step(0.01));
  EXPECT_TRUE(world.body(arm).position.isZero(1e-15));
  const Vec<3> tip = world.body(arm).orientation * world.model()[arm].shapes[0].X_BS.point(Vec<3>(0.5, 0.0, 0.0));
  EXPECT_NEAR(std::atan2(tip.y(), tip.x()), 1.0, 1e-4);
  EXPECT_NEAR(tip.norm(), 1.0, 1e-12);
}

TEST(BodyOrigin, OfABodyWithAMassIsTheCentroidUnlessAskedFor) {
  const Vec<3> place(1.0, -2.0, 3.0), velocity(0.3, 0.2, -0.1), spin(2.0, -1.0, 0.5);
  World world;
  const auto add = [&](const Vec<3>& position, const Vec<3>& of, std::optional<BodyOrigin> origin) {
    return world.add_body({.shapes = two_boxes(),
                           .mass = 3.0,
                           .position = position,
                           .orientation = turned,
                           .velocity = of,
                           .angular_velocity = spin,
                           .origin = origin});
  };
  const Vec<3> arm = turned * centroid;
  const int by_frame = add(place, velocity, BodyOrigin::frame);
  const int by_default = add(place + arm, velocity + spin.cross(arm), {});
  const int by_centroid = add(place + arm, velocity + spin.cross(arm), BodyOrigin::centroid);
  for (const int other : {by_default, by_centroid}) {
    EXPECT_TRUE(world.body(other).position.isApprox(world.body(by_frame).position, 1e-14));
    EXPECT_TRUE(world.body(other).velocity.isApprox(world.body(by_frame).velocity, 1e-14));
    EXPECT_TRUE(world.model()[other].inertia.isApprox(world.model()[by_frame].inertia, 1e-14));
    EXPECT_TRUE(world.model()[other].origin.isApprox(centroid, 1e-14));
  }
  // The frame is where it was said to be.
  const BodyState& state = world.body(by_frame);
  EXPECT_TRUE(Vec<3>(state.position - state.orientation * world.model()[by_frame].origin).isApprox(place, 1e-14));
}

TEST(BodyOrigin, AFixedBodyMayBePlacedByItsCentroid) {
  World world;
  const int body = world.add_body({.shapes = two_boxes(), .mass = 0.0, .origin = BodyOrigin::centroid});
  EXPECT_TRUE(world.model()[body].shapes[0].X_BS.position().isApprox(-centroid, 1e-14));
  const int kept = world.add_body({.shapes = two_boxes(), .mass = 0.0, .position = {5.0, 0.0, 0.0}});
  EXPECT_EQ(world.model()[kept].shapes[0].X_BS.position(), Vec<3>(0.0, 0.0, 0.0));
}

}  // namespace
}  // namespace body_origin_test

}  // namespace stickslip::sim
