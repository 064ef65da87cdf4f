// How mechanisms start: velocities that are made to fit joints, positions and velocities given to joints themselves.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/world.hpp"

namespace stickslip::sim::test::joint_start_test {
namespace {

using geometry::Polyhedron;

World weightless() {
  return World({.gravity = Vec<3>::Zero()});
}

// Of 1 m, along x from its left end.
BodyDescription rod(double left, const Vec<3>& velocity = Vec<3>::Zero(), const Vec<3>& spin = Vec<3>::Zero()) {
  return {.shapes = {{Polyhedron::box({1.0, 0.05, 0.05})}},
          .mass = 1.0,
          .position = {left + 0.5, 0.0, 0.0},
          .velocity = velocity,
          .angular_velocity = spin};
}

double rate(const World& world, int joint) {
  return world.joint(joint).velocity;
}

TEST(JointStart, DoorTurnsAtTheRateWritten) {
  for (const Vec<3>& contradicting : {Vec<3>(0.0, 0.0, 0.0), Vec<3>(0.0, -3.0, 0.0), Vec<3>(1.0, 0.0, 2.0)}) {
    World world = weightless();
    const int door = world.add_body(rod(0.0, contradicting, {0.0, 0.0, 2.0}));
    const int hinge = world.add_hinge(door, the_world, Vec<3>::Zero(), {0.0, 0.0, 1.0});
    const auto fitted = world.fit_velocities();
    ASSERT_EQ(fitted.size(), 1U);
    EXPECT_EQ(fitted[0].body, door);
    EXPECT_EQ(fitted[0].before.head<3>(), contradicting);
    EXPECT_NEAR((world.body(door).velocity - Vec<3>(0.0, 1.0, 0.0)).norm(), 0.0, 1e-9);
    EXPECT_NEAR(rate(world, hinge), 2.0, 1e-9);
    const double before = world.kinetic_energy();
    for (int k = 0; k < 500; ++k) ASSERT_TRUE(world.step(1e-3).converged());
    EXPECT_NEAR(world.kinetic_energy(), before, 1e-6 * before);
    EXPECT_TRUE(world.fit_velocities().empty()) << "they fit now";
  }
}

TEST(JointStart, BobThatWasGivenAVelocityTurnsWithIt) {
  World world = weightless();
  const int bob = world.add_body(rod(0.0, {0.5, 2.0, 0.0}));
  const int ball = world.add_ball(bob, the_world, Vec<3>::Zero());
  static_cast<void>(ball);
  world.fit_velocities();
  EXPECT_NEAR((world.body(bob).velocity - Vec<3>(0.0, 2.0, 0.0)).norm(), 0.0, 1e-8)
      << "the way along the rod is not free";
  EXPECT_NEAR((world.body(bob).angular_velocity() - Vec<3>(0.0, 0.0, 4.0)).norm(), 0.0, 1e-8);
}

TEST(JointStart, ChainKeepsAngularVelocitiesAndCentresFollow) {
  World world = weightless();
  const int upper = world.add_body(rod(0.0, Vec<3>::Zero(), {0.0, 0.0, 2.0})), lower = world.add_body(rod(1.0));
  world.add_hinge(upper, the_world, Vec<3>::Zero(), {0.0, 0.0, 1.0});
  world.add_hinge(lower, upper, {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0});
  world.fit_velocities();
  EXPECT_NEAR((world.body(upper).velocity - Vec<3>(0.0, 1.0, 0.0)).norm(), 0.0, 1e-8);
  EXPECT_NEAR((world.body(lower).velocity - Vec<3>(0.0, 2.0, 0.0)).norm(), 0.0, 1e-8);
  EXPECT_NEAR(world.body(lower).angular_velocity().norm(), 0.0, 1e-8) << "it was written as not turning";
}

TEST(JointStart, CartKeepsItsWayAndThePendulumItsRate) {
  World world = weightless();
  const int cart =
      world.add_body({.shapes = {{Polyhedron::box({0.2, 0.2, 0.2})}}, .mass = 5.0, .velocity = {1.0, 0.0, 0.5}});
  const int rod_below = world.add_body({.shapes = {{Polyhedron::box({0.05, 0.05, 1.0})}},
                                        .mass = 0.1,
                                        .position = {0.0, 0.0, -0.5},
                                        .angular_velocity = {0.0, 3.0, 0.0}});
  world.add_slider(cart, the_world, {1.0, 0.0, 0.0});
  world.add_hinge(rod_below, cart, Vec<3>::Zero(), {0.0, 1.0, 0.0});
  world.fit_velocities();
  EXPECT_NEAR((world.body(cart).velocity - Vec<3>(1.0, 0.0, 0.0)).norm(), 0.0, 1e-8);
  EXPECT_NEAR((world.body(rod_below).velocity - Vec<3>(1.0 - 1.5, 0.0, 0.0)).norm(), 0.0, 1e-8);
}

TEST(JointStart, WhatHangsOnAMovedBodyMovesAlong) {
  World world = weightless();
  const int hand = world.add_body({.shapes = {{Polyhedron::box({0.2, 0.2, 0.2})}},
                                   .mass = 0.0,
                                   .position = {-0.1, 0.0, 0.0},
                                   .velocity = {0.0, 0.7, 0.0}});
  const int door = world.add_body(rod(0.0, Vec<3>::Zero(), {0.0, 0.0, 2.0}));
  world.add_hinge(door, hand, Vec<3>::Zero(), {0.0, 0.0, 1.0});
  world.fit_velocities();
  EXPECT_NEAR((world.body(door).velocity - Vec<3>(0.0, 1.7, 0.0)).norm(), 0.0, 1e-8);
}

// A square of four hinges, of which the ground is one side: a crank takes the others along, and two that contradict are refused.
TEST(JointStart, LoopFollowsItsCrankAndContradictionsAreRefused) {
  const auto square = [](const Vec<3>& of_crank, const Vec<3>& of_rocker) {
    World world = weightless();
    const auto upright = [](double x, const Vec<3>& spin) -> BodyDescription {
      return {.shapes = {{Polyhedron::box({0.05, 0.05, 1.0})}},
              .mass = 1.0,
              .position = {x, 0.0, 0.5},
              .angular_velocity = spin};
    };
    const int crank = world.add_body(upright(0.0, of_crank)), rocker = world.add_body(upright(1.0, of_rocker));
    const int coupler =
        world.add_body({.shapes = {{Polyhedron::box({1.0, 0.05, 0.05})}}, .mass = 1.0, .position = {0.5, 0.0, 1.0}});
    const Vec<3> y(0.0, 1.0, 0.0);
    world.add_hinge(crank, the_world, {0.0, 0.0, 0.0}, y);
    world.add_hinge(rocker, the_world, {1.0, 0.0, 0.0}, y);
    world.add_hinge(coupler, crank, {0.0, 0.0, 1.0}, y);
    world.add_hinge(rocker, coupler, {1.0, 0.0, 1.0}, y);
    return world;
  };
  World world = square({0.0, 2.0, 0.0}, Vec<3>::Zero());
  world.fit_velocities();
  EXPECT_NEAR((world.body(1).angular_velocity() - Vec<3>(0.0, 2.0, 0.0)).norm(), 0.0, 1e-7);
  EXPECT_NEAR((world.body(2).velocity - Vec<3>(2.0, 0.0, 0.0)).norm(), 0.0, 1e-7);
  World wrong = square({0.0, 2.0, 0.0}, {0.0, -1.0, 0.0});
  const Vec<3> before = wrong.body(0).velocity;
  try {
    wrong.fit_velocities();
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("contradict joint"), std::string::npos) << error.what();
  }
  EXPECT_EQ(wrong.body(0).velocity, before);
  EXPECT_THROW(world.set_joint_position(0, 0.3), InvalidArgument) << "in a loop";
}

// What was given nothing goes along with what was, and turns against nothing.
TEST(JointStart, WeldedBodiesFollowTheOneThatWasGivenAVelocity) {
  for (const double mass : {0.01, 1.0, 1e4}) {
    World world = weightless();
    const auto box = [](double m, double x, const Vec<3>& velocity) -> BodyDescription {
      return {
          .shapes = {{Polyhedron::box({0.1, 0.1, 0.1})}}, .mass = m, .position = {x, 0.0, 0.0}, .velocity = velocity};
    };
    const int a = world.add_body(box(1.0, 0.0, {1.0, 2.0, 0.0}));
    const int b = world.add_body(box(mass, 0.3, Vec<3>::Zero()));
    world.add_fixed(a, b);
    world.fit_velocities();
    for (const int i : {a, b}) {
      EXPECT_NEAR((world.body(i).velocity - Vec<3>(1.0, 2.0, 0.0)).norm(), 0.0, 1e-12) << "mass " << mass;
      EXPECT_NEAR(world.body(i).angular_velocity().norm(), 0.0, 1e-12) << "mass " << mass;
    }
  }
}

TEST(JointStart, PendulumGoesAlongWithItsCartAndADoorWithItsTurntable) {
  World world = weightless();
  const BodyDescription cart_shape{
      .shapes = {{Polyhedron::box({0.2, 0.2, 0.2})}}, .mass = 5.0, .velocity = {1.0, 0.0, 0.0}};
  const int cart = world.add_body(cart_shape);
  const int hanging =
      world.add_body({.shapes = {{Polyhedron::box({0.03, 0.03, 0.6})}}, .mass = 1.0, .position = {0.0, 0.0, -0.3}});
  world.add_slider(cart, the_world, {1.0, 0.0, 0.0});
  const int pivot = world.add_hinge(hanging, cart, Vec<3>::Zero(), {0.0, 1.0, 0.0});
  const int table = world.add_body({.shapes = {{Polyhedron::box({1.0, 1.0, 0.1})}},
                                    .mass = 0.0,
                                    .position = {0.0, 5.0, 0.0},
                                    .angular_velocity = {0.0, 0.0, 2.0}});
  const int door =
      world.add_body({.shapes = {{Polyhedron::box({0.5, 0.04, 0.3})}}, .mass = 1.0, .position = {1.25, 5.0, 0.0}});
  const int hinge = world.add_hinge(door, table, {1.0, 5.0, 0.0}, {0.0, 0.0, 1.0});
  world.fit_velocities();
  EXPECT_NEAR((world.body(hanging).velocity - Vec<3>(1.0, 0.0, 0.0)).norm(), 0.0, 1e-12);
  EXPECT_NEAR(rate(world, pivot), 0.0, 1e-12);
  EXPECT_NEAR((world.body(door).velocity - Vec<3>(0.0, 2.5, 0.0)).norm(), 0.0, 1e-12) << "2 rad/s at 1.25 m";
  EXPECT_NEAR(rate(world, hinge), 0.0, 1e-12);
}

TEST(JointStart, CarGoesStraightWithItsWheelsStillOrTurning) {
  for (const double spin : {0.0, 2.0 / 0.15}) {
    World world = weightless();
    const int chassis =
        world.add_body({.shapes = {{Polyhedron::box({1.0, 0.4, 0.1})}}, .mass = 20.0, .velocity = {2.0, 0.5, 0.0}});
    std::vector<int> hinges;
    for (const double x : {-0.4, 0.4}) {
      for (const double y : {-0.3, 0.3}) {
        const Vec<3> centre(x, y, -0.1);
        const int wheel = world.add_body({.shapes = {{geometry::Sphere(0.15)}},
                                          .mass = 1.0,
                                          .position = centre,
                                          .angular_velocity = {0.0, spin, 0.0}});
        hinges.push_back(world.add_hinge(wheel, chassis, centre, {0.0, 1.0, 0.0}));
      }
    }
    world.fit_velocities();
    EXPECT_NEAR(world.body(chassis).angular_velocity().norm(), 0.0, 1e-12) << "it does not pitch";
    for (int i = 0; i < 5; ++i)
      EXPECT_NEAR((world.body(i).velocity - Vec<3>(2.0, 0.5, 0.0)).norm(), 0.0, 1e-12) << "body " << i;
    for (const int j : hinges) EXPECT_NEAR(rate(world, j), spin, 1e-12);
  }
}

// A trapezoid: crank from (0, 0) to (0, 1), coupler on to (2, 1), rocker from (4, 0) there. With ω of the coupler, the ends
// (0, 1) and (2, 1) have the velocities (−c, 0) and (−r, −2r) of the cranks' rates c and r; their difference is ω (0, 2): so
// r = c = −ω. Whatever the masses.
TEST(JointStart, CouplerThatWasGivenItsRateTurnsItsLoopWhateverTheMasses) {
  for (const auto& [crank_mass, coupler_mass, rocker_mass] :
       {std::array{1.0, 1.0, 1.0}, std::array{1e4, 1e-3, 1e4}, std::array{1e-3, 10.0, 1e3}}) {
    World world = weightless();
    const auto bar = [&world](const Vec<2>& from, const Vec<2>& to, double mass, double rate) {
      const Vec<2> middle = 0.5 * (from + to), along = to - from;
      const double half = 0.5 * std::atan2(along.y(), along.x());
      return world.add_body({.shapes = {{Polyhedron::box({along.norm(), 0.02, 0.02})}},
                             .mass = mass,
                             .position = {middle.x(), middle.y(), 0.0},
                             .orientation = Eigen::Quaterniond(std::cos(half), 0.0, 0.0, std::sin(half)),
                             .angular_velocity = {0.0, 0.0, rate}});
    };
    const int crank = bar({0.0, 0.0}, {0.0, 1.0}, crank_mass, 0.0),
              coupler = bar({0.0, 1.0}, {2.0, 1.0}, coupler_mass, 3.0),
              rocker = bar({4.0, 0.0}, {2.0, 1.0}, rocker_mass, 0.0);
    const Vec<3> z(0.0, 0.0, 1.0);
    world.add_hinge(crank, the_world, {0.0, 0.0, 0.0}, z);
    world.add_hinge(coupler, crank, {0.0, 1.0, 0.0}, z);
    world.add_hinge(rocker, coupler, {2.0, 1.0, 0.0}, z);
    world.add_hinge(rocker, the_world, {4.0, 0.0, 0.0}, z);
    world.fit_velocities();
    EXPECT_NEAR(world.body(coupler).angular_velocity().z(), 3.0, 1e-11);
    EXPECT_NEAR(world.body(crank).angular_velocity().z(), -3.0, 1e-11);
    EXPECT_NEAR(world.body(rocker).angular_velocity().z(), -3.0, 1e-11);
    EXPECT_NEAR((world.body(coupler).velocity - Vec<3>(3.0, 3.0, 0.0)).norm(), 0.0, 1e-11);
  }
}

TEST(JointStart, AngularVelocitiesThatExcludeEachOtherOnAWeldAreRefused) {
  World world = weightless();
  const int a = world.add_body(rod(0.0, Vec<3>::Zero(), {0.0, 0.0, 1.0})),
            b = world.add_body(rod(1.0, Vec<3>::Zero(), {0.0, 0.0, 2.0}));
  world.add_fixed(a, b);
  EXPECT_THROW(world.fit_velocities(), InvalidArgument);
}

// Two rods that float, hinged where they meet and turning at 2 and −1 rad/s, of 1 and 4 kg: their centres part at (2·0.5 + 1·(−0.5)) m/s
// across, and the centre of all stays where it is.
TEST(JointStart, WhatFloatsAndWasOnlyTurnedDoesNotDrift) {
  World world = weightless();
  BodyDescription heavy = rod(1.0, Vec<3>::Zero(), {0.0, 0.0, -1.0});
  heavy.mass = 4.0;
  const int a = world.add_body(rod(0.0, Vec<3>::Zero(), {0.0, 0.0, 2.0})), b = world.add_body(heavy);
  world.add_hinge(a, b, {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0});
  world.fit_velocities();
  EXPECT_NEAR((world.body(a).velocity - Vec<3>(0.0, -0.4, 0.0)).norm(), 0.0, 1e-12);
  EXPECT_NEAR((world.body(b).velocity - Vec<3>(0.0, 0.1, 0.0)).norm(), 0.0, 1e-12);
}

TEST(JointStart, PositionMovesWhatHangsOnA) {
  World world = weightless();
  const int upper = world.add_body(rod(0.0)), lower = world.add_body(rod(1.0));
  const int shoulder = world.add_hinge(upper, the_world, Vec<3>::Zero(), {0.0, 0.0, 1.0});
  // Seen from the other side: b hangs on a, and a's side is held.
  const int elbow = world.add_hinge(upper, lower, {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0});
  world.set_joint_position(shoulder, 0.3);
  world.set_joint_position(elbow, -0.5);  // of upper relative to lower: lower turns by +0.5
  const Vec<3> joint(std::cos(0.3), std::sin(0.3), 0.0);
  EXPECT_NEAR((world.body(upper).position - 0.5 * joint).norm(), 0.0, 1e-12);
  EXPECT_NEAR((world.body(lower).position - joint - 0.5 * Vec<3>(std::cos(0.8), std::sin(0.8), 0.0)).norm(), 0.0,
              1e-12);
  EXPECT_NEAR(world.joint(shoulder).position, 0.3, 1e-15);
  EXPECT_NEAR(world.joint(elbow).position, -0.5, 1e-15);
  world.set_joint_velocity(shoulder, 2.0);
  world.set_joint_velocity(elbow, 1.0);
  EXPECT_NEAR(rate(world, shoulder), 2.0, 1e-12);
  EXPECT_NEAR(rate(world, elbow), 1.0, 1e-12);
  EXPECT_NEAR(world.body(lower).angular_velocity().z(), 1.0, 1e-12);
  EXPECT_TRUE(world.fit_velocities().empty()) << "joints' velocities fit by themselves";
  EXPECT_TRUE(world.step(1e-3).converged());
  EXPECT_NEAR(world.joint(shoulder).position, 0.302, 1e-4);
}

TEST(JointStart, SliderStartsWhereAndAsFastAsItIsTold) {
  World world = weightless();
  const int cart = world.add_body(rod(0.0));
  const int slider = world.add_slider(cart, the_world, {0.0, 2.0, 0.0});
  world.set_joint_position(slider, 0.25);
  world.set_joint_velocity(slider, -1.5);
  EXPECT_NEAR((world.body(cart).position - Vec<3>(0.5, 0.25, 0.0)).norm(), 0.0, 1e-15);
  EXPECT_NEAR((world.body(cart).velocity - Vec<3>(0.0, -1.5, 0.0)).norm(), 0.0, 1e-15);
  EXPECT_THROW(world.set_joint_position(slider, std::nan("")), InvalidArgument);
  const int limited =
      world.add_slider(world.add_body(rod(3.0)), the_world, {0.0, 1.0, 0.0}, {.limits = JointLimits{-0.1, 0.1}});
  EXPECT_THROW(world.set_joint_position(limited, 0.2), InvalidArgument);
  world.set_joint_position(limited, 0.1);
  const int ball = world.add_ball(cart, the_world, {0.0, 0.0, 0.0});
  EXPECT_THROW(world.set_joint_position(ball, 0.1), InvalidArgument);
}

}  // namespace
}  // namespace stickslip::sim::test::joint_start_test
