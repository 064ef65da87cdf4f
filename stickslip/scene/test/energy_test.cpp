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

// All that is judged; at most so many verdicts are not.
bool all_checks_pass(const SceneRun& run, std::size_t not_judged = 0) {
  const record::Result result = run.result();
  EXPECT_GE(result.checks.size() + not_judged, 4U);
  const bool passes =
      std::all_of(result.checks.begin(), result.checks.end(), [](const auto& check) { return check.passed(); });
  EXPECT_EQ(run.fails(), !passes);
  return passes;
}

Judgement judgement_of(const Energy& energy, std::size_t verdict) {
  return energy.verdicts()[verdict].judgement;
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
  EXPECT_EQ(energy.judgement(), Judgement::pass);
}

TEST(Energy, ABalanceThatIsOpenFails) {
  Energy open;
  open.add({.kinetic = 1.0});
  open.add({.kinetic = 0.9});
  open.finish();
  EXPECT_DOUBLE_EQ(open.open_share(), 0.1);
  EXPECT_EQ(open.judgement(), Judgement::fail);
  EXPECT_NE(open.summary().find("FAIL"), std::string::npos);
  open.bounds.unaccounted = 0.2;
  EXPECT_EQ(open.judgement(), Judgement::pass);
  // The size of what moved counts as well.
  open.lift = 1.0;
  EXPECT_DOUBLE_EQ(open.open_share(), 0.05);

  Energy lost;
  lost.add({.kinetic = 1.0});
  lost.add({.kinetic = std::nan("")});
  lost.finish();
  lost.has_moved = false;
  EXPECT_TRUE(std::isnan(lost.open_share()));
  EXPECT_EQ(lost.judgement(), Judgement::fail);
}

// The balance closes, and what has been dissipated is never below zero: the fall is seen all the same.
TEST(Energy, FrictionThatGivesFails) {
  Energy gained;
  gained.add({.kinetic = 10.0});
  gained.add({.kinetic = 6.0, .dissipated = 4.0});
  gained.add({.kinetic = 7.0, .dissipated = 3.0});
  gained.add({.kinetic = 4.0, .dissipated = 6.0});
  gained.finish();
  EXPECT_EQ(gained.open_share(), 0.0);
  EXPECT_DOUBLE_EQ(gained.fall_share(), 0.1);
  EXPECT_EQ(gained.judgement(), Judgement::fail);
  EXPECT_EQ(judgement_of(gained, 0), Judgement::pass);
  EXPECT_EQ(judgement_of(gained, 1), Judgement::fail);

  Energy between;  // two records
  between.add({.kinetic = 1.0});
  between.watch(0.5);
  between.watch(0.3);
  between.add({.kinetic = 0.5, .dissipated = 0.5});
  between.finish();
  EXPECT_DOUBLE_EQ(between.fall_share(), 0.2);
}

TEST(Energy, CorrectionsAreBooksOfTheirOwn) {
  Energy lifted;
  lifted.add({.potential = 0.0});
  lifted.add({.potential = 1.0, .corrected = -1.0});
  lifted.finish();
  EXPECT_EQ(lifted.open_share(), 0.0);
  EXPECT_EQ(lifted.corrected_share(), 1.0);
  EXPECT_EQ(judgement_of(lifted, 2), Judgement::fail);
}

TEST(Energy, WhatARunIsTooCoarseForIsNotAPass) {
  Energy coarse;
  coarse.add({.kinetic = 1.0});
  coarse.add({.kinetic = 0.995});
  coarse.finish();
  coarse.bounds.unresolved = 0.2;
  EXPECT_EQ(coarse.judgement(), Judgement::not_judged);
  coarse.add({.kinetic = 0.98});  // a hundredth fails, whatever the reason
  EXPECT_EQ(coarse.judgement(), Judgement::fail);
}

