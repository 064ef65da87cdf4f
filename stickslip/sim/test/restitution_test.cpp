#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "stickslip/sim/world.hpp"

namespace stickslip::sim::test::restitution_test {
namespace {

constexpr double side = 0.2, gravity = 9.81;

World dropped_box(double restitution, const Eigen::Quaterniond& orientation) {
  World world;
  const Surface surface{.restitution = restitution};
  world.add_plane(Vec<3>::UnitZ(), 0.0, surface);
  world.add_body({.shapes = {{geometry::Polyhedron::box(Vec<3>::Constant(side))}},
                  .mass = 1.0,
                  .surface = surface,
                  .position = {0.0, 0.0, 0.7},
                  .orientation = orientation});
  return world;
}

double energy(const World& world) {
  return world.kinetic_energy() + world.potential_energy();
}

// Ten rebounds take 6.7 s. What the guard against growth takes away must not add up.
TEST(Restitution, OfOneKeepsTheEnergyOfABoxThatFallsFlat) {
  World world = dropped_box(1.0, Eigen::Quaterniond::Identity());
  const double start = energy(world);
  for (int i = 0; i < 7000; ++i) {
    ASSERT_TRUE(world.step(1e-3).converged());
    ASSERT_LE(energy(world), start * (1.0 + 1e-12));
  }
  EXPECT_NEAR(energy(world), start, 1e-6 * start);
}

TEST(Restitution, OfOneGainsNothingWhereABoxFallsOnACorner) {
  World world = dropped_box(1.0, Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Vec<3>(1.0, 0.3, 0.2).normalized())));
  double last = energy(world);
  for (int i = 0; i < 3000; ++i) {
    ASSERT_TRUE(world.step(1e-3).converged());
    const double now = energy(world), scale = world.kinetic_energy() + gravity * std::sqrt(0.75) * side;
    ASSERT_LE(now - last, 5e-6 * scale) << "step " << i;
    last = now;
  }
}

TEST(Restitution, IsTheRatioOfSpeedsInTheStepOfAnImpact) {
  World world = dropped_box(0.5, Eigen::Quaterniond::Identity());
  int rebounds = 0;
  for (int i = 0; i < 1500; ++i) {
    const double before = world.body(1).velocity[2];
    ASSERT_TRUE(world.step(1e-3).converged());
    const double after = world.body(1).velocity[2];
    if (before > -0.02 || after < 0.0) continue;  // slower contacts than 20 h m/s² do not bounce
    EXPECT_NEAR(after / -before, 0.5, 1e-3);
    ++rebounds;
  }
  EXPECT_GE(rebounds, 5);
}

// A plane that creeps is no excuse for a gain: only what it gives itself is.
TEST(Restitution, OfOneGainsNothingOverAPlaneThatMovesSlowly) {
  World world = dropped_box(1.0, Eigen::Quaterniond(Eigen::AngleAxisd(0.7, Vec<3>(0.2, 1.0, 0.1).normalized())));
  world.set_velocity(0, {1e-12, 0.0, 0.0});
  const double start = energy(world);
  for (int i = 0; i < 3000; ++i) {
    ASSERT_TRUE(world.step(1e-3).converged());
    ASSERT_LE(energy(world), start * (1.0 + 1e-5));
  }
}

}  // namespace
}  // namespace stickslip::sim::test::restitution_test
