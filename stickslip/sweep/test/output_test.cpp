// Outputs of runs against what is known of their motion.
#include "stickslip/sweep/output.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"

namespace stickslip::sweep {

namespace output_test {
namespace {

scene::SceneDescription described(const std::string& text) {
  return scene::SceneDescription::from_text(text, "s.yaml");
}

std::vector<double> measured(Measure measure, const scene::SceneRun& run) {
  std::vector<double> numbers;
  Output("y", measure, run.scene()).add(run, numbers);
  return numbers;
}

double of_series(const scene::SceneRun& run, const std::string& series, Reduction reduction, double q = 0.5) {
  std::vector<double> numbers;
  Output("y", find_series(run.scene(), series), reduction, q).add(run, numbers);
  return numbers.at(0);
}

// A slider on a table, started at 0.5 m/s: it stops after v²/(2 μ g).
constexpr const char* slider = R"(planar: true
bodies: {block: {mass: 1, inertia: 1e-3, twist: [0.5, 0, 0]}}
contacts:
  sole: {body: block, law: {lugre: {sigma0: 1e5, sigma1: 1, mu_c: 0.5, mu_s: 0.5}}, pressure: {disc: {radius: 0.02}}, frame: body,
         normal_force: 9.81}
run: {until: 0.5, dt: 1e-4, record_dt: 1e-3}
)";

// Held by two fingers under a load along y at a share of the friction of both.
std::string held(const std::string& load, const std::string& more = "") {
  return R"(planar: true
bodies: {plate: {mass: 0.1, inertia: 1e-4)" +
         more + R"(}}
contacts:
  grip: {body: plate, law: {lugre: {sigma0: 1e5, sigma1: 300, mu_c: 0.8, mu_s: 1.0}}, pressure: {disc: {radius: 0.01}}, count: 2,
         normal_force: 5}
loads: {pull: {body: plate, wrench: )" +
         load + R"(}}
run: {until: 0.5, dt: 1e-4, record_dt: 5e-3}
)";
}

TEST(Reduced, IsWhatItsNameSays) {
  const std::vector<double> t = {0.0, 1.0, 1.5}, x = {2.0, 4.0, -1.0};
  EXPECT_EQ(reduced(Reduction::last, t, x), -1.0);
  EXPECT_EQ(reduced(Reduction::min, t, x), -1.0);
  EXPECT_EQ(reduced(Reduction::max, t, x), 4.0);
  EXPECT_DOUBLE_EQ(reduced(Reduction::mean, t, x), (3.0 * 1.0 + 1.5 * 0.5) / 1.5);
  EXPECT_EQ(reduced(Reduction::quantile, t, x, 0.0), -1.0);
  EXPECT_EQ(reduced(Reduction::quantile, t, x, 0.5), 2.0);
  EXPECT_DOUBLE_EQ(reduced(Reduction::quantile, t, x, 0.75), 3.0);
  EXPECT_EQ(reduced(Reduction::quantile, t, x, 1.0), 4.0);
  EXPECT_EQ(reduced(Reduction::mean, {0.0}, {7.0}), 7.0);
  EXPECT_TRUE(std::isnan(reduced(Reduction::max, t, {1.0, NAN, 2.0})));
}

// The way of a slider is v²/(2 μ g), and all of its energy becomes heat.
TEST(Output, OfASliderThatStops) {
  const scene::SceneRun run = scene::run(described(slider));
  const double way = 0.25 / (2.0 * 0.5 * 9.81);
  EXPECT_NEAR(measured(Measure::largest_slip, run).at(0), way, 2e-5);
  EXPECT_NEAR(measured(Measure::dissipated, run).at(0), 0.125, 1e-4);
  EXPECT_NEAR(measured(Measure::least_margin, run).at(0), 0.0, 2e-2);  // with what bristles add in moving
  const std::vector<double> pose = measured(Measure::end_pose, run);
  ASSERT_EQ(pose.size(), 3U);
  EXPECT_NEAR(pose[0], way, 2e-5);
  EXPECT_EQ(pose[1], 0.0);
  EXPECT_EQ(pose[2], 0.0);
  EXPECT_NEAR(of_series(run, "block.twist.vx", Reduction::max), 0.5, 1e-12);
  EXPECT_NEAR(of_series(run, "block.twist.vx", Reduction::mean), way / 0.5, 1e-4);
  EXPECT_NEAR(of_series(run, "sole.wrench.fx", Reduction::min), -0.5 * 9.81, 0.05);
  EXPECT_NEAR(of_series(run, "sole.normal_force", Reduction::last), 9.81, 1e-12);
  EXPECT_NEAR(of_series(run, "energy.kinetic", Reduction::max), 0.125, 1e-12);
}

// A quarter of what two contacts bear at mu_c, F = 2 · 0.8 · 5 N, leaves a margin of three quarters; the ramp does not overshoot.
TEST(Output, MarginOfWhatHolds) {
  const scene::SceneRun run = scene::run(described(held("[0, {ramp: {from: 0, to: -2, start: 0, end: 0.3}}, 0]")));
  EXPECT_NEAR(measured(Measure::least_margin, run).at(0), 0.75, 1e-3);
  EXPECT_LT(measured(Measure::largest_slip, run).at(0), 1e-4);
}

// A torque alone: the limit is mu_c fn r with r = 2/3 R for a disc. A turn by θ counts as a slip of r θ.
TEST(Output, MarginAndSlipOfATurn) {
  const double r = 2.0 / 3.0 * 0.01, limit = 2.0 * 0.8 * 5.0 * r;
  const std::string torque = to_text(0.5 * limit);
  const scene::SceneRun run =
      scene::run(described(held("[0, 0, {ramp: {from: 0, to: " + torque + ", start: 0, end: 0.3}}]")));
  EXPECT_NEAR(measured(Measure::least_margin, run).at(0), 0.5, 2e-3);
  EXPECT_NEAR(measured(Measure::largest_slip, run).at(0),
              r * std::abs(of_series(run, "plate.pose.theta", Reduction::max)), 1e-12);
  EXPECT_GT(measured(Measure::largest_slip, run).at(0), 0.0);
}

// Where the patch lies in the body is the same wherever the body lies, if the patch goes with it: turned by a right angle, with the load turned, too.
TEST(Output, MarginDoesNotDependOnTheFrame) {
  const auto with_frame = [](const std::string& pose, const std::string& load) {
    std::string text = held(load, ", pose: " + pose);
    const auto at = text.find("pressure: {disc: {radius: 0.01}}");
    text.replace(at, 32,
                 "frame: body, pressure: {polygon: {vertices: [[0.01, 0], [0.03, 0], [0.03, 0.01], [0.01, 0.01]]}}");
    return measured(Measure::least_margin, scene::run(described(text))).at(0);
  };
  const double upright = with_frame("[0, 0, 0]", "[0, {ramp: {from: 0, to: -0.5, start: 0, end: 0.3}}, 0]"),
               turned =
                   with_frame("[3, 1, 1.5707963267948966]", "[{ramp: {from: 0, to: 0.5, start: 0, end: 0.3}}, 0, 0]");
  EXPECT_LT(upright, 0.95);
  EXPECT_NEAR(upright, turned, 1e-6);
}

// Hertz's pressure whose radius grows with the load: r = 3π/16 R under exponent 2, so that a torque of half the limit leaves half.
TEST(Output, OfAContactThatFollowsItsLoad) {
  const double fn = 5.0, radius = 4e-3 * std::cbrt(fn), r = 3.0 * std::numbers::pi / 16.0 * radius;
  std::string text =
      held("[0, 0, {ramp: {from: 0, to: " + to_text(0.5 * 2.0 * 0.8 * fn * r) + ", start: 0, end: 0.3}}]");
  text.replace(text.find("disc: {radius: 0.01}"), 20,
               "hertz_contact: {radius: {power: {c: 4e-3, gamma: 0.3333333333333333}}, exponent: 2, side: 0.03}");
  const scene::SceneRun run = scene::run(described(text));
  EXPECT_NEAR(measured(Measure::least_margin, run).at(0), 0.5, 5e-3);
  EXPECT_NEAR(measured(Measure::largest_slip, run).at(0), r * of_series(run, "plate.pose.theta", Reduction::max),
              1e-6 * r);
}

// Only of those that the scene keeps, wherever they stand in it.
TEST(Output, OfBodiesThatAreKept) {
  const scene::SceneRun planar = scene::run(described(R"(planar: true
bodies: {first: {mass: 1, inertia: 1e-3, twist: [1, 0, 0]}, second: {mass: 1, inertia: 1e-3, twist: [0, 0.5, 0]}}
contacts:
  a: {body: first, law: {lugre: {sigma0: 1e5, sigma1: 1, mu_c: 0.5, mu_s: 0.5}}, pressure: {disc: {radius: 0.02}}, frame: body, normal_force: 9.81}
  b: {body: second, law: {lugre: {sigma0: 1e5, sigma1: 1, mu_c: 0.5, mu_s: 0.5}}, pressure: {disc: {radius: 0.02}}, frame: body, normal_force: 9.81}
run: {until: 0.3, dt: 1e-4, record_dt: 1e-3}
record: {bodies: [second]}
)"));
  EXPECT_NEAR(measured(Measure::largest_slip, planar).at(0), 0.25 / (2.0 * 0.5 * 9.81), 5e-5);
  EXPECT_EQ(measured(Measure::end_pose, planar).size(), 3U);
  EXPECT_NEAR(of_series(planar, "second.pose.y", Reduction::last), 0.25 / (2.0 * 0.5 * 9.81), 5e-5);
  EXPECT_THROW(static_cast<void>(find_series(planar.scene(), "first.pose.x")), InvalidArgument);
  const scene::SceneRun rigid = scene::run(described(R"(bodies:
  ground: {shape: {plane: {}}, mu: 0.5}
  falling: {shape: {sphere: {radius: 0.1}}, mass: 1, position: [5, 0, 50]}
  box: {shape: {box: [1, 1, 1]}, mass: 2, mu: 0.5, position: [0, 0, 0.5]}
run: {until: 0.1, dt: 0.01}
record: {bodies: [box]}
)"));
  EXPECT_EQ(measured(Measure::end_pose, rigid).size(), 7U);
  EXPECT_TRUE(std::isfinite(measured(Measure::time_to_rest, rigid).at(0)));
  EXPECT_NEAR(of_series(rigid, "box__ground.normal_force", Reduction::last), 2.0 * 9.81, 1e-4);
  EXPECT_THROW(static_cast<void>(find_series(rigid.scene(), "ground__box.normal_force")), InvalidArgument);
}

TEST(Output, WithoutNormalForceThereIsNoMargin) {
  std::string text = held("[0, 0, 0]");
  text.replace(text.find("normal_force: 5"), 15, "normal_force: 0");
  EXPECT_TRUE(std::isnan(measured(Measure::least_margin, scene::run(described(text))).at(0)));
}

// A box that slides to rest stops after v/(μ g).
TEST(Output, TimeToRestOfABox) {
  const scene::SceneRun run = scene::run(described(R"(bodies:
  ground: {shape: {plane: {}}, mu: 0.5}
  box: {shape: {box: [1, 1, 0.1]}, mass: 2, mu: 0.5, position: [0, 0, 0.05], velocity: [1, 0, 0]}
run: {until: 0.5, dt: 1e-3, record_dt: 1e-3}
)"));
  EXPECT_NEAR(measured(Measure::time_to_rest, run).at(0), 1.0 / (0.5 * 9.81), 2e-3);  // two steps
}

TEST(Output, WhatFallsComesToNoRest) {
  const scene::SceneRun run = scene::run(described(
      "bodies: {ball: {shape: {sphere: {radius: 0.1}}, mass: 1}}\nrun: {until: 0.5, dt: 0.01, record_dt: 0.1}\n"));
  EXPECT_EQ(measured(Measure::time_to_rest, run).at(0), Range::infinity);
  EXPECT_EQ(measured(Measure::end_pose, run).size(), 7U);
  EXPECT_EQ(of_series(run, "ball.orientation.w", Reduction::last), 1.0);
  EXPECT_NEAR(of_series(run, "ball.velocity.z", Reduction::last), -4.905, 1e-12);
  EXPECT_NEAR(of_series(run, "energy.dissipated", Reduction::last), 0.0, 1e-12);
}

TEST(Output, OfPairsOfRigidBodies) {
  const scene::SceneRun run = scene::run(described(R"(bodies:
  ground: {shape: {plane: {}}, mu: 0.5}
  box: {shape: {box: [1, 1, 1]}, mass: 2, mu: 0.5, position: [0, 0, 0.5]}
run: {until: 0.1, dt: 0.01}
)"));
  EXPECT_NEAR(of_series(run, "box__ground.normal_force", Reduction::last), 2.0 * 9.81, 1e-4);
  EXPECT_NEAR(of_series(run, "ground__box.force.z", Reduction::last), -2.0 * 9.81, 1e-4);
  EXPECT_EQ(of_series(run, "box__ground.contacts", Reduction::last), 4.0);
  EXPECT_LT(of_series(run, "solver.residual", Reduction::max), 1e-3);
}

TEST(Output, OfAPoint) {
  const scene::SceneRun run =
      scene::run(described("point: true\nlaw: {coulomb: {mu_c: 0.3, mu_s: 0.3}}\nposition: [{ramp: {from: 0, to: 1, "
                           "start: 0, end: 1}}]\nnormal_force: 2\n"
                           "run: {until: 1}\n"));
  EXPECT_NEAR(of_series(run, "point.force.x", Reduction::last), -0.6, 1e-9);
  EXPECT_NEAR(measured(Measure::dissipated, run).at(0), 0.6, 1e-3);
}

TEST(Output, RefusesWhatASceneCannotHave) {
  const auto rigid = described("bodies: {ball: {shape: {sphere: {radius: 0.1}}, mass: 1}}\nrun: {until: 0.5}\n");
  EXPECT_THROW(Output("y", Measure::largest_slip, rigid), InvalidArgument);
  EXPECT_THROW(Output("y", Measure::least_margin, rigid), InvalidArgument);
  const auto point = described("point: true\nlaw: {coulomb: {mu_c: 1, mu_s: 1}}\nposition: [0]\nrun: {until: 1}\n");
  for (const auto& row : Names<Measure>::table) {
    if (row.value == Measure::dissipated) continue;
    EXPECT_THROW(Output("y", row.value, point), InvalidArgument) << row.name;
  }
  try {
    static_cast<void>(find_series(rigid, "ball.positon.x"));
    ADD_FAILURE();
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "runs of the scene have no series 'ball.positon.x' (did you mean 'ball.position.x'?)");
  }
  const auto silent = described(
      "bodies: {a: {shape: {sphere: {radius: 0.1}}, mass: 1}, b: {shape: {sphere: {radius: 0.1}}, mass: 1, position: "
      "[1, 0, 0]}}\n"
      "run: {until: 0.5}\nrecord: {contacts: false}\n");
  EXPECT_THROW(static_cast<void>(find_series(silent, "a__b.normal_force")), InvalidArgument);
}

}  // namespace
}  // namespace output_test

}  // namespace stickslip::sweep