// A body that is found in the ground is pushed out, with no velocity of its own: m g times the way up is taken from nowhere.
TEST(Energy, AnOverlapThatLiftsIsACorrection) {
  const SceneRun run =
      ran("bodies: {ground: {shape: {plane: {}}, mu: 0.5}, box: {shape: {box: [0.1, 0.1, 0.1]}, mass: 2, mu: 0.5, "
          "position: [0, 0, 0.046]}}\nrun: {until: 2, record_dt: 0.1}\n");
  const Energy& energy = run.energy();
  const double lifted = 2.0 * 9.81 * (run.body("box").position.back()[2] - 0.046);
  EXPECT_GT(lifted, 0.9 * 2.0 * 9.81 * 0.004);
  // Contacts do the rest, which push at up to 10 h m/s² meanwhile.
  EXPECT_NEAR(energy.corrected.back(), -lifted, 0.1 * lifted);
  EXPECT_NEAR(energy.corrected.back() + energy.dissipated.back(), -lifted, 1e-6 * lifted);
  EXPECT_LT(energy.open_share(), 1e-9);
  EXPECT_EQ(judgement_of(energy, 2), Judgement::fail);
  EXPECT_TRUE(run.fails());
  EXPECT_EQ(energy.summary().find("a shorter dt"), std::string::npos) << "it would mend nothing: " << energy.summary();
}

// The ground stops it up to a step before it arrives: that is the impact's, and no correction.
TEST(Energy, ADropIsNotCorrected) {
  for (const char* height : {"0.501", "0.6", "1.5"}) {
    const SceneRun run =
        ran("bodies: {ground: {shape: {plane: {}}, mu: 0}, box: {shape: {box: [1, 1, 1]}, mass: 1, mu: 0, position: "
            "[0, 0, " +
            std::string(height) + "]}}\nrun: {until: 1, record_dt: 0.01}\n");
    EXPECT_TRUE(all_checks_pass(run)) << run.energy().summary();
    EXPECT_LT(run.energy().corrected_share(), 1e-9) << height;
    EXPECT_NEAR(run.energy().dissipated.back(), 9.81 * (std::stod(height) - 0.5), 1e-6 * 9.81);
  }
}

// Explicit steps that are too long blow up.
TEST(Energy, ARunThatBlowsUpFails) {
  const SceneRun run = scene::run(read_shipped("spinning_disc", {{"run.dt", "2e-3"}, {"run.integrator", "rk4"}}));
  EXPECT_EQ(run.energy().judgement(), Judgement::fail);
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

// Each body by itself: one that is open by a tenth is not hidden by another that puts in a hundred times more, nor by one open the other way.
TEST(Energy, BodiesThatDoNotTouchAreJudgedOneByOne) {
  const auto half_open = [](double kinetic, double lost) {
    Energy energy;
    energy.add({.kinetic = kinetic});
    energy.add({.kinetic = kinetic - lost});
    energy.finish();
    return energy;
  };
  const Energy small = half_open(1.0, 0.1), large = half_open(1e3, -0.1);
  Energy both = half_open(1001.0, 0.0);
  EXPECT_EQ(both.judgement(), Judgement::pass);
  both.parts = {{"small", small.verdicts()}, {"large", large.verdicts()}};
  EXPECT_EQ(both.judgement(), Judgement::fail);
  EXPECT_DOUBLE_EQ(both.verdicts()[0].share, 0.1);
  EXPECT_NE(both.summary().find("of small"), std::string::npos) << both.summary();
}

TEST(Energy, WhatALawMayGiveIsNotJudged) {
  Energy given;
  given.add({.kinetic = 1.0});
  given.add({.kinetic = 0.5, .dissipated = 0.5});
  given.add({.kinetic = 0.501, .dissipated = 0.499});
  given.finish();
  EXPECT_EQ(judgement_of(given, 1), Judgement::fail);
  given.bounds.may_give = true;
  given.law = "this law";
  EXPECT_EQ(judgement_of(given, 1), Judgement::not_judged);
  EXPECT_NE(given.summary().find("this law is not passive"), std::string::npos) << given.summary();
  given.add({.kinetic = 0.6, .dissipated = 0.4});  // a tenth
  EXPECT_EQ(judgement_of(given, 1), Judgement::fail);

  Energy unseen;
  unseen.add({.kinetic = 1.0});
  unseen.add({.kinetic = 0.5, .dissipated = 0.5});
  unseen.finish();
  unseen.bounds.is_watched = false;
  EXPECT_EQ(judgement_of(unseen, 1), Judgement::pass);
  unseen.bounds.may_give = true;
  EXPECT_EQ(judgement_of(unseen, 1), Judgement::not_judged);
}

constexpr const char* moved_plate = R"(planar: true
bodies: {plate: {motion: [{sine: {amplitude: 9.3e-4, frequency: 6.16}}, {sine: {amplitude: 1.37e-3, frequency: 11.95}},
                          {sine: {amplitude: 0.24, frequency: 16.3}}]}}
contacts: {grip: {body: plate, law: {lugre: {sigma0: 1019, sigma1: 1.907, mu_c: 0.3, mu_s: 0.6, v_s: 0.01906}},
                  pressure: {disc: {radius: 0.01}}, model: reduced, normal_force: 3}}
run: {until: 1, dt: 1e-4, record_dt: 1e-4}
)";

