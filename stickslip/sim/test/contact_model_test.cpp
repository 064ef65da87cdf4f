// Contact models by pair: what touches at points, by pressures and by least squares, apart and together in one island.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/world.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::sim::test::contact_model_test {
namespace {

using geometry::Polyhedron;

constexpr double g = 9.81, h = 1e-3, side = 0.1;
const std::optional<Volume> points = {};

BodyDescription cube(const Vec<3>& position, double mass = 0.5, double restitution = 0.0) {
  return {.shapes = {{Polyhedron::box({side, side, side})}},
          .mass = mass,
          .surface = {.mu_s = 0.5, .mu_k = 0.5, .restitution = restitution},
          .position = position};
}

struct Scene {
  World world;
  int ground;
  std::vector<int> cubes;

  explicit Scene(const ModelOptions& options = {}) : world(options) {
    ground = world.add_plane({0, 0, 1}, 0.0, {.mu_s = 0.5, .mu_k = 0.5, .restitution = 0.5});
  }
  int add(const BodyDescription& body) { return cubes.emplace_back(world.add_body(body)); }
  void run(int steps) {
    for (int k = 0; k < steps; ++k) ASSERT_TRUE(world.step(h).converged()) << k;
  }
};

void expect_same(const BodyState& a, const BodyState& b) {
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.orientation.coeffs(), b.orientation.coeffs());
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.spin, b.spin);
}

TEST(ContactModel, OfAPairLeavesOthersAsTheyWere) {
  const auto thrown = [](double x) {
    BodyDescription body = cube({x, 0, 0.08});
    body.velocity = {1, 0.5, 0};
    body.angular_velocity = {1, 2, 3};
    return body;
  };
  for (const bool are_volumes : {false, true}) {
    Scene plain, mixed;
    for (Scene* scene : {&plain, &mixed}) {
      for (const double x : {0.0, 5.0}) scene->add(thrown(x));
      if (are_volumes) scene->world.add_contact_model({});
    }
    mixed.world.set_contact_model(mixed.cubes[1], mixed.ground, are_volumes ? points : Volume{});
    for (int k = 0; k < 400; ++k) {
      static_cast<void>(plain.world.step(h));
      static_cast<void>(mixed.world.step(h));
    }
    expect_same(plain.world.body(plain.cubes[0]), mixed.world.body(mixed.cubes[0]));
    // The other goes as in a world where all is as it is.
    Scene other;
    for (const double x : {0.0, 5.0}) other.add(thrown(x));
    if (!are_volumes) other.world.add_contact_model({});
    for (int k = 0; k < 400; ++k) static_cast<void>(other.world.step(h));
    expect_same(other.world.body(other.cubes[1]), mixed.world.body(mixed.cubes[1]));
    EXPECT_NE(plain.world.body(plain.cubes[1]).position, mixed.world.body(mixed.cubes[1]).position);
    EXPECT_EQ(mixed.world.state().contacts.size(), 4);
    EXPECT_EQ(mixed.world.state().volumes.size(), 1U);
  }
}

TEST(ContactModel, HasItsOwnStiffness) {
  Scene scene;
  scene.world.add_contact_model({.stiffness = 1e9});
  for (const double x : {0.0, 1.0, 2.0}) scene.add(cube({x, 0, 0.5 * side}));
  scene.world.set_contact_model(scene.ground, scene.cubes[1], Volume{.stiffness = 1e8});
  scene.world.set_contact_model(scene.cubes[2], scene.ground, Volume{.stiffness = 1e7});
  scene.run(2000);
  const double stiffness[] = {1e9, 1e8, 1e7};
  for (std::size_t i = 0; i < 3; ++i) {
    const double sunk = 0.5 * side - scene.world.body(scene.cubes[i]).position.z();
    EXPECT_NEAR(sunk, 0.5 * g / (stiffness[i] * side * side), 1e-6 * 0.5 * g / (stiffness[i] * side * side)) << i;
  }
}

TEST(ContactModel, OfPointsBouncesAndOfVolumesDoesNot) {
  Scene scene;
  scene.world.add_contact_model({});
  for (const double x : {0.0, 1.0}) scene.add(cube({x, 0, 0.5 * side + 0.2}, 0.5, 0.5));
  scene.world.set_contact_model(scene.cubes[0], scene.ground, points);
  double fastest[] = {0.0, 0.0};
  for (int k = 0; k < 400; ++k) {
    static_cast<void>(scene.world.step(h));
    for (std::size_t i = 0; i < 2; ++i) {
      const BodyState& cube = scene.world.body(scene.cubes[i]);
      // At the height of the ground.
      const double up = cube.velocity.z(), squared = up * up + 2.0 * g * (cube.position.z() - 0.5 * side);
      if (up > 0.0) fastest[i] = std::max(fastest[i], std::sqrt(std::max(0.0, squared)));
    }
  }
  EXPECT_NEAR(fastest[0], 0.5 * std::sqrt(2.0 * g * 0.2), 1e-3);
  EXPECT_LT(fastest[1], 1e-3);
}

