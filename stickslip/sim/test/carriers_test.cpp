// What bodies with a prescribed motion hold stays where it is on them, whatever they do: shift, turn, or both, at any step, by velocities set
// before each step or by a motion that is given exactly.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/world.hpp"

#include "carried_bodies.hpp"

namespace stickslip::sim::test::carriers_test {
namespace {

constexpr double pi = std::numbers::pi;

// A twist over time: start, middle and end of each step.
template <class TwistAt>
void follow(World& world, int support, double h, TwistAt twist_at) {
  const double t = world.time();
  world.set_motion(support, {twist_at(t), twist_at(t + 0.5 * h), twist_at(t + h)});
}

// How far the boxes go on a support that moves by `twist_at`, from when it has begun to move.
template <class TwistAt>
double slip_on(const Vec<3>& start, double h, bool is_joined, TwistAt twist_at) {
  World world;
  const int base = world.add_body(rough_box({1.0, 1.0, 0.1}, 0.0, {0.0, 0.0, is_joined ? -0.5 : -0.05}));
  if (is_joined) {
    const int table = world.add_body(rough_box({1.0, 1.0, 0.1}, 5.0, {0.0, 0.0, -0.05}));
    world.add_fixed(table, base);
  }
  const int lower = world.add_body(rough_box({0.1, 0.1, 0.1}, 1.0, start + Vec<3>(0.0, 0.0, 0.05)));
  const int upper = world.add_body(rough_box({0.08, 0.08, 0.08}, 0.5, start + Vec<3>(0.0, 0.0, 0.14)));
  Vec<3> lower_before = Vec<3>::Zero(), upper_before = Vec<3>::Zero();
  double most = 0.0;
  while (world.time() < 2.0) {
    follow(world, base, h, twist_at);
    EXPECT_TRUE(world.step(h).converged());
    if (lower_before.isZero(0.0) && world.time() > 0.01) {
      lower_before = place_on(world, lower, base);
      upper_before = place_on(world, upper, base);
    }
    if (lower_before.isZero(0.0)) continue;
    most = std::max({most, (place_on(world, lower, base) - lower_before).norm(),
                     (place_on(world, upper, base) - upper_before).norm()});
  }
  return most;
}

Vec<6> twist(const Vec<3>& velocity, const Vec<3>& turning) {
  return (Vec<6>() << velocity, turning).finished();
}

TEST(Carriers, WhatStandsOnATurningTableStays) {
  const auto to_and_fro = [](double t) { return twist(Vec<3>::Zero(), {0.0, 0.0, 2.0 * std::sin(2.0 * pi * t)}); };
  for (const bool is_joined : {false, true}) {
    for (const double h : {5e-4, 1e-3, 2e-3})
      EXPECT_LT(slip_on({0.3, 0.1, 0.0}, h, is_joined, to_and_fro), 1e-6 * (h / 1e-3) * (h / 1e-3)) << h << is_joined;
  }
}

// It turns about an axis that is not its own, and rises and falls at another frequency.
TEST(Carriers, WhatStandsOnARockingTrayStays) {
  const auto rocks = [](double t) {
    return twist({0.1 * std::sin(7.0 * t), 0.0, 0.3 * std::sin(11.0 * t)},
                 {0.3 * std::sin(5.0 * t), 0.8 * std::sin(2.0 * pi * t), 0.0});
  };
  for (const double h : {5e-4, 1e-3, 2e-3})
    EXPECT_LT(slip_on({0.1, -0.05, 0.0}, h, false, rocks), 1e-6 * (h / 1e-3) * (h / 1e-3)) << h;
}

// At a constant rate it would go outwards, or stay behind, by as much in every second.
TEST(Carriers, ASteadyTurnTakesAlong) {
  for (const double h : {1e-3, 2e-3}) {
    World world;
    const int table = world.add_body(rough_box({2.0, 2.0, 0.1}, 0.0, {0.0, 0.0, -0.05}));
    BodyDescription given = rough_box({0.1, 0.1, 0.1}, 1.0, {0.5, 0.0, 0.05});
    given.surface = {1.5, 1.5, 0.0};
    given.velocity = {0.0, 1.5, 0.0};
    given.angular_velocity = {0.0, 0.0, 3.0};
    const int body = world.add_body(given);
    world.set_angular_velocity(table, {0.0, 0.0, 3.0});
    for (int k = 0; k < 100; ++k) ASSERT_TRUE(world.step(h).converged());
    const Vec<3> before = place_on(world, body, table);
    for (int k = 0; k < 5000; ++k) ASSERT_TRUE(world.step(h).converged());
    EXPECT_LT((place_on(world, body, table) - before).norm(), 2e-8) << h;
  }
}

// Velocities set before each step to those of its middle: a path by jumps. And a third body, on which the block slides, has no say.
TEST(Carriers, AGripAlongAFloorKeepsItsBlock) {
  for (const bool has_floor : {false, true}) {
    for (const double h : {1e-3, 2e-3}) {
      World world;
      if (has_floor) world.add_plane(Vec<3>::UnitZ(), -0.025, {0.2, 0.2, 0.0});
      const int hand = world.add_body(rough_box({0.2, 0.05, 0.02}, 0.0, {0.0, 0.0, 0.3}));
      const int left = world.add_body(rough_box({0.02, 0.05, 0.04}, 0.1, {-0.035, 0.0, 0.0}));
      const int right = world.add_body(rough_box({0.02, 0.05, 0.04}, 0.1, {0.035, 0.0, 0.0}));
      const int block = world.add_body(rough_box({0.05, 0.05, 0.05}, 0.5, Vec<3>::Zero()));
      for (const int pad : {left, right}) world.add_slider(pad, hand, Vec<3>::UnitX());
      world.set_force(left, {20.0, 0.0, 0.0});
      world.set_force(right, {-20.0, 0.0, 0.0});
      double most = 0.0;
      for (int k = 0; k * h < 5.0; ++k) {
        world.set_velocity(hand, {0.0, 0.1 * std::sin(8.0 * pi * (k + 0.5) * h), 0.0});
        ASSERT_TRUE(world.step(h).converged());
        most = std::max(most, std::abs(place_on(world, block, hand).y()));
      }
      EXPECT_LT(most, 1e-6 * (h / 1e-3) * (h / 1e-3)) << has_floor << ' ' << h;  // once, by the first jump
    }
  }
}

// A pad on a slider stays where it is while its hand moves along the slider.
TEST(Carriers, AJointPassesOnOnlyWhatItHolds) {
  World world({.gravity = Vec<3>::Zero()});
  const int hand = world.add_body(rough_box({0.2, 0.05, 0.02}, 0.0, Vec<3>::Zero()));
  const int pad = world.add_body(rough_box({0.02, 0.05, 0.04}, 0.1, {0.0, 0.0, 0.1}));
  world.add_slider(pad, hand, Vec<3>::UnitX());
  const auto moves = [](double t) { return twist({std::sin(9.0 * t), 0.2 * std::sin(5.0 * t), 0.0}, Vec<3>::Zero()); };
  while (world.time() < 2.0) {
    follow(world, hand, 2e-3, moves);
    ASSERT_TRUE(world.step(2e-3).converged());
    EXPECT_NEAR(world.body(pad).position.x(), 0.0, 1e-9);
    EXPECT_NEAR(place_on(world, pad, hand).y(), 0.0, 1e-9);
  }
}

TEST(Carriers, AMotionIsFollowedBySimpsonsRule) {
  World world;
  const int base = world.add_body(rough_box({1.0, 1.0, 0.1}, 0.0, Vec<3>::Zero()));
  const auto cubic = [](double t) { return twist({t * t * t, 0.0, 0.0}, {0.0, 0.0, 3.0 * t * t}); };
  while (world.time() < 1.0 - 1e-9) {
    follow(world, base, 0.05, cubic);
    static_cast<void>(world.step(0.05));
  }
  EXPECT_NEAR(world.body(base).position.x(), 0.25, 1e-15);
  EXPECT_NEAR(2.0 * std::atan2(world.body(base).orientation.z(), world.body(base).orientation.w()), 1.0, 1e-14);
  EXPECT_NEAR(world.body(base).velocity.x(), 1.0, 1e-12);
}

TEST(Carriers, MotionsThatCannotBeAreRefusedAndChangeNothing) {
  World world;
  const int base = world.add_body(rough_box({1.0, 1.0, 0.1}, 0.0, Vec<3>::Zero()));
  const int body = world.add_body(rough_box({0.1, 0.1, 0.1}, 1.0, {0.0, 0.0, 0.2}));
  const Vec<6> some = twist(Vec<3>::UnitX(), Vec<3>::UnitZ());
  world.set_motion(base, {some, some, some});
  const auto before = world.save();
  Vec<6> bad = some;
  bad[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(world.set_motion(base, {some, bad, some}), InvalidArgument);
  EXPECT_THROW(world.set_motion(base, {some, some, bad}), InvalidArgument);
  EXPECT_THROW(world.set_motion(body, {some, some, some}), InvalidArgument);
  EXPECT_THROW(world.set_motion(7, {some, some, some}), InvalidArgument);
  EXPECT_EQ(world.save(), before);
}

}  // namespace
}  // namespace stickslip::sim::test::carriers_test