constexpr const char* pushed_plate = R"(planar: true
bodies: {plate: {mass: 0.2, inertia: 4.8e-4}}
contacts: {grip: {body: plate, law: {lugre: {sigma0: 18900, sigma1: 82.9, mu_c: 0.3, mu_s: 0.9, v_s: 0.0149}},
                  pressure: {disc: {radius: 0.01}}, model: reduced, normal_force: 3}}
loads: {push: {body: plate, wrench: [{sine: {amplitude: 0.46, frequency: 16.6}}, {sine: {amplitude: 2.83, frequency: 6.9}},
                                     {sine: {amplitude: 0.0207, frequency: 12.9}}]}}
run: {until: 0.5, dt: 2e-4, record_dt: 2e-4}
)";

constexpr const char* moved_point = R"(point: true
law: {lugre: {sigma0: 30100, sigma1: 2840, mu_c: 0.1, mu_s: 0.9, v_s: 0.00285}}
position: [{sine: {amplitude: 4.25e-4, frequency: 1.68}}]
run: {until: 1, dt: 1e-4, record_dt: 1e-4}
)";

// LuGre's law that gives back some energy: a long time between records does not hide it.
TEST(Energy, FallsAreSeenBetweenRecords) {
  for (const char* scene : {moved_plate, pushed_plate, moved_point}) {
    const SceneRun fine = ran(scene), coarse = ran(scene, {{"run.record_dt", "0.5"}});
    EXPECT_GT(fine.energy().fall_share(), 1e-5) << scene;
    EXPECT_NEAR(coarse.energy().largest_fall, fine.energy().largest_fall, 1e-6 * fine.energy().largest_fall) << scene;
    EXPECT_LE(coarse.t().size(), 3U);
    EXPECT_NEAR(coarse.energy().dissipated.back(), fine.energy().dissipated.back(), 1e-9 * fine.energy().put_in);
    EXPECT_NE(judgement_of(coarse.energy(), 1), Judgement::pass) << scene;
    EXPECT_EQ(judgement_of(coarse.energy(), 1), judgement_of(fine.energy(), 1)) << scene;
  }
}

