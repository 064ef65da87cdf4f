// Energy balances of what drives, springs and friction move on bodies that have a prescribed motion, and of blows that joints take.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "stickslip/scene/run.hpp"

namespace stickslip::scene::test::driven_test {
namespace {

const std::string ramped = "{velocity: [{ramp: {to: 1, end: 0.5}}, 0, 0]}";
const std::string shaken = "{velocity: [{sine: {amplitude: 0.1, frequency: 4}}, 0, 0]}";
const std::string drive = "drive: {target: 0.05, stiffness: 500, damping: 10}";

// A box of 0.5 kg on a hand.
std::string on_hand(const std::string& motion, const std::string& joint) {
  return "bodies:\n"
         "  hand: {shape: {box: [0.2, 0.05, 0.02]}, mass: 0, position: [0, 0, 0.3], motion: " +
         motion +
         "}\n"
         "  b: {shape: {box: [0.1, 0.1, 0.1]}, mass: 0.5, position: [0, 0, 0.2]}\n"
         "joints:\n"
         "  j: " +
         joint + "\n";
}

std::string slider(const std::string& options) {
  return "{slider: {a: b, b: hand, axis: [1, 0, 0], " + options + "}}";
}

std::string hinge(const std::string& options) {
  return "{hinge: {a: b, b: hand, point: [0, 0, 0.3], axis: [0, 1, 0], " + options + "}}";
}

SceneRun run_of(const std::string& scene, double dt = 1e-3) {
  return run(SceneDescription::from_text(scene + "run: {until: 1, dt: " + std::to_string(dt) + ", record_dt: 0.01}\n",
                                         "driven"));
}

TEST(Driven, BalancesCloseAlongTheMotionOfTheHand) {
  const std::string stuck = "friction: {coulomb: {mu_c: 5, mu_s: 5}}", spring = "spring: {stiffness: 500, damping: 3}";
  const std::string between =
      "{spring: {a: b, b: hand, point_a: [0, 0, 0.2], point_b: [0, 0, 0.3], stiffness: 300, damping: 2}}";
  for (const std::string& motion : {ramped, shaken}) {
    for (const std::string& joint : {slider(drive), slider(spring), slider(stuck), between}) {
      const SceneRun ran = run_of(on_hand(motion, joint));
      EXPECT_LT(ran.energy().open_share(), joint == between ? 1e-3 : 1e-6) << motion << joint;
      EXPECT_NE(ran.energy().judgement(), Judgement::fail) << motion << joint << ran.energy().summary();
      // What sticks heats nothing.
      if (joint == slider(stuck)) EXPECT_NEAR(ran.energy().dissipated.back(), 0.0, 1e-9);
    }
  }
}

TEST(Driven, BalancesOfArmsCloseWhereTheirBasesMove) {
  const std::string up_and_down = "{velocity: [0, 0, {sine: {amplitude: 0.3, frequency: 2}}]}";
  const std::string to_and_fro = "{angular_velocity: [0, 0, {sine: {amplitude: 2, frequency: 1}}]}";
  const std::string arm = hinge("drive: {target: 0.5, stiffness: 200, damping: 5}");
  for (const std::string& motion : {up_and_down, to_and_fro}) {
    const SceneRun ran = run_of(on_hand(motion, arm));
    EXPECT_LT(ran.energy().open_share(), 1e-3) << motion;
    EXPECT_NE(ran.energy().judgement(), Judgement::fail) << motion << ran.energy().summary();
  }
}

// The hand jumps to 1 m/s, then to −0.5: what is fixed to it takes ½ m Δv² from that each time, and the hand gives m Δv times its speed after.
TEST(Driven, AJumpOfTheHandIsABlow) {
  const SceneRun ran = run_of(
      on_hand("{velocity: [{steps: {t: [0, 0.3, 0.6], value: [0, 1, -0.5]}}, 0, 0]}", "{fixed: {a: b, b: hand}}"));
  const Energy& energy = ran.energy();
  EXPECT_NEAR(energy.dissipated[50], 0.5 * 0.5 * 1.0, 1e-9);
  EXPECT_NEAR(energy.dissipated.back(), 0.5 * 0.5 * (1.0 + 1.5 * 1.5), 1e-9);
  EXPECT_NEAR(energy.external.back(), 0.5 * 1.0 * 1.0 + 0.5 * 1.5 * 0.5, 1e-9);
  EXPECT_LT(energy.open_share(), 1e-6);
  EXPECT_EQ(energy.judgement(), Judgement::pass) << energy.summary();
}

// Balls of a net, each joined to its neighbours, and kicked as the net cannot move.
TEST(Driven, WhatANetTakesFromAKickIsDissipated) {
  const int n = 6;
  const auto name = [](int i, int k) { return "b" + std::to_string(i) + "-" + std::to_string(k); };
  std::string bodies = "gravity: [0, 0, 0]\nbodies:\n", joints = "joints:\n";
  double given = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      const double v = 3.0 * std::sin(k + 2.0 * i);
      given += 0.5 * 0.1 * v * v;
      bodies += "  " + name(i, k) + ": {shape: {sphere: {radius: 0.02}}, mass: 0.1, position: [" +
                std::to_string(0.1 * i) + ", " + std::to_string(0.1 * k) + ", 0], velocity: [0, 0, " +
                std::to_string(v) + "]}\n";
      for (const bool across : {false, true}) {
        const int i_to = i + (across ? 1 : 0), k_to = k + (across ? 0 : 1);
        if (i_to == n || k_to == n) continue;
        joints += "  j" + name(i, k) + (across ? "x" : "y") + ": {ball: {a: " + name(i, k) +
                  ", b: " + name(i_to, k_to) + ", point: [" + std::to_string(0.05 * (i + i_to)) + ", " +
                  std::to_string(0.05 * (k + k_to)) + ", 0]}}\n";
      }
    }
  }
  const SceneRun ran =
      run(SceneDescription::from_text(bodies + joints + "run: {until: 0.5, dt: 0.004, record_dt: 0.02}\n", "net"));
  const Energy& energy = ran.energy();
  EXPECT_LT(energy.kinetic.front(), given);
  EXPECT_LT(energy.open_share(), 0.01);
  EXPECT_NE(energy.judgement(), Judgement::fail) << energy.summary();
}

}  // namespace
}  // namespace stickslip::scene::test::driven_test
