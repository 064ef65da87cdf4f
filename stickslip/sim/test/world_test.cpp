// Rigid bodies in contact against what mechanics says of them.
#include "stickslip/sim/world.hpp"

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"

namespace stickslip::sim::test::world_test {
namespace {

using geometry::Polyhedron;
using geometry::Sphere;

constexpr double g = 9.81;

BodyDescription box(const Vec<3>& sides, double mass, const Vec<3>& position, double mu = 0.5) {
  return {.shapes = {{Polyhedron::box(sides)}}, .mass = mass, .surface = {mu, mu, 0.0}, .position = position};
}

World with_ground(double mu = 0.5, ModelOptions options = {}) {
  World world(options);
  world.add_plane({0.0, 0.0, 1.0}, 0.0, {mu, mu, 0.0});
  return world;
}

Vec<3> angular_momentum(const World& world, int body) {
  const BodyState& state = world.body(body);
  return state.orientation * (world.model()[body].inertia * state.spin);
}

TEST(World, KeepsEnergyAndMomentumOfABodyThatTurnsFreely) {
  for (const double spin : {1.0, 10.0, 100.0, 1000.0}) {
    World world({.gravity = {0.0, 0.0, 0.0}});
    BodyDescription given = box({0.1, 0.2, 0.35}, 1.3, {1.0, 2.0, 3.0});
    given.velocity = {0.3, -0.2, 0.1};
    given.angular_velocity = spin * Vec<3>(0.2, 0.9, 0.3).normalized();
    const int body = world.add_body(given);
    const double energy = world.kinetic_energy();
    const Vec<3> momentum = angular_momentum(world, body);
    for (int k = 0; k < 10000; ++k) ASSERT_TRUE(world.step(1e-3).converged());
    EXPECT_NEAR(world.kinetic_energy(), energy, 1e-11 * energy) << spin;
    EXPECT_LT((angular_momentum(world, body) - momentum).norm(), 1e-11 * momentum.norm()) << spin;
    EXPECT_LT((world.body(body).position - Vec<3>(4.0, 0.0, 4.0)).norm(), 1e-11);
  }
}

TEST(World, KeepsTheEnergyOfAnySpin) {
  for (const double spin : {5e4, 1e5, 5e5, 1e6}) {
    World world({.gravity = {0.0, 0.0, 0.0}});
    BodyDescription given = box({0.3, 0.2, 0.1}, 1.0, {0.0, 0.0, 0.0});
    given.angular_velocity = spin * Vec<3>(1.0, 1.0 / 3.0, 0.2);
    const int body = world.add_body(given);
    const double energy = world.kinetic_energy();
    for (int k = 0; k < 300; ++k) ASSERT_TRUE(world.step(1e-3).converged());
    EXPECT_NEAR(world.kinetic_energy(), energy, 1e-6 * energy) << spin;
    EXPECT_TRUE(world.body(body).orientation.coeffs().allFinite());
  }
}

TEST(World, FallsAlongAParabola) {
  World world;
  BodyDescription given = box({0.1, 0.1, 0.1}, 2.0, {0.0, 0.0, 100.0});
  given.velocity = {3.0, 0.0, 4.0};
  const int body = world.add_body(given);
  for (int k = 0; k < 1000; ++k) static_cast<void>(world.step(1e-3));
  EXPECT_LT((world.body(body).position - Vec<3>(3.0, 0.0, 100.0 + 4.0 - 0.5 * g)).norm(), 1e-11);
}

// The paper's box [Peiret 2017, Table 1]; ends as the specification's fine integration has them.
struct Slide {
  double mu;
  Vec<2> end;
  double yaw;
  double duration;
};

class SlidingBox : public testing::TestWithParam<std::tuple<ContactModel, Slide>> {};

TEST_P(SlidingBox, EndsWhereCoulombsLawTakesIt) {
  const auto& [formulation, slide] = GetParam();
  for (const double h : {1e-2, 1e-3}) {
    World world = with_ground(slide.mu, {.formulation = formulation});
    BodyDescription given = box({1.0, 1.0, 1.0}, 1.0, {0.0, 0.0, 0.5}, slide.mu);
    given.velocity = {0.0, 5.0, 0.0};
    given.angular_velocity = {0.0, 0.0, 2.0 * std::numbers::pi};
    const int body = world.add_body(given);
    while (world.time() < slide.duration + 0.3) ASSERT_TRUE(world.step(h).converged());
    const BodyState& state = world.body(body);
    // First order in h: 3.5 mm at 10 ms.
    EXPECT_LT((state.position.head<2>() - slide.end).norm(), 0.35 * h) << h;
    EXPECT_NEAR(2.0 * std::atan2(state.orientation.z(), state.orientation.w()), slide.yaw, 0.7 * h) << h;
    for (int k = 0; k < 50; ++k) static_cast<void>(world.step(h));
    EXPECT_LT(world.body(body).velocity.norm(), 1e-9);
    EXPECT_LT(world.body(body).spin.norm(), 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(ConeAndPhantom, SlidingBox,
                         testing::Combine(testing::Values(ContactModel::cone, ContactModel::phantom),
                                          testing::Values(Slide{1.0, {0.440646, 1.583968}, 1.953472, 0.661243},
                                                          Slide{0.5, {0.31940, 2.95153}, 2.87292, 1.1445})));

TEST(World, StopsASlidingBoxWhereWorkSays) {
  // Without spin: v²/(2 μ g).
  for (const ContactModel formulation :
       {ContactModel::cone, ContactModel::phantom, ContactModel::hybrid, ContactModel::box,
        ContactModel::anitescu_potra, ContactModel::stewart_trinkle}) {
    World world = with_ground(0.4, {.formulation = formulation});
    BodyDescription given = box({0.2, 0.2, 0.1}, 1.0, {0.0, 0.0, 0.05}, 0.4);
    given.velocity = {1.0, 0.0, 0.0};
    const int body = world.add_body(given);
    for (int k = 0; k < 500; ++k) ASSERT_TRUE(world.step(1e-3).converged());
    EXPECT_NEAR(world.body(body).position.x(), 1.0 / (2.0 * 0.4 * g), 1e-3) << name_of(formulation);
    EXPECT_LT(world.body(body).velocity.norm(), 1e-8) << name_of(formulation);
  }
}

TEST(World, HoldsABoxOnASlopeWithoutCreep) {
  for (const ContactModel formulation : {ContactModel::cone, ContactModel::phantom}) {
    const double mu = 0.5, slope = 0.5 * std::atan(mu);
    World world({.formulation = formulation, .gravity = {g * std::sin(slope), 0.0, -g * std::cos(slope)}});
    world.add_plane({0.0, 0.0, 1.0}, 0.0, {mu, mu, 0.0});
    const int body = world.add_body(box({0.1, 0.1, 0.1}, 1.0, {0.0, 0.0, 0.05}, mu));
    const auto vibrate = [&] {
      const double force = 0.3 * mu * g * std::cos(slope) * std::sin(2.0 * std::numbers::pi * 10.0 * world.time());
      world.set_force(body, {force, 0.0, 0.0});
      ASSERT_TRUE(world.step(1e-3).converged());
    };
    for (int k = 0; k < 1000; ++k) vibrate();
    const Vec<3> before = world.body(body).position;
    for (int k = 0; k < 2000; ++k) vibrate();
    EXPECT_LT((world.body(body).position - before).norm() / 2.0, 1e-11) << name_of(formulation);
  }
}

TEST(World, LetsABoxSlideOnASlopeThatIsTooSteep) {
  const double mu = 0.3, slope = 0.5;
  World world({.gravity = {g * std::sin(slope), 0.0, -g * std::cos(slope)}});
  world.add_plane({0.0, 0.0, 1.0}, 0.0, {mu, mu, 0.0});
  const int body = world.add_body(box({0.2, 0.2, 0.05}, 1.0, {0.0, 0.0, 0.025}, mu));
  for (int k = 0; k < 1000; ++k) static_cast<void>(world.step(1e-3));
  EXPECT_NEAR(world.body(body).velocity.x(), g * (std::sin(slope) - mu * std::cos(slope)), 1e-4);
}

TEST(World, RollsASphereDownASlope) {
  const double slope = 0.3;
  World world({.gravity = {g * std::sin(slope), 0.0, -g * std::cos(slope)}});
  world.add_plane({0.0, 0.0, 1.0}, 0.0, {0.8, 0.8, 0.0});
  const int ball =
      world.add_body({.shapes = {{Sphere{0.1}}}, .mass = 1.0, .surface = {0.8, 0.8, 0.0}, .position = {0.0, 0.0, 0.1}});
  for (int k = 0; k < 1000; ++k) ASSERT_TRUE(world.step(1e-3).converged());
  // A solid sphere that rolls: 5/7 of the acceleration of one that slides freely.
  EXPECT_NEAR(world.body(ball).velocity.x(), 5.0 / 7.0 * g * std::sin(slope), 2e-3);
  EXPECT_NEAR(world.body(ball).angular_velocity().y(), world.body(ball).velocity.x() / 0.1, 1e-3);
}

World tower(int height, double top, ModelOptions options = {}) {
  World world = with_ground(0.5, options);
  for (int k = 0; k < height; ++k)
    world.add_body(box({0.1, 0.1, 0.1}, k + 1 == height ? top : 0.1, {0.0, 0.0, 0.05 + 0.1 * k}));
  return world;
}

TEST(World, HoldsATowerStillAlsoWithAHeavyTop) {
  for (const auto& [top, most] : {std::pair{0.1, 5e-6}, {10.0, 50e-6}}) {
    World world = tower(10, top);
    const World start = world;
    for (int k = 0; k < 1500; ++k) ASSERT_TRUE(world.step(1e-3).converged());
    for (int b = 1; b <= 10; ++b) {
      EXPECT_LT((world.body(b).position - start.body(b).position).norm(), most);
      EXPECT_LT(world.body(b).velocity.norm(), 1e-9);
    }
  }
}

TEST(World, BouncesAsRestitutionSays) {
  for (const double e : {0.3, 0.5, 0.9}) {
    World world;
    world.add_plane({0.0, 0.0, 1.0}, 0.0, {0.5, 0.5, e});
    BodyDescription given = box({0.1, 0.1, 0.1}, 1.0, {0.0, 0.0, 0.55});
    given.surface.restitution = e;
    const int body = world.add_body(given);
    int bounces = 0;
    for (int k = 0; k < 3000 && bounces < 3; ++k) {
      // What it would reach the ground with, or left it with.
      const auto squared_speed = [&] {
        const BodyState& now = world.body(body);
        return now.velocity.z() * now.velocity.z() + 2.0 * 9.81 * (now.position.z() - 0.05);
      };
      const double falling = world.body(body).velocity.z(), before = squared_speed();
      ASSERT_TRUE(world.step(1e-3).converged());
      if (falling < -0.1 && world.body(body).velocity.z() > 0.0) {
        EXPECT_NEAR(std::sqrt(squared_speed() / before), e, 1e-7);
        ++bounces;
      }
    }
    EXPECT_EQ(bounces, 3) << e;
  }
}

TEST(World, ComesBackToTheSameHeightWithoutLoss) {
  World world;
  world.add_plane({0.0, 0.0, 1.0}, 0.0, {0.5, 0.5, 1.0});
  BodyDescription given = box({0.1, 0.1, 0.1}, 1.0, {0.0, 0.0, 0.55});
  given.surface.restitution = 1.0;
  const int body = world.add_body(given);
  const double energy = world.kinetic_energy() + world.potential_energy();
  int bounces = 0;
  while (bounces < 10) {
    const double falling = world.body(body).velocity.z();
    ASSERT_TRUE(world.step(1e-3).converged());
    if (falling < 0.0 && world.body(body).velocity.z() > 0.0) ++bounces;
    ASSERT_LT(world.kinetic_energy() + world.potential_energy(), energy * (1.0 + 1e-12));
  }
  // The height of the centre above where it rests was 0.5 m.
  EXPECT_NEAR(world.kinetic_energy() + world.potential_energy(), energy, 0.01 * g * 0.5);
}

TEST(World, FreesOverlappingBoxesWithoutLaunchingThem) {
  for (const double overlap : {1e-3, 5e-3}) {
    World world = with_ground();
    world.add_body(box({0.1, 0.1, 0.1}, 0.1, {0.0, 0.0, 0.05}));
    const int upper = world.add_body(box({0.1, 0.1, 0.1}, 0.1, {0.0, 0.0, 0.15 - overlap}));
    const double h = 1e-3;
    for (int k = 0; k < 20; ++k) {
      static_cast<void>(world.step(h));
      EXPECT_LT(world.body(upper).velocity.norm(), 20.0 * h);
    }
    EXPECT_GT(world.body(upper).position.z(), 0.15 - 1e-4);
    for (int k = 0; k < 500; ++k) static_cast<void>(world.step(h));
    EXPECT_NEAR(world.body(upper).position.z(), 0.15, 1e-4);
  }
}

TEST(World, LetsNothingTunnel) {
  World world({.gravity = {0.0, 0.0, 0.0}});
  world.add_body(box({0.5, 0.5, 0.5}, 0.0, {0.0, 0.0, 0.0}));
  BodyDescription bullet = box({0.02, 0.02, 0.02}, 0.05, {-3.0, 0.03, 0.02});
  bullet.velocity = {200.0, 0.0, 0.0};
  bullet.orientation = Eigen::Quaterniond(0.9, 0.2, 0.3, 0.1);
  const int body = world.add_body(bullet);
  for (int k = 0; k < 100; ++k) {
    ASSERT_TRUE(world.step(1e-3).converged());
    ASSERT_LT(world.body(body).position.x(), -0.25);
  }
}

TEST(World, CarriesABoxOnAConveyorAndPushesItWithAWall) {
  World world;
  BodyDescription belt = box({4.0, 1.0, 0.1}, 0.0, {0.0, 0.0, -0.05});
  belt.velocity = {0.5, 0.0, 0.0};
  const int conveyor = world.add_body(belt);
  const int body = world.add_body(box({0.1, 0.1, 0.1}, 1.0, {0.0, 0.0, 0.05}));
  for (int k = 0; k < 500; ++k) ASSERT_TRUE(world.step(1e-3).converged());
  EXPECT_NEAR(world.body(body).velocity.x(), 0.5, 1e-9);
  EXPECT_NEAR(world.body(conveyor).position.x(), 0.25, 1e-12);
  // It slides until it is as fast as the belt: 0.5/(μ g) s, and lags half of that way.
  EXPECT_NEAR(world.body(body).position.x(), 0.25 - 0.5 * 0.5 * 0.5 / (0.5 * g), 1e-3);

  World pushed = with_ground();
  const int crate = pushed.add_body(box({0.1, 0.1, 0.1}, 1.0, {0.0, 0.0, 0.05}));
  BodyDescription pusher = box({0.02, 0.3, 0.08}, 0.0, {-0.08, 0.0, 0.041});
  pusher.velocity = {0.2, 0.0, 0.0};
  pushed.add_body(pusher);
  for (int k = 0; k < 1000; ++k) ASSERT_TRUE(pushed.step(1e-3).converged());
  EXPECT_NEAR(pushed.body(crate).velocity.x(), 0.2, 1e-6);
  EXPECT_NEAR(pushed.body(crate).position.x(), 0.2 - 0.08 + 0.01 + 0.05, 1e-3);
}

TEST(World, SticksByTheLargerAndSlidesByTheSmallerCoefficient) {
  for (const double share : {0.9, 1.1}) {
    World world;
    world.add_plane({0.0, 0.0, 1.0}, 0.0, {0.6, 0.3, 0.0});
    BodyDescription given = box({0.2, 0.2, 0.05}, 1.0, {0.0, 0.0, 0.025});
    given.surface = {0.6, 0.3, 0.0};
    const int body = world.add_body(given);
    world.set_force(body, {share * 0.6 * g, 0.0, 0.0});
    for (int k = 0; k < 1000; ++k) ASSERT_TRUE(world.step(1e-3).converged());
    const double expected = share < 1.0 ? 0.0 : (share * 0.6 - 0.3) * g;
    EXPECT_NEAR(world.body(body).velocity.x(), expected, 0.02);
  }
}

TEST(World, SlidesAlikeWhateverTheUnitOfMass) {
  for (const ContactModel formulation : {ContactModel::cone, ContactModel::phantom, ContactModel::anitescu_potra,
                                         ContactModel::stewart_trinkle, ContactModel::box, ContactModel::hybrid}) {
    std::vector<Vec<3>> ends;
    for (const double mass : {1.0, 1e-12, 1e12}) {
      World world = with_ground(0.5, {.formulation = formulation});
      BodyDescription given = box({1.0, 1.0, 1.0}, mass, {0.0, 0.0, 0.5});
      given.velocity = {1.0, 0.0, 0.0};
      const int body = world.add_body(given);
      for (int k = 0; k < 20; ++k) ASSERT_TRUE(world.step(1e-3).converged()) << name_of(formulation) << mass;
      ends.push_back(world.body(body).velocity);
    }
    EXPECT_LT((ends[1] - ends[0]).norm(), 1e-6) << name_of(formulation);
    EXPECT_LT((ends[2] - ends[0]).norm(), 1e-6) << name_of(formulation);
  }
}

TEST(World, CarriesABodyThousandsOfTimesHeavier) {
  // It sinks in by the compliance, ε_n Λ_n h/β, and stays there.
  for (const double ratio : {1e3, 1e4}) {
    World world = with_ground();
    world.add_body(box({1.0, 1.0, 1.0}, 1.0, {0.0, 0.0, 0.5}));
    const int heavy = world.add_body(box({1.0, 1.0, 1.0}, ratio, {0.0, 0.0, 1.5}));
    for (int k = 0; k < 300; ++k) static_cast<void>(world.step(1e-3));
    const double height = world.body(heavy).position.z();
    EXPECT_GT(height, 1.5 - 3.0 * 2e-4 * ratio * g * 1e-6 - 1e-5) << ratio;
    for (int k = 0; k < 300; ++k) static_cast<void>(world.step(1e-3));
    EXPECT_NEAR(world.body(heavy).position.z(), height, 1e-6 * ratio * 1e-3) << ratio;
  }
}

TEST(World, TurnsABodyAsTold) {
  World world;
  BodyDescription given = box({1.0, 1.0, 1.0}, 0.0, {0.0, 0.0, 5.0});
  given.angular_velocity = {0.0, 0.0, 100.0};
  const int body = world.add_body(given);
  for (int k = 0; k < 100; ++k) static_cast<void>(world.step(0.01));
  const Eigen::Quaterniond expected(Eigen::AngleAxisd(100.0, Vec<3>::UnitZ()));
  EXPECT_LT(world.body(body).orientation.angularDistance(expected), 1e-11);
  EXPECT_EQ(world.body(body).spin, Vec<3>(0.0, 0.0, 100.0));
}

TEST(World, RefusesSpeedsAndForcesThatOverflow) {
  World world = with_ground();
  const int body = world.add_body(box({1.0, 1.0, 1.0}, 1.0, {0.0, 0.0, 0.5}));
  EXPECT_THROW(world.set_velocity(body, {0.0, 0.0, -1e160}), InvalidArgument);
  world.set_force(body, {0.0, 0.0, -1e200});
  EXPECT_EQ(world.step(1e-3).status, SolveStatus::not_finite);
  EXPECT_EQ(world.time(), 0.0);
}

// The corners of a box are redundant: all solvers of the cone bring it to the same end, judged by the same residual.
TEST(World, ReachesTheToleranceWithEveryConeSolver) {
  const auto end_of = [](const char* solver) {
    World world({.solver = solver});
    world.add_plane({0.0, 0.0, 1.0}, 0.0, {1.0, 1.0, 0.0});
    BodyDescription given = box({1.0, 1.0, 1.0}, 1.0, {0.0, 0.0, 0.5});
    given.surface = {1.0, 1.0, 0.0};
    given.velocity = {0.0, 5.0, 0.0};
    given.angular_velocity = {0.0, 0.0, 6.0};
    const int body = world.add_body(given);
    for (int k = 0; k < 100; ++k) {
      const StepReport report = world.step(1e-2);
      EXPECT_TRUE(report.converged()) << solver << ' ' << k;
      EXPECT_LE(report.residual, 1e-7) << solver << ' ' << k;
    }
    return world.body(body);
  };
  const BodyState expected = end_of("auto");
  for (const char* solver : {"nsgs", "prox_newton"}) {
    const BodyState end = end_of(solver);
    EXPECT_LT((end.position - expected.position).norm(), 1e-6) << solver;
    EXPECT_LT(end.velocity.norm(), 1e-9) << solver;
  }
}

// The same scene, turned about z or mirrored at x = 0, gives the same motion, turned or mirrored.
TEST(World, IsTheSameFromEverySide) {
  const auto run = [](const Eigen::Quaterniond& turn, bool is_mirrored) {
    World world = with_ground();
    const auto map = [&](Vec<3> v) {
      if (is_mirrored) v.x() = -v.x();
      return Vec<3>(turn * v);
    };
    std::vector<int> bodies;
    for (int k = 0; k < 3; ++k) {
      BodyDescription given = box({0.2, 0.15, 0.1}, 0.5, map({0.03 * k, 0.02 * k, 0.2 + 0.25 * k}));
      Eigen::Quaterniond q(0.8, 0.1 * k, 0.3, 0.2);
      if (is_mirrored) q = Eigen::Quaterniond(q.w(), q.x(), -q.y(), -q.z());
      given.orientation = turn * q;
      given.velocity = map({1.0, 0.3, -0.5});
      const Vec<3> omega = map({2.0, 1.0, 3.0});
      given.angular_velocity = is_mirrored ? Vec<3>(-omega) : omega;  // an axial vector
      bodies.push_back(world.add_body(given));
    }
    for (int k = 0; k < 400; ++k) EXPECT_TRUE(world.step(1e-3).converged());
    std::vector<Vec<3>> ends;
    for (const int b : bodies) {
      Vec<3> end = turn.conjugate() * world.body(b).position;
      if (is_mirrored) end.x() = -end.x();
      ends.push_back(end);
    }
    return ends;
  };
  const std::vector<Vec<3>> plain = run(Eigen::Quaterniond::Identity(), false);
  const Eigen::Quaterniond turn(std::cos(0.35), 0.0, 0.0, std::sin(0.35));
  const std::vector<Vec<3>> turned = run(turn, false), mirrored = run(Eigen::Quaterniond::Identity(), true);
  for (std::size_t k = 0; k < plain.size(); ++k) {
    // Impacts amplify rounding and the tolerance of the solves.
    EXPECT_LT((turned[k] - plain[k]).norm(), 1e-4);
    EXPECT_LT((mirrored[k] - plain[k]).norm(), 1e-4);
  }
}

}  // namespace
}  // namespace stickslip::sim::test::world_test
