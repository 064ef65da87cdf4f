// What a world remembers: copies, saved states and threads change nothing; bad input leaves it as it was.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/world.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::sim::test::world_state_test {
namespace {

using geometry::Polyhedron;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

BodyDescription cube(const Vec<3>& position, double mass = 0.1) {
  return {.shapes = {{Polyhedron::box({0.1, 0.1, 0.1})}}, .mass = mass, .position = position};
}

// Two towers at rest, one of them soon struck by a third body, and one that falls beside them: islands of every kind.
World lively(int threads = 1) {
  World world({.threads = threads});
  world.add_plane({0.0, 0.0, 1.0}, 0.0);
  for (int t = 0; t < 2; ++t) {
    for (int k = 0; k < 5; ++k) world.add_body(cube({0.4 * t, 0.0, 0.05 + 0.1 * k}));
  }
  BodyDescription striker = cube({0.4, -0.6, 0.25}, 0.3);
  striker.velocity = {0.0, 2.0, 0.5};
  striker.angular_velocity = {3.0, 1.0, 2.0};
  world.add_body(striker);
  BodyDescription faller = cube({-0.5, 0.0, 0.3});
  faller.orientation = Eigen::Quaterniond(0.9, 0.3, 0.2, 0.1);
  faller.surface.restitution = 0.5;
  world.add_body(faller);
  return world;
}

// One ball that falls.
World falling() {
  World world;
  world.add_body({.shapes = {{geometry::Sphere{0.1}}}, .mass = 1.0});
  return world;
}

void run(World& world, int steps) {
  for (int k = 0; k < steps; ++k) static_cast<void>(world.step(1e-3));
}

void expect_same_bits(const World& a, const World& b) {
  ASSERT_EQ(a.state().bodies.size(), b.state().bodies.size());
  EXPECT_EQ(a.time(), b.time());
  for (std::size_t i = 0; i < a.state().bodies.size(); ++i) {
    const BodyState &first = a.state().bodies[i], &second = b.state().bodies[i];
    EXPECT_EQ(first.position, second.position) << i;
    EXPECT_EQ(first.orientation.coeffs(), second.orientation.coeffs()) << i;
    EXPECT_EQ(first.velocity, second.velocity) << i;
    EXPECT_EQ(first.spin, second.spin) << i;
  }
  EXPECT_EQ(a.state().contacts, b.state().contacts);
  EXPECT_EQ(a.state().impulses, b.state().impulses);
}

TEST(WorldState, TimeIsThatManySteps) {
  World world = falling();
  for (int k = 1; k <= 2600; ++k) {
    static_cast<void>(world.step(1e-3));
    ASSERT_EQ(world.time(), k * 1e-3);
    if (k == 1300) world.restore(World(world).save());
  }
  EXPECT_EQ(world.time(), 2.6);
  // From where the length of the steps changes, counted anew.
  for (int k = 1; k <= 1000; ++k) {
    static_cast<void>(world.step(7e-4));
    ASSERT_EQ(world.time(), 2.6 + k * 7e-4);
  }
}

TEST(WorldState, ARunEndsWhenItShould) {
  World world = falling();
  const Recording first = world.run({.until = 0.3, .dt = 0.1, .record_dt = 0.1});
  EXPECT_EQ(first.t, (std::vector<double>{0.0, 0.1, 0.2, 0.3}));
  // Here 0.1 does not divide the time: the last step is shorter.
  EXPECT_EQ(world.run({.until = 2.55, .dt = 0.1}).t.back(), 2.55);
  EXPECT_EQ(world.time(), 2.55);
  const Recording last = world.run({.until = 1000.0 + 2.55, .dt = 0.1, .record_dt = 0.1});
  for (std::size_t k = 0; k + 1 < last.t.size(); ++k) ASSERT_EQ(last.t[k], 2.55 + static_cast<double>(k) * 0.1);
  EXPECT_EQ(last.t.back(), 1002.55);
  EXPECT_EQ(last.t.size(), 10001U);
}

TEST(WorldState, GoesOnBitForBitFromBytesAndFromCopies) {
  World whole = lively(), pieces = lively();
  for (const int steps : {0, 1, 37, 200, 300}) {
    run(whole, steps);
    run(pieces, steps);
    World other = lively();
    other.restore(pieces.save());
    expect_same_bits(other, pieces);
    World copy = other;
    run(copy, 1);
    pieces = other;  // what goes on is what was restored
  }
  run(whole, 100);
  run(pieces, 100);
  expect_same_bits(whole, pieces);
}

TEST(WorldState, DoesNotDependOnThreads) {
  World one = lively(1), two = lively(2), five = lively(5);
  for (World* world : {&one, &two, &five}) run(*world, 500);
  expect_same_bits(one, two);
  expect_same_bits(one, five);
}

TEST(WorldState, RefusesBytesThatAreNoState) {
  World world = lively();
  run(world, 300);
  const World before = world;
  const std::vector<std::byte> bytes = world.save();
  EXPECT_THROW(world.restore({}), InvalidArgument);
  for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 200)
    EXPECT_THROW(world.restore(std::span(bytes).first(length)), InvalidArgument) << length;
  std::vector<std::byte> longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_THROW(world.restore(longer), InvalidArgument);
  expect_same_bits(world, before);