// A tower whose contacts are of three kinds, pushed at its top: it holds up to the friction of the uppermost contact, and then slides there
// with (F − μ m g)/m.
TEST(ContactModel, KindsMeetInOneIsland) {
  const std::optional<Volume> bristle = Volume{}, p_gon = Volume{.friction = VolumeFriction::p_gon},
                              cone = Volume{.friction = VolumeFriction::cone};
  const std::vector<std::vector<std::optional<Volume>>> towers = {{bristle, p_gon, points},
                                                                  {points, bristle, p_gon},
                                                                  {p_gon, points, bristle},
                                                                  {p_gon, bristle, cone},
                                                                  {points, bristle, points}};
  for (std::size_t t = 0; t < towers.size(); ++t) {
    SCOPED_TRACE("tower " + std::to_string(t));
    Scene scene;
    for (int i = 0; i < 3; ++i) scene.add(cube({0, 0, (0.5 + i) * side}));
    int below = scene.ground;
    for (std::size_t i = 0; i < 3; ++i) {
      scene.world.set_contact_model(scene.cubes[i], below, towers[t][i]);
      below = scene.cubes[i];
    }
    scene.run(300);
    const int top = scene.cubes[2];
    scene.world.set_force(top, {0.9 * 0.5 * 0.5 * g, 0, 0});
    scene.world.set_torque(top, {0, -0.9 * 0.5 * 0.5 * g * 0.5 * side, 0});  // as if pushed at its lower face
    scene.run(100);
    const Vec<3> before = scene.world.body(top).position;
    scene.run(1000);
    // In a second. Least squares creep under a side load, by what impulses cost; bristles do not.
    const auto fitted = std::ranges::count_if(towers[t], [](const auto& model) { return model && model->is_fitted(); });
    EXPECT_LT((scene.world.body(top).position - before).norm(), 1e-12 + 2e-9 * static_cast<double>(fitted));
    EXPECT_NEAR(before.x(), 0.0, 2e-5);

    scene.world.set_force(top, {2.0 * 0.5 * 0.5 * g, 0, 0});
    scene.world.set_torque(top, {0, -2.0 * 0.5 * 0.5 * g * 0.5 * side, 0});
    static_cast<void>(scene.world.step(h));
    const double v = scene.world.body(top).velocity.x();
    for (int k = 0; k < 50; ++k) ASSERT_TRUE(scene.world.step(h).converged()) << k;
    EXPECT_NEAR((scene.world.body(top).velocity.x() - v) / (50 * h), 0.5 * g, 0.01 * g);
    for (int i = 0; i < 2; ++i)
      EXPECT_LT(std::abs(scene.world.body(scene.cubes[static_cast<std::size_t>(i)]).velocity.x()), 1e-3);
  }
}

// Of a tower with a soft foot, pushed at two heights: every step is solved.
TEST(ContactModel, SoftBristleAndFittedContactsAreSolvedTogether) {
  Scene scene;
  for (int i = 0; i < 3; ++i) scene.add(cube({0, 0, (0.5 + i) * side}));
  scene.world.set_contact_model(scene.cubes[0], scene.ground, Volume{.stiffness = 1e6, .relaxation = 0.01});
  scene.world.set_contact_model(scene.cubes[1], scene.cubes[0], Volume{});
  scene.world.set_contact_model(scene.cubes[2], scene.cubes[1], Volume{.friction = VolumeFriction::p_gon});
  scene.run(100);
  scene.world.set_force(scene.cubes[2], {0.5, 0, 0});
  scene.world.set_force(scene.cubes[1], {0, 0.3, 0});
  scene.run(300);
}

// A belt moves as it would without the volume of two others.
TEST(ContactModel, LeavesPrescribedMotionsOfOthersAlone) {
  std::vector<Vec<3>> ends;
  for (const bool has_volume : {false, true}) {
    Scene scene;
    const int belt =
        scene.world.add_body({.shapes = {{Polyhedron::box({1, 1, 0.1})}}, .mass = 0.0, .position = {0, 0, 1}});
    scene.add(cube({5, 0, 0.5 * side}));
    if (has_volume) scene.world.set_contact_model(scene.cubes[0], scene.ground, Volume{});
    for (int k = 0; k < 50; ++k) {
      scene.world.set_velocity(belt, {0.01 * k, 0, 0});
      static_cast<void>(scene.world.step(h));
    }
    ends.push_back(scene.world.body(belt).position);
  }
  EXPECT_EQ(ends[0], ends[1]);
}

// A box at points holds a push while a volume comes and goes on it: its friction goes over into bristles and back.
TEST(ContactModel, PointsKeepTheirGripWhenTheirIslandTurnsSoft) {
  Scene scene;
  scene.add(cube({0, 0, 0.5 * side}));
  const int tapper =
      scene.world.add_body({.shapes = {{Polyhedron::box({0.05, 0.05, 0.05})}}, .mass = 0.0, .position = {0, 0, 0.14}});
  scene.world.set_contact_model(scene.cubes[0], tapper, Volume{});
  scene.world.set_force(scene.cubes[0], {1.7, 0, 0});
  scene.world.set_torque(scene.cubes[0], {0, -1.7 * 0.5 * side, 0});
  for (int k = 0; k < 100; ++k) static_cast<void>(scene.world.step(h));
  const double before = scene.world.body(scene.cubes[0]).position.x();
  for (int k = 0; k < 1000; ++k) {
    scene.world.set_position(tapper, {0, 0, k % 20 < 10 ? 0.125 - 1e-9 : 0.14});
    static_cast<void>(scene.world.step(h));
  }
  // Of 50 times the deflection μ/σ0 at most. What is left: the larger load stiffens the bristles, which give some of their deflection back.
  EXPECT_LT(std::abs(scene.world.body(scene.cubes[0]).position.x() - before), 50 * 0.1 * 0.5e-6);
}

