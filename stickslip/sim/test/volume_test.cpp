// Contact volumes in motion: against statics, closed forms and quadratures, and what a state must keep.
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/world.hpp"

#include "random_bodies.hpp"
#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::sim::test::volume_test {
namespace {

using geometry::Polyhedron;
using geometry::Sphere;

constexpr double g = 9.81;

Surface rough(double mu_s, double mu_k = -1.0) {
  return {.mu_s = mu_s, .mu_k = mu_k < 0.0 ? mu_s : mu_k};
}

BodyDescription cube(const Vec<3>& position, double mu = 0.5, double side = 0.1, double mass = 0.5) {
  return {.shapes = {{Polyhedron::box({side, side, side})}}, .mass = mass, .surface = rough(mu), .position = position};
}

BodyDescription slab(double mu = 0.5) {
  return {.shapes = {{Polyhedron::box({4.0, 4.0, 1.0})}}, .mass = 0.0, .surface = rough(mu), .position = {0, 0, -0.5}};
}

World on_plane(double mu = 0.5, const ModelOptions& options = {}) {
  World world(options);
  world.add_plane({0, 0, 1}, 0.0, rough(mu));
  world.add_contact_model({});
  return world;
}

void run(World& world, int steps, double h = 1e-3) {
  for (int k = 0; k < steps; ++k) {
    const StepReport report = world.step(h);
    ASSERT_TRUE(report.converged()) << "step " << k << ", residual " << report.residual;
  }
}

double speed_of(const BodyState& body) {
  return body.velocity.norm() + 0.1 * body.spin.norm();
}

double yaw_of(const BodyState& body) {
  return 2.0 * std::atan2(body.orientation.z(), body.orientation.w());
}

// However soft: the depth that a load needs is not taken for one that bodies were found at.
TEST(Volume, BearsWhatItsStiffnessBears) {
  for (const double h : {1e-3, 1e-4}) {
    for (const double depth : {1e-4, 1e-3}) {
      World world;
      world.add_plane({0, 0, 1}, 0.0, rough(0.5));
      const double stiffness = 0.5 * g / (0.01 * depth), period = 2.0 * std::numbers::pi * std::sqrt(depth / g);
      world.add_contact_model({.stiffness = stiffness, .relaxation = period});
      const int body = world.add_body(cube({0, 0, 0.05}));
      double lowest = 0.05, fastest = 0.0;
      while (world.time() < 20.0 * period) {
        ASSERT_TRUE(world.step(h).converged());
        lowest = std::min(lowest, world.body(body).position.z());
        fastest = std::max(fastest, world.body(body).velocity.z());
      }
      EXPECT_NEAR(0.05 - world.body(body).position.z(), depth, 1e-6 * depth) << depth;
      EXPECT_GT(lowest, 0.05 - 1.01 * depth);
      EXPECT_LT(fastest, 1e-3);
    }
  }
  // With hardly any damping it swings to twice that depth, and no further.
  World world;
  world.add_plane({0, 0, 1}, 0.0, rough(0.5));
  world.add_contact_model({.stiffness = 1e6});
  const int body = world.add_body(cube({0, 0, 0.05}));
  for (int k = 0; k < 20000; ++k) {
    ASSERT_TRUE(world.step(1e-4).converged());
    ASSERT_GT(world.body(body).position.z(), 0.05 - 2.1 * 0.5 * g / 1e4) << k;
  }
}

// Found in the ground with a stiffness that would throw it far: it leaves at push_out.
TEST(Volume, PushesOutSlowly) {
  for (const double stiffness : {0.0, 1e6, 1e8, 1e10}) {
    World world;
    world.add_plane({0, 0, 1}, 0.0, rough(0.5));
    world.add_contact_model({.stiffness = stiffness == 0.0 ? std::optional<double>() : stiffness});
    const int body = world.add_body(cube({0, 0, 0.042}));
    double fastest = 0.0;
    for (int k = 0; k < 1000; ++k) {
      ASSERT_TRUE(world.step(1e-3).converged());
      fastest = std::max(fastest, world.body(body).velocity.z());
    }
    EXPECT_LT(fastest, 0.201) << stiffness;
    EXPECT_GT(fastest, stiffness == 1e6 ? 0.05 : 0.19) << stiffness;
  }
}

// Also where something held it down until now: what was found is not pressed the more, the longer it is held.
TEST(Volume, DoesNotGatherForceWhileHeld) {
  for (const double stiffness : {0.0, 1e8, 1e10}) {
    World world;
    world.add_plane({0, 0, 1}, 0.0, rough(0.5));
    const int lid = world.add_body({.shapes = {{Polyhedron::box({0.2, 0.2, 0.1})}},
                                    .mass = 0.0,
                                    .surface = rough(0.5),
                                    .position = {0, 0, 0.142}});
    world.add_contact_model({.stiffness = stiffness == 0.0 ? std::optional<double>() : stiffness});
    const int body = world.add_body(cube({0, 0, 0.046}));
    for (int k = 0; k < 100; ++k) static_cast<void>(world.step(1e-3));
    world.set_position(lid, {0, 0, 1.0});
    double fastest = 0.0;
    for (int k = 0; k < 200; ++k) {
      ASSERT_TRUE(world.step(1e-3).converged());
      fastest = std::max(fastest, world.body(body).velocity.z());
    }
    EXPECT_LT(fastest, 0.201) << stiffness;
  }
}

TEST(Volume, AtRestSinksAsMuchAsItsStiffnessSays) {
  for (const double h : {1e-3, 5e-3}) {
    for (const bool is_plane : {true, false}) {
      World world;
      if (is_plane) {
        world.add_plane({0, 0, 1}, 0.0);
      } else {
        world.add_body(slab());
      }
      const int body = world.add_body(cube({0, 0, 0.05}));
      world.add_contact_model({});
      run(world, 1000, h);
      EXPECT_NEAR(0.05 - world.body(body).position.z(), 1e-3 * g * h * h, 1e-5 * g * h * h);
      EXPECT_LT(speed_of(world.body(body)), 1e-12);
      ASSERT_EQ(world.state().volumes.size(), 1U);
      EXPECT_NEAR(world.state().volumes[0].wrench(2), 0.5 * g, 5e-9);  // solved to 1e-11 m/s
    }
  }
}

TEST(Volume, OfAGivenStiffnessSinksAsALayerDoes) {
  World world;
  world.add_plane({0, 0, 1}, 0.0);
  const int body = world.add_body(cube({0, 0, 0.05}));
  world.add_contact_model({.stiffness = 1e8, .relaxation = 0.01});
  run(world, 1000);
  EXPECT_NEAR(0.05 - world.body(body).position.z(), 0.5 * g / (1e8 * 0.01), 1e-12);
}

// Force along x at the base, and torque about z there, growing until the cube moves.
double push_until_it_slides(double force, double arm, double torque) {
  World world = on_plane();
  const int body = world.add_body(cube({0, 0, 0.05}));
  run(world, 20);
  for (int k = 0; k < 4000; ++k) {
    const double share = 2.5e-4 * k;
    // At the base, which is 0.05 below the centre of mass, and `arm` beside it.
    world.set_force(body, {share * force, 0, 0});
    world.set_torque(body, {0, -0.05 * share * force, share * (torque - arm * force)});
    static_cast<void>(world.step(1e-3));
    for (const VolumeState& volume : world.state().volumes) {
      if (volume.slip_speed > 1e-6) return share;
    }
  }
  return 1.0;
}

TEST(Volume, SlidesWhereTheLimitSurfaceOfItsPressureIs) {
  // μ m g, and by the torque alone μ m g times the mean distance from the middle, (√2 + asinh 1)/6 of the side.
  EXPECT_NEAR(3.0 * push_until_it_slides(3.0, 0.0, 0.0), 0.5 * 0.5 * g, 1.5e-3);
  const double torsion = 0.5 * 0.5 * g * 0.1 * (std::sqrt(2.0) + std::asinh(1.0)) / 6.0;
  EXPECT_NEAR(0.12 * push_until_it_slides(0.0, 0.0, 0.12), torsion, 1e-3 * torsion);
}

TEST(Volume, SlidesAndSpinsAsTheQuadratureOfItsPressureSays) {
  // Body of 1 m with 5 m/s and one turn per second, μ = 0.5, the pressure linear from its moments: integrated with small steps elsewhere.
  World world = on_plane();
  BodyDescription box = cube({0, 0, 0.5}, 0.5, 1.0, 1.0);
  box.velocity = {0, 5, 0};
  box.angular_velocity = {0, 0, 6.283185307};
  const int body = world.add_body(box);
  run(world, 1500);
  EXPECT_NEAR(world.body(body).position.x(), 0.63878, 1e-4);
  EXPECT_NEAR(world.body(body).position.y(), 2.99911, 1e-4);
  EXPECT_NEAR(yaw_of(world.body(body)), 5.3040, 5e-4);
  EXPECT_LT(speed_of(world.body(body)), 1e-10);
}

TEST(Volume, HoldsASideLoadWithoutCreep) {
  World world = on_plane();
  const int body = world.add_body(cube({0, 0, 0.05}));
  world.set_force(body, {1.5, 0.8, 0.0});
  world.set_torque(body, {0.04, -0.075, 0.02});
  run(world, 1000);
  const Vec<3> before = world.body(body).position;
  const double turned = yaw_of(world.body(body));
  run(world, 2000);
  EXPECT_LT((world.body(body).position - before).norm(), 2e-12);
  EXPECT_LT(std::abs(yaw_of(world.body(body)) - turned), 2e-12);
}

TEST(Volume, DroppedInAnyWayComesToRestWithoutGainingEnergy) {
  for (int k = 0; k < 12; ++k) {
    World world = on_plane();
    BodyDescription body = cube({0, 0, 0.2});
    body.surface = rough(0.5, 0.3);
    body.orientation = Eigen::Quaterniond(Eigen::AngleAxisd(0.53 * k, Vec<3>(1.0, 0.5, 0.2 * k).normalized()));
    body.velocity = {k % 2 == 0 ? 0.0 : 1.0, 0, 0};
    const int id = world.add_body(body);
    double least = world.kinetic_energy() + world.potential_energy();
    const double loss = least - 0.5 * g * 0.05 + 1e-3;
    double deepest = 0.0;
    for (int i = 0; i < 1500; ++i) {
      ASSERT_TRUE(world.step(1e-3).converged()) << "drop " << k << " step " << i;
      const double energy = world.kinetic_energy() + world.potential_energy();
      EXPECT_LT(energy, least + 0.005 * loss) << "drop " << k << " step " << i;
      least = std::min(least, energy);
      const BodyState& now = world.body(id);
      for (const double x : {-0.05, 0.05}) {
        for (const double y : {-0.05, 0.05}) {
          for (const double z : {-0.05, 0.05})
            deepest = std::max(deepest, -(now.position + now.orientation * Vec<3>(x, y, z)).z());
        }
      }
    }
    EXPECT_LT(deepest, 6e-4) << k;
    EXPECT_NEAR(world.body(id).position.z(), 0.05, 1e-6) << k;
    EXPECT_LT(speed_of(world.body(id)), 1e-8) << k;
  }
}

TEST(Volume, StacksStandBesideSpheresAndJoints) {
  World world = on_plane();
  std::vector<int> tower;
  for (int k = 0; k < 5; ++k) tower.push_back(world.add_body(cube({0, 0, 0.05 + 0.1 * k})));
  const int ball =
      world.add_body({.shapes = {{Sphere{0.05}}}, .mass = 0.2, .surface = rough(0.5), .position = {0.5, 0, 0.06}});
  // A lid on a hinge that falls on the tower's neighbour.
  const int block = world.add_body(cube({1.0, 0, 0.05}));
  const int lid = world.add_body({.shapes = {{Polyhedron::box({0.4, 0.08, 0.02})}},
                                  .mass = 0.3,
                                  .surface = rough(0.5),
                                  .position = {1.2, 0, 0.14}});
  const int hinge = world.add_hinge(lid, the_world, {1.4, 0, 0.14}, {0, 1, 0});
  run(world, 2000);
  for (int k = 0; k < 5; ++k) {
    EXPECT_LT((world.body(tower[static_cast<std::size_t>(k)]).position - Vec<3>(0, 0, 0.05 + 0.1 * k)).norm(), 1e-6);
    EXPECT_LT(speed_of(world.body(tower[static_cast<std::size_t>(k)])), 1e-10);
  }
  EXPECT_NEAR(world.body(ball).position.z(), 0.05, 1e-6);
  EXPECT_LT(speed_of(world.body(block)) + speed_of(world.body(lid)), 1e-8);
  EXPECT_LT(world.joint(hinge).distance, 1e-8);
  // The lid lies on the block: its lower face touches the block's upper edge.
  EXPECT_GT(world.state().volumes.size(), 6U);
}

TEST(Volume, DoesNotDependOnTheOrderOfBodies) {
  const auto end_of = [](bool ground_first, int steps) {
    World world;
    if (ground_first) world.add_body(slab());
    BodyDescription box = cube({0, 0, 0.05});
    box.velocity = {1.0, 0.4, 0.0};
    box.angular_velocity = {0, 0, 5};
    const int body = world.add_body(box);
    BodyDescription second = cube({0.03, 0.02, 0.15});
    second.velocity = box.velocity;
    const int top = world.add_body(second);
    if (!ground_first) world.add_body(slab());
    world.add_contact_model({});
    for (int k = 0; k < steps; ++k) static_cast<void>(world.step(1e-3));
    return (Vec<6>() << world.body(body).position, world.body(top).position).finished();
  };
  EXPECT_LT((end_of(true, 150) - end_of(false, 150)).norm(), 1e-9);
  // What solves leave, 1e-11 m/s, grows while one body spins down on the other: from like starts to between 2e-10 and 8e-8 m.
  EXPECT_LT((end_of(true, 500) - end_of(false, 500)).norm(), 1e-6);
}

// A heap that slides, topples and rests.
World heap(int threads) {
  World world = on_plane(0.5, {.threads = threads});
  for (int k = 0; k < 6; ++k) {
    BodyDescription body = cube({0.06 * (k % 2), 0.05 * (k % 3), 0.06 + 0.12 * k});
    body.orientation = Eigen::Quaterniond(Eigen::AngleAxisd(0.2 * k, Vec<3>(1, 0.3, 0.1).normalized()));
    world.add_body(body);
    body.position += Vec<3>(2.0, 0.0, 0.0);
    world.add_body(body);
  }
  return world;
}

bool is_same(const World& a, const World& b) {
  return a.save() == b.save();
}

TEST(Volume, GoesOnBitForBitFromASavedState) {
  World world = heap(1), threaded = heap(2);
  for (int k = 0; k < 150; ++k) {
    static_cast<void>(world.step(1e-3));
    static_cast<void>(threaded.step(1e-3));
  }
  EXPECT_TRUE(is_same(world, threaded));
  World copy = world, restored = heap(1);
  restored.restore(world.save());
  for (int k = 0; k < 150; ++k) {
    for (World* each : {&world, &copy, &restored}) static_cast<void>(each->step(1e-3));
  }
  EXPECT_TRUE(is_same(world, copy));
  EXPECT_TRUE(is_same(world, restored));
}

TEST(Volume, AllocatesNothingOnceContactsAreSteady) {
  World world = on_plane();
  world.add_body(cube({0, 0, 0.05}));
  BodyDescription sliding = cube({1, 0, 0.05});
  sliding.velocity = {3, 0, 0};
  sliding.angular_velocity = {0, 0, 20};
  world.add_body(sliding);
  run(world, 50);
  const std::size_t allocations = stickslip::test::allocations_in([&] {
    for (int k = 0; k < 100; ++k) static_cast<void>(world.step(1e-3));
  });
  EXPECT_TRUE(allocations == 0 || !stickslip::test::counts_allocations()) << allocations;
}

// 1 kg between two driven pads that close with a force by their stiffness, lifted.
TEST(Volume, DrivenPadsLiftABox) {
  World world;
  const int box = world.add_body(
      {.shapes = {{Polyhedron::box({0.08, 0.03, 0.07})}}, .mass = 1.0, .surface = rough(0.5), .position = {0, 0, 0}});
  std::vector<int> pads;
  for (const double side : {-1.0, 1.0}) {
    pads.push_back(world.add_body({.shapes = {{Polyhedron::box({0.03, 0.01, 0.03})}},
                                   .mass = 0.0,
                                   .surface = rough(0.5),
                                   .position = {0, side * (0.02 - 4e-6), 0.0}}));
  }
  // 4 µm of 1e10 Pa/m on 9 cm²: 36 N on either side.
  world.add_contact_model({.stiffness = 1e10, .relaxation = 4e-3});
  const double h = 1e-3;
  double height = 0.0, speed = 0.0;
  for (int k = 0; k < 600; ++k) {
    const double t = k * h,
                 next = t < 0.5 ? 0.3 * std::sin(6.283185307179586 * t) * std::sin(6.283185307179586 * t) : 0.0;
    for (const int pad : pads) world.set_velocity(pad, {0, 0, next});
    height += 0.5 * h * (speed + next);
    speed = next;
    ASSERT_TRUE(world.step(h).converged()) << k;
  }
  EXPECT_NEAR(world.body(pads[0]).position.z(), height, 1e-12);
  // It hangs below by what the bristles give: m g/(2 σ0 f_n).
  EXPECT_NEAR(world.body(box).position.z() - height, -g / (2.0 * 1e6 * 36.0), 2e-8);
  EXPECT_LT(speed_of(world.body(box)), 1e-8);
}

TEST(Volume, HoldsThinBodiesAndThinFloorsAtLongSteps) {
  struct Case {
    Vec<3> sides, floor;
    double speed, height, h, push, mass;
  };
  // A plate whose fall in a step is more than its thickness, a thin sheet as floor, fast falls, a pad pressed hard.
  for (const Case& of : {Case{{0.02, 0.02, 0.002}, {1, 1, 0.2}, 0.0, 0.0, 1e-2, 0.0, 0.1},
                         Case{{0.1, 0.1, 0.1}, {1, 1, 0.002}, 0.0, 0.0, 1e-2, 0.0, 0.5},
                         Case{{0.02, 0.02, 0.002}, {1, 1, 0.2}, 2.5, 0.01, 1e-3, 0.0, 0.1},
                         Case{{0.1, 0.1, 0.1}, {1, 1, 0.005}, 1.0, 0.01, 5e-3, 0.0, 0.5},
                         Case{{0.05, 0.05, 0.02}, {1, 1, 0.2}, 0.0, 0.0, 5e-3, 10.0, 0.01}}) {
    World world;
    world.add_body({.shapes = {{Polyhedron::box(of.floor)}}, .mass = 0.0, .position = {0, 0, -0.5 * of.floor.z()}});
    const int body = world.add_body({.shapes = {{Polyhedron::box(of.sides)}},
                                     .mass = of.mass,
                                     .position = {0, 0, 0.5 * of.sides.z() + of.height},
                                     .velocity = {0, 0, -of.speed}});
    world.add_contact_model({});
    world.set_force(body, {0, 0, -of.push});
    run(world, 400, of.h);
    const double load = g + of.push / of.mass;  // per mass
    EXPECT_NEAR(world.body(body).position.z(), 0.5 * of.sides.z() - 1e-3 * load * of.h * of.h,
                1e-5 * load * of.h * of.h);
  }
}

TEST(Volume, IsNotKickedByAShorterStep) {
  World world = on_plane();
  const int body = world.add_body(cube({0, 0, 0.05}));
  run(world, 100, 1e-3);
  for (const double h : {1e-9, 1e-6, 1e-4, 1e-3, 1e-5}) {
    run(world, 1, h);
    // What the long step let in, 1e-3 g h², leaves no faster than over its relaxation, 4 h.
    EXPECT_LT(speed_of(world.body(body)), 1e-3 * g * 1e-3 / 4.0) << h;
  }
  run(world, 100, 1e-4);
  EXPECT_NEAR(0.05 - world.body(body).position.z(), 1e-3 * g * 1e-8, 2e-11);
}

TEST(Volume, ForgetsNothingWhereABodyIsPutWhereItIs) {
  World world = on_plane();
  const int body = world.add_body(cube({0, 0, 0.05}));
  world.set_force(body, {1.0, 0, 0});
  run(world, 100);
  const std::vector<VolumeState> before = world.state().volumes;
  world.set_position(body, world.body(body).position);
  EXPECT_EQ(world.state().volumes, before);
  world.set_position(body, world.body(body).position + Vec<3>(0.1, 0, 0));
  EXPECT_TRUE(world.state().volumes.empty());
}

TEST(Volume, SpheresSlideByTheSameCurveAsBoxes) {
  // Far below v_s friction is mu_s; the sphere is too heavy to turn.
  World world;
  world.add_plane({0, 0, 1}, 0.0, rough(0.5, 0.2));
  const int ball = world.add_body({.shapes = {{Sphere{0.05}}},
                                   .mass = 0.5,
                                   .surface = rough(0.5, 0.2),
                                   .position = {0, 0, 0.05},
                                   .velocity = {1, 0, 0},
                                   .inertia = 1e3 * Eigen::Matrix3d::Identity()});
  world.add_contact_model({.v_s = 100.0});
  run(world, 100);
  EXPECT_NEAR(1.0 - world.body(ball).velocity.x(), 0.5 * g * 0.1, 0.01 * 0.5 * g * 0.1);
}

TEST(Volume, StopsWhatSlidesOnVeryRoughGround) {
  for (const double mu : {100.0, 1e6}) {
    World world = on_plane(mu);
    BodyDescription box = cube({0, 0, 0.05}, mu);
    box.velocity = {1, 0, 0};
    const int body = world.add_body(box);
    for (int k = 0; k < 1000; ++k) static_cast<void>(world.step(1e-3));
    EXPECT_LT(speed_of(world.body(body)), 1e-8) << mu;
    EXPECT_LT(world.body(body).position.x(), 0.1) << mu;
  }
}

TEST(Volume, RefusesWhatItCannotBe) {
  World world;
  const auto message = [&](const Volume& volume) -> std::string {
    try {
      world.add_contact_model(volume);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message({.sigma0 = -1.0}).find("sigma0 = -1"), std::string::npos);
  EXPECT_NE(message({.stiffness = 0.0}).find("stiffness = 0"), std::string::npos);
  EXPECT_NE(message({.push_out = std::nan("")}).find("push_out"), std::string::npos);
  EXPECT_FALSE(world.model().volume);
  // Two cubes half in one another.
  world.add_contact_model({});
  world.add_body(cube({0, 0, 0.05}));
  world.add_body(cube({0.05, 0, 0.05}));
  EXPECT_THROW(static_cast<void>(world.step(1e-3)), InvalidArgument);
}

// In the step in which sliding ends, positions follow the mean of velocities; bristles are not stretched by that: μ/σ0 is what they bear.
TEST(Volume, StopsWithBristlesAtEase) {
  for (int k = 0; k < 10; ++k) {
    World world = on_plane(0.5);
    BodyDescription description = cube({0, 0, 0.05});
    description.velocity = {0.1 + 5e-4 * k, 0, 0};
    world.add_body(description);
    bool has_stopped = false;
    for (int step = 0; step < 60; ++step) {
      ASSERT_TRUE(world.step(1e-3).converged());
      for (const VolumeState& volume : world.state().volumes) {
        EXPECT_LT(volume.stretch.norm(), 1.01 * 0.5 / 1e6) << k << ' ' << step;
        has_stopped = volume.slip_speed == 0.0;
      }
    }
    EXPECT_TRUE(has_stopped);
  }
}

// Tossed cubes, plates and hulls at μ up to 4, where corners become faces while they are turned: a converged step gives back no more than what
// the body sank into, m g times a tenth of a millimetre.
TEST(Volume, TossedBodiesGainNothingFromBristles) {
  Random random(5);
  for (int k = 0; k < 60; ++k) {
    const Polyhedron shape = k % 3 == 0   ? Polyhedron::box({0.1, 0.1, 0.1})
                             : k % 3 == 1 ? Polyhedron::box({0.2, 0.1, 0.03})
                                          : random_polyhedron(random, 0.1);
    const double mu = random.between(0.5, 4.0);
    World world = on_plane(mu);
    world.add_body({.shapes = {{shape}},
                    .mass = 1.0,
                    .surface = rough(mu),
                    .position = {0, 0, 1.001 * shape.radius()},
                    .orientation = random.rotation(),
                    .velocity = random.between(0.0, 1.0) * random.direction(),
                    .angular_velocity = random.between(0.0, 8.0) * random.direction()});
    EXPECT_LT(watch(world, 0.8, 1e-3).most_in_a_step, 1e-6) << k;
  }
}

// Four boxes upon one another, two of them placed in each other: they come apart, and the tower comes to rest.
TEST(Volume, TowersPlacedInEachOtherComeApartAndRest) {
  for (const double overlap : {1e-5, 3e-4, 9e-4, 5e-3}) {
    World world = on_plane();
    for (int k = 0; k < 4; ++k) world.add_body(cube({0, 0, 0.05 + 0.1 * k - (k > 0 ? overlap : 0.0)}));
    run(world, 1500);
    for (int k = 1; k <= 4; ++k) {
      EXPECT_NEAR(world.body(k).position.z(), 0.1 * k - 0.05, 1e-6) << overlap << ' ' << k;
      EXPECT_LT(speed_of(world.body(k)), 1e-6) << overlap << ' ' << k;
    }
  }
}

// A plate that stands over the edge of a box tips as soon where the box was placed in the ground.
TEST(Volume, BodiesPlacedInEachOtherDoNotStopOthers) {
  for (const double overlap : {0.0, 3e-4, 9e-4, 5e-3}) {
    World world = on_plane();
    world.add_body(cube({0, 0, 0.1 - overlap}, 0.5, 0.2, 1.0));
    const int plate = world.add_body({.shapes = {{Polyhedron::box({0.2, 0.2, 0.05})}},
                                      .mass = 0.5,
                                      .surface = rough(0.5),
                                      .position = {0.101, 0, 0.225 - overlap}});
    run(world, 300);
    EXPECT_LT((world.body(plate).orientation * Vec<3>::UnitZ()).z(), std::cos(0.1)) << overlap;
  }
}

// Several of them, thrown onto one another.
TEST(Volume, SeveralTossedBodiesGainNothingFromBristles) {
  constexpr std::array<unsigned, 20> scenes{0,  1,   2,   3,   4,   5,   6,   7,   8,   53,
                                            62, 113, 117, 122, 133, 149, 187, 224, 320, 323};
  constexpr std::array steps{5e-4, 1e-3, 2e-3};
  for (const unsigned scene : scenes) {
    Random random(7'000'021 + scene);
    World world;
    world.add_contact_model({});
    toss_several(random, world);
    const Watch seen = watch(world, 1.0, steps[scene % 3]);
    EXPECT_LT(seen.most_in_a_step, 1e-6) << scene;
    EXPECT_LT(seen.most_in_a_run, 1e-4) << scene;
    EXPECT_LE(seen.unsolved, 20) << scene;
  }
}

}  // namespace
}  // namespace stickslip::sim::test::volume_test
