#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "stickslip/sim/world.hpp"

#include "random_bodies.hpp"

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

World balls(const ModelOptions& options, double restitution, double mu = 0.0) {
  World world(options);
  world.add_plane(Vec<3>::UnitZ(), 0.0, {mu, mu, restitution});
  return world;
}

constexpr double radius = 0.05;

int add_ball(World& world, double restitution, const Vec<3>& position, const Vec<3>& velocity = Vec<3>::Zero(),
             double mass = 1.0) {
  return world.add_body({.shapes = {{geometry::Sphere{radius}}},
                         .mass = mass,
                         .surface = {0.0, 0.0, restitution},
                         .position = position,
                         .velocity = velocity});
}

// Heights go with e²: successive ones in the ratio e², whatever share of a step the gap takes to close.
TEST(Restitution, HeightsOfReboundAreThoseOfAnImpactAtTheSurface) {
  for (const auto& [h, most] : {std::pair{1e-3, 5e-4}, {4e-3, 5e-3}}) {
    for (const double e : {0.1, 0.3, 0.6, 0.9}) {
      for (const double height : {0.9, 0.95, 1.0, 1.037, 1.1, 1.21}) {
        World world = balls({}, e);
        const int ball = add_ball(world, e, {0.0, 0.0, height + radius});
        double top = 0.0;
        for (bool has_bounced = false; !has_bounced || world.body(ball).velocity.z() > 0.0;) {
          ASSERT_TRUE(world.step(h).converged());
          ASSERT_LT(world.time(), 2.0);
          has_bounced = has_bounced || world.body(ball).velocity.z() > 0.0;
          if (has_bounced) top = std::max(top, world.body(ball).position.z() - radius);
        }
        EXPECT_NEAR(top / (e * e * height), 1.0, most) << e << " from " << height << " m at " << h << " s";
      }
    }
  }
}

TEST(Restitution, IsExactBetweenBodiesThatMove) {
  for (const double e : {0.3, 0.7, 1.0}) {
    for (const double mass : {1.0, 10.0}) {
      for (const double h : {1e-3, 4e-3}) {
        World world({.gravity = Vec<3>::Zero()});
        const int one = add_ball(world, e, Vec<3>::Zero(), {1.0, 0.0, 0.0});
        const int other = add_ball(world, e, {0.5, 0.0, 0.0}, {-1.0, 0.0, 0.0}, mass);
        for (int k = 0; k < 1000; ++k) ASSERT_TRUE(world.step(h).converged());
        EXPECT_NEAR((world.body(other).velocity - world.body(one).velocity).x(), 2.0 * e, 1e-8);
        EXPECT_NEAR(world.body(one).velocity.x() + mass * world.body(other).velocity.x(), 1.0 - mass, 1e-12);
      }
    }
  }
}

// A hammer on a joint of a hand that moves: the hand gives what the joint takes.
TEST(Restitution, IsExactOnJointsOfBodiesThatMove) {
  for (const double e : {0.5, 1.0}) {
    for (const bool is_slider : {false, true}) {
      World world({.gravity = Vec<3>::Zero()});
      const Vec<3> along(1.0, 0.0, 0.0);
      const int hand = world.add_body({.shapes = {{geometry::Polyhedron::box({0.1, 0.1, 0.1})}},
                                       .mass = 0.0,
                                       .position = {-0.5, 0.0, 0.0},
                                       .velocity = along});
      const int hammer = add_ball(world, e, Vec<3>::Zero(), along);
      const int struck = add_ball(world, e, {0.3, 0.0, 0.0});
      is_slider ? world.add_slider(hammer, hand, Vec<3>::UnitY()) : world.add_fixed(hammer, hand);
      for (int k = 0; k < 400; ++k) ASSERT_TRUE(world.step(1e-3).converged());
      EXPECT_NEAR(world.body(struck).velocity.x(), 1.0 + e, 1e-5);  // joints give way by a millionth
    }
  }
}