  World other;
  other.add_plane({0.0, 0.0, 1.0}, 0.0);
  EXPECT_THROW(other.restore(bytes), InvalidArgument);
  World one, two;
  one.add_body(cube({0.0, 0.0, 0.0}, 1.0));
  two.add_body(cube({0.0, 0.0, 0.0}, 2.0));
  EXPECT_THROW(two.restore(one.save()), InvalidArgument);
  // Whatever a byte is changed to: an error, or a state that can be stepped.
  for (std::size_t place = 0; place < bytes.size(); place += 1 + bytes.size() / 150) {
    std::vector<std::byte> changed = bytes;
    changed[place] ^= std::byte{0x5a};
    try {
      world.restore(changed);
      run(world, 2);
    } catch (const InvalidArgument&) {
    }
    world.restore(bytes);
  }
  expect_same_bits(world, before);
}

TEST(WorldState, AllocatesNothingOnceContactsAreSteady) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP();
  World world;
  world.add_plane({0.0, 0.0, 1.0}, 0.0);
  for (int r = 0; r < 4; ++r) {
    for (int k = 0; k < 4; ++k) world.add_body(cube({0.102 * k + (r % 2 == 0 ? 0.0 : 0.025), 0.0, 0.05 + 0.1 * r}));
  }
  BodyDescription sliding = cube({0.0, 1.0, 0.05}, 1.0);
  sliding.velocity = {3.0, 0.0, 0.0};
  sliding.angular_velocity = {0.0, 0.0, 5.0};
  world.add_body(sliding);
  run(world, 60);
  EXPECT_EQ(stickslip::test::allocations_in([&] { run(world, 100); }), 0U);
}

