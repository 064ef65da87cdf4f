// What bodies on joints carry stays on them, and what is heavy comes to rest on what is light.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "stickslip/sim/world.hpp"

#include "carried_bodies.hpp"

namespace stickslip::sim::test::updates_test {
namespace {

constexpr double pi = std::numbers::pi;

// target_at(t): angle and its rate.
template <class TargetAt>
void drive(World& world, int hinge, double h, TargetAt target_at) {
  const auto [angle, rate] = target_at(world.time() + 0.5 * h);
  world.drive(hinge, {.target = angle, .stiffness = 5e3, .damping = 100.0, .target_velocity = rate});
}

auto swing(double amplitude, double frequency) {
  const double w = 2.0 * pi * frequency;
  return [=](double t) { return std::pair(amplitude * std::sin(w * t), amplitude * w * std::cos(w * t)); };
}

// By how much what is carried goes on per second, from when the start has settled.
double creep(World& world, int carried, int support, double h, double until, auto before_step) {
  Vec<3> start = Vec<3>::Zero();
  while (world.time() < until) {
    before_step();
    EXPECT_TRUE(world.step(h).converged());
    if (world.time() < 1.0) start = place_on(world, carried, support);
  }
  return (place_on(world, carried, support) - start).norm() / (until - 1.0);
}

// A box on a tray half a metre from a driven hinge: 20 % of what friction holds.
TEST(Updates, ATrayOnADrivenHingeKeepsItsBox) {
  for (const bool by_volumes : {false, true}) {
    for (const double h : {1e-3, 2e-3}) {
      World world;
      if (by_volumes) world.add_contact_model({});
      const int tray = world.add_body(rough_box({0.2, 0.2, 0.02}, 3.0, {0.5, 0.0, -0.01}));
      const int load = world.add_body(rough_box({0.08, 0.08, 0.06}, 0.5, {0.53, 0.0, 0.03}));
      const int hinge = world.add_hinge(tray, the_world, {0.0, 0.0, -0.01}, Vec<3>::UnitY());
      EXPECT_LT(creep(world, load, tray, h, 5.0, [&] { drive(world, hinge, h, swing(0.1, 1.0)); }), 1e-7)
          << by_volumes << h;
    }
  }
}

// The same where the hinge is on a base that goes along steadily, or is shaken.
TEST(Updates, ATrayOnAMovingBaseKeepsItsBox) {
  for (const bool by_volumes : {false, true}) {
    for (const bool is_shaken : {false, true}) {
      for (const double h : {1e-3, 2e-3}) {
        World world;
        if (by_volumes) world.add_contact_model({});
        const Vec<3> along(0.1, 0.05, 0.0);
        const auto moving = [&](BodyDescription given) {
          if (!is_shaken) given.velocity = along;
          return given;
        };
        const int base = world.add_body(moving(rough_box({0.1, 0.1, 0.1}, 0.0, {0.0, 0.0, -0.3})));
        const int tray = world.add_body(moving(rough_box({0.2, 0.2, 0.02}, 3.0, {0.5, 0.0, -0.01})));
        const int load = world.add_body(moving(rough_box({0.08, 0.08, 0.06}, 0.5, {0.53, 0.0, 0.03})));
        const int hinge = world.add_hinge(tray, base, {0.0, 0.0, -0.01}, Vec<3>::UnitY());
        const auto twist = [](double t) -> Vec<6> {
          return (Vec<6>() << 0.05 * std::sin(4.0 * pi * t), 0.1 * std::sin(2.0 * pi * t), 0.1 * std::sin(8.0 * pi * t),
                  Vec<3>::Zero())
              .finished();
        };
        const auto before_step = [&] {
          drive(world, hinge, h, swing(0.1, 1.0));
          const double t = world.time();
          if (is_shaken) world.set_motion(base, {twist(t), twist(t + 0.5 * h), twist(t + h)});
        };
        EXPECT_LT(creep(world, load, tray, h, 3.0, before_step), 1e-8) << by_volumes << is_shaken << h;
      }
    }
  }
}

// A spring as weak as a thread to something that moves changes nothing.
TEST(Updates, ASpringToWhatMovesDoesNotDriveATray) {
  World world;
  const int tray = world.add_body(rough_box({0.2, 0.2, 0.02}, 3.0, {0.5, 0.0, -0.01}));
  const int load = world.add_body(rough_box({0.08, 0.08, 0.06}, 0.5, {0.53, 0.0, 0.03}));
  BodyDescription moved = rough_box({0.1, 0.1, 0.1}, 0.0, {0.0, 0.0, -2.0});
  moved.velocity = {1e-3, 0.0, 0.0};
  const int other = world.add_body(moved);
  const int hinge = world.add_hinge(tray, the_world, {0.0, 0.0, -0.01}, Vec<3>::UnitY());
  world.add_spring(tray, other, {0.5, 0.0, -0.01}, {0.0, 0.0, -2.0}, {.stiffness = 1e-6});
  EXPECT_LT(creep(world, load, tray, 1e-3, 3.0, [&] { drive(world, hinge, 1e-3, swing(0.1, 1.0)); }), 1e-8);
}

// Two pads on sliders of an arm that swings press a block with 60 N each.
TEST(Updates, AGripOnADrivenArmKeepsItsBlock) {
  for (const double h : {1e-3, 2e-3}) {
    World world;
    const int arm = world.add_body(rough_box({0.3, 0.05, 0.02}, 1.0, {0.3, 0.0, 0.2}));
    const int left = world.add_body(rough_box({0.02, 0.05, 0.05}, 0.1, {0.265, 0.0, 0.0}));
    const int right = world.add_body(rough_box({0.02, 0.05, 0.05}, 0.1, {0.335, 0.0, 0.0}));
    const int block = world.add_body(rough_box({0.05, 0.05, 0.05}, 0.5, {0.3, 0.0, 0.0}));
    const int hinge = world.add_hinge(arm, the_world, {0.0, 0.0, 0.2}, Vec<3>::UnitY());
    const int sliders[2] = {world.add_slider(left, arm, Vec<3>::UnitX()),
                            world.add_slider(right, arm, Vec<3>::UnitX())};
    world.drive(sliders[0], {.target = 1.0, .stiffness = 1e3, .max_effort = 60.0});
    world.drive(sliders[1], {.target = -1.0, .stiffness = 1e3, .max_effort = 60.0});
    // Points are held by velocities: of second order in h.
    const double share = h / 1e-3;
    EXPECT_LT(creep(world, block, left, h, 4.0, [&] { drive(world, hinge, h, swing(0.06, 3.0)); }),
              3e-7 * share * share)
        << h;
  }
}

// What is on joints and lands on the floor stops at the floor.
TEST(Updates, ABoxOnASliderLandsOnTheFloor) {
  for (const double h : {1e-3, 2e-3}) {
    World world;
    world.add_plane(Vec<3>::UnitZ(), 0.0, rough_surface);
    BodyDescription given = rough_box({0.1, 0.1, 0.1}, 1.0, {0.0, 0.0, 0.2});
    given.velocity = {0.0, 0.0, -1.0};
    const int body = world.add_body(given);
    world.add_slider(body, the_world, Vec<3>::UnitZ());
    for (int k = 0; k * h < 0.5; ++k) {
      ASSERT_TRUE(world.step(h).converged());
      ASSERT_GT(world.body(body).position.z(), 0.05 - 1e-6) << h;
    }
  }
}

// A small overlap of two bodies is theirs: a ball that rolls on one of them rolls on.
TEST(Updates, AnOverlapDoesNotStopOthers) {
  World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough_surface);
  world.add_body(rough_box({2.0, 0.2, 0.02}, 1.0, {0.0, 0.0, 0.01 - 2e-5}));
  const int ball = world.add_body({.shapes = {{geometry::Sphere{0.05}}},
                                   .mass = 1.0,
                                   .surface = rough_surface,
                                   .position = {0.0, 0.0, 0.07 - 2e-5},
                                   .velocity = {0.05, 0.0, 0.0},
                                   .angular_velocity = {0.0, 1.0, 0.0}});
  for (int k = 0; k < 500; ++k) ASSERT_TRUE(world.step(1e-3).converged());
  EXPECT_NEAR(world.body(ball).velocity.x(), 0.05, 0.002);
}

// Contacts give way to a heavy load within a step. At rest that must not go on for ever: speeds are zero, and so is the way.
TEST(Updates, WhatIsHeavyRestsOnWhatIsLight) {
  for (const auto& [ratio, h] : {std::pair{100.0, 1e-3}, {1000.0, 1e-3}, {100.0, 5e-3}}) {
    World world;
    world.add_plane(Vec<3>::UnitZ(), 0.0, rough_surface);
    int top = 0;
    for (int i = 0; i < 10; ++i)
      top = world.add_body(rough_box({0.1, 0.1, 0.1}, i < 9 ? 0.1 : 0.1 * ratio, {0.0, 0.0, 0.05 + 0.1 * i}));
    for (int k = 0; k < 600; ++k) ASSERT_TRUE(world.step(h).converged());
    for (int b = 1; b <= 10; ++b) EXPECT_LT(world.body(b).velocity.norm(), 1e-9) << ratio << ' ' << h;
    // Each contact gives by about 6e-4 g h² per load on it over its own mass.
    EXPECT_LT(0.95 - world.body(top).position.z(), 10.0 * 6e-4 * 9.81 * h * h * ratio) << ratio << ' ' << h;
  }
}

// A book of 2 kg on a card of 10 g that reaches out under one side of it.
TEST(Updates, ABookOnACardDoesNotCreep) {
  World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough_surface);
  world.add_body(rough_box({0.2, 0.12, 3e-4}, 0.01, {0.05, 0.0, 1.5e-4}));
  const int book = world.add_body(rough_box({0.2, 0.15, 0.03}, 2.0, {0.0, 0.0, 0.0153}));
  for (int k = 0; k < 500; ++k) static_cast<void>(world.step(1e-3));
  const Vec<3> before = world.body(book).position;
  for (int k = 0; k < 2000; ++k) ASSERT_TRUE(world.step(1e-3).converged());
  EXPECT_LT((world.body(book).position - before).norm(), 1e-10);
}

}  // namespace
}  // namespace stickslip::sim::test::updates_test