TEST(ContactModel, SetAgainKeepsBristles) {
  Scene scene;
  scene.add(cube({0, 0, 0.5 * side}));
  scene.world.add_contact_model({});
  scene.world.set_force(scene.cubes[0], {1.5, 0, 0});
  scene.world.set_torque(scene.cubes[0], {0, -1.5 * 0.5 * side, 0});
  for (int k = 0; k < 1000; ++k) {
    scene.world.set_contact_model(scene.cubes[0], scene.ground, Volume{});
    static_cast<void>(scene.world.step(h));
  }
  EXPECT_LT(scene.world.body(scene.cubes[0]).position.x(), 2e-6);
}

TEST(ContactModel, ThatSaysWhatHoldsAnywayChangesNothing) {
  for (const VolumeFriction friction : {VolumeFriction::bristle, VolumeFriction::p_gon}) {
    Scene plain, told;
    const Volume volume{.friction = friction};
    for (Scene* scene : {&plain, &told}) {
      for (int i = 0; i < 3; ++i) scene->add(cube({0.01 * i, 0, (0.55 + 1.05 * i) * side}));
      scene->world.add_contact_model(volume);
    }
    told.world.set_contact_model(told.cubes[0], told.cubes[1], volume);
    for (int k = 0; k < 300; ++k) {
      static_cast<void>(plain.world.step(h));
      static_cast<void>(told.world.step(h));
    }
    for (std::size_t i = 0; i < 3; ++i) expect_same(plain.world.body(plain.cubes[i]), told.world.body(told.cubes[i]));
  }
}

TEST(ContactModel, IsKeptByCopiesAndStates) {
  Scene scene;
  for (int i = 0; i < 3; ++i) scene.add(cube({0.01 * i, 0, (0.5 + i) * side}));
  scene.world.set_contact_model(scene.cubes[0], scene.ground, Volume{});
  scene.world.set_contact_model(scene.cubes[2], scene.cubes[1], Volume{.friction = VolumeFriction::cone});
  scene.run(50);
  World copy = scene.world, restored(scene.world.model());
  restored.restore(scene.world.save());
  for (int k = 0; k < 100; ++k) {
    for (World* world : {&scene.world, &copy, &restored}) static_cast<void>(world->step(h));
  }
  for (const int body : scene.cubes) {
    expect_same(scene.world.body(body), copy.body(body));
    expect_same(scene.world.body(body), restored.body(body));
  }
  scene.world.remove(scene.cubes[0]);
  EXPECT_EQ(scene.world.model().contact_models.size(), 1U);
}

TEST(ContactModel, MayChangeOnTheWay) {
  Scene scene;
  scene.add(cube({0, 0, 0.5 * side}));
  for (const std::optional<Volume>& model :
       {std::optional(Volume{}), points, std::optional(Volume{.friction = VolumeFriction::p_gon}), points}) {
    scene.world.set_contact_model(scene.cubes[0], scene.ground, model);
    scene.run(200);
    EXPECT_NEAR(scene.world.body(scene.cubes[0]).position.z(), 0.5 * side, 2e-8);
    EXPECT_EQ(scene.world.state().volumes.size(), model ? 1U : 0U);
    EXPECT_EQ(scene.world.state().contacts.size(), model ? 0 : 4);
  }
}

TEST(ContactModel, StepsWithoutAllocation) {
  Scene scene;
  for (int i = 0; i < 3; ++i) scene.add(cube({0, 0, (0.5 + i) * side}));
  scene.world.set_contact_model(scene.cubes[0], scene.ground, Volume{});
  scene.run(20);
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "sanitizers bring their own allocator";
  EXPECT_EQ(stickslip::test::allocations_in([&] {
              for (int k = 0; k < 20; ++k) static_cast<void>(scene.world.step(h));
            }),
            0U);
}

TEST(ContactModel, RefusesWhatIsWrong) {
  Scene scene;
  const int body = scene.add(cube({0, 0, 0.5 * side}));
  const auto expect_error = [&](int a, int b, const std::optional<Volume>& model, const std::string& part) {
    try {
      scene.world.set_contact_model(a, b, model);
      FAIL();
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  expect_error(body, body, Volume{}, "given twice");
  expect_error(body, 7, points, "no body 7");
  expect_error(body, scene.ground, Volume{.sigma0 = -1.0}, "sigma0 = -1");
  EXPECT_TRUE(scene.world.model().contact_models.empty());
}

}  // namespace
}  // namespace stickslip::sim::test::contact_model_test
