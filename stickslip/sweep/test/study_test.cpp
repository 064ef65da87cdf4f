// Study files: what they mean, and every mistake with its place.
#include "stickslip/sweep/study.hpp"

#include <chrono>
#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/run.hpp"

#include "study_files.hpp"

namespace stickslip::sweep {

namespace study_test {
namespace {

// The message without the file's name.
std::string complaint_about(const std::string& study, const std::string& scene = pivot_scene) {
  const Folder folder;
  folder.write("pivot.yaml", scene);
  try {
    static_cast<void>(Study::from_text(study, "s", folder.path()));
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

void expect_mistake(const std::string& part, const std::string& by, const std::string& message) {
  const std::string complaint = complaint_about(replaced(pivot_study, part, by));
  EXPECT_NE(complaint.find(message), std::string::npos) << "of '" << by << "' it says: " << complaint;
}

TEST(Study, OfTheDocumentationReadsAsWritten) {
  const Folder folder;
  folder.write("pivot.yaml", pivot_scene);
  const Study study = Study::read(folder.write("study.yaml", pivot_study));
  EXPECT_EQ(study.name(), "pivot_study");
  EXPECT_EQ(study.runs(), 512U);
  EXPECT_EQ(study.design().kind(), DesignKind::sobol);
  EXPECT_EQ(study.design().seed(), 7U);
  EXPECT_EQ(study.run_time_limit(), 10.0);
  ASSERT_EQ(study.variables().size(), 3U);
  EXPECT_EQ(study.variables()[0].key, "bodies.plate.mass");
  EXPECT_EQ(study.variables()[0].unit, "kg");
  EXPECT_EQ(study.variables()[1].unit, "1");
  ASSERT_EQ(study.outputs().size(), 2U);
  EXPECT_EQ(study.outputs()[0].name, "angle");
  EXPECT_EQ(study.outputs()[0].unit, "rad");
  EXPECT_EQ(study.outputs()[1].unit, "m");
  double mass = 0.0;
  std::map<double, int> forces;
  for (std::uint64_t i = 0; i < study.runs(); ++i) {
    const std::vector<double> x = study.values(i);
    mass += x[0] / 512.0;
    EXPECT_TRUE(x[0] >= 0.1 && x[0] <= 0.3 && x[1] >= 0.8 && x[1] <= 1.1);
    ++forces[x[2]];
  }
  EXPECT_NEAR(mass, 0.2, 1e-4);
  EXPECT_EQ(forces.size(), 3U);
  for (const auto& [force, count] : forces) EXPECT_NEAR(count, 512.0 / 3.0, 1.0);
}

// A run of a study is a run of its scene with the same values.
TEST(Study, RunsItsScene) {
  const Folder folder;
  folder.write("pivot.yaml", pivot_scene);
  const Study study = Study::read(folder.write("study.yaml", pivot_study));
  const std::vector<double> x = study.values(5);
  const Outcome outcome = study.run(5);
  EXPECT_EQ(outcome.status, RunStatus::ok) << outcome.reason;
  std::vector<scene::Override> changes;
  for (std::size_t i = 0; i < 3; ++i) changes.push_back({study.variables()[i].key, to_text(x[i])});
  const scene::SceneRun run = scene::run(scene::SceneDescription::read(folder.path() / "pivot.yaml", changes));
  EXPECT_EQ(outcome.outputs.at(0), run.track("plate").trajectory.pose.back().theta);
  EXPECT_GT(outcome.outputs.at(1), 0.0);
}

// Mean a/2 and variance a²/8 + b π⁴/5 + b² π⁸/18 + 1/2 of the Ishigami function.
TEST(Study, OfAModel) {
  const Study study = Study::from_text(replaced(ishigami_study, "samples: 1024", "samples: 16384"), "s", {});
  double sum = 0.0, squares = 0.0;
  for (std::uint64_t i = 0; i < study.runs(); ++i) {
    const double y = study.run(i).outputs.at(0);
    sum += y;
    squares += y * y;
  }
  const auto n = static_cast<double>(study.runs());
  const double pi4 = std::pow(std::numbers::pi, 4),
               variance = 49.0 / 8.0 + 0.1 * pi4 / 5.0 + 0.01 * pi4 * pi4 / 18.0 + 0.5;
  EXPECT_NEAR(sum / n, 3.5, 1e-3);
  EXPECT_NEAR(squares / n - sum * sum / n / n, variance, 0.02);
}

TEST(Study, MayBeAGrid) {
  const std::string text = R"(name: g
model: ishigami
variables: {x1: {linear: {from: 0, to: 1, n: 3}}, x2: {log: {from: 1, to: 100, n: 3}}}
design: grid
outputs: {y: value}
)";
  const Study study = Study::from_text(text, "s", {});
  ASSERT_EQ(study.runs(), 9U);
  EXPECT_EQ(study.values(5), (std::vector<double>{0.5, 100.0}));
  EXPECT_NEAR(study.run(3).outputs.at(0), std::sin(0.5) + 7.0 * std::pow(std::sin(1.0), 2), 1e-14);
  EXPECT_NE(complaint_about(replaced(text, "{linear: {from: 0, to: 1, n: 3}}", "{uniform: [0, 1]}"))
                .find("s:3:13: 'x1': a grid needs a list, linear or log"),
            std::string::npos);
  EXPECT_NE(
      complaint_about(replaced(text, "design: grid", "design: grid\nsamples: 9")).find("s:5:10: samples: a grid has"),
      std::string::npos);
}

TEST(Study, MayDrawTogether) {
  const std::string text =
      replaced(replaced(pivot_study, "  bodies.plate.mass: {normal: {mean: 0.2, sd: 0.02, min: 0.1, max: 0.3}}\n", ""),
               "design: sobol",
               "correlated:\n  - {keys: [bodies.plate.mass, bodies.plate.inertia], mean: [0.2, 5e-4], covariance: "
               "[[1e-4, 2e-7], [2e-7, 4e-10]]}\ndesign: sobol");
  const Folder folder;
  folder.write("pivot.yaml", pivot_scene);
  const Study study = Study::from_text(text, "s", folder.path());
  ASSERT_EQ(study.variables().size(), 4U);
  EXPECT_EQ(study.variables()[3].key, "bodies.plate.inertia");
  for (std::uint64_t i = 0; i < 20; ++i) {
    const std::vector<double> x = study.values(i);
    EXPECT_NEAR((x[3] - 5e-4) / (x[2] - 0.2), 2e-3, 1e-9);  // the covariance is singular
  }
}

TEST(Study, SaysWhereItsMistakesAre) {
  expect_mistake(
      "design: sobol", "design: sobl",
      "s:7:9: design is 'sobl', must be one of grid, latin_hypercube, sobol or monte_carlo (did you mean 'sobol'?)");
  expect_mistake("samples: 512", "samples: -1", "s:8:10: samples = -1 must be >= 0 and <= 1e7");
  expect_mistake("samples: 512", "", "s:7:9: the key 'samples' is missing");
  expect_mistake("seed: 7", "seed: 0.5", "s:9:7: seed = 0.5 must be a whole number");
  expect_mistake("run_time_limit: 10", "run_time_limit: 0", "run_time_limit = 0 must be finite and > 0 [s]");
  expect_mistake("bodies.plate.mass:", "bodies.plat.mass:", "s:4:3: bodies has no 'plat' (did you mean 'plate'?)");
  expect_mistake(
      "bodies.plate.mass:", "bodies.plate.mas:", "s:4:3: bodies.plate: unknown key 'mas' (did you mean 'mass'?)");
  expect_mistake("min: 0.1,", "min: -0.1,", "s:4:3: bodies.plate.mass = -0.1 must be finite and > 0 [kg]");
  expect_mistake("{uniform: [0.8, 1.1]}", "{uniform: [0.8, 1.3]}",
                 "s:5:3: 'contacts.grip.law.elasto_plastic.mu_c' = 1.3: pivot.yaml:8:84: contacts.grip.law: mu_s = 1.2 "
                 "must be finite and at least mu_c");
  expect_mistake(
      "{uniform: [0.8, 1.1]}", "{uniform: [1.1, 0.8]}",
      "s:5:42: variables.contacts.grip.law.elasto_plastic.mu_c: uniform: to = 0.8 must be greater than from = 1.1");
  expect_mistake("{uniform: [0.8, 1.1]}", "{uniform: 3}", "s:5:52: ");
  expect_mistake("{list: [3.0, 3.6, 4.2]}", "{list: [3.0, -3.6, 4.2]}",
                 "s:6:3: 'contacts.grip.normal_force.sine.mean' = -3.6: pivot.yaml:13:19: contacts.grip.normal_force: "
                 "its value reaches -4.5");
  expect_mistake("sd: 0.02", "sigma: 0.02", "s:4:");
  expect_mistake("contacts.grip.normal_force.sine.mean", "contacts.grip.count",
                 "s:6:3: contacts.grip.count = 3.6 must be a whole number");
  expect_mistake("contacts.grip.normal_force.sine.mean", "title", "s:6:3: 'title' of the scene is no number");
  expect_mistake("contacts.grip.normal_force.sine.mean", "bodies.plate.mass.x",
                 "s:6:3: 'bodies.plate.mass.x' and 'bodies.plate.mass' change the same value");
  expect_mistake(
      "plate.pose.theta", "plate.pose.thta",
      "s:11:10: outputs.angle: runs of the scene have no series 'plate.pose.thta' (did you mean 'plate.pose.theta'?)");
  expect_mistake("reduce: last", "reduce: {quantile: 2}", "outputs.angle.reduce.quantile = 2 must be >= 0 and <= 1");
  expect_mistake("reduce: last", "reduce: lst", "(did you mean 'last'?)");
  expect_mistake("slip: largest_slip", "slip: value", "s:12:9: outputs.slip: 'value' is the output of a model");
  expect_mistake("slip: largest_slip", "seconds: largest_slip",
                 "s:12:3: outputs: 'seconds' is the name of another column");
  expect_mistake("name: pivot_study", "name: Pivot", "s:1:7: name = 'Pivot' must be made of");
  expect_mistake("scene: pivot.yaml", "scene: pvot.yaml", "s:2:8: scene: the file 'pvot.yaml' cannot be read");
  expect_mistake("scene: pivot.yaml", "scene: ../pivot.yaml", "s:2:8: scene: the file '../pivot.yaml' must lie below");
  expect_mistake("scene: pivot.yaml", "model: ishigami\nscene: pivot.yaml",
                 "s:2:8: a study has either a scene or a model");
  const auto find = [](const std::string& text) { return "find: {" + text + "}\n# find: {"; };
  expect_mistake("# find: {", find("variable: a"), "s:14:7: find: the key 'output' is missing");
  const std::string rest = ", output: slip, crosses: 1e-4, between: [1, 20]";
  expect_mistake("# find: {", find("variable: bodies.plate.mass" + rest),
                 "'bodies.plate.mass' and 'bodies.plate.mass' change the same value");
  expect_mistake("# find: {", find("variable: bodies.plate.mas" + rest), "s:14:18: bodies.plate: unknown key 'mas'");
  expect_mistake("# find: {", find("variable: bodies.plate.inertia, output: slipp, crosses: 0, between: [1, 2]"),
                 "there is no output 'slipp' (did you mean 'slip'?)");
  expect_mistake("# find: {", find("variable: bodies.plate.inertia, output: slip, crosses: 0, between: [2, 1]"),
                 "between = [2, 1] must be two rising numbers");
  expect_mistake("# find: {", find("variable: bodies.plate.inertia, output: slip, crosses: 0, between: [-2, 1]"),
                 "s:14:18: bodies.plate.inertia = -2 must be");
  expect_mistake("# find: {", find("variable: name, output: slip, crosses: 0, between: [0, 1]"),
                 "'name' of the scene is no number");
  expect_mistake("# find: {", find("variable: bodies.plate.inertia" + rest + ", tol: 0"), "find.tol = 0 must be");
  expect_mistake("# find: {", "events: {slips: slip over 1e-4}\n# find: {",
                 "s:14:17: events.slips: 'slip over 1e-4' must compare");
  expect_mistake("# find: {", "events: {slips: slpi > 1e-4}\n# find: {",
                 "there is no output 'slpi' (did you mean 'slip'?)");
  expect_mistake("# find: {", "events: {slips: slip > much}\n# find: {", "'much' must be a finite number");
  expect_mistake("design: sobol", "indices: true\ndesign: monte_carlo",
                 "indices: Sobol's indices need the design sobol");
  expect_mistake(
      "design: sobol",
      "indices: true\ncorrelated: [{keys: [bodies.plate.inertia], mean: [1], covariance: [[0.01]]}]\ndesign: sobol",
      "and some are correlated");
  const std::string twice = replaced(pivot_study, "# find: {", find("variable: bodies.plate.inertia" + rest));
  EXPECT_NE(
      complaint_about(replaced(twice, "  angle:", "  threshold:")).find("'threshold' is the name of another column"),
      std::string::npos);
  EXPECT_EQ(complaint_about("[1, 2]"), "s:1:1: the study is a list, must be a map");
  EXPECT_NE(complaint_about("").find("must be a map"), std::string::npos);
}

TEST(Study, SaysAllMistakesAtOnce) {
  std::string text = replaced(pivot_study, "design: sobol", "design: nothing");
  text = replaced(text, "min: 0.1,", "min: 0.5,");
  text = replaced(text, "slip: largest_slip", "slip: larges_slip");
  const std::string complaint = complaint_about(text);
  for (const char* part : {"s:4:22: variables.bodies.plate.mass: normal: max = 0.3 must be greater than min = 0.5",
                           "s:7:9: ", "s:12:9: "}) {
    EXPECT_NE(complaint.find(part), std::string::npos) << complaint;
  }
}

// Mistakes of the scene are told with the places of the scene.
TEST(Study, TellsMistakesOfItsScene) {
  const std::string complaint = complaint_about(pivot_study, replaced(pivot_scene, "mass: 0.2", "mass: -0.2"));
  EXPECT_NE(complaint.find("pivot.yaml:4:17: bodies.plate.mass = -0.2 must be"), std::string::npos) << complaint;
}

// A value that the scene refuses by itself may be right beside the values of other variables.
TEST(Study, ChecksVariablesBesideEachOther) {
  const std::string text =
      replaced(pivot_study, "{uniform: [0.8, 1.1]}",
               "{uniform: [0.8, 1.5]}\n  contacts.grip.law.elasto_plastic.mu_s: {uniform: [1.6, 1.8]}");
  EXPECT_EQ(complaint_about(text), "");
}

TEST(Study, OutputsMustFitTheScene) {
  const std::string
      rigid = "bodies: {ball: {shape: {sphere: {radius: 0.1}}, mass: 1}}\nrun: {until: 0.1}\n",
      study =
          "name: s\nscene: pivot.yaml\nvariables: {bodies.ball.mass: {uniform: [1, 2]}}\ndesign: sobol\nsamples: 2\n"
          "outputs: {slip: largest_slip}\n";
  EXPECT_NE(complaint_about(study, rigid).find("s:6:17: outputs.slip: largest_slip is that of planar scenes"),
            std::string::npos);
  EXPECT_EQ(complaint_about(replaced(study, "largest_slip", "end_pose"), rigid), "");
}

TEST(Study, KeepsTheReasonOfARunThatFails) {
  Variables variables;
  variables.add({"x"}, Distribution::list({0.0, 1.0}));
  const Study study({.name = "s",
                     .variables = variables,
                     .design = Design::grid({2}),
                     .outputs = {{"y"}},
                     .compute = [](std::span<const double> x, const Progress&) -> Outcome {
                       if (x[0] > 0.5) throw InvalidArgument("x is\ntoo large");
                       return {.outputs = {1.0}};
                     }});
  EXPECT_EQ(study.run(0).status, RunStatus::ok);
  const Outcome failed = study.run(1);
  EXPECT_EQ(failed.status, RunStatus::failed);
  EXPECT_EQ(failed.reason, "x is; too large");
  ASSERT_EQ(failed.outputs.size(), 1U);
  EXPECT_TRUE(std::isnan(failed.outputs[0]));
}

TEST(Study, CutsOffWhatTakesTooLong) {
  const Folder folder;
  folder.write("pivot.yaml", replaced(pivot_scene, "until: 2, dt: 2e-4", "until: 2000, dt: 1e-4"));
  const Study study =
      Study::from_text(replaced(pivot_study, "run_time_limit: 10", "run_time_limit: 0.05"), "s", folder.path());
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = study.run(0);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 5.0);
  EXPECT_EQ(outcome.status, RunStatus::time_limit);
  EXPECT_EQ(outcome.reason, "took longer than 0.05 s");
}

TEST(Study, FingerprintsTellTextsApart) {
  const Folder folder;
  folder.write("pivot.yaml", pivot_scene);
  const Fingerprint as_written = Study::from_text(pivot_study, "s", folder.path()).fingerprint();
  EXPECT_EQ(Study::from_text(pivot_study, "elsewhere", folder.path()).fingerprint(), as_written);
  EXPECT_NE(Study::from_text(replaced(pivot_study, "seed: 7", "seed: 8"), "s", folder.path()).fingerprint(),
            as_written);
  folder.write("pivot.yaml", replaced(pivot_scene, "mass: 0.2", "mass: 0.3"));
  EXPECT_NE(Study::from_text(pivot_study, "s", folder.path()).fingerprint(), as_written);
  EXPECT_NE(fingerprint_of({"ab", "c"}), fingerprint_of({"a", "bc"}));
}

std::string documentation() {
  std::ostringstream page;
  page << std::ifstream(STICKSLIP_SOURCE_FOLDER "/docs/sweep.md").rdbuf();
  return page.str();
}

TEST(Study, TheOneOnThePageIsGood) {
  const std::string page = documentation();
  const auto begin = page.find("```yaml\n") + 8, end = page.find("```", begin);
  ASSERT_LT(end, page.size());
  EXPECT_EQ(complaint_about(page.substr(begin, end - begin)), "");
}

// The page lists every key of the schema, every design, measure, reduction and status.
TEST(Study, TheDocumentationNamesEveryKey) {
  const auto expect_named = [text = documentation()](std::string_view name) {
    EXPECT_NE(text.find("`" + std::string(name)), std::string::npos) << name;
  };
  for (const scene::SchemaKey& key : study_schema().keys()) expect_named(key.name);
  for (const scene::SchemaKey& key : study_schema().find("variables")->schema.item().keys()) expect_named(key.name);
  for (const auto& row : Names<DesignKind>::table) expect_named(row.name);
  for (const auto& row : Names<Measure>::table) expect_named(row.name);
  for (const auto& row : Names<Reduction>::table) expect_named(row.name);
  for (const auto& row : Names<RunStatus>::table) expect_named(row.name);
}

TEST(Study, FindsWhereAnOutputCrossesAValue) {
  // y = sin x1 + 7 sin² x2 of x1 = 0 rises with x2 from 0 to 7 on [0, π/2]; y = 7/4 at x2 = π/6.
  const std::string text =
      "name: s\nmodel: ishigami\nvariables: {x3: {list: [0, 1]}, x1: {list: [0]}}\ndesign: grid\n"
      "outputs: {y: value}\nfind: {variable: x2, output: y, crosses: 1.75, between: [0, 1.5], tol: 1e-9}\n";
  const Study study = Study::from_text(text, "s", ".");
  ASSERT_EQ(study.outputs().size(), 2U);
  EXPECT_EQ(study.outputs()[1].name, "threshold");
  for (std::uint64_t i = 0; i < study.runs(); ++i) {
    const Outcome outcome = study.run(i);
    EXPECT_EQ(outcome.status, RunStatus::ok);
    EXPECT_NEAR(outcome.outputs[1], std::numbers::pi / 6.0, 1e-9);
    EXPECT_LE(outcome.outputs[0], 1.75);  // the end at which the output does not exceed the value
    EXPECT_NEAR(outcome.outputs[0], 1.75, 1e-8);
  }
  const Study event = Study::from_text(text + "events: {far: threshold > 0.5}\n", "s", ".");
  EXPECT_TRUE(event.events()[0].happens(event.run(0).outputs));
  const Outcome none = Study::from_text(replaced(text, "1.75", "8"), "s", ".").run(0);
  EXPECT_EQ(none.status, RunStatus::not_found);
  EXPECT_TRUE(std::isnan(none.outputs[0]) && std::isnan(none.outputs[1]));
  EXPECT_EQ(none.reason.find("y is 0 at x2 = 0 and 6.96"), 0U) << none.reason;
}

TEST(Threshold, IsFoundAtJumpsAndTellsWhatFailed) {
  const Threshold jump{{"f", "N"}, 0, "y", 0.5, 0.0, 16.0, 1e-3};
  int computed = 0;
  const auto at = [&](double x) {
    ++computed;
    return Outcome{.outputs = {x < 4.4 ? 1.0 : 0.0}};
  };
  EXPECT_NEAR(jump.find(at).outputs[1], 4.4, 1e-3);
  EXPECT_GE(jump.find(at).outputs[1], 4.4);  // the side that holds
  EXPECT_LE(computed, 2 * (2 + 14));
  const Outcome failed = jump.find([](double x) {
    return x < 6.0 ? Outcome{.outputs = {0.0}} : Outcome{RunStatus::failed, "too strong", {not_a_number}};
  });
  EXPECT_EQ(failed.status, RunStatus::failed);
  EXPECT_EQ(failed.reason, "at f = 16: too strong");
  EXPECT_EQ(failed.outputs.size(), 2U);
  const Outcome none = jump.find([](double) { return Outcome{.outputs = {not_a_number}}; });
  EXPECT_EQ(none.status, RunStatus::not_found);
  const Outcome shaky = jump.find([](double x) {
    return Outcome{x == 8.0 ? RunStatus::not_converged : RunStatus::ok, "", {x}};
  });
  EXPECT_EQ(shaky.status, RunStatus::not_converged);
  // Infinite outputs have a side, and a tolerance below the resolution of numbers ends.
  const Threshold fine{{"f", "N"}, 0, "y", 3.0, 0.0, 1.0, 1e-300};
  EXPECT_EQ(fine.find([](double x) { return Outcome{.outputs = {x > 0.5 ? Range::infinity : 0.0}}; }).outputs[1], 0.5);
}

// A box that is found 4 mm deep in the ground is lifted out of it for nothing; one that stands is well.
TEST(Study, RunsWithAVerdictThatFailsAreNotOk) {
  const Folder folder;
  const std::string box =
      "name: box\nbodies: {ground: {shape: {plane: {}}, mu: 0.5}, box: {shape: {box: [0.1, 0.1, 0.1]}, mass: 1, "
      "mu: 0.5, position: [0, 0, 0.05]}}\nrun: {until: 0.2}\n";
  folder.write("box.yaml", box);
  const Study study = Study::from_text(
      "name: s\nscene: box.yaml\nvariables: {bodies.box.position.2: {list: [0.05, 0.046]}}\ndesign: grid\n"
      "outputs: {corrected: {series: energy.corrected, reduce: last}}\n",
      "s", folder.path());
  EXPECT_EQ(study.run(0).status, RunStatus::ok) << study.run(0).reason;
  const Outcome lifted = study.run(1);
  EXPECT_EQ(lifted.status, RunStatus::failed_checks);
  EXPECT_TRUE(lifted.reason.starts_with("energy ")) << lifted.reason;
  EXPECT_NE(lifted.reason.find("energy of corrections is 0.0418, where 0.002 is the bound"), std::string::npos)
      << lifted.reason;
  EXPECT_EQ(lifted.reason.find("converge"), std::string::npos) << lifted.reason;
  EXPECT_NEAR(lifted.outputs[0], -9.81 * 0.004, 0.1 * 9.81 * 0.004);
  // Steps that did not converge are told beside it.
  folder.write("box.yaml", box + "world: {tol: 1e-30}\n");
  const Study coarse = Study::from_text(
      "name: s\nscene: box.yaml\nvariables: {bodies.box.position.2: {list: [0.046]}}\ndesign: grid\n"
      "outputs: {corrected: {series: energy.corrected}}\n",
      "s", folder.path());
  const Outcome both = coarse.run(0);
  EXPECT_EQ(both.status, RunStatus::failed_checks);
  EXPECT_NE(both.reason.find("energy of corrections is "), std::string::npos) << both.reason;
  EXPECT_NE(both.reason.find("; some steps did not converge: "), std::string::npos) << both.reason;
}

TEST(Study, TheFindOfTheDocumentationRuns) {
  const Folder folder;
  folder.write("pivot.yaml", pivot_scene);
  std::string text = replaced(replaced(pivot_study, "# find: {", "find: {"), "samples: 512", "samples: 2");
  text = replaced(text, "tol: 1e-4", "tol: 0.5");
  const Study study = Study::from_text(text, "s", folder.path());
  const Outcome outcome = study.run(1);
  EXPECT_EQ(outcome.status, RunStatus::ok) << outcome.reason;
  EXPECT_GT(outcome.outputs[2], 1.0);
  EXPECT_LT(outcome.outputs[2], 20.0);
  EXPECT_LE(outcome.outputs[1], 1e-4);
  // What replays it sets all variables and the threshold, by the digits that read back as the same numbers.
  const std::vector<double> x = study.values(1);
  EXPECT_EQ(study.replay(1, outcome.outputs),
            "stickslip run pivot.yaml --set bodies.plate.mass=" + to_text(x[0]) +
                " --set contacts.grip.law.elasto_plastic.mu_c=" + to_text(x[1]) +
                " --set contacts.grip.normal_force.sine.mean=" + to_text(x[2]) +
                " --set contacts.grip.normal_force.constant=" + to_text(outcome.outputs[2]));
}

TEST(Study, ValuesMayBeReplacedFromOutside) {
  const Folder folder;
  folder.write("pivot.yaml", pivot_scene);
  const auto read = [&](const std::vector<scene::Override>& changes) {
    return Study::from_text(pivot_study, "s", folder.path(), changes);
  };
  const Study plain = read({}), changed = read({{"samples", "64"},
                                                {"variables.bodies.plate.mass", "{list: [0.25]}"},
                                                {"indices", "true"},
                                                {"outputs.work", "dissipated"}});
  EXPECT_EQ(changed.runs(), 64U * 5U);
  EXPECT_EQ(changed.values(3)[0], 0.25);
  EXPECT_EQ(changed.outputs().back().name, "work");
  EXPECT_NE(plain.fingerprint(), changed.fingerprint());
  EXPECT_NE(plain.fingerprint(), read({{"seed", "7"}}).fingerprint());  // it says more, if not another thing
  const auto complaint = [&](const std::vector<scene::Override>& changes) -> std::string {
    try {
      static_cast<void>(read(changes));
    } catch (const scene::SceneError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint({{"samples", "-1"}}).find("s, set samples=-1: samples = -1 must be"), 0U);
  EXPECT_EQ(complaint({{"seed", "1"}, {"sampels", "3"}}),
            "s, set sampels=3: unknown key 'sampels' (did you mean 'samples'?)");
  EXPECT_EQ(complaint({{"samples.x", "1"}}), "s, set samples.x=1: the path leads through a value that is no map");
  EXPECT_EQ(complaint({{"samples", "[1"}}).find("s, set samples=[1: cannot set samples"), 0U);
}

TEST(Study, AKeyWithoutAValueIsAMistake) {
  EXPECT_EQ(complaint_about(replaced(pivot_study, "{uniform: [0.8, 1.1]}", "")),
            "s:5:3: variables.contacts.grip.law.elasto_plastic.mu_c has no value");
  for (const char* part : {"find: {variable: , output: slip, crosses: 1, between: [0, 1]}",
                           "find: {variable: x, output: slip, crosses: 1, between: }", "find:", "correlated: [~]",
                           "correlated: [{keys: ~, mean: [1], covariance: [[1]]}]", "events: {a: }"}) {
    EXPECT_NO_THROW(static_cast<void>(complaint_about(std::string(pivot_study) + part + "\n"))) << part;
  }
}

TEST(Study, RefusesTwoNamesOfOneNumberAndPartsOfWholeOnes) {
  expect_mistake("design: sobol",
                 "correlated: [{keys: [bodies.plate.pose.0, bodies.plate.pose.00], mean: [0, 0], covariance: [[1e-6, "
                 "0], [0, 1e-6]]}]\ndesign: sobol",
                 "is a list without '00'");
  expect_mistake("bodies.plate.mass: {normal: {mean: 0.2, sd: 0.02, min: 0.1, max: 0.3}}",
                 "contacts.grip.count: {uniform: [1, 3]}",
                 "'contacts.grip.count' is a whole number: it needs a list or linear");
  EXPECT_EQ(
      complaint_about(replaced(pivot_study, "bodies.plate.mass: {normal: {mean: 0.2, sd: 0.02, min: 0.1, max: 0.3}}",
                               "contacts.grip.count: {list: [1, 3]}")),
      "");
  expect_mistake("seed: 7", "seed: 3000000000", "seed = 3000000000 must be >= 0 and <= 1e9");
  // A scene that cannot be read is the only mistake.
  EXPECT_EQ(complaint_about(replaced(std::string(pivot_study) + "events: {slips: slip > 1}\n", "scene: pivot.yaml",
                                     "scene: absent.yaml"))
                .find("events"),
            std::string::npos);
}

TEST(Study, FingerprintsTellFunctionsOfOtherVariablesApart) {
  const auto print = [](double to, double tol) {
    Variables variables;
    variables.add({"x"}, Distribution::uniform({.from = 0.0, .to = to}));
    return Study({.name = "s",
                  .variables = variables,
                  .design = {DesignKind::sobol, 1, 4, 1},
                  .outputs = {{"y"}},
                  .threshold = Threshold{{"f"}, 0, "y", 0.5, 0.0, 1.0, tol}})
        .fingerprint();
  };
  EXPECT_EQ(print(1.0, 0.1), print(1.0, 0.1));
  EXPECT_NE(print(1.0, 0.1), print(2.0, 0.1));
  EXPECT_NE(print(1.0, 0.1), print(1.0, 0.2));
}

TEST(Study, KnowsTheUnitsOfItsVariables) {
  const Study study = Study::from_text(
      "name: s\nscene: gripper_load\ndesign: grid\nvariables: {bodies.plate.pose.0: {list: [0]}, bodies.plate.pose.2: "
      "{list: [0]}, gravity.1.ramp.to: {list: [-9]}, "
      "gravity.1.ramp.end: {list: [1]}, contacts.grip.normal_force: {list: [5]}, run.dt: {list: [1e-3]}}\noutputs: "
      "{slip: largest_slip}\n",
      "s", ".");
  std::vector<std::string> units;
  for (const VariableName& variable : study.variables()) units.push_back(variable.unit);
  EXPECT_EQ(units, (std::vector<std::string>{"m", "rad", "m/s2", "s", "N", "s"}));
}

TEST(Study, MayNameASceneThatShips) {
  const std::string text =
      "name: s\nscene: gripper_hold\ndesign: grid\nvariables: {bodies.plate.mass: {list: [0.2, 0.3]}}\noutputs: {slip: "
      "largest_slip}\n";
  const Folder folder;
  const Study study = Study::from_text(text, "s", folder.path());
  EXPECT_EQ(study.replay(1, {}), "stickslip run gripper_hold --set bodies.plate.mass=0.3");
  EXPECT_NE(complaint_about(replaced(text, "gripper_hold", "griper_hold")).find("(did you mean 'gripper_hold'?)"),
            std::string::npos);
  // A file of that name comes first.
  folder.write("gripper_hold", pivot_scene);
  EXPECT_NE(study.fingerprint(), Study::from_text(text, "s", folder.path()).fingerprint());
}

TEST(Event, HappensBeyondItsLimit) {
  const std::vector<OutputColumn> outputs = {{"a"}, {"slip.x", "m"}};
  const auto happens = [&](const char* text, double y) {
    return event_from("e", text, outputs).happens(std::vector<double>{0.0, y});
  };
  EXPECT_TRUE(happens("slip.x > 1e-4", 2e-4));
  EXPECT_FALSE(happens("slip.x > 1e-4", 1e-4));
  EXPECT_TRUE(happens("slip.x>=1e-4", 1e-4));
  EXPECT_TRUE(happens("slip.x < -1", -2.0));
  EXPECT_TRUE(happens(" slip.x <= -1 ", -1.0));
  EXPECT_FALSE(happens("slip.x < -1", not_a_number));
  EXPECT_TRUE(happens("slip.x > 1", Range::infinity));
  EXPECT_EQ(condition_of(event_from("e", "slip.x>1e-4", outputs), outputs), "slip.x > 1e-04");
  EXPECT_EQ(event_from("e", "slip.x < 3", outputs).excess(std::vector<double>{0.0, 1.0}), 2.0);
  EXPECT_THROW(event_from("e", "slip.x = 1", outputs), InvalidArgument);
  EXPECT_THROW(event_from("e", "slip.x > .inf", outputs), InvalidArgument);
}

}  // namespace
}  // namespace study_test

}  // namespace stickslip::sweep
