#include "stickslip/scene/energy.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "stickslip/scene/run.hpp"
#include "stickslip/scene/shipped.hpp"

namespace stickslip::scene {

namespace energy_test {
namespace {

SceneRun ran(const std::string& text, const std::vector<Override>& overrides = {}) {
  return run(SceneDescription::from_text(text, "s.yaml", {}, overrides));
}

bool all_checks_pass(const SceneRun& run) {
  const record::Result result = run.result();
  EXPECT_EQ(result.checks.size(), 3U);
  return std::all_of(result.checks.begin(), result.checks.end(), [](const auto& check) { return check.passed(); });
}

// Allows for the rounding of a sum.
void expect_never_falls(const Energy& energy) {
  for (std::size_t k = 1; k < energy.dissipated.size(); ++k) {
    EXPECT_GE(energy.dissipated[k], energy.dissipated[k - 1] - 1e-13 * energy.put_in) << k;
  }
}

TEST(Energy, WhatIsPutInCountsOnce) {
  Energy energy;
  // A swing: 3 J to and fro. Then 1 J from outside, of which half is lost.
  energy.add({.kinetic = 3.0, .potential = -1.0});
  energy.add({.kinetic = 0.0, .potential = 2.0});
  energy.add({.kinetic = 3.0, .potential = -1.0});
  energy.add({.kinetic = 3.5, .potential = -1.0, .external = 1.0, .dissipated = 0.5});
  energy.finish();
  EXPECT_EQ(energy.put_in, 4.0);
  EXPECT_EQ(energy.open_share(), 0.0);
  EXPECT_TRUE(energy.passes());
}

TEST(Energy, ItsVerdictsFail) {
  Energy open;
  open.add({.kinetic = 1.0});
  open.add({.kinetic = 0.9});
  open.finish();
  EXPECT_DOUBLE_EQ(open.open_share(), 0.1);
  EXPECT_FALSE(open.passes());
  EXPECT_NE(open.summary().find("FAILS"), std::string::npos);
  open.bound = 0.2;
  EXPECT_TRUE(open.passes());

  Energy gained;  // by friction: the balance closes, and is wrong
  gained.add({.kinetic = 1.0});
  gained.add({.kinetic = 1.5, .dissipated = -0.5});
  gained.finish();
  EXPECT_EQ(gained.open_share(), 0.0);
  EXPECT_FALSE(gained.passes());

  Energy lost;
  lost.add({.kinetic = 1.0});
  lost.add({.kinetic = std::nan("")});
  lost.finish();
  EXPECT_TRUE(std::isnan(lost.open_share()));
  EXPECT_FALSE(lost.passes());
}

// Explicit steps that are too long blow up.
TEST(Energy, ARunThatBlowsUpFails) {
  const SceneRun run = scene::run(read_shipped("spinning_disc", {{"run.dt", "2e-3"}, {"run.integrator", "rk4"}}));
  EXPECT_FALSE(run.energy().passes());
  EXPECT_FALSE(all_checks_pass(run));
}

// Work and heat are integrals over the stages of steps of second order.
TEST(Energy, TheBalanceOfAPlateIsOfSecondOrder) {
  const auto open = [](const char* dt) {
    const SceneRun run = scene::run(read_shipped("in_hand_slide", {{"run.dt", dt}}));
    EXPECT_TRUE(all_checks_pass(run)) << run.energy().summary();
    return run.energy().open_share();
  };
  const double coarse = open("1e-4"), fine = open("5e-5");
  EXPECT_GT(coarse, 1e-8);  // it is counted, not made to fit
  EXPECT_NEAR(coarse / fine, 4.0, 1.0);
}

constexpr const char* plate = R"(planar: true
bodies: {plate: {mass: 0.2, inertia: 4.817e-4, pose: [0.025, 0, 0]}}
contacts:
  grip: {body: plate, law: {elasto_plastic: {sigma0: 1e6, sigma1: 800, sigma2: 0.2, mu_c: 1.0, mu_s: 1.2}},
         pressure: {disc: {radius: 0.01}}, count: 2, normal_force: {sine: {mean: 10, amplitude: 5, frequency: 2}}}
loads: {weight: {body: plate, wrench: [0, -1.962, 0]}}
run: {until: 0.6, dt: 2e-5, record_dt: 0.01}
)";

TEST(Energy, AChangingNormalForceDoesWorkOnBristles) {
  const SceneRun run = ran(plate);
  EXPECT_TRUE(all_checks_pass(run)) << run.energy().summary();
  EXPECT_LT(run.energy().open_share(), 1e-4);
  expect_never_falls(run.energy());
  const auto& stored = run.energy().stored;
  EXPECT_GT(*std::max_element(stored.begin() + 2, stored.end()), 2e-6);  // under 5 N per finger; 1e-6 under 15 N
  EXPECT_LT(stored[12], 1.1e-6);
}

// A point at rest whose normal force falls to a tenth: what its bristle holds falls likewise, and none of that is heat.
TEST(Energy, ALoadThatFallsTakesWhatAPointHolds) {
  for (const char* law : {"elasto_plastic: {sigma0: 1e5, mu_c: 1, mu_s: 1}", "lugre: {sigma0: 1e5, mu_c: 1, mu_s: 1}",
                          "dahl: {sigma0: 1e5, f_c: 1}", "adhesion: {stiffness: 1e5, z_max: 1e-5}"}) {
    const SceneRun run = ran("point: true\nlaw: {" + std::string(law) +
                             "}\nposition: [{ramp: {to: 5e-6, end: 0.1}}]\n"
                             "normal_force: {ramp: {from: 10, to: 1, start: 0.2, end: 0.9}}\n"
                             "run: {until: 1, dt: 1e-4, record_dt: 0.1}\n");
    const Energy& energy = run.energy();
    EXPECT_TRUE(all_checks_pass(run)) << law << energy.summary();
    EXPECT_NEAR(energy.stored.back(), 0.1 * energy.stored[2], 1e-12 * energy.put_in) << law;
    EXPECT_NEAR(energy.dissipated.back(), energy.dissipated[2], 1e-12 * energy.put_in) << law;
    EXPECT_NEAR(energy.external[2] - energy.external.back(), 0.9 * energy.stored[2], 1e-12 * energy.put_in) << law;
    expect_never_falls(energy);
  }
}

// 2.7e7 deflections in all; those of two records are kept.
TEST(Energy, IsKnownAtEveryRecordOfALongRun) {
  const SceneRun run = scene::run(read_shipped("in_hand_pivot", {{"run.until", "0.01"},
                                                                 {"run.dt", "1e-6"},
                                                                 {"contacts.grip_distributed.cells", "41"},
                                                                 {"record.bristles", "true"}}));
  for (const auto* values : {&run.energy().stored, &run.energy().dissipated}) {
    for (const double value : *values) EXPECT_TRUE(std::isfinite(value));
  }
  EXPECT_GT(run.track("grip_distributed").bristles.size(), 2U * 41U * 41U);
  EXPECT_TRUE(run.energy().passes()) << run.energy().summary();
}

std::string pendulum(const std::string& options) {
  return "bodies: {bob: {shape: {sphere: {radius: 0.05}}, mass: 1, position: [0.5, 0, 0]}}\n"
         "joints: {pivot: {hinge: {a: bob, point: [0, 0, 0], axis: [0, 1, 0]" +
         options + "}}}\nrun: {until: 10, record_dt: 0.01}\n";
}

TEST(Energy, AnIdealJointTakesNone) {
  const SceneRun coarse = ran(pendulum("")), fine = ran(pendulum(""), {{"run.dt", "5e-4"}});
  for (const SceneRun* run : {&coarse, &fine}) {
    EXPECT_LT(std::abs(run->energy().dissipated.back()), 1e-12);
    EXPECT_NEAR(run->energy().put_in, 9.81 * 0.5, 0.01);  // once, not per swing
    EXPECT_TRUE(all_checks_pass(*run)) << run->energy().summary();
  }
  EXPECT_LT(fine.energy().open_share(), 0.5 * coarse.energy().open_share());
}

// Dry friction loses its torque times the way; of bristles a little is stored.
TEST(Energy, FrictionOfAJointTakesItsTorqueTimesTheWay) {
  for (const char* law : {"coulomb: {mu_c: 0.2, mu_s: 0.2}", "dahl: {sigma0: 1e4, f_c: 0.2}"}) {
    const SceneRun run = ran(pendulum(", friction: {" + std::string(law) + "}"), {{"run.record_dt", "1e-3"}});
    const std::vector<double>& angle = run.joint("pivot").position;
    double way = 0.0;
    for (std::size_t k = 1; k < angle.size(); ++k) way += std::abs(angle[k] - angle[k - 1]);
    EXPECT_NEAR(run.energy().dissipated.back(), 0.2 * way, 2e-3 * 0.2 * way) << law;
    EXPECT_TRUE(all_checks_pass(run)) << run.energy().summary();
  }
}

// It falls on its limit and stays: all that it had is lost there.
TEST(Energy, ALimitIsInelastic) {
  const SceneRun run = ran(pendulum(", limits: [-1, 1]"), {{"run.until", "2"}});
  const double lost = 9.81 * 0.5 * std::sin(1.0);
  EXPECT_NEAR(run.energy().dissipated.back(), lost, 0.02 * lost);  // 1 ms of the fall
  EXPECT_TRUE(all_checks_pass(run)) << run.energy().summary();
}

TEST(Energy, ATargetInStepsIsNoBlow) {
  const std::string text =
      "bodies:\n  base: {shape: {box: [0.1, 0.1, 0.1]}, mass: 0}\n"
      "  link: {shape: {box: [0.5, 0.1, 0.1]}, mass: 1, position: [0.4, 0, 0]}\n"
      "joints: {j: {hinge: {a: link, b: base, point: [0, 0, 0], axis: [0, 1, 0], drive: {stiffness: 100, damping: 10,"
      " target: {steps: {t: [0, 0.05], value: [0, 1]}}}}}}\nrun: {until: 0.5}\n";
  const SceneRun coarse = ran(text), fine = ran(text, {{"run.dt", "1e-4"}});
  EXPECT_LT(coarse.energy().put_in, 50.0);  // ½ k Δ²
  EXPECT_NEAR(coarse.energy().put_in, fine.energy().put_in, 0.02 * fine.energy().put_in);
}

constexpr const char* box =
    "bodies: {ground: {shape: {plane: {}}, mu: 0}, box: {shape: {box: [1, 1, 1]}, mass: 1, mu: 0, position: [0, 0, "
    "0.5]}}\n"
    "run: {until: 1, record_dt: 0.1}\n";

TEST(Energy, ASceneThatRestsSaysSo) {
  const SceneRun run = ran(box);
  EXPECT_FALSE(run.energy().has_moved);
  EXPECT_EQ(run.energy().summary().find("nothing moved"), 0U);
  EXPECT_TRUE(all_checks_pass(run)) << run.energy().summary();
}

TEST(Energy, SlowAndLightBodiesMove) {
  EXPECT_TRUE(ran(box, {{"bodies.box.velocity", "[0, 0.004, 0]"}}).energy().has_moved);
  const SceneRun beside =
      ran(box, {{"bodies.pebble",
                 "{shape: {box: [0.1, 0.1, 0.1]}, mass: 1e-3, mu: 0, position: [5, 0, 0.05], velocity: [0.3, 0, 0]}"}});
  EXPECT_TRUE(beside.energy().has_moved);
  EXPECT_LT(beside.energy().negligible, 1e-12);
  const SceneRun told = ran(box, {{"bodies.box.mass", "0"}, {"bodies.box.velocity", "[0, 5, 0]"}});
  EXPECT_TRUE(told.energy().has_moved);
}

// A ball on an elastic floor bounces for ever on what it had at the start.
TEST(Energy, BouncesCountOnce) {
  const SceneRun run = ran(box, {{"bodies.box.position", "[0, 0, 1]"},
                                 {"bodies.box.restitution", "1"},
                                 {"bodies.ground.restitution", "1"},
                                 {"run.until", "3"},
                                 {"run.record_dt", "1e-3"}});
  EXPECT_NEAR(run.energy().put_in, 9.81 * 0.5, 0.1);
  EXPECT_LT(std::abs(run.energy().dissipated.back()), 1e-2 * run.energy().put_in);
  EXPECT_TRUE(all_checks_pass(run)) << run.energy().summary();
}

TEST(Energy, ARunThatEndsEarlyFails) {
  const SceneRun run =
      ran("gravity: [0, 0, 0]\nbodies: {b: {shape: {sphere: {radius: 1}}, mass: 1}}\n"
          "loads: {push: {body: b, force: [1e308, 0, 0]}}\nrun: {until: 1, dt: 1e-1}\n");
  EXPECT_FALSE(all_checks_pass(run));
}

}  // namespace
}  // namespace energy_test

}  // namespace stickslip::scene