// Also where a tolerance chooses the steps and repeats the run, and where deflections are kept.
TEST(Energy, FallsAreSeenHoweverAPlateIsRun) {
  const double fall = ran(pushed_plate).energy().largest_fall;
  const auto coarse = [](const char* key, const char* value) {
    return ran(pushed_plate, {{"run.record_dt", "0.5"}, {key, value}});
  };
  const SceneRun kept = coarse("record.bristles", "true"), chosen = coarse("run.tol", "1e-2");
  EXPECT_NEAR(kept.energy().largest_fall, fall, 1e-6 * fall);
  EXPECT_NEAR(chosen.energy().largest_fall, fall, 0.1 * fall);
  for (const SceneRun* run : {&kept, &chosen}) {
    EXPECT_LE(run->t().size(), 3U);
    EXPECT_EQ(judgement_of(run->energy(), 1), Judgement::not_judged) << run->energy().summary();
  }
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
  EXPECT_NE(run.energy().judgement(), Judgement::fail) << run.energy().summary();
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

// A spring stretched by 0.1 m stores 0.25 J before anything moves: that is not lost, and no friction gave it.
TEST(Energy, ASpringMayBeLoadedAtTheStart) {
  for (const double damping : {0.0, 4.0}) {
    const SceneRun run = ran(
        "gravity: [0, 0, 0]\nbodies: {b: {shape: {box: [0.1, 0.1, 0.1]}, mass: 2, position: [0.6, 0, 0]}}\n"
        "joints: {s: {spring: {a: b, point_a: [0.6, 0, 0], point_b: [0, 0, 0], stiffness: 50, rest: 0.5, damping: " +
        std::to_string(damping) + "}}}\nrun: {until: 6}\n");
    EXPECT_NEAR(run.energy().stored.front(), 0.25, 1e-12);
    EXPECT_NEAR(run.energy().put_in, 0.25, 1e-4);
    EXPECT_NEAR(run.energy().dissipated.back(), damping > 0.0 ? 0.25 : 0.0, 1e-4 * 0.25);
    EXPECT_TRUE(all_checks_pass(run)) << run.energy().summary();
  }
}

std::string turning_hand(const std::string& spin, const std::string& joint, const std::string& start) {
  return "gravity: [0, 0, 0]\nbodies:\n"
         "  hand: {shape: {box: [0.1, 0.1, 0.1]}, mass: 0, motion: {angular_velocity: [0, 0, " +
         spin + "]}}\n  pad: {shape: {box: [0.1, 0.1, 0.1]}, mass: 1, position: [0.3, 0, 0]" + start +
         "}\njoints: {j: {" + joint + "}}\n";
}

// On a circle nothing does work. Where the hand turns by ω(t), it gives the pad ½ (m r² + I) ω².
TEST(Energy, WhatIsFixedToATurningHandTakesWhatItNeeds) {
  const std::string along = ", velocity: [0, 0.9, 0], angular_velocity: [0, 0, 3]";
  const double moment = 0.3 * 0.3 + 0.01 / 6.0;
  for (const char* joint : {"fixed: {a: pad, b: hand}", "fixed: {a: hand, b: pad}"}) {
    const SceneRun steady = ran(turning_hand("3", joint, along), {{"run.until", "2"}, {"run.dt", "2e-3"}});
    EXPECT_TRUE(all_checks_pass(steady)) << steady.energy().summary();
    // Of second order where the joint is not at the centre of its second body.
    EXPECT_LT(steady.energy().open_share(), 3e-6);
    EXPECT_LT(std::abs(steady.energy().external.back()), 3e-6 * 0.5 * moment * 9.0);
    const SceneRun swung =
        ran(turning_hand("{sine: {amplitude: 2, frequency: 1}}", joint, ""), {{"run.until", "0.25"}});
    EXPECT_TRUE(all_checks_pass(swung)) << swung.energy().summary();
    EXPECT_NEAR(swung.energy().external.back(), 0.5 * moment * 4.0, 1e-5 * moment);
  }
}

// A pad on a slider that turns by ω goes out as r cosh ωt: the hand gives it m ω² r² sinh² ωt.
TEST(Energy, WhatSlidesOnATurningHandTakesWhatItNeeds) {
  const std::string along = ", velocity: [0, 0.9, 0], angular_velocity: [0, 0, 3]";
  for (const char* joint :
       {"slider: {a: pad, b: hand, axis: [1, 0, 0]}", "slider: {a: hand, b: pad, axis: [1, 0, 0]}"}) {
    const SceneRun run = ran(turning_hand("3", joint, along), {{"run.until", "0.3"}});
    EXPECT_TRUE(all_checks_pass(run)) << run.energy().summary();
    const double given = 0.81 * std::pow(std::sinh(0.9), 2);
    EXPECT_NEAR(run.energy().external.back(), given, 1e-5 * given) << joint;
    EXPECT_LT(run.energy().open_share(), 2e-6) << joint;  // of second order
    const SceneRun swung = ran(turning_hand("{sine: {amplitude: 1, frequency: 1}}", joint, ""), {{"run.until", "1"}});
    EXPECT_TRUE(all_checks_pass(swung)) << swung.energy().summary();
    EXPECT_LT(swung.energy().open_share(), 1e-5) << joint;
  }
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
  EXPECT_NE(run.energy().summary().find("not judged, for nothing moved"), std::string::npos);
  EXPECT_EQ(run.energy().judgement(), Judgement::not_judged);
  EXPECT_TRUE(all_checks_pass(run, 3)) << run.energy().summary();
}

TEST(Energy, SlowAndLightBodiesMove) {
  EXPECT_TRUE(ran(box, {{"bodies.box.velocity", "[0, 0.004, 0]"}}).energy().has_moved);
  const SceneRun beside =
      ran(box, {{"bodies.pebble",
                 "{shape: {box: [0.1, 0.1, 0.1]}, mass: 1e-3, mu: 0, position: [5, 0, 0.05], velocity: [0.3, 0, 0]}"}});
  EXPECT_TRUE(beside.energy().has_moved);
  EXPECT_NEAR(beside.energy().lift, 1e-3 * 9.81 * 0.05 * std::numbers::sqrt3, 1e-12);  // the pebble's alone
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
  EXPECT_FALSE(all_checks_pass(run, 3));
}

}  // namespace
}  // namespace energy_test

}  // namespace stickslip::scene
