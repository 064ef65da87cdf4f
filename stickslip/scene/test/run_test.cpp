#include "stickslip/scene/run.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "stickslip/scene/shipped.hpp"
#include "stickslip/sim/simulate.hpp"

namespace stickslip::scene {

namespace run_test {
namespace {

SceneRun ran(const std::string& text) {
  return run(SceneDescription::from_text(text, "s.yaml"));
}

TEST(Run, ABodyFallsAsItMust) {
  const SceneRun run =
      ran("bodies: {ball: {shape: {sphere: {radius: 0.1}}, mass: 2, position: [0, 0, 10]}}\n"
          "loads: {wind: {body: ball, force: [3, 0, 0]}, gust: {body: ball, force: [{constant: 1}, 0, 0]}}\n"
          "run: {until: 1, dt: 1e-3, record_dt: 0.1}\n");
  EXPECT_EQ(run.t().size(), 11U);
  EXPECT_NEAR(run.body("ball").position.back()[2], 10.0 - 0.5 * 9.81, 1e-9);
  EXPECT_NEAR(run.body("ball").position.back()[0], 1.0, 1e-9);  // loads add up
  EXPECT_NEAR(run.energy().external.back(), 4.0, 1e-9);
  EXPECT_LT(run.energy().open_share(), 1e-12);
  EXPECT_THROW(static_cast<void>(run.body("bal")), InvalidArgument);
  EXPECT_THROW(static_cast<void>(run.track("ball")), InvalidArgument);
}

// A load that follows a sine: m x = (A/ω)(t − sin(ω t)/ω).
TEST(Run, LoadsFollowTheirProfiles) {
  const SceneRun run =
      ran("gravity: [0, 0, 0]\nbodies: {ball: {shape: {sphere: {radius: 0.1}}, mass: 1}}\n"
          "loads: {push: {body: ball, force: [{sine: {amplitude: 2, frequency: 1}}, 0, 0]}}\n"
          "run: {until: 1, dt: 1e-3}\n");
  const double omega = 2.0 * std::numbers::pi;
  EXPECT_NEAR(run.body("ball").position.back()[0], 2.0 / omega, 1e-5);  // order 2 in steps of 1 ms
  EXPECT_LT(run.energy().open_share(), 1e-12);
}

// Without normal force a body falls by g t²/2, whatever its mass; one with a prescribed motion does not. A ramp from 0 to g in 1 s: g t³/6.
TEST(Run, GravityWithinThePlane) {
  const auto falls = [](const std::string& gravity) {
    std::string text =
        "planar: true\nbodies: {a: {mass: 0.2, inertia: 1}, b: {mass: 3, inertia: 1}, c: {motion: [0, 0, 0]}}\n";
    text += "gravity: " + gravity + "\ncontacts:\n";
    for (const std::string body : {"a", "b", "c"}) {
      text += "  on_" + body + ": {body: " + body + ", pressure: {disc: {radius: 0.1}}, normal_force: 0, ";
      text += "law: {lugre: {sigma0: 1e5, sigma1: 10, mu_c: 1, mu_s: 1, v_s: 1e-3}}}\n";
    }
    return ran(text + "run: {until: 1, dt: 1e-3}\n");
  };
  const SceneRun constant = falls("[2, -9.81]"), ramp = falls("[0, {ramp: {from: 0, to: -9.81, start: 0, end: 1}}]"),
                 steps = falls("[0, {steps: {t: [0, 0.5], value: [-1, 0]}}]");
  for (const char* body : {"a", "b"}) {
    const auto end = [&](const SceneRun& run) { return run.track(body).trajectory.pose.back(); };
    EXPECT_NEAR(end(constant).x, 1.0, 1e-3) << body;
    EXPECT_NEAR(end(constant).y, -0.5 * 9.81, 5e-3) << body;
    EXPECT_NEAR(end(ramp).y, -9.81 / 6.0, 5e-3) << body;
    EXPECT_NEAR(end(steps).y, -0.125 - 0.25, 1e-3) << body;
    EXPECT_LT(constant.energy().open_share(), 1e-6);
  }
  EXPECT_EQ(constant.track("c").trajectory.pose.back().y, 0.0);
}

TEST(Run, ContactsBearTheWeight) {
  const SceneRun run =
      ran("bodies: {ground: {shape: {plane: {}}}, box: {shape: {box: [1, 1, 1]}, mass: 2, position: [0, 0, 0.5]}}\n"
          "run: {until: 0.5, dt: 1e-3}\n");
  const PairRecord on_box = run.pair("box", "ground"), on_ground = run.pair("ground", "box");
  EXPECT_NEAR(on_box.force.back()[2], 2.0 * 9.81, 1e-6);
  EXPECT_NEAR(on_box.normal_force.back(), 2.0 * 9.81, 1e-6);
  EXPECT_EQ(on_box.contacts.back(), 4);
  EXPECT_NEAR(on_ground.force.back()[2], -2.0 * 9.81, 1e-6);
  EXPECT_EQ(on_ground.normal_force, on_box.normal_force);
}

// One box on rubber, one at points by a formulation, and a third on top of the first by what holds for all: each pair has its own contact
// model, and weights are borne whichever it is.
TEST(Run, PairsHaveTheirOwnContactModels) {
  const SceneRun run =
      ran("contact_model: {volume: {}}\nworld: {formulation: phantom}\n"
          "bodies:\n  ground: {shape: {plane: {}}}\n"
          "  soft: {shape: {box: [1, 1, 1]}, mass: 2, position: [0, 0, 0.5]}\n"
          "  hard: {shape: {box: [1, 1, 1]}, mass: 2, position: [3, 0, 0.5]}\n"
          "  top: {shape: {box: [0.5, 0.5, 0.5]}, mass: 1, position: [0, 0, 1.25]}\n"
          "pairs:\n  - {a: soft, b: ground, contact_model: {volume: {stiffness: 1e5, friction: bristle}}}\n"
          "  - {a: ground, b: hard, contact_model: {points: {}}}\n"
          "run: {until: 2, dt: 1e-3, record_dt: 1}\n");
  EXPECT_EQ(run.status(), SolveStatus::converged);
  EXPECT_NEAR(0.5 - run.body("soft").position.back()[2], 3.0 * 9.81 / 1e5, 1e-9);
  EXPECT_NEAR(run.body("hard").position.back()[2], 0.5, 1e-6);
  EXPECT_NEAR(run.pair("soft", "ground").force.back()[2], 3.0 * 9.81, 1e-6);
  EXPECT_NEAR(run.pair("hard", "ground").force.back()[2], 2.0 * 9.81, 1e-6);
  EXPECT_NEAR(run.pair("top", "soft").force.back()[2], 9.81, 1e-6);
  EXPECT_EQ(run.pair("soft", "ground").contacts.back(), 1);
  EXPECT_EQ(run.pair("hard", "ground").contacts.back(), 4);
  const record::Result result = run.result();
  const auto parameter = [&](const std::string& name) {
    const auto found = std::ranges::find(result.parameters, name, &record::Parameter::name);
    return found == result.parameters.end() ? std::string("none") : std::get<std::string>(found->value);
  };
  EXPECT_EQ(parameter("contact model"), "volume, bristle");
  EXPECT_EQ(parameter("contact model of ground and hard"), "points, phantom");
}

// A load beside the middle of a soft foot tilts it as it sinks: forces and torques of contact volumes are counted where they act.
TEST(Run, TheBalanceOfSoftContactsCloses) {
  for (const char* dt : {"1e-3", "1e-4"}) {
    const SceneRun run =
        ran("bodies:\n  ground: {shape: {plane: {}}}\n"
            "  foot: {shape: {box: [0.2, 0.1, 0.04]}, mass: 1, position: [0, 0, 0.02]}\n"
            "  load: {shape: {box: [0.1, 0.1, 0.1]}, mass: 5, position: [0.02, 0, 0.09]}\n"
            "pairs: [{a: foot, b: ground, contact_model: {volume: {stiffness: 1e7, relaxation: 0.01}}}]\n"
            "run: {until: 0.5, record_dt: 0.1, dt: " +
            std::string(dt) + "}\n");
    EXPECT_LT(run.energy().open_share(), 1e-10) << dt;
    EXPECT_NEAR(run.pair("foot", "ground").force.back()[2], 6.0 * 9.81, 0.1);
    EXPECT_LT(run.body("foot").orientation.back()[0], 1.0 - 1e-8);
  }
}

// A box that slides past the ground's origin: forces and torques of both about one point add up to nothing. Torques are about where bodies
// were as the step before the record began.
TEST(Run, APairActsAndReacts) {
  const SceneRun run = ran(
      "bodies:\n  ground: {shape: {plane: {}}}\n  far: {shape: {sphere: {radius: 0.1}}, mass: 1, position: [9, 0, 5]}\n"
      "  box: {shape: {box: [1, 1, 1]}, mass: 2, position: [-1, 0.3, 0.5], velocity: [2, 0, 0]}\nrun: {until: 0.4, dt: "
      "1e-4}\n");
  const PairRecord on_box = run.pair("box", "ground"), on_ground = run.pair("ground", "box");
  for (std::size_t k = 1; k < run.t().size(); ++k) {
    const Vec<3> x = run.body("box").position[k] - 1e-4 * run.body("box").velocity[k];
    EXPECT_LT(norm(Vec<3>(on_box.torque[k] + x.cross(on_box.force[k]) + on_ground.torque[k])), 1e-6);
    EXPECT_NEAR(on_ground.torque[k][0], -0.3 * 2.0 * 9.81, 1e-2);
  }
  const PairRecord apart = run.pair("box", "far");
  EXPECT_EQ(apart.contacts, std::vector<int>(run.t().size(), 0));
  EXPECT_EQ(apart.normal_force, std::vector<double>(run.t().size(), 0.0));
}

// A conveyor belt carries a box: it gives what friction takes and what the box gains, twice its kinetic energy.
TEST(Run, APrescribedMotionDoesWork) {
  const SceneRun run = ran(
      "bodies:\n  belt: {shape: {box: [20, 1, 0.1]}, mass: 0, position: [0, 0, -0.05], motion: {velocity: [1, 0, 0]}}\n"
      "  box: {shape: {box: [0.1, 0.1, 0.1]}, mass: 1, position: [0, 0, 0.05]}\nrun: {until: 1, dt: 1e-3}\n");
  EXPECT_NEAR(run.body("box").velocity.back()[0], 1.0, 1e-6);
  EXPECT_NEAR(run.energy().external.back(), 1.0, 2e-3);
  EXPECT_NEAR(run.energy().dissipated.back(), 0.5, 2e-3);
}

std::vector<std::string> series_of(const SceneRun& run) {
  std::vector<std::string> names;
  for (const record::Series& series : run.result().series) names.push_back(series.name());
  return names;
}

std::string complaint_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

// Two boxes on the ground, one beside them in the air that hangs on another by a joint: what is kept does not change what happens.
TEST(Run, OnlyListedBodiesAreKept) {
  const std::string scene =
      "bodies:\n  ground: {shape: {plane: {}}}\n"
      "  low: {shape: {box: [1, 1, 1]}, mass: 2, position: [0, 0, 0.5]}\n"
      "  high: {shape: {box: [1, 1, 1]}, mass: 1, position: [0.2, 0, 1.5], velocity: [1, 0, 0]}\n"
      "  nail: {shape: {sphere: {radius: 0.1}}, mass: 0, position: [5, 0, 5]}\n"
      "  bob: {shape: {sphere: {radius: 0.1}}, mass: 1, position: [6, 0, 5]}\n"
      "joints: {hook: {ball: {a: bob, b: nail, point: [5, 0, 5]}}}\nrun: {until: 0.3, dt: 1e-3}\n";
  const SceneRun all = ran(scene), one = ran(scene + "record: {bodies: [high]}\n");
  EXPECT_EQ(one.body("high").position, all.body("high").position);
  EXPECT_EQ(one.energy().dissipated, all.energy().dissipated);
  EXPECT_EQ(one.energy().has_moved, all.energy().has_moved);
  // Its contacts are kept as what it received, whichever of the two comes first in the scene.
  const PairRecord now = one.pair("high", "low"), then = all.pair("high", "low");
  EXPECT_EQ(now.contacts, then.contacts);
  for (std::size_t k = 1; k < one.t().size(); ++k) {
    EXPECT_LT(norm(Vec<3>(now.force[k] - then.force[k])), 1e-12);
    EXPECT_LT(norm(Vec<3>(now.torque[k] - then.torque[k])), 1e-12);
    EXPECT_NEAR(now.normal_force[k], then.normal_force[k], 1e-12);
  }
  EXPECT_EQ(one.pair("high", "ground").contacts, std::vector<int>(one.t().size(), 0));
  EXPECT_EQ(series_of(one),
            (std::vector<std::string>{"body_high__shape", "body_high", "contact_high__low", "solver", "energy"}));
  EXPECT_EQ(one.result().scenes.front().shapes.size(), 1U);
  const std::string none = "the run kept nothing of the ";
  EXPECT_EQ(complaint_of([&] { static_cast<void>(one.body("low")); }),
            none + "body 'low': record.bodies does not list it");
  EXPECT_EQ(complaint_of([&] { static_cast<void>(one.pair("low", "high")); }),
            none + "body 'low': record.bodies does not list it");
  EXPECT_EQ(complaint_of([&] { static_cast<void>(one.joint("hook")); }),
            none + "joint 'hook': record.bodies lists neither of its bodies");
  const SceneRun hung = ran(scene + "record: {bodies: [bob]}\n");
  EXPECT_EQ(hung.joint("hook").reaction, all.joint("hook").reaction);
}

TEST(Run, OnlyListedPlanarBodiesAreKept) {
  const std::vector<Override> once = {{"run.until", "0.1"}},
                              one = {{"run.until", "0.1"}, {"record.bodies", "[distributed]"}};
  const SceneRun all = scene::run(read_shipped("in_hand_pivot", once)),
                 kept = scene::run(read_shipped("in_hand_pivot", one));
  EXPECT_EQ(kept.track("distributed").trajectory.pose, all.track("distributed").trajectory.pose);
  EXPECT_EQ(kept.track("grip_distributed").trajectory.wrench, all.track("grip_distributed").trajectory.wrench);
  EXPECT_EQ(kept.energy().dissipated, all.energy().dissipated);
  EXPECT_EQ(series_of(kept),
            (std::vector<std::string>{"body_distributed", "contact_grip_distributed", "energy_distributed",
                                      "shape_distributed", "pad_grip_distributed", "motion_distributed", "energy"}));
  for (const char* name : {"reduced", "grip_reduced"}) {
    EXPECT_EQ(complaint_of([&] { static_cast<void>(kept.track(name)); }),
              "the run kept nothing of the body 'reduced': record.bodies does not list it");
  }
}

// Ten thousand bodies, of which two are kept: a file for each of these, and not for all.
TEST(Run, FewOfManyBodiesAreKept) {
  std::string scene = "gravity: [0, 0, 0]\nbodies:\n";
  for (int i = 0; i < 10'000; ++i) {
    scene.append("  b").append(std::to_string(i)).append(": {shape: {sphere: {radius: 0.1}}, mass: 1, position: [");
    scene.append(std::to_string(i % 100))
        .append(", ")
        .append(std::to_string(i / 100))
        .append(", 0], velocity: [0, 0, 1]}\n");
  }
  const SceneRun run = ran(scene + "run: {until: 2e-2, dt: 1e-3, record_dt: 1e-3}\nrecord: {bodies: [b9999, b17]}\n");
  EXPECT_EQ(series_of(run), (std::vector<std::string>{"body_b17__shape", "body_b17", "body_b9999__shape", "body_b9999",
                                                      "solver", "energy"}));
  EXPECT_NEAR(run.body("b17").position.back()[2], 0.02, 1e-12);
  EXPECT_NEAR(run.energy().kinetic.back(), 5000.0, 1e-6);
}

TEST(Run, BodiesThatOverlapAreNamed) {
  try {
    static_cast<void>(
        ran("bodies: {low: {shape: {box: [1, 1, 1]}, mass: 1}, high: {shape: {box: [1, 1, 1]}, mass: 1, position: [0, "
            "0, 0.3]}}\n"
            "run: {until: 1}\n"));
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("bodies 'low' and 'high' overlap by"), std::string::npos) << error.what();
  }
}

// A sum of 1e5 steps of 1e-4 is off by 1e-11: by it the load, which begins between the true middle of the last step and the other, would come or not.
TEST(Run, TimeCountsSteps) {
  double sum = 0.0;
  for (int k = 0; k < 99'999; ++k) sum += 1e-4;
  const double true_middle = 99'999 * 1e-4 + 0.5e-4, begin = 0.5 * (true_middle + sum + 0.5e-4);
  ASSERT_GT(std::abs(true_middle - begin), 1e-12);
  const SceneRun run =
      ran("gravity: [0, 0, 0]\nbodies: {b: {shape: {sphere: {radius: 1}}, mass: 1}}\nloads: {push: {body: b, force: "
          "[{steps: {t: [0, " +
          to_text(begin) + "], value: [0, 1e4]}}, 0, 0]}}\nrun: {until: 10, dt: 1e-4, record_dt: 0.1}\n");
  ASSERT_EQ(run.t().size(), 101U);
  for (std::size_t k = 0; k < run.t().size(); ++k) EXPECT_DOUBLE_EQ(run.t()[k], 0.1 * static_cast<double>(k));
  EXPECT_NEAR(run.body("b").velocity.back()[0], true_middle > begin ? 1.0 : 0.0, 1e-12);
  const SceneRun odd =
      ran("bodies: {b: {shape: {sphere: {radius: 1}}, mass: 1}}\nrun: {until: 0.25, dt: 0.1, record_dt: 0.1}\n");
  EXPECT_EQ(odd.t(), (std::vector<double>{0.0, 0.1, 0.2, 0.25}));
}

TEST(Run, AStepThatIsNotFiniteEndsIt) {
  const SceneRun run =
      ran("gravity: [0, 0, 0]\nbodies: {b: {shape: {sphere: {radius: 1}}, mass: 1}}\n"
          "loads: {push: {body: b, force: [1e308, 0, 0]}}\nrun: {until: 1, dt: 1e-1}\n");
  EXPECT_TRUE(run.ended_early());
  EXPECT_EQ(run.status(), SolveStatus::not_finite);
}

// To the end, and never back, also where it ends early.
TEST(Run, ProgressEndsAtOne) {
  for (const char* push : {"1", "1e308"}) {
    std::vector<double> shares;
    const SceneDescription scene = SceneDescription::from_text(
        "gravity: [0, 0, 0]\nbodies: {b: {shape: {sphere: {radius: 1}}, mass: 1}}\nloads: {push: {body: b, force: [" +
            std::string(push) + ", 0, 0]}}\nrun: {until: 1, dt: 0.1}\n",
        "s.yaml");
    const SceneRun run = scene::run(scene, [&](double share) { shares.push_back(share); });
    EXPECT_EQ(run.ended_early(), std::string(push) != "1");
    ASSERT_FALSE(shares.empty());
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_EQ(shares.back(), 1.0);
    EXPECT_EQ(std::count(shares.begin(), shares.end(), 1.0), 1);
  }
}

// The same bodies by sim::simulate itself.
TEST(Run, APlanarSceneIsWhatSimulateComputes) {
  const std::vector<Override> once = {{"run.record_dt", "2e-4"}, {"run.until", "0.5"}};
  const SceneRun run = scene::run(read_shipped("in_hand_pivot", once));
  const auto& body = std::get<PlanarScene>(run.scene().model()).bodies[0];
  const patch::BristleLaw law = body.contact.law;
  const sim::Trajectory path = sim::simulate(patch::ReducedPatch(law, std::get<patch::Pressure>(body.contact.pressure)),
                                             body.body, Wrench2(0.0, -1.962, 0.0), body.contact.normal_force.signal(),
                                             {.dt = 2e-4, .t_end = 0.5, .record_dt = 2e-4, .contacts = 2});
  EXPECT_EQ(run.track("reduced").trajectory.pose, path.pose);
  EXPECT_EQ(run.track("grip_reduced").trajectory.wrench, path.wrench);
}

TEST(Run, RecordsAreThinnedOut) {
  const SceneRun run = scene::run(read_shipped("in_hand_pivot", {{"run.until", "0.1"}, {"record.bristles", "true"}}));
  ASSERT_EQ(run.t().size(), 11U);
  for (std::size_t k = 0; k < run.t().size(); ++k) EXPECT_NEAR(run.t()[k], 0.01 * static_cast<double>(k), 1e-12);
  EXPECT_EQ(run.track("reduced").bristles.size(), 33U);
  EXPECT_EQ(run.energy().kinetic.size(), 11U);
}

// A contact that follows the load and yet has one shape is the pressure that it always has, with its exact limit surface.
TEST(Run, AContactOfOneShapeIsItsPressure) {
  const std::vector<Override> changes = {
      {"contacts.grip_reduced.pressure", "{hertz_contact: {radius: 0.01, exponent: 3, side: 0.02}}"},
      {"contacts.grip_distributed.pressure", "{hertz_contact: {radius: 0.01, exponent: 3, side: 0.02}}"},
      {"contacts.grip_distributed.cells", "81"},
      {"run.until", "0.5"}};
  const SceneRun run = scene::run(read_shipped("in_hand_pivot", changes));
  const auto& body = std::get<PlanarScene>(run.scene().model()).bodies[0];
  const patch::BristleLaw law = body.contact.law;
  const auto pressure = patch::Pressure::hertz(0.01, 3.0);
  const auto expect = [&](const char* name, const auto& patch, double tolerance) {
    const sim::Trajectory path =
        sim::simulate(patch, body.body, Wrench2(0.0, -1.962, 0.0), body.contact.normal_force.signal(),
                      {.dt = 2e-4, .t_end = 0.5, .contacts = 2});
    const Vec<3> way = path.pose.back().coordinates() - path.pose.front().coordinates(),
                 error = run.track(name).trajectory.pose.back().coordinates() - path.pose.back().coordinates();
    EXPECT_GT(norm(way), 0.1);
    EXPECT_LT(norm(error), tolerance * norm(way)) << name;
  };
  // The table over all exponents is exact to 2e-8 [hertz_family.hpp], of which slip makes more.
  expect("reduced", patch::ReducedPatch(law, patch::LimitSurface(pressure)), 1e-5);
  // Cells over the square and cells of the pressure leave 0.1 % each.
  expect("distributed", patch::DistributedPatch(law, pressure, 81), 2e-3);
}

// The balance holds also where the contact grows under bristles that hold energy: by a load without jumps, and with a prescribed motion.
TEST(Run, AContactThatGrowsKeepsTheBalance) {
  const std::string contact =
      "law: {elasto_plastic: {sigma0: 1e4, sigma1: 30, mu_c: 1, mu_s: 1.2}}, count: 2, pressure: {hertz_contact: "
      "{radius: "
      "{power: {c: 5e-3, gamma: 0.3333333333333333}}, exponent: {power: {c: 2, gamma: 0.5}}, side: 0.02}}, "
      "normal_force: "
      "{sine: {mean: 3.6, amplitude: 2, frequency: 5}}";
  for (const char* model : {"reduced", "distributed"}) {
    const std::string all =
        "planar: true\nbodies:\n  held: {mass: 0.2, inertia: 4.8e-4, pose: [0.01, 0, 0]}\n"
        "  led: {motion: [{sine: {amplitude: 1e-3, frequency: 2}}, 0, 0.3]}\n"
        "contacts:\n  a: {body: held, model: " +
        std::string(model) + ", " + contact + "}\n  b: {body: led, model: " + model + ", " + contact +
        "}\nloads: {weight: {body: held, wrench: [0, -1.962, 0]}}\nrun: {until: 0.5, dt: ";
    double open = 1.0;
    for (const char* dt : {"1e-4", "5e-5"}) {
      const SceneRun run = ran(all + dt + "}\n");
      EXPECT_EQ(run.status(), SolveStatus::converged);
      EXPECT_LT(run.energy().open_share(), 1e-4) << model;
      EXPECT_LT(run.energy().open_share(), 0.6 * std::exchange(open, run.energy().open_share())) << model;
    }
  }
}

const record::Series& series_named(const record::Result& result, const std::string& name) {
  const auto found = std::find_if(result.series.begin(), result.series.end(),
                                  [&](const record::Series& series) { return series.name() == name; });
  if (found == result.series.end()) throw InvalidArgument("there is no series " + name);
  return *found;
}

const record::Figure* figure_named(const record::Result& result, const std::string& name) {
  const auto found = std::find_if(result.figures.begin(), result.figures.end(),
                                  [&](const record::Figure& figure) { return figure.name == name; });
  return found == result.figures.end() ? nullptr : &*found;
}

// Without damping friction is −σ0 fn times the deflections, of three bristles and of all cells together.
TEST(Run, DeflectionsAreShown) {
  std::vector<Override> changes = {{"run.until", "0.4"}, {"record.bristles", "true"}};
  for (const std::string model : {"reduced", "distributed"}) {
    changes.push_back({"contacts.grip_" + model + ".law", "{elasto_plastic: {sigma0: 1e5, mu_c: 1, mu_s: 1}}"});
    changes.push_back({"contacts.grip_" + model + ".pressure",
                       "{hertz_contact: {radius: {power: {c: 5e-3, gamma: 0.3}}, side: 0.02}}"});
  }
  const record::Result result = scene::run(read_shipped("in_hand_pivot", changes)).result();
  for (const auto& [contact, bristles] : {std::pair{"contact_grip_reduced", "bristles_grip_reduced"},
                                          {"contact_grip_distributed", "deflection_grip_distributed"}}) {
    const record::Series &forces = series_named(result, contact), &z = series_named(result, bristles);
    double most = 0.0;
    for (std::size_t k = 0; k < forces.rows(); ++k) {
      const double factor = -1e5 * forces["fn"][k];
      EXPECT_NEAR(forces["fx"][k], factor * z["zx"][k], 1e-12);
      EXPECT_NEAR(forces["fy"][k], factor * z["zy"][k], 1e-12);
      EXPECT_NEAR(forces["tau"][k], factor * z["ztau"][k], 1e-14);
      most = std::max(most, std::abs(forces["tau"][k]));
    }
    EXPECT_GT(most, 1e-3);
  }
  // No bristle is beyond what slides: μ/σ0.
  const auto& largest = series_named(result, "deflection_grip_distributed")["largest"];
  EXPECT_LE(*std::max_element(largest.begin(), largest.end()), 1e-5 * (1.0 + 1e-9));
  EXPECT_GE(*std::max_element(largest.begin(), largest.end()), 0.9e-5);
  const record::Figure* const figure = figure_named(result, "bristles");
  ASSERT_NE(figure, nullptr);
  std::vector<std::size_t> lines;
  for (const record::Panel& panel : figure->panels) lines.push_back(panel.marks.size());
  EXPECT_EQ(lines, (std::vector<std::size_t>{2, 2, 2, 1}));
  EXPECT_EQ(figure_named(result, "contacts")->panels.size(), 5U);  // the radius is one
  const record::Result without = scene::run(read_shipped("in_hand_pivot", {{"run.until", "0.1"}})).result();
  EXPECT_EQ(figure_named(without, "bristles"), nullptr);
  EXPECT_EQ(figure_named(without, "contacts")->panels.size(), 4U);
}

TEST(Run, EnergiesOfBodiesAddUp) {
  const record::Result result = scene::run(read_shipped("in_hand_pivot", {{"run.until", "0.5"}})).result();
  const record::Series &sum = series_named(result, "energy"), &one = series_named(result, "energy_reduced"),
                       &other = series_named(result, "energy_distributed");
  for (const char* column : {"kinetic", "stored", "external", "dissipated", "unaccounted"}) {
    for (std::size_t k = 0; k < sum.rows(); ++k) {
      EXPECT_NEAR(one[column][k] + other[column][k], sum[column][k], 1e-15) << column;
    }
  }
  EXPECT_EQ(figure_named(result, "energies")->panels.size(), 4U);
  EXPECT_EQ(figure_named(scene::run(read_shipped("in_hand_slide", {{"run.until", "0.1"}})).result(), "energies"),
            nullptr);
}

// About one axis the rotation vector is the angle, beyond full turns too; of a body that tumbles it leads from the first orientation to each.
TEST(Run, TurnsAreShown) {
  const record::Result result =
      ran("gravity: [0, 0, 0]\nbodies:\n  wheel: {shape: {sphere: {radius: 0.1}}, mass: 1, orientation: [0.6, 0, 0.8, "
          "0], "
          "angular_velocity: [0, 12, 0]}\n"
          "  wing: {shape: {box: [0.1, 0.3, 0.02]}, mass: 1, position: [2, 0, 0], angular_velocity: [5, 0.1, 0.2]}\n"
          "run: {until: 2, dt: 1e-3}\n")
          .result();
  const record::Series &wheel = series_named(result, "body_wheel"), &wing = series_named(result, "body_wing");
  for (std::size_t k = 0; k < wheel.rows(); ++k) {
    EXPECT_NEAR(wheel["ry"][k], 2.0 * std::atan(0.5 * 12.0 * 1e-3) * wheel["t"][k] / 1e-3,
                1e-9);  // that is how steps turn
    EXPECT_NEAR(std::hypot(wheel["rx"][k], wheel["rz"][k]), 0.0, 1e-6);
    const Vec<3> r(wing["rx"][k], wing["ry"][k], wing["rz"][k]);
    const Eigen::Quaterniond turn(
        Eigen::AngleAxisd(norm(r), norm(r) > 0.0 ? Vec<3>(r / norm(r)) : Vec<3>(Vec<3>::UnitX())));
    const Eigen::Quaterniond found(wing["qw"][k], wing["qx"][k], wing["qy"][k], wing["qz"][k]);
    EXPECT_NEAR(std::abs(turn.dot(found)), 1.0, 1e-12);  // it began without a turn
  }
  ASSERT_NE(figure_named(result, "orientations"), nullptr);
  EXPECT_EQ(figure_named(result, "orientations")->panels.size(), 3U);
}

TEST(Run, ANegativeNormalForceIsRefusedByName) {
  const std::vector<Override> loose = {{"contacts.grip_reduced.normal_force.sine.mean", "0.5"}};
  try {
    static_cast<void>(scene::run(read_shipped("in_hand_pivot", loose)));
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "in_hand_pivot.yaml:23:19: contacts.grip_reduced.normal_force: its value reaches -0.4, must be finite and "
        ">= 0 [N]");
  }
}

// A point that is drawn at a speed feels its law's steady force, and loses it times the way.
TEST(Run, APointIsDrawn) {
  const SceneRun run =
      ran("point: true\nlaw: {lugre: {sigma0: 1e5, mu_c: 0.4, mu_s: 0.4}}\n"
          "position: [{ramp: {to: 0.1, end: 1}}, 0]\nnormal_force: 5\nrun: {until: 1}\n");
  const auto& point = std::get<PointRun>(run.records());
  EXPECT_NEAR(point.force[0].back(), -2.0, 1e-9);
  EXPECT_EQ(point.force[1].back(), 0.0);
  EXPECT_NEAR(run.energy().external.back(), 0.2, 1e-4);
}

TEST(Run, ResultsAreValid) {
  for (const char* name : {"in_hand_pivot", "pusher", "haptic_trace", "arm", "cube_push"}) {
    const record::Result result = scene::run(read_shipped(name, {{"run.until", "0.2"}})).result();
    EXPECT_NO_THROW(record::validate(result)) << name;
    EXPECT_EQ(result.name, name);
  }
}

std::vector<std::string> figures_of(const std::string& scene) {
  std::vector<std::string> names;
  for (const record::Figure& figure : scene::run(read_shipped(scene, {{"run.until", "0.02"}})).result().figures) {
    names.push_back(figure.name);
  }
  return names;
}

TEST(Run, ReportsPlotWhatIsRecorded) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(figures_of("sliding_box"),
            (Names{"positions", "orientations", "velocities", "spins", "contacts", "solver", "energy"}));
  EXPECT_EQ(figures_of("in_hand_pivot"), (Names{"poses", "twists", "contacts", "energies", "energy"}));
}

// A box that slides: friction is μ times the normal force.
TEST(Run, FrictionOfAPairIsRecorded) {
  const record::Result result = scene::run(read_shipped("sliding_box", {{"run.until", "0.1"}})).result();
  const auto contact = std::find_if(result.series.begin(), result.series.end(),
                                    [](const record::Series& one) { return one.name().starts_with("contact_"); });
  ASSERT_NE(contact, result.series.end());
  EXPECT_NEAR((*contact)["fn"].back(), 9.81, 1e-3);
  // The corners slide in nearly one direction: μ = 1.
  EXPECT_NEAR((*contact)["ft"].back(), 9.81, 0.1 * 9.81);
  EXPECT_LT((*contact)["ft"].back(), 1.001 * 9.81);
}

// Also where nothing is recorded for long.
TEST(Run, ProgressEndsIt) {
  struct Stop {};
  const auto stop = [](double share) {
    EXPECT_LT(share, 1.0);
    throw Stop();
  };
  EXPECT_THROW(static_cast<void>(run(read_shipped("towers"), stop)), Stop);
  EXPECT_THROW(static_cast<void>(run(read_shipped("haptic_trace", {{"run.record_dt", "3"}}), stop)), Stop);
}

}  // namespace
}  // namespace run_test

}  // namespace stickslip::scene
