// Properties of random scenes: contacts take energy and give none, everything comes to rest, nothing sinks in.
#include <algorithm>

#include <gtest/gtest.h>

#include "stickslip/sim/test/random_bodies.hpp"
#include "stickslip/sim/world.hpp"

namespace stickslip::sim::test::world_energy_test {
namespace {

using geometry::Polyhedron;

constexpr double h = 1e-3;

double fastest(const World& world) {
  double speed = 0.0;
  for (const BodyState& body : world.state().bodies)
    speed = std::max({speed, body.velocity.norm(), 0.1 * body.spin.norm()});
  return speed;
}

TEST(WorldEnergy, DropsPolyhedraThatComeToRest) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    Random random(seed);
    World world;
    world.add_plane({0.0, 0.0, 1.0}, 0.0);
    const Polyhedron polyhedron = random_polyhedron(random);
    BodyDescription given{.shapes = {{polyhedron}}, .mass = random.between(0.1, 2.0)};
    given.surface.mu_s = given.surface.mu_k = random.between(0.2, 1.0);
    given.position = {0.0, 0.0, 0.5 + polyhedron.radius()};
    given.orientation = random.rotation();
    given.velocity = {random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0};
    given.angular_velocity = random.between(0.0, 10.0) * random.direction();
    world.add_body(given);
    const Watch seen = watch(world, 10.0, h);
    EXPECT_LT(seen.most_in_a_step, 5e-6) << seed;
    EXPECT_LT(seen.most_in_a_run, 2e-5) << seed;
    EXPECT_LT(seen.deepest, 1e-4) << seed;
    EXPECT_EQ(seen.unsolved, 0) << seed;
    EXPECT_LT(fastest(world), 1e-8) << seed;
  }
}

TEST(WorldEnergy, DropsBoxesOnOneAnother) {
  for (unsigned seed = 0; seed < 3; ++seed) {
    Random random(100 + seed);
    World world;
    world.add_plane({0.0, 0.0, 1.0}, 0.0);
    double height = 0.5;
    for (int k = 0; k < 10; ++k) {
      const Vec<3> sides(random.between(0.05, 0.3), random.between(0.05, 0.3), random.between(0.05, 0.3));
      BodyDescription given{.shapes = {{Polyhedron::box(sides)}}, .mass = random.between(0.1, 2.0)};
      const double radius = 0.5 * sides.norm();
      given.position = {random.between(-0.05, 0.05), random.between(-0.05, 0.05), height + radius};
      given.orientation = random.rotation();
      given.angular_velocity = random.between(0.0, 10.0) * random.direction();
      height += 2.0 * radius + 0.01;
      world.add_body(given);
    }
    const Watch seen = watch(world, 10.0, h);
    EXPECT_LT(seen.most_in_a_step, 5e-6) << seed;
    EXPECT_LT(seen.most_in_a_run, 2e-5) << seed;
    EXPECT_LT(seen.deepest, 1e-3) << seed;
    EXPECT_EQ(seen.unsolved, 0) << seed;
    EXPECT_LT(fastest(world), 1e-8) << seed;
  }
}

TEST(WorldEnergy, GainsNothingFromRestitution) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    for (const double e : {0.5, 1.0}) {
      Random random(200 + seed);
      World world;
      world.add_plane({0.0, 0.0, 1.0}, 0.0, {0.6, 0.6, e});
      for (int k = 0; k < 2; ++k) {
        const Polyhedron polyhedron = random_polyhedron(random);
        BodyDescription given{.shapes = {{polyhedron}}, .mass = random.between(0.1, 2.0), .surface = {0.6, 0.6, e}};
        given.position = {0.0, 0.0, 0.3 + polyhedron.radius() + 0.5 * k};
        given.orientation = random.rotation();
        given.angular_velocity = random.between(0.0, 10.0) * random.direction();
        world.add_body(given);
      }
      const Watch seen = watch(world, 1.5, h);
      EXPECT_LT(seen.most_in_a_step, 5e-6) << seed << ' ' << e;
      EXPECT_LT(seen.most_in_a_run, 2e-5) << seed << ' ' << e;
      EXPECT_EQ(seen.unsolved, 0) << seed << ' ' << e;
    }
  }
}

TEST(WorldEnergy, KeepsMomentumInACollisionWithoutGround) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Random random(300 + seed);
    World world({.gravity = {0.0, 0.0, 0.0}});
    for (int k = 0; k < 2; ++k) {
      BodyDescription given{.shapes = {{random_polyhedron(random)}}, .mass = random.between(0.1, 2.0)};
      given.position = {k == 0 ? -0.3 : 0.3, 0.0, 0.0};
      given.velocity = {k == 0 ? 1.0 : -1.0, 0.0, 0.0};
      given.orientation = random.rotation();
      given.angular_velocity = random.between(0.0, 10.0) * random.direction();
      world.add_body(given);
    }
    const auto momenta = [&world] {
      Vec<6> sum = Vec<6>::Zero();
      for (int b = 0; b < 2; ++b) {
        const BodyState& body = world.body(b);
        const double mass = world.model()[b].mass;
        sum.head<3>() += mass * body.velocity;
        sum.tail<3>() +=
            mass * body.position.cross(body.velocity) + body.orientation * (world.model()[b].inertia * body.spin);
      }
      return sum;
    };
    const Vec<6> before = momenta();
    while (world.time() < 1.0) ASSERT_TRUE(world.step(h).converged());
    EXPECT_LT((momenta() - before).head<3>().norm(), 1e-13);
    // Impulses act at the start of a step, bodies move within it: of first order in h for the moment of momentum.
    EXPECT_LT((momenta() - before).tail<3>().norm(), 2e-3 * before.tail<3>().norm() + 1e-4);
  }
}

}  // namespace
}  // namespace stickslip::sim::test::world_energy_test
