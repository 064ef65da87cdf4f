// Springs: against the equation of an oscillator, in energy at any stiffness, and what bad input must say.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/world.hpp"

namespace stickslip::sim::test::spring_test {
namespace {

using geometry::Polyhedron;

World weightless() {
  return World({.gravity = Vec<3>::Zero()});
}

BodyDescription block(double mass, const Vec<3>& position, const Vec<3>& velocity = Vec<3>::Zero()) {
  return {.shapes = {{Polyhedron::box({0.1, 0.1, 0.1})}}, .mass = mass, .position = position, .velocity = velocity};
}

double stored(const World& world, int spring) {
  return world.model().joints[static_cast<std::size_t>(spring)]->stored_energy(world.joint(spring).position);
}

double energy(const World& world, int spring) {
  return world.kinetic_energy() + world.potential_energy() + stored(world, spring);
}

TEST(Spring, SwingsWithThePeriodOfItsMassAndStiffness) {
  constexpr double mass = 2.0, stiffness = 50.0, rest = 0.5, h = 1e-3;
  World world = weightless();
  const int body = world.add_body(block(mass, {0.6, 0.0, 0.0}));
  const int spring =
      world.add_spring(body, the_world, {0.6, 0.0, 0.0}, Vec<3>::Zero(), {.stiffness = stiffness, .rest = rest});
  const double period = 2.0 * std::numbers::pi * std::sqrt(mass / stiffness), start = energy(world, spring);
  // Moments at which it passes its rest length on the way out, between records by a straight line.
  double first = 0.0, last = 0.0, before = 0.1;
  int passes = 0;
  for (int k = 1; k <= 20000; ++k) {
    ASSERT_TRUE(world.step(h).converged());
    const JointReading reading = world.joint(spring);
    const double away = reading.position - rest;
    if (before < 0.0 && away >= 0.0) {
      last = h * (k - away / (away - before));
      if (passes++ == 0) first = last;
    }
    before = away;
    EXPECT_NEAR(energy(world, spring), start, 1e-3 * start) << k;
  }
  ASSERT_GT(passes, 10);
  EXPECT_NEAR((last - first) / (passes - 1), period, 1e-5 * period);
}

TEST(Spring, DecaysWithItsDampingRatio) {
  constexpr double mass = 1.0, stiffness = 100.0, damping = 2.0, h = 1e-4;  // ratio 0.1
  World world = weightless();
  const int body = world.add_body(block(mass, {1.1, 0.0, 0.0}));
  const int spring = world.add_spring(body, the_world, {1.1, 0.0, 0.0}, Vec<3>::Zero(),
                                      {.stiffness = stiffness, .damping = damping, .rest = 1.0});
  const double decay = damping / (2.0 * mass), omega = std::sqrt(stiffness / mass - decay * decay);
  for (int k = 1; k <= 20000; ++k) {
    ASSERT_TRUE(world.step(h).converged());
    const double t = k * h;
    const double away = 0.1 * std::exp(-decay * t) * (std::cos(omega * t) + decay / omega * std::sin(omega * t));
    EXPECT_NEAR(world.joint(spring).position, 1.0 + away, 2e-5);
  }
}

TEST(Spring, HoldsAWeightWithItsForceAndGoesOnBothSides) {
  World world;
  const int upper = world.add_body(block(0.0, {0.0, 0.0, 1.0}));
  const int lower = world.add_body(block(3.0, {0.0, 0.0, 0.5}));
  const int spring =
      world.add_spring(lower, upper, {0.0, 0.0, 0.55}, {0.0, 0.0, 0.95}, {.stiffness = 500.0, .damping = 80.0});
  for (int k = 0; k < 5000; ++k) ASSERT_TRUE(world.step(1e-3).converged());
  const double weight = 3.0 * 9.81;
  EXPECT_NEAR(world.joint(spring).position, 0.4 + weight / 500.0, 1e-9) << "rest: the length when it was added";
  EXPECT_NEAR(world.joint(spring).effort, -weight, 1e-6) << "towards b";
  EXPECT_NEAR(world.joint(spring).reaction[2], weight, 1e-6);
}

// Two bodies that circle about each other, joined off their centres or at them: nothing from outside acts on them. The largest energy, over
// that of the start.
double largest_energy(double stiffness, double rest, double arm) {
  World world = weightless();
  const int a = world.add_body(block(1.0, {0.2, 0.0, 0.0}, {0.0, 1.0, 0.2}));
  const int b = world.add_body(block(3.0, {-0.2, 0.0, 0.0}, {0.3, -1.0, 0.0}));
  const int spring =
      world.add_spring(a, b, {0.2 - arm, arm, 0.0}, {-0.2 + arm, 0.0, arm}, {.stiffness = stiffness, .rest = rest});
  world.set_collision(a, b, false);
  const auto momentum = [&] {
    Vec<3> sum = Vec<3>::Zero();
    for (const int i : {a, b}) sum += world.model()[i].mass * world.body(i).velocity;
    return sum;
  };
  const Vec<3> before = momentum();
  const double first = energy(world, spring);
  double most = first;
  for (int k = 0; k < 2000; ++k) {
    EXPECT_TRUE(world.step(1e-3).converged()) << stiffness;
    most = std::max(most, energy(world, spring));
  }
  EXPECT_LT((momentum() - before).norm(), 1e-12 * std::sqrt(first) + 1e-9) << stiffness;
  return most / first;
}

TEST(Spring, GainsNoEnergyAtAnyStiffness) {
  for (const double rest : {0.0, 0.3}) {
    for (const double stiffness : {1.0, 1e2, 1e4, 1e6, 1e9, 1e12}) {
      EXPECT_LE(largest_energy(stiffness, rest, 0.0), 1.0 + 1e-5) << stiffness << ' ' << rest;
    }
    // Off the centres bodies turn, which is of second order in the turn per step.
    for (const double stiffness : {1.0, 1e2}) {
      EXPECT_LE(largest_energy(stiffness, rest, 0.03), 1.0 + 1e-4) << stiffness << ' ' << rest;
    }
  }
}

TEST(Spring, OfRestLengthZeroPullsThroughItsPoint) {
  World world = weightless();
  const int body = world.add_body(block(1.0, {0.5, 0.0, 0.0}));
  world.add_spring(body, the_world, {0.5, 0.0, 0.0}, Vec<3>::Zero(), {.stiffness = 40.0, .rest = 0.0});
  const double omega = std::sqrt(40.0);
  for (int k = 1; k <= 3000; ++k) {
    ASSERT_TRUE(world.step(1e-3).converged());
    EXPECT_NEAR(world.body(body).position.x(), 0.5 * std::cos(omega * 1e-3 * k), 1e-4) << k;
  }
}

TEST(Spring, OfAHingeActsBesideItsDrive) {
  World world = weightless();
  const int body =
      world.add_body({.shapes = {{Polyhedron::box({1.0, 0.05, 0.05})}}, .mass = 1.0, .position = {0.5, 0.0, 0.0}});
  const int hinge = world.add_hinge(body, the_world, Vec<3>::Zero(), {0.0, 0.0, 1.0},
                                    {.spring = Spring{.stiffness = 30.0, .damping = 5.0, .rest = 0.4}});
  for (int k = 0; k < 6000; ++k) ASSERT_TRUE(world.step(1e-3).converged());
  EXPECT_NEAR(world.joint(hinge).position, 0.4, 1e-9);
  // In balance with a drive: 30 (0.4 − φ) + 10 (1 − φ) = 0.
  world.drive(hinge, {.target = 1.0, .stiffness = 10.0, .damping = 1.0});
  for (int k = 0; k < 6000; ++k) ASSERT_TRUE(world.step(1e-3).converged());
  EXPECT_NEAR(world.joint(hinge).position, 0.55, 1e-9);
  EXPECT_NEAR(world.joint(hinge).effort, 4.5, 1e-6);
  world.set_spring(hinge, {.stiffness = 0.0});
  world.release(hinge);
  ASSERT_TRUE(world.step(1e-3).converged());
  EXPECT_NEAR(world.joint(hinge).reaction[5], 0.0, 1e-9);
}

TEST(Spring, WithoutForceHasALengthAllTheSame) {
  World world = weightless();
  const int body = world.add_body(block(1.0, {0.5, 0.0, 0.0}, {1.0, 0.0, 0.0}));
  const int spring = world.add_spring(body, the_world, {0.5, 0.0, 0.0}, Vec<3>::Zero(), {.stiffness = 0.0});
  for (int k = 1; k <= 100; ++k) {
    ASSERT_TRUE(world.step(1e-3).converged());
    EXPECT_NEAR(world.joint(spring).position, 0.5 + 1e-3 * k, 1e-13) << k;
    EXPECT_EQ(world.joint(spring).effort, 0.0);
  }
  World restored(world.model());
  restored.restore(world.save());
  EXPECT_EQ(restored.joint(spring).position, world.joint(spring).position);
  // Its rest is the length that it has now, so it begins without force, and again where it was let go in between.
  world.set_spring(spring, {.stiffness = 100.0});
  EXPECT_NEAR(*world.model().joints[0]->options.spring->rest, 0.6, 1e-13);
  for (int k = 0; k < 100; ++k) ASSERT_TRUE(world.step(1e-3).converged());
  EXPECT_NEAR(world.body(body).position.x(), 0.6 + 0.1 * std::sin(1.0), 1e-6);
  world.set_spring(spring, {.stiffness = 0.0});
  const double velocity = world.body(body).velocity.x();
  for (int k = 0; k < 10; ++k) ASSERT_TRUE(world.step(1e-3).converged());
  EXPECT_EQ(world.body(body).velocity.x(), velocity);
  EXPECT_NEAR(world.joint(spring).position, world.body(body).position.x(), 1e-15);
}

TEST(Spring, OfAnotherStiffnessTakesSavedStates) {
  World world = weightless();
  const int body = world.add_body(block(1.0, {0.6, 0.0, 0.0}));
  const int spring = world.add_spring(body, the_world, {0.6, 0.0, 0.0}, Vec<3>::Zero(), {.stiffness = 40.0});
  const int other = world.add_body(block(1.0, {0.0, 2.0, 0.0}));
  const int hinge = world.add_hinge(other, the_world, {0.0, 2.0, 0.0}, Vec<3>::UnitZ());
  for (int k = 0; k < 10; ++k) ASSERT_TRUE(world.step(1e-3).converged());
  const std::vector<std::byte> saved = world.save();
  world.set_spring(spring, {.stiffness = 90.0, .damping = 1.0, .rest = 0.2});
  world.set_spring(hinge, {.stiffness = 3.0, .rest = 0.5});
  World fresh = world;
  const auto go_on = [&](World& of) {
    for (int k = 0; k < 200; ++k) ASSERT_TRUE(of.step(1e-3).converged());
  };
  go_on(world);
  world.restore(saved);
  EXPECT_EQ(world.time(), fresh.time());
  EXPECT_EQ(world.joint(spring).position, 0.6);
  EXPECT_EQ(world.model().joints[0]->options.spring->stiffness, 90.0) << "as the world has it";
  go_on(world);
  go_on(fresh);
  EXPECT_EQ(world.body(body).position, fresh.body(body).position);
  EXPECT_EQ(world.joint(hinge).position, fresh.joint(hinge).position);
}

// A table that spins freely on a smooth floor that moves, and a cube that rides on it: a spring that does not pull, to what turns, or to what a
// hinge holds, changes nothing. What holds the table would have the cube follow its turn.
TEST(Spring, HoldsNothingOnWhatTurns) {
  enum class To { none, turned, hinged };
  const auto cube_after = [](To to) {
    World world;
    const int floor = world.add_body({.shapes = {{Polyhedron::box({4.0, 4.0, 0.2})}},
                                      .mass = 0.0,
                                      .position = {0.0, 0.0, -0.1},
                                      .velocity = {0.01, 0.0, 0.0}});
    BodyDescription of_table{
        .shapes = {{Polyhedron::box({1.0, 1.0, 0.1})}}, .mass = 20.0, .position = {0.0, 0.0, 0.05}};
    of_table.angular_velocity = {0.0, 0.0, 2.0};
    const int table = world.add_body(of_table);
    const int cube = world.add_body(block(1.0, {0.3, 0.0, 0.15}, {0.0, 0.6, 0.0}));
    world.set_friction(floor, table, 0.0, 0.0);
    const int wheel = world.add_body(block(0.0, {5.0, 0.0, 1.0}));
    world.set_angular_velocity(wheel, {0.0, 0.0, 3.0});
    const int door = world.add_body(block(1.0, {-5.0, 0.0, 1.0}));
    world.add_hinge(door, the_world, {-5.0, 0.0, 1.0}, Vec<3>::UnitZ());
    if (to != To::none)
      world.add_spring(table, to == To::turned ? wheel : door, {0.5, 0.0, 0.05}, {4.5, 0.0, 1.0}, {.stiffness = 0.0});
    for (int k = 0; k < 200; ++k) EXPECT_TRUE(world.step(1e-3).converged());
    return world.body(cube).position;
  };
  const Vec<3> without = cube_after(To::none);
  EXPECT_EQ(cube_after(To::turned), without);
  EXPECT_EQ(cube_after(To::hinged), without);
}

TEST(Spring, SaysWhatIsWrong) {
  World world = weightless();
  const int body = world.add_body(block(1.0, {0.5, 0.0, 0.0}));
  const auto message = [](auto f) -> std::string {
    try {
      f();
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "";
  };
  const auto added = [&](Spring spring) {
    return message([&] { world.add_spring(body, the_world, {0.5, 0.0, 0.0}, Vec<3>::Zero(), spring); });
  };
  EXPECT_NE(added({.stiffness = -1.0}).find("stiffness"), std::string::npos);
  EXPECT_NE(added({.stiffness = 1.0, .damping = -2.0}).find("damping"), std::string::npos);
  EXPECT_NE(added({}).find("stiffness"), std::string::npos);
  EXPECT_NE(added({.stiffness = 1.0, .rest = -0.1}).find("rest = -0.1 m must be at least 0"), std::string::npos);
  EXPECT_EQ(world.model().joints.size(), 0U);
  const int ball = world.add_ball(body, the_world, {0.5, 0.0, 0.0});
  EXPECT_NE(message([&] { world.set_spring(ball, {.stiffness = 1.0}); }).find("joint 0 (ball"), std::string::npos);
  const int spring = world.add_spring(body, the_world, {0.5, 0.0, 0.0}, Vec<3>::Zero(), {.stiffness = 1.0});
  EXPECT_NE(message([&] { world.drive(spring, {.stiffness = 1.0}); }).find("cannot be driven"), std::string::npos);
}

}  // namespace
}  // namespace stickslip::sim::test::spring_test