// Corners that no motion of a rigid body brings down to the surface together: it is not thrown far for that.
TEST(Restitution, DisplacesNoBodyFar) {
  Random random(3);
  for (int k = 0; k < 40; ++k) {
    World world({.gravity = {0.0, 0.0, -800.0}});
    world.add_plane(Vec<3>::UnitZ(), 0.0, {1.0, 1.0, 0.3});
    const geometry::Polyhedron shape = random_polyhedron(random, 0.04);
    const int body = world.add_body({.shapes = {{shape}},
                                     .mass = 1.0,
                                     .surface = {0.5, 0.5, 0.3},
                                     .position = {0.0, 0.0, 0.05},
                                     .orientation = random.rotation(),
                                     .angular_velocity = 20.0 * random.direction()});
    for (int step = 0; step < 200; ++step) {
      const Vec<3> before = world.body(body).position;
      static_cast<void>(world.step(2e-3));
      ASSERT_LT((world.body(body).position - before).norm(), 0.05) << k << ' ' << step;
    }
  }
}

// Balls in a pit, each of which strikes several others in a step.
TEST(Restitution, OfOneKeepsTheEnergyOfBallsInAPit) {
  World world;
  const Surface elastic{.mu_s = 0.0, .mu_k = 0.0, .restitution = 1.0};
  world.add_plane(Vec<3>::UnitZ(), 0.0, elastic);
  for (const Vec<3>& inwards : {Vec<3>(1, 0, 0), Vec<3>(-1, 0, 0), Vec<3>(0, 1, 0), Vec<3>(0, -1, 0)})
    world.add_plane(inwards, -0.3, elastic);
  for (int k = 0; k < 64; ++k) {
    const int i = k % 4, j = k / 4 % 4;
    add_ball(world, 1.0, {-0.2 + 0.13 * i + 0.001 * (k % 7), -0.2 + 0.13 * j - 0.001 * (k % 5), 0.1 + 0.12 * (k / 16)});
  }
  const double start = energy(world);
  for (int k = 0; k < 2000; ++k) ASSERT_TRUE(world.step(1e-3).converged()) << k;
  EXPECT_NEAR(energy(world), start, 1e-6 * start);
}

// The lower one turns around first, and the gap between the two closes within the same step.
TEST(Restitution, OfOneKeepsTheEnergyOfBallsThatFallTogether) {
  for (const double gap : {1e-4, 1e-3, 3e-3, 3e-2}) {
    World world = balls({}, 1.0);
    add_ball(world, 1.0, {0.0, 0.0, 0.5 + radius});
    add_ball(world, 1.0, {0.0, 0.0, 0.5 + 3.0 * radius + gap});
    const double start = energy(world);
    for (int k = 0; k < 3000; ++k) ASSERT_TRUE(world.step(1e-3).converged());
    EXPECT_NEAR(energy(world), start, 1e-7 * start) << gap;
  }
}

// Five balls at rest that touch, struck by a sixth: one after the other, the last leaves with all; at once, five go on as one.
TEST(Restitution, GoesThroughARowOfBallsAsTheModelSays) {
  for (const Impact impacts : {Impact::sequential, Impact::simultaneous}) {
    World world({.impacts = impacts, .gravity = Vec<3>::Zero()});
    for (int i = 0; i < 5; ++i) add_ball(world, 1.0, {2.0 * radius * i, 0.0, 0.0});
    const int striker = add_ball(world, 1.0, {-0.3, 0.0, 0.0}, {1.0, 0.0, 0.0});
    for (int k = 0; k < 500; ++k) ASSERT_TRUE(world.step(1e-3).converged());
    const bool in_turn = impacts == Impact::sequential;
    EXPECT_NEAR(world.body(striker).velocity.x(), in_turn ? 0.0 : -2.0 / 3.0, 1e-6);
    EXPECT_NEAR(world.body(0).velocity.x(), in_turn ? 0.0 : 1.0 / 3.0, 1e-6);
    EXPECT_NEAR(world.body(4).velocity.x(), in_turn ? 1.0 : 1.0 / 3.0, 1e-6);
  }
}

