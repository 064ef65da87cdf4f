// Joints: against equations of motion, statics, and what bad input must say.
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/world.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::sim::test::joint_test {
namespace {

using geometry::Polyhedron;

constexpr double g = 9.81, nan = std::numeric_limits<double>::quiet_NaN();

// Uniform, along x from its left end.
BodyDescription rod(double left, double length = 1.0, double mass = 1.0, const Vec<3>& start = Vec<3>::Zero()) {
  return {.shapes = {{Polyhedron::box({length, 0.05, 0.05})}},
          .mass = mass,
          .position = start + Vec<3>(left + 0.5 * length, 0.0, 0.0)};
}

double energy(const World& world) {
  return world.kinetic_energy() + world.potential_energy();
}

void run(World& world, int steps, double h = 1e-3) {
  for (int k = 0; k < steps; ++k) ASSERT_TRUE(world.step(h).converged()) << k;
}

// Inertia of the rod about an end, about y.
double inertia_about_end(double length = 1.0, double mass = 1.0) {
  return mass * (length * length + 0.05 * 0.05) / 12.0 + mass * length * length / 4.0;
}

TEST(Joint, PendulumSwingsAsItsEquationSays) {
  World world;
  const int body = world.add_body(rod(0.0));
  const int hinge = world.add_hinge(body, the_world, {0.0, 0.0, 0.0}, {0.0, 2.0, 0.0});
  // Falls about +y: φ̈ = (m g l/2 cos φ)/I from φ = 0, along x.
  double angle = 0.0, rate = 0.0;
  const double a = 0.5 * g / inertia_about_end(), before = energy(world);
  for (int k = 0; k < 2000; ++k) {
    ASSERT_TRUE(world.step(1e-3).converged());
    constexpr int parts = 50;
    for (int i = 0; i < parts; ++i) {  // leapfrog, of second order in h/50
      constexpr double dt = 1e-3 / parts;
      rate += 0.5 * dt * a * std::cos(angle);
      angle += dt * rate;
      rate += 0.5 * dt * a * std::cos(angle);
    }
    const JointReading reading = world.joint(hinge);
    EXPECT_NEAR(reading.position, angle, 1e-5);
    EXPECT_NEAR(reading.velocity, rate, 1e-4);
    EXPECT_LT(reading.distance, 1e-9);
    EXPECT_LT(reading.angle, 1e-9);
  }
  EXPECT_NEAR(energy(world), before, 1e-5 * g);
}

TEST(Joint, ConvergesWithTheSquareOfTheStep) {
  double ends[3];
  int i = 0;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    World world;
    const int upper = world.add_body(rod(0.0)), lower = world.add_body(rod(1.0));
    world.add_hinge(upper, the_world, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
    world.add_ball(lower, upper, {1.0, 0.0, 0.0});
    world.set_angular_velocity(lower, {0.5, 0.0, 0.3});  // out of the plane: gyroscopic torques
    run(world, static_cast<int>(std::lround(0.4 / h)), h);
    ends[i++] = world.body(lower).position.y() + world.body(lower).position.x();
  }
  const double ratio = (ends[0] - ends[1]) / (ends[1] - ends[2]);
  EXPECT_GT(ratio, 3.0);
  EXPECT_LT(ratio, 5.3);
}

TEST(Joint, HoldsWhatHangsOnItWithTheReactionThatStaticsHas) {
  for (const auto formulation : {ContactModel::cone, ContactModel::phantom, ContactModel::anitescu_potra,
                                 ContactModel::stewart_trinkle, ContactModel::box, ContactModel::hybrid}) {
    World world({.formulation = formulation});
    world.add_plane({0.0, 0.0, 1.0}, -5.0);
    const int body = world.add_body(rod(0.0, 1.0, 2.0));
    const int fixed = world.add_fixed(body, the_world);
    run(world, 200);
    const JointReading reading = world.joint(fixed);
    EXPECT_NEAR(reading.reaction[2], 2.0 * g, 1e-6) << name_of(formulation);
    EXPECT_NEAR(reading.reaction.head<2>().norm() + reading.reaction.tail<3>().norm(), 0.0, 1e-6);
    EXPECT_LT(world.body(body).velocity.norm(), 1e-9);

    // A cantilever: the torque of its weight at the joint.
    World other({.formulation = formulation});
    const int arm = other.add_body(rod(0.0, 1.0, 2.0));
    const int hinge = other.add_hinge(arm, the_world, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
    other.drive(hinge, {.target = 0.0, .stiffness = 1e5, .damping = 1e4});
    run(other, 3000);
    const JointReading at_rest = other.joint(hinge);
    EXPECT_NEAR(at_rest.reaction[2], 2.0 * g, 1e-4);
    EXPECT_NEAR(at_rest.effort, -g, 1e-3) << "of the drive, about +y, against a weight that turns it downwards";
    EXPECT_NEAR(at_rest.position, g / 1e5, 1e-6);
    EXPECT_NEAR(at_rest.reaction[4], at_rest.effort, 1e-9);
  }
}

TEST(Joint, SliderMovesAlongItsAxisOnly) {
  World world;
  const int body = world.add_body(rod(0.0));
  const int slider = world.add_slider(body, the_world, {1.0, 0.0, -1.0});
  world.set_torque(body, {3.0, 2.0, 1.0});
  run(world, 1000);
  const JointReading reading = world.joint(slider);
  EXPECT_NEAR(reading.position, 0.5 * g * std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(reading.velocity, g * std::sqrt(0.5), 1e-6);
  EXPECT_LT(world.body(body).angular_velocity().norm(), 1e-9);
  EXPECT_NEAR(reading.reaction.tail<3>()[0], -3.0, 1e-6);
}

TEST(Joint, CountsWholeTurns) {
  World world({.gravity = Vec<3>::Zero()});
  const int body = world.add_body(rod(-0.5));
  const int hinge = world.add_hinge(body, the_world, {0.0, 0.0, 0.0}, {0.0, 0.0, 1.0});
  world.set_angular_velocity(body, {0.0, 0.0, 40.0});
  run(world, 1000);
  // The Cayley map turns by 2 atan(h ω/2) per step.
  EXPECT_NEAR(world.joint(hinge).position, 1000.0 * 2.0 * std::atan(0.02), 1e-6);
}

TEST(Joint, DriveFollowsItsEquationAndIsStableForAnyGains) {
  // I φ̈ = k (q* − φ) − b φ̇.
  World world({.gravity = Vec<3>::Zero()});
  const int body = world.add_body(rod(0.0));
  const int hinge = world.add_hinge(body, the_world, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
  const double k = 20.0, b = 1.0, inertia = inertia_about_end();
  world.drive(hinge, {.target = 0.5, .stiffness = k, .damping = b});
  double angle = 0.0, rate = 0.0;
  for (int step = 0; step < 1500; ++step) {
    ASSERT_TRUE(world.step(1e-3).converged());
    for (int i = 0; i < 100; ++i) {
      constexpr double dt = 1e-5;
      const double middle = angle + 0.5 * dt * rate,
                   faster = rate + 0.5 * dt * (k * (0.5 - angle) - b * rate) / inertia;
      angle += dt * faster;
      rate += dt * (k * (0.5 - middle) - b * faster) / inertia;
    }
    ASSERT_NEAR(world.joint(hinge).position, angle, 2e-3 * 0.5);
  }
  for (const double stiffness : {0.0, 1.0, 1e6, 1e12}) {
    for (const double damping : {0.0, 1.0, 1e6, 1e12}) {
      if (stiffness + damping == 0.0) continue;
      World other({.gravity = Vec<3>::Zero()});
      const int arm = other.add_body(rod(0.0));
      const int joint = other.add_hinge(arm, the_world, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
      other.set_angular_velocity(arm, {0.0, 3.0, 0.0});
      other.set_velocity(arm, {0.0, 0.0, -1.5});
      other.drive(joint, {.stiffness = stiffness, .damping = damping});
      const double start = energy(other);
      for (int step = 0; step < 300; ++step) {
        ASSERT_TRUE(other.step(1e-3).converged()) << stiffness << ' ' << damping;
        ASSERT_LT(energy(other), (1.0 + 1e-6) * start) << stiffness << ' ' << damping;
      }
      // What is stiff stands, but for what a damper as stiff still holds back.
      if (stiffness + damping >= 1e6) {
        EXPECT_LT(energy(other), 1e-3 * start) << stiffness << ' ' << damping;
      }
      EXPECT_LT(std::abs(other.joint(joint).position), 1.0);
    }
  }
}

TEST(Joint, DriveDoesNotExceedItsLargestEffort) {
  World world({.gravity = Vec<3>::Zero()});
  const int body = world.add_body(rod(0.0));
  const int hinge = world.add_hinge(body, the_world, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
  world.drive(hinge, {.target = 10.0, .stiffness = 1e4, .damping = 1e2, .max_effort = 0.7});
  run(world, 500);
  EXPECT_NEAR(world.joint(hinge).effort, 0.7, 1e-9);
  EXPECT_NEAR(world.joint(hinge).velocity, 0.7 * 0.5 / inertia_about_end(), 1e-4);
  world.release(hinge);
  run(world, 1);
  EXPECT_EQ(world.joint(hinge).effort, 0.0);
}

TEST(Joint, StopsAtItsLimitsWithoutAGainOfEnergy) {
  World world;
  const int body = world.add_body(rod(0.0));
  const int hinge =
      world.add_hinge(body, the_world, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {.limits = JointLimits{-0.2, 0.8}});
  double before = energy(world), lowest = before;
  for (int k = 0; k < 3000; ++k) {
    ASSERT_TRUE(world.step(1e-3).converged());
    EXPECT_LE(energy(world), before + 1e-5 * g);
    before = energy(world);
    EXPECT_LT(world.joint(hinge).position, 0.8 + 1e-4);
  }
  EXPECT_LT(before, lowest);
  EXPECT_NEAR(world.joint(hinge).position, 0.8, 1e-4);
  EXPECT_NEAR(world.joint(hinge).velocity, 0.0, 1e-8);
  EXPECT_NEAR(world.joint(hinge).reaction[4], -0.5 * g * std::cos(0.8), 1e-3);
}

TEST(Joint, FrictionHoldsWhatIsBelowItAndBrakesTheRest) {
  const friction::AnyLaw laws[] = {
      friction::Coulomb({.mu_c = 2.0, .mu_s = 2.0}), friction::Dahl({.sigma0 = 1e4, .f_c = 2.0}),
      friction::LuGre({.sigma0 = 1e4, .sigma1 = 10.0, .sigma2 = 0.0, .mu_c = 2.0, .mu_s = 2.0}),
      friction::ElastoPlastic({.sigma0 = 1e4, .sigma1 = 10.0, .sigma2 = 0.0, .mu_c = 2.0, .mu_s = 2.0}),
      friction::Adhesion({.z_max = 2e-4, .stiffness = 1e4})};
  for (const friction::AnyLaw& law : laws) {
    World world({.gravity = Vec<3>::Zero()});
    const int body = world.add_body(rod(0.0));
    const int hinge = world.add_hinge(body, the_world, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {.friction = law});
    world.set_torque(body, {0.0, 1.5, 0.0});
    run(world, 1000);
    // Dahl's law drifts while it swings.
    EXPECT_LT(std::abs(world.joint(hinge).position), std::holds_alternative<friction::Dahl>(law) ? 1e-2 : 1e-3)
        << law.index();
    // A law without damping swings about it.
    const bool is_damped =
        !std::holds_alternative<friction::Adhesion>(law) && !std::holds_alternative<friction::Dahl>(law);
    EXPECT_NEAR(world.joint(hinge).reaction[4], -1.5, is_damped ? 0.01 : 0.51) << law.index();
    // Sliding: I ω̇ = 3 − 2.
    world.set_torque(body, {0.0, 3.0, 0.0});
    run(world, 1000);
    EXPECT_NEAR(world.joint(hinge).velocity, 1.0 / inertia_about_end(), 0.05) << law.index();
    EXPECT_NEAR(world.joint(hinge).reaction[4], -2.0, 0.02) << law.index();
    world.set_torque(body, {0.0, 0.0, 0.0});
    run(world, 1500);
    EXPECT_LT(std::abs(world.joint(hinge).velocity), 1e-2) << law.index();
  }
}

TEST(Joint, RedundantJointsShareEqually) {
  World world;
  const int body = world.add_body(rod(-0.5));
  std::vector<int> hinges;
  for (const double y : {-0.4, 0.4}) hinges.push_back(world.add_hinge(body, the_world, {0.0, y, 0.0}, {0.0, 1.0, 0.0}));
  run(world, 100);
  for (const int hinge : hinges) EXPECT_NEAR(world.joint(hinge).reaction[2], 0.5 * g, 1e-6);
}

// A driven arm with a limit, friction and a body that it pushes, two pendulums on a body with a prescribed motion.
World lively(int threads = 1) {
  World world({.threads = threads});
  world.add_plane({0.0, 0.0, 1.0}, -0.5);
  const int upper = world.add_body(rod(0.0, 0.4)), lower = world.add_body(rod(0.4, 0.4));
  world.add_hinge(upper, the_world, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {.limits = JointLimits{-1.0, 0.9}});
  const int elbow = world.add_hinge(
      lower, upper, {0.4, 0.0, 0.0}, {0.0, 1.0, 0.0},
      {.friction = friction::LuGre({.sigma0 = 1e4, .sigma1 = 10.0, .sigma2 = 0.1, .mu_c = 0.2, .mu_s = 0.3})});
  world.drive(elbow, {.target = 1.0, .stiffness = 5.0, .damping = 0.1, .max_effort = 0.4});
  const int belt = world.add_body(rod(1.5, 0.2, 0.0));
  world.set_velocity(belt, {0.1, 0.0, 0.0});
  const int first = world.add_body(rod(1.7, 0.3)), second = world.add_body(rod(2.0, 0.3));
  world.add_ball(first, belt, {1.7, 0.0, 0.0});
  world.add_hinge(second, first, {2.0, 0.0, 0.0}, {0.0, 1.0, 1.0},
                  {.friction = friction::Adhesion({.z_max = 1e-3, .stiffness = 10.0})});
  return world;
}

TEST(Joint, GoesOnBitForBitFromBytesCopiesAndWithThreads) {
  World whole = lively(), pieces = lively(), threads = lively(3);
  for (const int steps : {0, 1, 60, 400}) {
    for (World* world : {&whole, &pieces, &threads}) {
      for (int k = 0; k < steps; ++k) static_cast<void>(world->step(1e-3));
    }
    World other = lively();
    other.restore(pieces.save());
    EXPECT_EQ(other.save(), pieces.save());
    pieces = other;
    EXPECT_EQ(whole.save(), pieces.save());
    EXPECT_EQ(whole.save(), threads.save());
  }
  World stranger;
  EXPECT_THROW(stranger.restore(whole.save()), InvalidArgument);
}

TEST(Joint, AllocatesNothing) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP();
  World world({.gravity = {0.0, 1.0, -9.81}});
  int before = the_world;
  for (int i = 0; i < 7; ++i) {
    const int link = world.add_body(rod(0.2 * i, 0.2, 0.5));
    const int hinge =
        world.add_hinge(link, before, {0.2 * i, 0.0, 0.0}, i % 2 == 0 ? Vec<3>(0, 0, 1) : Vec<3>(0, 1, 0));
    world.drive(hinge, {.target = 0.3, .stiffness = 20.0, .damping = 1.0});
    before = link;
  }
  run(world, 100);
  EXPECT_EQ(stickslip::test::allocations_in([&] {
              for (int k = 0; k < 100; ++k) static_cast<void>(world.step(1e-3));
            }),
            0U);
}

TEST(Joint, SaysWhatIsWrong) {
  World world;
  const int body = world.add_body(rod(0.0)), other = world.add_body(rod(2.0)),
            fixed = world.add_body(rod(4.0, 1.0, 0.0));
  const auto message = [](auto call) -> std::string {
    try {
      call();
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return {};
  };
  const Vec<3> o = Vec<3>::Zero(), y = Vec<3>::UnitY();
  EXPECT_NE(message([&] { world.add_hinge(body, body, o, y); }).find("body 0 is given twice"), std::string::npos);
  EXPECT_NE(message([&] { world.add_hinge(body, 7, o, y); }).find("no body 7"), std::string::npos);
  EXPECT_NE(message([&] { world.add_hinge(the_world, body, o, y); }).find("no body -1"), std::string::npos);
  EXPECT_NE(message([&] { world.add_hinge(body, other, o, o); }).find("axis must not be zero"), std::string::npos);
  EXPECT_NE(message([&] { world.add_hinge(body, other, {nan, 0.0, 0.0}, y); }).find("point[0]"), std::string::npos);
  EXPECT_NE(message([&] { world.add_hinge(fixed, the_world, o, y); }).find("neither side"), std::string::npos);
  EXPECT_NE(message([&] {
              world.add_slider(body, other, y, {.limits = JointLimits{1.0, 0.5}});
            }).find("1 and 0.5"),
            std::string::npos);
  EXPECT_NE(message([&] {
              world.add_slider(body, other, y, {.limits = JointLimits{nan, 0.5}});
            }).find("limits"),
            std::string::npos);
  const int ball = world.add_ball(body, the_world, o);
  EXPECT_NE(message([&] { world.drive(ball, {.stiffness = 1.0}); }).find("ball of body 0 and the world"),
            std::string::npos);
  const int hinge = world.add_hinge(other, the_world, {2.0, 0.0, 0.0}, y);
  EXPECT_NE(message([&] { world.drive(hinge, {}); }).find("both zero"), std::string::npos);
  EXPECT_NE(message([&] { world.drive(hinge, {.stiffness = -1.0}); }).find("stiffness"), std::string::npos);
  world.set_position(other, {2.5, 0.4, 0.0});
  EXPECT_NE(message([&] {
              static_cast<void>(world.step(1e-3));
            }).find("joint 1 (hinge of body 1 and the world) is open by 0.4 m"),
            std::string::npos);
  world.set_position(other, {2.5, 0.0, 0.0});
  run(world, 1);
  world.remove(other);
  EXPECT_FALSE(world.has_joint(hinge));
  EXPECT_THROW(world.joint(hinge), InvalidArgument);
  run(world, 1);
}

TEST(Joint, LimitHoldsAgainstAStiffDrive) {
  World world({.gravity = Vec<3>::Zero()});
  const int body = world.add_body(rod(0.0));
  const int hinge =
      world.add_hinge(body, the_world, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {.limits = JointLimits{-1.0, 1.0}});
  world.drive(hinge, {.target = 1.2, .stiffness = 1e6, .damping = 1e4});
  run(world, 3000);
  EXPECT_NEAR(world.joint(hinge).position, 1.0, 1e-4);
}

TEST(Joint, BouncesWithoutAGainOfEnergy) {
  // Two cubes as one body, and held together or hinged.
  for (const bool is_hinged : {false, true}) {
    World world;
    world.add_plane({0.0, 0.0, 1.0}, 0.0, {.mu_s = 0.0, .mu_k = 0.0, .restitution = 1.0});
    int cubes[2];
    for (int i = 0; i < 2; ++i) {
      cubes[i] = world.add_body({.shapes = {{Polyhedron::box({0.1, 0.1, 0.1})}},
                                 .mass = 1.0,
                                 .surface = {.mu_s = 0.0, .mu_k = 0.0, .restitution = 1.0},
                                 .position = {0.1 * i, 0.0, 0.4}});
    }
    if (is_hinged) {
      world.add_hinge(cubes[1], cubes[0], {0.05, 0.0, 0.4}, {0.0, 1.0, 0.0});
      world.set_angular_velocity(cubes[1], {0.0, 2.0, 0.0});
    } else {
      world.add_fixed(cubes[1], cubes[0]);
    }
    run(world, 1);  // what does not fit at the start is gone after a step
    const double scale = world.kinetic_energy() + 2.0 * g * 0.4;
    double before = energy(world), start = before;
    for (int k = 0; k < 1000; ++k) {
      static_cast<void>(world.step(1e-3));
      EXPECT_LE(energy(world), before + 2e-5 * scale) << is_hinged << ' ' << k;
      before = energy(world);
    }
    if (!is_hinged) {
      EXPECT_NEAR(before, start, 1e-3 * scale);
    }
  }
}

TEST(Joint, SaysWhereJointsContradictEachOther) {
  World world;
  const int body = world.add_body(rod(0.0)), puller = world.add_body(rod(2.0, 1.0, 0.0));
  const int held = world.add_ball(body, the_world, {0.0, 0.0, 0.0}),
            pulled = world.add_ball(body, puller, {1.0, 0.0, 0.0});
  run(world, 10);
  world.set_velocity(puller, {0.1, 0.0, 0.0});  // beyond its reach
  StepReport report;
  for (int k = 0; k < 10; ++k) report = world.step(1e-3);
  EXPECT_EQ(report.status, SolveStatus::stalled);
  EXPECT_NEAR(world.joint(held).distance + world.joint(pulled).distance, 1e-3, 2e-5);
}

TEST(Joint, WhatItConnectsDoesNotCollideUnlessAsked) {
  World world({.gravity = Vec<3>::Zero()});
  const int body = world.add_body(rod(0.0)), other = world.add_body(rod(0.95));
  world.add_hinge(other, body, {0.97, 0.0, 0.0}, {0.0, 1.0, 0.0});
  EXPECT_EQ(world.step(1e-3).contacts, 0);
  world.set_collision(body, other, true);
  EXPECT_THROW(static_cast<void>(world.step(1e-3)), InvalidArgument) << "they overlap";
}

}  // namespace
}  // namespace stickslip::sim::test::joint_test