template <class Function>
void expect_error(Function function, const std::string& part) {
  try {
    function();
    ADD_FAILURE() << "no error about " << part;
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(WorldState, SaysWhatIsWrongAndStaysAsItWas) {
  World world = lively();
  const World before = world;
  const auto add = [&world](auto change) {
    return [&world, change] {
      BodyDescription given = cube({5.0, 0.0, 0.05});
      change(given);
      static_cast<void>(world.add_body(given));
    };
  };
  expect_error(add([](BodyDescription& b) { b.mass = -1.0; }), "mass = -1 must be");
  expect_error(add([](BodyDescription& b) { b.mass = nan; }), "mass = nan");
  expect_error(add([](BodyDescription& b) { b.position.y() = nan; }), "position[1] = nan");
  expect_error(add([](BodyDescription& b) { b.velocity.x() = INFINITY; }), "velocity[0] = inf");
  expect_error(add([](BodyDescription& b) { b.orientation.coeffs().setZero(); }), "orientation has length 0");
  expect_error(add([](BodyDescription& b) { b.inertia = Vec<3>(1.0, 1.0, 3.0).asDiagonal(); }), "sum of the others");
  expect_error(add([](BodyDescription& b) { b.inertia = Vec<3>(1.0, 1.0, 0.0).asDiagonal(); }), "must be > 0");
  expect_error(add([](BodyDescription& b) { b.inertia = Eigen::Matrix3d::Constant(nan); }), "inertia must be finite");
  expect_error(add([](BodyDescription& b) { b.surface.mu_k = -0.1; }), "mu_k = -0.1");
  expect_error(add([](BodyDescription& b) { b.surface.restitution = 1.5; }), "restitution = 1.5");
  expect_error(add([](BodyDescription& b) { b.shapes.clear(); }), "at least one shape");
  expect_error(add([](BodyDescription& b) { b.shapes = {{geometry::Plane{{0.0, 0.0, 1.0}, 0.0}}}; }), "plane");
  expect_error([&] { static_cast<void>(world.add_plane({0.0, 0.0, 0.0}, 0.0)); }, "normal must not be zero");
  expect_error([&] { static_cast<void>(world.add_plane({0.0, 0.0, 1.0}, nan)); }, "offset = nan");
  for (const double dt : {0.0, -1e-3, nan, std::numeric_limits<double>::infinity()})
    expect_error([&] { static_cast<void>(world.step(dt)); }, "dt = ");
  expect_error([&] { world.set_friction(1, 99, 0.5, 0.5); }, "no body 99");
  expect_error([&] { world.set_friction(1, 1, 0.5, 0.5); }, "given twice");
  expect_error([&] { world.set_restitution(1, 2, 2.0); }, "restitution = 2");
  expect_error([&] { world.set_velocity(1, {0.0, nan, 0.0}); }, "velocity[1] = nan");
  expect_error([&] { world.remove(-1); }, "no body -1");
  expect_error([&] { static_cast<void>(world.run({.until = -1.0})); }, "until = -1");
  expect_error([] { World({.tolerance = 0.0}); }, "tol = 0");
  expect_error([] { World({.solver = "lemke"}); }, "solver = \"lemke\"");
  expect_same_bits(world, before);
}

TEST(WorldState, NamesBodiesThatArePlacedInsideEachOther) {
  World world;
  world.add_plane({0.0, 0.0, 1.0}, 0.0);
  const int first = world.add_body(cube({0.0, 0.0, 0.05}));
  const int second = world.add_body(cube({0.0, 0.0, 0.13}));
  expect_error([&] { static_cast<void>(world.step(1e-3)); }, "bodies 1 and 2 overlap by 0.02");
  EXPECT_EQ(world.time(), 0.0);
  world.set_collision(first, second, false);
  EXPECT_TRUE(world.step(1e-3).converged());
}

TEST(WorldState, LetsBodiesThatDoNotCollidePass) {
  World world;
  const int ground = world.add_plane({0.0, 0.0, 1.0}, 0.0);
  const int body = world.add_body(cube({0.0, 0.0, 0.06}));
  world.set_collision(ground, body, false);
  run(world, 200);
  EXPECT_NEAR(world.body(body).position.z(), 0.06 - 0.5 * 9.81 * 0.04, 1e-12);
}

TEST(WorldState, ForgetsABodyThatIsRemoved) {
  World world;
  world.add_plane({0.0, 0.0, 1.0}, 0.0);
  const int lower = world.add_body(cube({0.0, 0.0, 0.05}));
  const int upper = world.add_body(cube({0.0, 0.0, 0.15}));
  run(world, 50);
  world.remove(lower);
  EXPECT_FALSE(world.has(lower));
  EXPECT_THROW(static_cast<void>(world.body(lower)), InvalidArgument);
  run(world, 500);
  EXPECT_NEAR(world.body(upper).position.z(), 0.05, 1e-4);
  EXPECT_EQ(world.add_body(cube({1.0, 0.0, 0.05})), upper + 1);
}

TEST(WorldState, SavesNothingOfBodiesThatAreGone) {
  World world = lively();
  run(world, 50);
  World other = world;
  const std::size_t before = world.save().size();
  for (int k = 0; k < 1000; ++k) world.remove(world.add_body(cube({10.0, 0.0, 1.0})));
  EXPECT_EQ(world.save().size(), before);
  World restored(world.model());
  restored.restore(world.save());
  for (World* each : {&world, &restored, &other}) run(*each, 50);
  expect_same_bits(restored, world);
  for (int b = 0; b < other.model().size(); ++b) EXPECT_EQ(world.body(b).position, other.body(b).position);
  EXPECT_THROW(other.restore(world.save()), InvalidArgument);
}

TEST(WorldState, StaysAsItWasWhereAStepIsNotFinite) {
  for (const int steps : {0, 3, 200}) {
    World world = lively();
    run(world, steps);
    World undisturbed = world;
    // Overflows in the free motion, in the solve, and in the displacement alone.
    for (const auto& [force, dt] : {std::pair{1e308, 1e3}, {1e200, 1e-3}, {-1e200, 1e-3}, {1e154, 1e200}}) {
      world.set_force(1, {0.0, 0.0, force});
      const std::vector<std::byte> before = world.save();
      EXPECT_EQ(world.step(dt).status, SolveStatus::not_finite) << force;
      EXPECT_EQ(world.save(), before) << force;
    }
    // Nor does it show in what follows.
    world.set_force(1, {0.0, 0.0, 0.0});
    run(world, 20);
    run(undisturbed, 20);
    expect_same_bits(world, undisturbed);
  }
}

TEST(WorldState, RecordsARunAndShowsIt) {
  World world = lively();
  const Recording recording = world.run({.until = 0.105, .dt = 1e-3, .record_dt = 0.01});
  EXPECT_EQ(recording.steps, 105);
  ASSERT_EQ(recording.t.size(), 12U);
  EXPECT_NEAR(recording.t.back(), 0.105, 1e-12);
  EXPECT_EQ(recording[11].position.back(), world.body(11).position);
  EXPECT_THROW(static_cast<void>(recording[99]), InvalidArgument);
  record::Result result = recording.to_result();
  EXPECT_NO_THROW(record::validate(result));
  EXPECT_EQ(result.scenes.front().shapes.size(), 13U);
}

TEST(WorldState, PlacesACompoundBodyByItsCentreOfMass) {
  World world({.gravity = {0.0, 0.0, 0.0}});
  // Two cubes of side 0.1, one of them 0.3 m along x: their centre is between them.
  const int body = world.add_body(
      {.shapes = {{Polyhedron::box({0.1, 0.1, 0.1})},
                  {Polyhedron::box({0.1, 0.1, 0.1}), Pose3({0.3, 0.0, 0.0}, Eigen::Quaterniond::Identity())}},
       .mass = 2.0,
       .position = {1.0, 0.0, 0.0}});
  const RigidBody& made = world.model()[body];
  EXPECT_LT((made.shapes[0].X_BS.position() - Vec<3>(-0.15, 0.0, 0.0)).norm(), 1e-15);
  const double own = 0.1 * 0.1 / 6.0;
  EXPECT_NEAR(made.inertia(0, 0), 2.0 * own, 1e-12);
  EXPECT_NEAR(made.inertia(1, 1), 2.0 * (own + 0.15 * 0.15), 1e-12);
}

}  // namespace
}  // namespace stickslip::sim::test::world_state_test
