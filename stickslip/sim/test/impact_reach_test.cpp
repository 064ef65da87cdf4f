// What impacts within one step reach, and the speeds that they leave where loads act: answers computed by hand.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/sim/world.hpp"

namespace stickslip::sim::test::impact_reach_test {
namespace {

constexpr double radius = 0.05, h = 1e-3;

int add_ball(World& world, double restitution, double x, double speed, double mass = 1.0) {
  return world.add_body({.shapes = {{geometry::Sphere{radius}}},
                         .mass = mass,
                         .surface = {0.0, 0.0, restitution},
                         .position = {x, 0.0, 0.0},
                         .velocity = {speed, 0.0, 0.0}});
}

// Of balls along x, in order; negative: overlap.
double least_gap(const World& world, const std::vector<int>& balls) {
  double least = 1.0;
  for (std::size_t i = 0; i + 1 < balls.size(); ++i)
    least = std::min(least, (world.body(balls[i + 1]).position - world.body(balls[i]).position).x() - 2.0 * radius);
  return least;
}

// What comes with 5 m/s and does not give way passes 10 m/s on, all through the row within the step.
TEST(ImpactReach, AHammerThatForcesDoNotMoveGoesThroughARow) {
  for (const bool is_on_joint : {false, true}) {
    World world({.gravity = Vec<3>::Zero()});
    constexpr double speed = 5.0, gap = 1e-3, pitch = 2.0 * radius + gap;
    std::vector<int> balls{add_ball(world, 1.0, -pitch, speed, is_on_joint ? 1.0 : 0.0)};
    if (is_on_joint) {
      const int hand = world.add_body({.shapes = {{geometry::Sphere{0.01}}},
                                       .mass = 0.0,
                                       .position = {-0.5, 0.0, 0.0},
                                       .velocity = {speed, 0.0, 0.0}});
      world.add_fixed(balls[0], hand);
    }
    for (int i = 0; i < 5; ++i) balls.push_back(add_ball(world, 1.0, pitch * i, 0.0));
    for (int k = 0; k < 20; ++k) {
      ASSERT_TRUE(world.step(h).converged()) << k;
      ASSERT_GE(least_gap(world, balls), -1e-6) << k << ' ' << is_on_joint;  // joints give way by a millionth
    }
    for (int i = 1; i <= 5; ++i)
      EXPECT_NEAR(world.body(balls[static_cast<std::size_t>(i)]).velocity.x(), 2.0 * speed, 1e-4) << i;
  }
}

// A block between that touches the hammer by a volume passes on what it gets, to balls that touch at points.
TEST(ImpactReach, AHammerGoesThroughAVolumeIntoARow) {
  World world({.gravity = Vec<3>::Zero()});
  world.add_contact_model({});
  constexpr double gap = 1e-3, pitch = 2.0 * radius + gap, speed = 5.0;
  const auto add_block = [&](double mass, double x, double of) {
    return world.add_body({.shapes = {{geometry::Polyhedron::box(Vec<3>::Constant(2.0 * radius))}},
                           .mass = mass,
                           .position = {x, 0.0, 0.0},
                           .velocity = {of, 0.0, 0.0}});
  };
  std::vector<int> row{add_block(0.0, -2.0 * radius - 0.5 * gap, speed), add_block(1.0, 0.0, 0.0)};
  for (int i = 1; i <= 4; ++i) row.push_back(add_ball(world, 0.0, pitch * i, 0.0));
  for (int k = 0; k < 6; ++k) {
    ASSERT_TRUE(world.step(h).converged());
    ASSERT_GT(least_gap(world, row), -2e-5) << k;
  }
  for (const int body : row) EXPECT_NEAR(world.body(body).velocity.x(), speed, 0.01);
}

// A rod of 1 m comes down with one end first, the other a few millimetres up: that swings down faster than the rod came.
TEST(ImpactReach, TheFarEndOfARodThatIsStruckStaysAboveTheFloor) {
  for (const bool is_of_pair : {false, true}) {
    for (const double e : {0.0, 0.2, 0.5, 0.9}) {
      for (const double up : {5.5e-3, 6.5e-3, 7.5e-3, 9e-3}) {
        World world;
        const Surface surface{.mu_s = 0.0, .mu_k = 0.0, .restitution = is_of_pair ? 0.0 : e};
        world.add_plane(Vec<3>::UnitZ(), 0.0, surface);
        constexpr double length = 1.0, width = 0.02;
        const double angle = std::asin(up / length);
        const Eigen::Quaterniond tilt(Eigen::AngleAxisd(-angle, Vec<3>::UnitY()));
        const double middle = 0.5 * (length * std::sin(angle) + width * std::cos(angle)) + 1e-4;
        const int rod = world.add_body({.shapes = {{geometry::Polyhedron::box({length, width, width})}},
                                        .mass = 1.0,
                                        .surface = surface,
                                        .position = {0.0, 0.0, middle},
                                        .orientation = tilt,
                                        .velocity = {0.0, 0.0, -5.0}});
        if (is_of_pair) world.set_restitution(0, rod, e);
        for (int k = 0; k < 3; ++k) {
          ASSERT_TRUE(world.step(h).converged());
          const BodyState& body = world.body(rod);
          for (const double side : {-0.5, 0.5}) {
            const Vec<3> end = body.position + body.orientation * Vec<3>(side * length, 0.0, -0.5 * width);
            ASSERT_GT(end.z(), -2e-5) << e << ' ' << up << ' ' << k << ' ' << is_of_pair;
          }
        }
      }
    }
  }
}

// A force drives one ball onto another without load: at the surface they meet with √(u² + 2 a φ), and part with e times that, whoever moves.
TEST(ImpactReach, WhatIsStruckAtRestUnderLoadRebounds) {
  struct Case {
    double u, gap, e;
  };
  for (const Case& of : {Case{0.1, 8e-5, 0.3}, Case{0.5, 4e-4, 0.1}}) {
    for (const double common : {0.0, 3.0, -0.2}) {
      World world({.gravity = Vec<3>::Zero()});
      constexpr double force = 10.0;
      const int striker = add_ball(world, of.e, 0.0, common + of.u);
      const int struck = add_ball(world, of.e, 2.0 * radius + of.gap, common);
      world.set_force(striker, {force, 0.0, 0.0});
      ASSERT_TRUE(world.step(h).converged());
      const Vec<3> parts = world.body(struck).velocity_struck - world.body(striker).velocity_struck;
      EXPECT_NEAR(parts.x(), of.e * std::sqrt(of.u * of.u + 2.0 * force * of.gap), 1e-7) << of.u << ' ' << common;
    }
  }
}

// The lower ball is first taken down to the floor, from which it would not come back up; the gap to the upper one is wider then, and that
// is passed on the way back more slowly.
TEST(ImpactReach, DisplacementsChangeWhatOtherStrikesLeave) {
  World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, {0.0, 0.0, 0.0});
  constexpr double g = 9.81, force = 20.0, low_gap = 4e-5, high_gap = 5e-5, low_u = 0.05, high_u = 0.1;
  const auto add = [&](double z, double speed) {
    return world.add_body({.shapes = {{geometry::Sphere{radius}}},
                           .mass = 1.0,
                           .surface = {0.0, 0.0, 0.0},
                           .position = {0.0, 0.0, z},
                           .velocity = {0.0, 0.0, -speed}});
  };
  const int low = add(radius + low_gap, low_u), high = add(3.0 * radius + low_gap + high_gap, low_u + high_u);
  constexpr double e_low = 0.3, e_high = 0.8;
  world.set_restitution(0, low, e_low);
  world.set_restitution(low, high, e_high);
  world.set_force(high, {0.0, 0.0, -force});
  ASSERT_TRUE(world.step(h).converged());
  const double from_floor = e_low * std::sqrt(low_u * low_u + 2.0 * g * low_gap);
  const double apart =
      std::sqrt(e_high * e_high * (high_u * high_u + 2.0 * force * high_gap) - 2.0 * force * (high_gap + low_gap));
  EXPECT_NEAR(world.body(low).velocity_struck.z(), from_floor, 1e-6);
  EXPECT_NEAR((world.body(high).velocity_struck - world.body(low).velocity_struck).z(), apart, 1e-6);
}

// A paddle at rest that is told to go strikes what it reaches, and pushes what it touches.
TEST(ImpactReach, APrescribedVelocityThatJumpsStrikes) {
  for (const double gap : {0.0, 1e-3, 4e-3, 8e-3}) {
    for (const double e : {0.5, 1.0}) {
      World world({.gravity = Vec<3>::Zero()});
      const int paddle = add_ball(world, e, 0.0, 0.0, 0.0), ball = add_ball(world, e, 2.0 * radius + gap, 0.0);
      ASSERT_TRUE(world.step(h).converged());
      constexpr double speed = 5.0;
      world.set_velocity(paddle, {speed, 0.0, 0.0});
      for (int k = 0; k < 3; ++k) ASSERT_TRUE(world.step(h).converged());
      // What is pushed lets compliance give way, and gets that back.
      const double right = gap > 0.0 ? (1.0 + e) * speed : speed, most = gap > 0.0 ? 1e-6 : 1e-3;
      EXPECT_NEAR(world.body(ball).velocity.x(), right, most) << gap << ' ' << e;
    }
  }
}

// What an impact gave is no load of the next step, whether a run goes on or was restored.
TEST(ImpactReach, RunsGoOnBitForBitFromTheStepOfAnImpact) {
  const auto made = [] {
    World world;
    const Surface surface{.restitution = 0.4};
    world.add_plane(Vec<3>::UnitZ(), 0.0, surface);
    world.add_body({.shapes = {{geometry::Polyhedron::box({0.2, 0.2, 0.2})}},
                    .mass = 1.0,
                    .surface = surface,
                    .position = {0.0, 0.0, 0.2},
                    .orientation = Eigen::Quaterniond(0.9, 0.3, 0.2, 0.1).normalized()});
    return world;
  };
  World whole = made();
  int impacts = 0;
  for (int k = 0; k < 600; ++k) {
    ASSERT_TRUE(whole.step(h).converged());
    const auto& shocks = whole.state().shocks;
    if (std::ranges::all_of(shocks, [](const Vec<3>& shock) { return shock.isZero(0.0); })) continue;
    ++impacts;
    World copy = whole, restored = made();
    restored.restore(whole.save());
    for (World* world : {&copy, &restored}) static_cast<void>(world->step(h));
    ASSERT_EQ(copy.state().impulses, restored.state().impulses) << k;
    ASSERT_EQ(copy.body(1).velocity, restored.body(1).velocity) << k;
  }
  EXPECT_GT(impacts, 5);
}

}  // namespace
}  // namespace stickslip::sim::test::impact_reach_test
