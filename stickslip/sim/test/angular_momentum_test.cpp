// Bodies that touch each other and nothing else keep their momenta, whatever contacts do in between.
#include <algorithm>

#include <gtest/gtest.h>

#include "stickslip/sim/world.hpp"

#include "random_bodies.hpp"

namespace stickslip::sim::test::angular_momentum_test {
namespace {

struct Momentum {
  Vec<3> linear = Vec<3>::Zero(), angular = Vec<3>::Zero();  // the latter about the origin
  double size = 0.0;
};

Momentum momentum_of(const World& world) {
  Momentum sum;
  for (int b = 0; b < world.model().size(); ++b) {
    const BodyState& body = world.body(b);
    const Vec<3> linear = world.model()[b].mass * body.velocity;
    const Vec<3> spin = body.orientation * (world.model()[b].inertia * body.spin);
    sum.linear += linear;
    sum.angular += body.position.cross(linear) + spin;
    sum.size += body.position.cross(linear).norm() + spin.norm();
  }
  return sum;
}

TEST(AngularMomentum, IsKeptByBodiesThatStrikeAndSlideOnEachOther) {
  for (const bool by_volumes : {false, true}) {
    for (const double e : {0.0, 0.7}) {
      for (unsigned seed = 0; seed < 6; ++seed) {
        Random random(seed);
        World world({.gravity = Vec<3>::Zero()});
        if (by_volumes) world.add_contact_model({});
        for (const double side : {-1.0, 0.0, 1.0}) {
          world.add_body({.shapes = {{geometry::Polyhedron::box({0.1, 0.15, 0.2})}},
                          .mass = 1.0 + side * side,
                          .surface = {0.5, 0.5, e},
                          .position = {0.3 * side, 0.02 * side, 0.01 * side * side},
                          .orientation = random.rotation(),
                          .velocity = {-side, 0.0, 0.0},
                          .angular_velocity = 8.0 * random.direction()});
        }
        const Momentum before = momentum_of(world);
        double energy = world.kinetic_energy();
        for (int k = 0; k < 1000; ++k) {
          const bool is_converged = world.step(1e-3).converged();
          const double now = world.kinetic_energy();
          if (is_converged) {
            ASSERT_LT(now - energy, 1e-6 * energy) << by_volumes << e << seed;
          }
          energy = now;
        }
        const Momentum after = momentum_of(world);
        EXPECT_LT((after.linear - before.linear).norm(), 1e-12);
        EXPECT_LT((after.angular - before.angular).norm(), 1e-12 * before.size) << by_volumes << e << seed;
      }
    }
  }
}

// Two spinning boxes that forces press together; a ball with restitution strikes one of them, and is gone again within the step.
TEST(AngularMomentum, IsKeptByWhatStrikesBodiesThatPressEachOther) {
  World world({.gravity = Vec<3>::Zero()});
  const auto add = [&](double z) {
    return world.add_body({.shapes = {{geometry::Polyhedron::box({0.1, 0.1, 0.1})}},
                           .mass = 1.0,
                           .surface = {0.5, 0.5, 0.8},
                           .position = {0.0, 0.0, z},
                           .angular_velocity = {0.0, 2.0, 0.0}});
  };
  const int lower = add(0.05), upper = add(0.15);
  world.add_body({.shapes = {{geometry::Sphere(0.02)}},
                  .mass = 0.3,
                  .surface = {0.5, 0.5, 0.8},
                  .position = {0.0, 0.03, 0.35},
                  .velocity = {0.0, 0.0, -3.0}});
  double largest = 0.0;
  for (int k = 0; k < 100; ++k) {
    const Vec<3> along = 10.0 * (world.body(upper).position - world.body(lower).position).normalized();
    world.set_force(upper, -along);
    world.set_force(lower, along);
    // They point along the line at the start of the step, which turns on.
    const auto apart = [&]() -> Vec<3> { return world.body(upper).position - world.body(lower).position; };
    const Vec<3> start = apart();
    const Momentum before = momentum_of(world);
    static_cast<void>(world.step(1e-3));
    const Vec<3> given = 1e-3 * (0.5 * (start + apart())).cross(-along);
    largest = std::max(largest, (momentum_of(world).angular - before.angular - given).norm() / before.size);
  }
  EXPECT_GT(world.body(2).velocity.z(), 0.0);
  EXPECT_LT(largest, 1e-12);
}

// Two free boxes that meet off their centres on a layer that stores energy: what it stored comes back.
TEST(AngularMomentum, IsKeptWithoutTakingAReboundAway) {
  World world({.gravity = Vec<3>::Zero()});
  world.add_contact_model({.stiffness = 1e7, .relaxation = 0.0});
  const auto add = [&](double z, double x, double speed) {
    world.add_body({.shapes = {{geometry::Polyhedron::box({0.1, 0.1, 0.1})}},
                    .mass = 1.0,
                    .position = {x, 0.0, z},
                    .velocity = {0.0, 0.0, speed}});
  };
  add(0.0, 0.0, 0.0);
  add(0.12, 0.02, -1.0);
  const Momentum before = momentum_of(world);
  for (int k = 0; k < 200; ++k) static_cast<void>(world.step(1e-3));
  const Momentum after = momentum_of(world);
  EXPECT_LT((after.angular - before.angular).norm(), 1e-12 * before.size);
  // Of 0.5 J before, 0.26 J would be left without a rebound: ½ m_e v² with 1/m_e = 2/m + 2 (10 mm)²/I is lost then.
  EXPECT_GT(world.kinetic_energy(), 0.36);
}

// A pair that falls, and on which a torque acts: ΔL = τ t about its centre of mass, which falls freely.
TEST(AngularMomentum, GrowsByTheTorquesOfLoads) {
  World world;
  const int lower = world.add_body({.shapes = {{geometry::Polyhedron::box({0.2, 0.2, 0.1})}}, .mass = 2.0});
  const int upper = world.add_body(
      {.shapes = {{geometry::Polyhedron::box({0.1, 0.1, 0.1})}}, .mass = 1.0, .position = {0.0, 0.0, 0.1}});
  world.set_force(lower, {0.0, 0.0, 10.0});
  world.set_force(upper, {0.0, 0.0, -10.0});
  world.set_torque(lower, {0.0, 0.0, 0.02});
  for (int k = 0; k < 500; ++k) ASSERT_TRUE(world.step(1e-3).converged());
  Vec<3> spin = Vec<3>::Zero();
  for (const int b : {lower, upper})
    spin += world.body(b).orientation * (world.model()[b].inertia * world.body(b).spin);
  EXPECT_NEAR(spin.z(), 0.02 * 0.5, 1e-12);
}

}  // namespace
}  // namespace stickslip::sim::test::angular_momentum_test
