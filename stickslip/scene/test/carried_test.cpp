// What bodies with a prescribed motion hold or carry neither slips nor heats up, and paths are those that are written.
#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "stickslip/scene/run.hpp"

namespace stickslip::scene::test::carried_test {
namespace {

constexpr double most_slip = 2e-6;  // [m]

std::string along(int axis, const std::string& profile) {
  std::string all = "[";
  for (int k = 0; k < 3; ++k) all += std::string(k > 0 ? ", " : "") + (k == axis ? profile : "0");
  return all + "]";
}

std::string shaken_along(int axis) {
  return "{velocity: " + along(axis, "{sine: {amplitude: 0.1, frequency: 4}}") + "}";
}

std::string turned_about(int axis, const std::string& profile) {
  return "{angular_velocity: " + along(axis, profile) + "}";
}

// Two pads on sliders of a hand press a block of 0.5 kg with 20 N each.
std::string grip(const std::string& motion) {
  return "bodies:\n"
         "  hand: {shape: {box: [0.2, 0.05, 0.02]}, mass: 0, position: [0, 0, 0.3], motion: " +
         motion +
         "}\n"
         "  left: {shape: {box: [0.02, 0.05, 0.05]}, mass: 0.1, mu: 0.5, position: [-0.035, 0, 0]}\n"
         "  right: {shape: {box: [0.02, 0.05, 0.05]}, mass: 0.1, mu: 0.5, position: [0.035, 0, 0]}\n"
         "  carried: {shape: {box: [0.05, 0.05, 0.05]}, mass: 0.5, mu: 0.5}\n"
         "joints:\n"
         "  l: {slider: {a: left, b: hand, axis: [1, 0, 0]}}\n"
         "  r: {slider: {a: right, b: hand, axis: [1, 0, 0]}}\n"
         "loads:\n"
         "  l: {body: left, force: [20, 0, 0]}\n"
         "  r: {body: right, force: [-20, 0, 0]}\n";
}

// A box on a table, 0.2 m from its middle, and a smaller one on top; the table has a prescribed motion or is joined to what has one.
std::string table(const std::string& motion, bool is_joined, bool is_stack = false) {
  std::string boxes = "  carried: {shape: {box: [0.1, 0.1, 0.1]}, mass: 1, mu: 0.8, position: [0.2, 0, 0.05]}\n";
  if (is_stack) boxes += "  top: {shape: {box: [0.06, 0.06, 0.06]}, mass: 0.3, mu: 0.8, position: [0.21, 0, 0.13]}\n";
  if (!is_joined)
    return "bodies:\n  hand: {shape: {box: [0.8, 0.8, 0.1]}, mass: 0, mu: 0.8, position: [0, 0, -0.05], motion: " +
           motion + "}\n" + boxes;
  return "bodies:\n  hand: {shape: {box: [0.2, 0.2, 0.1]}, mass: 0, position: [0, 0, -0.3], motion: " + motion +
         "}\n  table: {shape: {box: [0.8, 0.8, 0.1]}, mass: 2, mu: 0.8, position: [0, 0, -0.05]}\n" + boxes +
         "joints:\n  held: {fixed: {a: table, b: hand}}\n";
}

SceneRun run_of(const std::string& scene, double dt, double until, bool by_volumes = false) {
  const std::string model = by_volumes ? "contact_model: {volume: {}}\n" : "";
  return run(SceneDescription::from_text(
      model + scene + "run: {until: " + std::to_string(until) + ", dt: " + std::to_string(dt) + ", record_dt: 0.01}\n",
      "carried"));
}

// Where the carried body is in the hand, in its axes.
Vec<3> place(const SceneRun& ran, double t) {
  const auto i = static_cast<std::size_t>(std::lround(t / 0.01));
  const auto &hand = ran.body("hand"), &carried = ran.body("carried");
  const Vec<4>& q = hand.orientation[i];
  return Eigen::Quaterniond(q[0], -q[1], -q[2], -q[3]) * Vec<3>(carried.position[i] - hand.position[i]);
}

double slip_of(const SceneRun& ran, double from, double to) {
  double most = 0.0;
  for (double t = from; t < to + 1e-9; t += 0.01) most = std::max(most, (place(ran, t) - place(ran, from)).norm());
  return most;
}

// Of the motions, as far as records show: what they take back does not count.
double work_put_in(const Energy& energy) {
  double sum = 0.0;
  for (std::size_t k = 1; k < energy.external.size(); ++k)
    sum += std::max(0.0, energy.external[k] - energy.external[k - 1]);
  return sum;
}

// From the start. Contacts that were not there before bear the weight after some steps: until then bodies sink at speeds of g h.
void expect_no_heat(const SceneRun& ran, double mass, double dt, const std::string& what) {
  const Energy& energy = ran.energy();
  const double sinking = 0.2 * mass * std::pow(9.81 * dt, 2);
  EXPECT_LT(std::abs(energy.dissipated.back()), 1e-5 * work_put_in(energy) + sinking) << what << ' ' << dt;
  EXPECT_LT(energy.open_share(), 1e-6) << what << ' ' << dt;
  EXPECT_EQ(energy.judgement(), Judgement::pass) << what << ' ' << dt << energy.summary();
}

TEST(Carried, GripsAndTablesThatAreShakenDoNotSlip) {
  for (const double dt : {5e-4, 2e-3}) {
    for (int axis = 0; axis < 3; ++axis) {
      for (int kind = axis == 0 ? 1 : 0; kind < 4; ++kind) {  // along its sliders a hand moves nothing
        const std::string motion = shaken_along(axis),
                          scene = kind == 0 ? grip(motion) : table(motion, kind == 1, kind == 3);
        const SceneRun ran = run_of(scene, dt, 1.0);
        ASSERT_EQ(ran.status(), SolveStatus::converged);
        EXPECT_LT(slip_of(ran, 0.0, 1.0), most_slip) << kind << ' ' << axis << ' ' << dt;
        // The table's own weight is held by its joint.
        expect_no_heat(ran, kind == 0 ? 0.7 : 0.0, dt, std::to_string(kind) + " along " + std::to_string(axis));
      }
    }
  }
}

// Turntables that spin up or swing, trays that tilt, and a grip that swings about its sliders.
TEST(Carried, WhatTurnsDoesNotSlipOrHeatUp) {
  const std::string spin_up = turned_about(2, "{ramp: {to: 3, end: 0.5}}"),
                    to_and_fro = turned_about(2, "{sine: {amplitude: 2, frequency: 1}}"),
                    tilt = turned_about(1, "{sine: {amplitude: 0.5, frequency: 1}}"),
                    swing = turned_about(0, "{sine: {amplitude: 0.5, frequency: 1}}");
  const struct {
    std::string what, scene;
    double sinks = 0.0;  // mass [kg]
  } cases[] = {{"spins up", table(spin_up, false)},
               {"joined, spins up", table(spin_up, true)},
               {"stack spins up", table(spin_up, false, true)},
               {"to and fro", table(to_and_fro, false)},
               {"tray", table(tilt, false)},
               {"joined tray", table(tilt, true)},
               {"swings", grip(swing), 0.7}};
  for (const bool by_volumes : {false, true}) {
    for (const double dt : {5e-4, 1e-3}) {
      for (const auto& [what, scene, sinks] : cases) {
        const SceneRun ran = run_of(scene, dt, 1.0, by_volumes);
        ASSERT_EQ(ran.status(), SolveStatus::converged) << what;
        EXPECT_LT(slip_of(ran, 0.0, 1.0), most_slip) << what << ' ' << dt << by_volumes;
        expect_no_heat(ran, sinks, dt, what + (by_volumes ? " by volumes" : ""));
      }
    }
  }
}

// ½ (m r² + I) ω², and nothing where the box goes along from the start.
TEST(Carried, ATurntableGivesWhatTheBoxHas) {
  const double moment = 0.2 * 0.2 + 0.01 / 6.0;
  for (const bool by_volumes : {false, true}) {
    const SceneRun ran = run_of(table(turned_about(2, "{ramp: {to: 3, end: 0.5}}"), false), 1e-3, 0.7, by_volumes);
    EXPECT_NEAR(ran.energy().external.back(), 0.5 * moment * 9.0, 1e-5 * moment * 9.0) << by_volumes;
    std::string scene = table(turned_about(2, "3"), false);
    const std::string at = "position: [0.2, 0, 0.05]";
    scene.insert(scene.find(at) + at.size(), ", velocity: [0, 0.6, 0], angular_velocity: [0, 0, 3]");
    const SceneRun steady = run_of(scene, 1e-3, 2.0, by_volumes);
    EXPECT_NE(steady.energy().judgement(), Judgement::fail) << steady.energy().summary();
    EXPECT_LT(slip_of(steady, 0.0, 2.0), most_slip);
    EXPECT_NEAR(steady.energy().external.back(), 0.0, 1e-5 * moment * 9.0) << by_volumes;
    EXPECT_NEAR(steady.energy().dissipated.back(), 0.0, 1e-5 * moment * 9.0) << by_volumes;
  }
}

// Pads go around while 20 N press each of them: what loads do along the way and the hand takes back is no correction.
TEST(Carried, WhatIsPressedWhileItTurnsIsNotCorrected) {
  const SceneRun ran = run_of(grip(turned_about(2, "{sine: {amplitude: 2, frequency: 1}}")), 1e-3, 0.5);
  const double moment = 2.0 * 0.1 * ((0.02 * 0.02 + 0.05 * 0.05) / 12.0 + 0.035 * 0.035) + 0.5 * 0.05 * 0.05 / 6.0;
  EXPECT_NEAR(ran.energy().external[25], 0.5 * moment * 4.0, 5e-3 * moment * 2.0);
  EXPECT_LT(ran.energy().corrected_share(), 1e-9);
  EXPECT_EQ(ran.energy().judgement(), Judgement::pass) << ran.energy().summary();
}

// Creep is below 2e-10 m/s, which is the tolerance of the solver.
TEST(Carried, ThereIsNoTrendOverALongTime) {
  const SceneRun ran = run_of(grip(shaken_along(2)), 1e-3, 60.0);
  EXPECT_LT((place(ran, 60.0) - place(ran, 1.0)).norm(), 59.0 * 2e-10);
}

TEST(Carried, VolumesHoldAsWell) {
  const SceneRun ran = run_of(grip(shaken_along(2)), 1e-3, 2.0, true);  // bristles are loaded within half a period
  EXPECT_LT(slip_of(ran, 0.0, 2.0), most_slip);
}

// Forces that stay where they point in the world while sliders turn; along these the grip is free.
TEST(Carried, VolumesHoldWhatTurnsUnderALoad) {
  for (const double dt : {1e-3, 2e-3}) {
    const SceneRun ran = run_of(grip(turned_about(2, "{sine: {amplitude: 0.5, frequency: 1}}")), dt, 4.0, true);
    for (double t = 0.1; t < 4.0; t += 0.1)
      EXPECT_LT((place(ran, t) - place(ran, 0.0)).tail<2>().norm(), most_slip) << dt << ' ' << t;
  }
}

// v = 6 t for 0.6 s; a box with μ = 0.3 is pulled along at μ g and is ½ μ g t² from its start.
TEST(Carried, PathsAreThoseThatAreWritten) {
  for (const bool by_volumes : {false, true}) {
    for (const double dt : {5e-4, 1e-3, 2e-3}) {
      const SceneRun ran = run_of(
          "bodies:\n"
          "  hand: {shape: {box: [8, 0.5, 0.1]}, mass: 0, mu: 0.3, position: [0, 0, -0.05], motion: {velocity: [{ramp: "
          "{to: 3.6, end: 0.6}}, 0, 0]}}\n"
          "  carried: {shape: {box: [0.1, 0.1, 0.1]}, mass: 1, mu: 0.3, position: [0, 0, 0.05]}\n",
          dt, 0.6, by_volumes);
      EXPECT_NEAR(ran.body("hand").position.back().x(), 1.08, 1e-12);
      for (std::size_t i = 0; i < ran.t().size(); ++i)
        EXPECT_NEAR(ran.body("hand").velocity[i].x(), 6.0 * ran.t()[i], 1e-9);
      // Off by 6e-8 at points and 3e-6 by volumes with 1 ms, in proportion to dt².
      const double expected = 0.5 * 0.3 * 9.81 * 0.36;
      EXPECT_NEAR(ran.body("carried").position.back().x(), expected, (by_volumes ? 4.0 : 0.1) * dt * dt * expected);
    }
  }
}

}  // namespace
}  // namespace stickslip::scene::test::carried_test
