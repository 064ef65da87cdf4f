// Wrenches of contact volumes by least squares: against statics, closed forms, and what the regularisation costs.
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/sim/world.hpp"

namespace stickslip::sim::test::volume_fit_test {
namespace {

using geometry::Polyhedron;

constexpr double g = 9.81, h = 1e-3;
constexpr Surface rough{.mu_s = 0.5, .mu_k = 0.3};
constexpr VolumeFriction both[] = {VolumeFriction::p_gon, VolumeFriction::cone};

struct Scene {
  World world;
  int cube;

  void run(int steps) {
    for (int k = 0; k < steps; ++k) {
      const StepReport report = world.step(h);
      ASSERT_TRUE(report.converged()) << "step " << k << ", residual " << report.residual;
    }
  }
  const BodyState& body() const { return world.body(cube); }
};

// A cube of 0.5 kg and 0.1 m that has come to rest.
Scene resting(const Volume& volume) {
  Scene scene;
  scene.world.add_plane({0, 0, 1}, 0.0, rough);
  scene.cube = scene.world.add_body(
      {.shapes = {{Polyhedron::box({0.1, 0.1, 0.1})}}, .mass = 0.5, .surface = rough, .position = {0, 0, 0.05}});
  scene.world.add_contact_model(volume);
  scene.run(300);
  return scene;
}

TEST(VolumeFit, AtRestSinksAsMuchAsImpulsesCost) {
  for (const double penalty : {1e-4, 1e-6}) {
    Scene scene = resting({.friction = VolumeFriction::p_gon, .impulse_penalty = penalty, .recovery = 1.0});
    EXPECT_NEAR(0.05 - scene.body().position.z(), penalty * 0.25 * g * h * h / 0.01, 1e-14);
    const Vec<3> before = scene.body().position;
    scene.run(1000);
    EXPECT_LT((scene.body().position - before).norm(), 1e-15);
  }
}

TEST(VolumeFit, CreepsInProportionToTheRegularisation) {
  std::vector<double> creep;
  for (const double share : {1e-6, 1e-7, 1e-8}) {
    Scene scene = resting({.friction = VolumeFriction::cone, .regularisation = share});
    // At the base, where it does not change the outline.
    scene.world.set_force(scene.cube, {1.2, 0, 0});
    scene.world.set_torque(scene.cube, {0, -0.06, 0});
    scene.run(100);
    const double before = scene.body().position.x();
    scene.run(1000);
    creep.push_back(scene.body().position.x() - before);
  }
  // It leans a little, too, by which the larger ones are not quite in proportion.
  EXPECT_NEAR(creep[1] / creep[0], 0.1, 5e-3);
  EXPECT_NEAR(creep[2] / creep[1], 0.1, 5e-4);
  EXPECT_LT(creep[2], 1e-9);
}

// Forces at the corners: μ m g, and μ m g times their distance from the centre as a torque; with four rays along the sides of a
// square, whose corners would slide along diagonals, 1/√2 of that. Beyond it the cube slides, but slowly: sliding friction has no rays.
TEST(VolumeFit, SlipsAtTheLimitOfItsCorners) {
  const double limit = 0.5 * 0.5 * g, torque = limit * 0.05 * std::numbers::sqrt2;
  const auto speed_after = [&](const Volume& volume, double force, double turning) {
    Scene scene = resting(volume);
    // At the base, where no moment tips the cube.
    scene.world.set_force(scene.cube, {force, 0, 0});
    scene.world.set_torque(scene.cube, {0, -0.05 * force, turning});
    scene.run(50);
    return scene.body().velocity.norm() + 0.1 * scene.body().spin.norm();
  };
  for (const VolumeFriction friction : both) {
    EXPECT_LT(speed_after({.friction = friction}, 0.999 * limit, 0.0), 1e-8);
    EXPECT_GT(speed_after({.friction = friction}, 1.001 * limit, 0.0), 1e-4);
    EXPECT_LT(speed_after({.friction = friction}, 0.0, 0.999 * torque), 1e-8);
    EXPECT_GT(speed_after({.friction = friction}, 0.0, 1.001 * torque), 1e-4);
  }
  const Volume coarse{.friction = VolumeFriction::p_gon, .sides = 4};
  EXPECT_LT(speed_after(coarse, 0.0, 0.999 * torque / std::numbers::sqrt2), 1e-8);
  EXPECT_GT(speed_after(coarse, 0.0, 1.001 * torque / std::numbers::sqrt2), 1e-6);
}

TEST(VolumeFit, SlidesAsFarAsKineticFrictionLetsIt) {
  for (const VolumeFriction friction : both) {
    Scene scene = resting({.friction = friction});
    scene.world.set_velocity(scene.cube, {1, 0, 0});
    scene.run(500);
    // In its first step it has static friction still, and none of its steps ends later than it stops.
    EXPECT_NEAR(scene.body().position.x(), 1.0 / (2.0 * 0.3 * g), 1.5 * h);
    EXPECT_NEAR(scene.body().position.y(), 0.0, 1e-12);
    EXPECT_LT(scene.body().velocity.norm(), 1e-10);
  }
}

TEST(VolumeFit, SlidesForEverWithoutFriction) {
  Scene scene;
  constexpr Surface smooth{.mu_s = 0.0, .mu_k = 0.0};
  scene.world.add_plane({0, 0, 1}, 0.0, smooth);
  scene.cube = scene.world.add_body({.shapes = {{Polyhedron::box({0.1, 0.1, 0.1})}},
                                     .mass = 0.5,
                                     .surface = smooth,
                                     .position = {0, 0, 0.05},
                                     .velocity = {1, 0, 0},
                                     .angular_velocity = {0, 0, 2}});
  scene.world.add_contact_model({.friction = VolumeFriction::cone});
  scene.run(500);
  EXPECT_NEAR(scene.body().velocity.x(), 1.0, 1e-9);
  EXPECT_NEAR(scene.body().spin.z(), 2.0, 1e-9);
}

// Dropped flat, it stays where its centre is over the support, and falls where it is not.
TEST(VolumeFit, FallsOverAnEdgeWhenItsCentreIsBeyond) {
  for (const VolumeNormal normal : {VolumeNormal::faded, VolumeNormal::face_sum}) {
    for (const double d : {-5e-4, 5e-4}) {
      Scene scene;
      scene.world.add_body({.shapes = {{Polyhedron::box({0.3, 0.3, 0.3})}},
                            .mass = 0.0,
                            .surface = rough,
                            .position = {-0.15, 0, -0.15}});
      scene.cube = scene.world.add_body(
          {.shapes = {{Polyhedron::box({0.1, 0.1, 0.1})}}, .mass = 0.5, .surface = rough, .position = {d, 0, 0.052}});
      scene.world.add_contact_model({.friction = VolumeFriction::p_gon, .normal = normal});
      for (int k = 0; k < 1500; ++k) static_cast<void>(scene.world.step(h));
      EXPECT_EQ(scene.body().position.z() < 0.03, d > 0.0) << d;
    }
  }
}

// The grip m (g + a)/2μ holds a box that fingers on a driven hand lift with acceleration a from rest.
TEST(VolumeFit, HoldsFromTheGripThatStaticsAsksFor) {
  const double peak = 0.15 * std::numbers::pi, limit = (g + peak * std::numbers::pi / 0.5) / (2.0 * 0.5);
  for (const double grip : {0.995 * limit, 1.005 * limit}) {
    World world;
    const int box = world.add_body({.shapes = {{Polyhedron::box({0.08, 0.03, 0.07})}}, .mass = 1.0, .surface = rough});
    const int hand = world.add_body({.shapes = {{geometry::Sphere(0.01)}}, .mass = 0.0, .position = {0, 0, 0.2}});
    int fingers[2];
    for (int k = 0; k < 2; ++k) {
      const double side = k == 0 ? -1.0 : 1.0;
      fingers[k] = world.add_body({.shapes = {{Polyhedron::box({0.03, 0.01, 0.03})}},
                                   .mass = 0.3,
                                   .surface = rough,
                                   .position = {0, side * 0.02, 0}});
      world.add_slider(fingers[k], hand, {0, 1, 0});
    }
    world.add_contact_model({.friction = VolumeFriction::cone});
    for (int k = 0; k < 600; ++k) {
      const double t = k * h;
      world.set_velocity(hand, {0, 0, t < 0.1 ? 0.0 : peak * std::sin(std::numbers::pi * (t - 0.1) / 0.5)});
      world.set_force(fingers[0], {0, grip, 0.3 * g});
      world.set_force(fingers[1], {0, -grip, 0.3 * g});
      world.set_force(box, {0, 0, std::max(0.0, g * (1.0 - t / 0.05))});  // until the fingers have it
      ASSERT_TRUE(world.step(h).converged()) << k;
    }
    const double hangs = world.body(hand).position.z() - 0.2 - world.body(box).position.z();
    if (grip > limit)
      EXPECT_LT(std::abs(hangs), 1e-8);
    else
      EXPECT_GT(hangs, 0.1);
  }
}

// But for the creep of the regularisation, which adds up over the stack.
TEST(VolumeFit, StacksStandStill) {
  World world({.threads = 2});
  world.add_plane({0, 0, 1}, 0.0, rough);
  std::vector<int> cubes;
  for (int k = 0; k < 5; ++k) {
    cubes.push_back(world.add_body({.shapes = {{Polyhedron::box({0.1, 0.1, 0.1})}},
                                    .mass = 0.5,
                                    .surface = rough,
                                    .position = {1e-3 * k, 0, 0.05 + 0.1 * k}}));
  }
  world.add_contact_model({.friction = VolumeFriction::p_gon});
  for (int k = 0; k < 300; ++k) ASSERT_TRUE(world.step(h).converged());
  const Vec<3> before = world.body(cubes.back()).position;
  for (int k = 0; k < 1000; ++k) ASSERT_TRUE(world.step(h).converged());
  EXPECT_LT((world.body(cubes.back()).position - before).norm(), 1e-8);
}

TEST(VolumeFit, GoesOnFromASavedStateBitForBit) {
  Scene scene = resting({.friction = VolumeFriction::cone});
  scene.world.set_velocity(scene.cube, {0.5, 0.1, 0.3});
  scene.world.set_angular_velocity(scene.cube, {1, 2, 3});
  for (int k = 0; k < 50; ++k) static_cast<void>(scene.world.step(h));
  World other(scene.world.model());
  other.restore(scene.world.save());
  for (int k = 0; k < 200; ++k) {
    static_cast<void>(scene.world.step(h));
    static_cast<void>(other.step(h));
  }
  EXPECT_EQ(other.body(scene.cube).position, scene.body().position);
  EXPECT_EQ(other.body(scene.cube).orientation.coeffs(), scene.body().orientation.coeffs());
}

// Boxes with spheres at their sides, thrown on each other: points and volumes of one island. Steps may fail, but say so, and launch nothing.
TEST(VolumeFit, StandsPointsBesideIt) {
  for (const double mu : {0.5, 1e4}) {
    World world;
    const Surface surface{.mu_s = mu, .mu_k = mu};
    world.add_plane({0, 0, 1}, 0.0, surface);
    std::vector<int> bodies;
    for (int k = 0; k < 4; ++k) {
      bodies.push_back(world.add_body({.shapes = {{Polyhedron::box({0.1, 0.1, 0.1})},
                                                  {geometry::Sphere(0.02), Pose3({0.07, 0, -0.03}, {1, 0, 0, 0})},
                                                  {geometry::Sphere(0.02), Pose3({-0.05, 0.05, -0.03}, {1, 0, 0, 0})}},
                                       .mass = std::pow(10.0, k - 2),
                                       .surface = surface,
                                       .position = {0.01 * k, 0, 0.06 + 0.0999 * k},
                                       .velocity = {3.0 - k, 2.0 * k - 3.0, -1},
                                       .angular_velocity = {20.0 - 15.0 * k, 10, 5.0 * k}}));
    }
    world.add_contact_model({.friction = VolumeFriction::cone});
    const auto energy = [&world] { return world.kinetic_energy() + world.potential_energy(); };
    const double start = energy();
    for (int k = 0; k < 30; ++k) {
      ASSERT_NE(world.step(h).status, SolveStatus::not_finite);
      ASSERT_LT(energy(), 1.01 * start) << k;
    }
    for (const int body : bodies) EXPECT_GT(world.body(body).position.z(), 0.0);
  }
}

TEST(VolumeFit, TumblesToRestWithFewUnsettledSteps) {
  int unsettled = 0;
  for (int seed = 0; seed < 6; ++seed) {
    World world;
    world.add_plane({0, 0, 1}, 0.0, rough);
    const int box =
        world.add_body({.shapes = {{Polyhedron::box({0.1, 0.07, 0.05})}},
                        .mass = 0.5,
                        .surface = rough,
                        .position = {0, 0, 0.12},
                        .orientation = Eigen::Quaterniond(1.0, std::sin(seed + 1.0), std::cos(2.0 * seed), 0.3 * seed),
                        .velocity = {1, 0.2, -1},
                        .angular_velocity = {5.0 - 2.0 * seed, 3, 1.0 * seed}});
    world.add_contact_model({.friction = VolumeFriction::p_gon});
    for (int k = 0; k < 1000; ++k) unsettled += world.step(h).converged() ? 0 : 1;
    EXPECT_LT(world.body(box).velocity.norm(), 1e-6) << seed;
  }
  EXPECT_LT(unsettled, 120);  // of 6 000
}

// What is found deep in the ground leaves it no faster than it may.
TEST(VolumeFit, PushesOutNoFasterThanAllowed) {
  Scene scene;
  scene.world.add_body(
      {.shapes = {{Polyhedron::box({1.0, 1.0, 1.0})}}, .mass = 0.0, .surface = rough, .position = {0, 0, -0.5}});
  scene.cube = scene.world.add_body(
      {.shapes = {{Polyhedron::box({0.1, 0.1, 0.1})}}, .mass = 0.5, .surface = rough, .position = {0, 0, 0.041}});
  scene.world.add_contact_model({.friction = VolumeFriction::p_gon});
  double fastest = 0.0;
  for (int k = 0; k < 500; ++k) {
    static_cast<void>(scene.world.step(h));
    fastest = std::max(fastest, scene.body().velocity.z());
  }
  EXPECT_LE(fastest, 0.2 + 1e-9);
  EXPECT_NEAR(scene.body().position.z(), 0.05, 1e-6);
}

}  // namespace
}  // namespace stickslip::sim::test::volume_fit_test