// Small gaps between: all of them are struck within one step, farther than the striker alone would reach.
TEST(Restitution, GoesThroughARowOfBallsWithGaps) {
  struct Case {
    double radius, gap, speed, h;
  };
  for (const Case& of : {Case{0.0285, 1e-3, 5.0, 1e-3}, Case{0.0285, 1e-3, 10.0, 2e-3}, Case{0.005, 1e-3, 10.0, 1e-3},
                         Case{0.02, 1e-4, 0.1, 2e-3}, Case{0.02, 1e-4, 0.2, 1e-3}}) {
    World world({.gravity = Vec<3>::Zero()});
    const auto add = [&](double x, double speed) {
      return world.add_body({.shapes = {{geometry::Sphere{of.radius}}},
                             .mass = 1.0,
                             .surface = {0.0, 0.0, 1.0},
                             .position = {x, 0.0, 0.0},
                             .velocity = {speed, 0.0, 0.0}});
    };
    const double pitch = 2.0 * of.radius + of.gap;
    const int striker = add(-pitch - 0.37 * of.speed * of.h, of.speed);
    for (int i = 0; i < 5; ++i) add(pitch * i, 0.0);
    for (int k = 0; k * of.h < 10.0 * of.gap / of.speed + 20.0 * of.h; ++k) {
      ASSERT_TRUE(world.step(of.h).converged());
      for (int i = striker; i < striker + 5; ++i)
        ASSERT_GT(world.body(i + 1).position.x() - world.body(i).position.x(), 2.0 * of.radius * (1.0 - 1e-9));
      ASSERT_NEAR(world.kinetic_energy(), 0.5 * of.speed * of.speed, 1e-8 * of.speed * of.speed);
    }
    EXPECT_NEAR(world.body(striker + 5).velocity.x(), of.speed, 1e-6 * of.speed) << of.radius << ' ' << of.h;
  }
}

// Many unlike balls at once: speeds that are passed on to look for contacts stay bounded, and all contacts are found.
TEST(Restitution, UnlikeBallsInAHeapStayAboveTheFloor) {
  World world;
  const Surface surface{.mu_s = 0.3, .mu_k = 0.3, .restitution = 0.5};
  world.add_plane(Vec<3>::UnitZ(), 0.0, surface);
  std::vector<int> all;
  for (int i = 0; i < 125; ++i) {
    const Vec<3> place(0.045 * (i % 5) + 1e-4 * (i % 7), 0.045 * (i / 5 % 5) + 1e-4 * (i % 3), 0.03 + 0.045 * (i / 25));
    all.push_back(world.add_body(
        {.shapes = {{geometry::Sphere{0.02}}}, .mass = i % 2 == 0 ? 0.1 : 1.0, .surface = surface, .position = place}));
  }
  for (int k = 0; k < 200; ++k) {
    static_cast<void>(world.step(1e-3));
    ASSERT_LT(world.state().contacts.points.size(), 125 * 8) << k;
    for (const int b : all) ASSERT_GT(world.body(b).position.z(), 0.02 - 1e-4) << k;
  }
}

// All at once is for what touches: across a gap each ball rebounds by itself.
TEST(Restitution, AllAtOnceKeepsTheEnergyOfBallsThatFallTogether) {
  for (const double gap : {1e-4, 1e-3, 3e-3}) {
    World world = balls({.impacts = Impact::simultaneous}, 1.0);
    add_ball(world, 1.0, {0.0, 0.0, 0.5 + radius});
    add_ball(world, 1.0, {0.0, 0.0, 0.5 + 3.0 * radius + gap});
    const double start = energy(world);
    for (int k = 0; k < 2000; ++k) ASSERT_TRUE(world.step(1e-3).converged());
    EXPECT_NEAR(energy(world), start, 1e-6 * start) << gap;
  }
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
