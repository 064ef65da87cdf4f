// What a run leaves behind of joints.
#include "stickslip/sim/recording.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/test/refusal.hpp"
#include "stickslip/sim/world.hpp"

namespace stickslip::sim::test::recording_test {
namespace {

using stickslip::test::refusal;

constexpr double g = 9.81;

BodyDescription cube(const Vec<3>& position, double mass) {
  return {.shapes = {{geometry::Polyhedron::box({0.1, 0.1, 0.1})}}, .mass = mass, .position = position};
}

// A cart of 2 kg on a rail along x, which a force of 3 N pulls, and a body of 1 kg that hangs still from a ball joint.
struct Rail {
  World world;
  int cart = world.add_body(cube({0, 0, 0}, 2.0)), weight = world.add_body(cube({0, 0, -1}, 1.0));
  int slider = world.add_slider(cart, the_world, {1, 0, 0}), ball = world.add_ball(weight, the_world, {0, 0, -0.5});

  Rail() { world.set_force(cart, {3.0, 0.0, 0.0}); }
};

TEST(Recording, HasJointsAtEveryRecord) {
  Rail rail;
  const Recording run = rail.world.run({.until = 1.0, .dt = 1e-3, .record_dt = 0.1});
  ASSERT_EQ(run.joints.size(), 2u);
  const JointRecord& slider = run.joint(rail.slider);
  ASSERT_EQ(slider.position.size(), run.t.size());
  for (std::size_t k = 0; k < run.t.size(); ++k) {
    const double t = run.t[k];
    EXPECT_NEAR(slider.velocity[k], 1.5 * t, 1e-9);  // F/m t
    EXPECT_NEAR(slider.position[k], 0.75 * t * t, 1e-9);
    EXPECT_EQ(slider.effort[k], 0.0);
    EXPECT_LE(slider.error[k].maxCoeff(), 1.2e-9);  // joints are closed to 1e-10 m, angles times 0.087 m
    if (k == 0) continue;                           // no step was taken before it
    EXPECT_NEAR(slider.reaction[k][0], 0.0, 1e-6);
    EXPECT_NEAR(slider.reaction[k][2], 2.0 * g, 1e-6);
    EXPECT_NEAR(run.joint(rail.ball).reaction[k][2], g, 1e-6);
  }
  for (const double position : run.joint(rail.ball).position) EXPECT_TRUE(std::isnan(position));
  const JointReading end = rail.world.joint(rail.slider);
  EXPECT_EQ(slider.position.back(), end.position);
  EXPECT_EQ(slider.reaction.back(), end.reaction);
  EXPECT_EQ(refusal([&] { static_cast<void>(run.joint(2)); }), "Recording: there was no joint 2");
}

TEST(Recording, OfAJointThatIsRemovedHasNoNumbersFromThenOn) {
  Rail rail;
  const Progress removes = [&rail](double share) {
    if (share > 0.5 && rail.world.has_joint(rail.slider)) rail.world.remove_joint(rail.slider);
  };
  const Recording run = rail.world.run({.until = 1.0, .dt = 0.01, .record_dt = 0.01, .progress = removes});
  const auto& position = run.joint(rail.slider).position;
  EXPECT_TRUE(std::isfinite(position[50]));
  EXPECT_TRUE(std::all_of(position.begin() + 52, position.end(), [](double x) { return std::isnan(x); }));
}

TEST(Recording, BecomesASeriesPerJoint) {
  Rail rail;
  const int turning = rail.world.add_body(cube({0, 3, 0}, 1.0));
  const int hinge = rail.world.add_hinge(turning, the_world, {0, 3, 0.5}, {0, 1, 0});
  const record::Result result = rail.world.run({.until = 0.1}).to_result();
  const auto series = [&result](int joint) {
    const auto found = std::ranges::find(result.series, "joint_" + std::to_string(joint), &record::Series::name);
    EXPECT_NE(found, result.series.end());
    return *found;
  };
  EXPECT_EQ(series(rail.slider).title(), "joint 0 (slider of body 0 and the world)");
  EXPECT_EQ(series(rail.slider).columns()[1].unit, "m");
  EXPECT_NEAR(series(rail.slider)["position"].back(), 0.0075, 1e-9);
  EXPECT_EQ(series(hinge).columns()[3].unit, "N m");
  EXPECT_NEAR(series(rail.ball)["fz"].back(), g, 1e-6);
  EXPECT_EQ(series(rail.ball).columns()[1].name, "fx");  // a ball joint has no position
  const auto figure = std::ranges::find(result.figures, "joints", &record::Figure::name);
  ASSERT_NE(figure, result.figures.end());
  EXPECT_EQ(figure->panels.size(), 2u);
}

TEST(WorldOfAModel, GoesOnWithItsJointsBitForBit) {
  Rail rail;
  static_cast<void>(rail.world.run({.until = 0.1}));
  World twin{Model(rail.world.model())};
  twin.restore(rail.world.save());
  static_cast<void>(rail.world.run({.until = 0.2}));
  static_cast<void>(twin.run({.until = 0.2}));
  EXPECT_EQ(twin.save(), rail.world.save());
}

TEST(WorldOfAModel, RefusesJointsOfBodiesThatAreNotThere) {
  const Rail rail;
  const auto with = [&rail](std::array<int, 2> bodies) {
    Model model = rail.world.model();
    model.joints[0]->body = bodies;
    return refusal([&] { World{Model(model)}; });
  };
  EXPECT_EQ(with({0, 1}), "accepted");
  EXPECT_EQ(with({0, 2}), "World: there is no body 2");
  EXPECT_EQ(with({the_world, 1}), "World: there is no body -1");
  EXPECT_EQ(with({1, 1}), "World: body 1 is given twice");
}

}  // namespace
}  // namespace stickslip::sim::test::recording_test
