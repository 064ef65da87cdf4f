// One variable that stands for several keys, each with a factor.
#include <cmath>
#include <numbers>
#include <utility>

#include <gtest/gtest.h>

#include "stickslip/sweep/study.hpp"
#include "stickslip/sweep/test/study_files.hpp"

namespace stickslip::sweep {

namespace keys_test {
namespace {

// Two balls without weight, pushed apart or together.
constexpr const char* two_balls = R"(gravity: [0, 0, 0]
bodies:
  l: {shape: {sphere: {radius: 0.1}}, mass: 2, position: [0, -5, 0]}
  r: {shape: {sphere: {radius: 0.1}}, mass: 2, position: [0, 5, 0]}
loads:
  left: {body: l, force: [0, 1, 0]}
  right: {body: r, force: [0, -1, 0]}
run: {until: 0.5}
)";

constexpr const char* grip = R"(name: s
scene: balls.yaml
variables: {grip: {keys: {loads.left.force.1: 1, "loads.right.force[1]": -0.5}, list: [4, 8]}}
design: grid
outputs: {l: {series: l.velocity.y}, r: {series: r.velocity.y}}
)";

std::string complaint_about(const std::string& study) {
  const Folder folder;
  folder.write("balls.yaml", two_balls);
  try {
    static_cast<void>(Study::from_text(study, "s", folder.path()));
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

TEST(Keys, OneVariableVariesSeveralAsOne) {
  const Folder folder;
  folder.write("balls.yaml", two_balls);
  const Study study = Study::from_text(grip, "s", folder.path());
  ASSERT_EQ(study.runs(), 2U);
  ASSERT_EQ(study.variables().size(), 1U);
  EXPECT_EQ(study.variables()[0].key, "grip");
  EXPECT_EQ(study.variables()[0].unit, "N");
  for (std::uint64_t i = 0; i < 2; ++i) {
    const double force = i == 0 ? 4.0 : 8.0;
    EXPECT_EQ(study.values(i), std::vector<double>{force});
    // v = F t / m
    const Outcome outcome = study.run(i);
    ASSERT_EQ(outcome.status, RunStatus::ok) << outcome.reason;
    EXPECT_NEAR(outcome.outputs[0], force * 0.5 / 2.0, 1e-12);
    EXPECT_NEAR(outcome.outputs[1], -0.5 * force * 0.5 / 2.0, 1e-12);
    EXPECT_EQ(study.changes(i), (std::vector<std::pair<std::string, double>>{{"loads.left.force.1", force},
                                                                             {"loads.right.force[1]", -0.5 * force}}));
    EXPECT_NE(study.replay(i, outcome.outputs).find("loads.left.force.1="), std::string::npos);
  }
  EXPECT_NE(study.replay(1, {}).find("loads.right.force[1]=-4"), std::string::npos) << study.replay(1, {});
}

// 3 times 0.1 is 0.3, and not 0.30000000000000004.
TEST(Keys, FactorsGiveNumbersAsAUserWritesThem) {
  const VariableName variable{.key = "x", .keys = {{"a", 3.0}, {"b", -0.7}, {"c", 1.0 / 3.0}}};
  EXPECT_EQ(variable.assigned(0.1)[0].second, 0.3);
  EXPECT_EQ(variable.assigned(0.1)[1].second, -0.07);
  EXPECT_EQ(variable.assigned(0.1)[2].second, 1.0 / 3.0 * 0.1) << "no shorter number is within rounding";
  for (int i = 0; i < 1000; ++i) {
    const double value = std::sin(i + 1.0), product = 3.0 * value;
    EXPECT_NEAR(variable.assigned(value)[0].second, product, 5e-16 * std::abs(product));
  }
}

TEST(Keys, OfAModelAreItsArguments) {
  const Study study = Study::from_text(
      "name: s\nmodel: ishigami\nvariables: {x: {keys: {x1: 1, x2: -0.5}, list: [0.4]}}\ndesign: grid\n"
      "outputs: {y: value}\n",
      "s", ".");
  // sin x1 + 7 sin² x2, with x3 = 0
  EXPECT_NEAR(study.run(0).outputs[0], std::sin(0.4) + 7.0 * std::pow(std::sin(0.2), 2), 1e-15);
}

TEST(Keys, MistakesAreToldAtTheirPlaces) {
  EXPECT_EQ(complaint_about(grip), "");
  const auto expect = [](const std::string& part, const std::string& by, const std::string& message) {
    const std::string complaint = complaint_about(replaced(grip, part, by));
    EXPECT_NE(complaint.find(message), std::string::npos) << complaint;
  };
  expect("force.1: 1", "force.1: 0", "variables.grip.keys.loads.left.force.1 = 0 must be finite and not 0");
  expect("force.1: 1", "force.1: x", "variables.grip.keys.loads.left.force.1 is 'x', must be a number");
  expect("{loads.left.force.1: 1, \"loads.right.force[1]\": -0.5}", "[loads.left.force.1]",
         "s:3:26: variables.grip.keys is a list of 1, must be a map of keys and their factors, such as");
  EXPECT_EQ(complaint_about(replaced(grip, "{loads.left.force.1: 1, \"loads.right.force[1]\": -0.5}", "{}")),
            "s:3:26: variables.grip.keys has none, must have at least one key");
  EXPECT_EQ(complaint_about(replaced(grip, "grip: {", "index: {")),
            "s:3:13: 'index' is the name of another column of the results");
  expect("keys: ", "kees: ", "s:3:20: variables.grip: unknown key 'kees' (did you mean 'keys'?)");
  expect("keys: ", "other: ", "list, linear, log, uniform, log_uniform, normal, log_normal, keys");
  expect(", list: [4, 8]", "", "s:3:19: variables.grip must be a map with one of the keys list,");
  expect("grip: {", "My Grip: {",
         "s:3:13: variables.My Grip.keys: the name of several keys, 'My Grip', must be made of lower-case letters, "
         "digits, '_' and '-', at most 64");
  expect("left.force.1", "left.force.3", "s:3:13: loads.left.force is a list without '3'");
  expect("left.force.1", "lfet.force.1", "did you mean 'left'?");
  expect("left.force.1", "right.force.1", "'loads.right.force[1]' and 'loads.right.force.1' change the same value");
  expect("list: [4, 8]", "list: [4, .inf]", "variables.grip.list[1]");
  expect("{grip:", "{bodies.l.mass: {list: [1]}, other: {keys: {bodies.l.mass: 1}, list: [1]}, grip:",
         "'bodies.l.mass' and 'bodies.l.mass' change the same value");
}

// A name stands for one variable, of `variables`, `correlated` or `find`, and for no other column.
TEST(Keys, NamesAreGivenOnce) {
  const auto complaint = [](const std::string& lines) -> std::string {
    try {
      static_cast<void>(Study::from_text(
          "name: s\nmodel: ishigami\ndesign: sobol\nsamples: 4\noutputs: {y: value}\n" + lines, "s", "."));
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "";
  };
  const std::string find = ", output: y, crosses: 0.5, between: [0, 1]}\n", taken = " is the name of another ";
  const std::string group = "variables: {g: {keys: {x2: 1}, uniform: [0, 1]}}\n";
  EXPECT_EQ(complaint(group + "find: {variable: h, keys: {x1: 1}" + find), "");
  EXPECT_EQ(complaint(group + "find: {variable: g, keys: {x1: 1}" + find),
            "s:7:18: 'g'" + taken + "variable: choose another one");
  // x1 itself, and what is only called so.
  EXPECT_EQ(complaint("variables: {x1: {keys: {x2: 1}, uniform: [0, 1]}}\nfind: {variable: x1" + find),
            "s:7:18: 'x1'" + taken + "variable: choose another one");
  EXPECT_EQ(complaint("variables: {x1: {uniform: [0, 1]}}\nfind: {variable: x1, keys: {x2: 1}" + find),
            "s:7:18: 'x1'" + taken + "variable: choose another one");
  EXPECT_EQ(complaint("variables: {x1: {keys: {x2: 1}, uniform: [0, 1]}}\n"
                      "correlated: [{keys: [x1, x3], mean: [0, 0], covariance: [[1, 0], [0, 1]]}]\n"),
            "s:7:22: 'x1'" + taken + "variable: choose another one");
  EXPECT_EQ(complaint("variables: {x1: {uniform: [0, 1]}}\nfind: {variable: x1" + find),
            "s:7:18: 'x1' and 'x1' change the same value");
  const std::string threshold = "variables: {threshold: {keys: {x2: 1}, uniform: [0, 1]}}\n";
  EXPECT_EQ(complaint(threshold), "");
  EXPECT_EQ(complaint(threshold + "find: {variable: x1" + find),
            "s:6:13: 'threshold'" + taken + "column of the results");
}

TEST(Keys, AThresholdMayHaveThemAndNeedsNoDesign) {
  // y = sin x + 7 sin² x rises on [0, 1.5]; y = 2.25 at π/6.
  const std::string text =
      "name: s\nmodel: ishigami\noutputs: {y: value}\n"
      "find: {variable: x, keys: {x1: 1, x2: -1}, output: y, crosses: 2.25, between: [0, 1.5], tol: 1e-9}\n";
  const Study study = Study::from_text(text, "s", ".");
  ASSERT_EQ(study.runs(), 1U);
  EXPECT_TRUE(study.variables().empty());
  EXPECT_NEAR(study.run(0).outputs[1], std::numbers::pi / 6.0, 1e-9);
  const auto complaint = [](const std::string& study_text) -> std::string {
    try {
      static_cast<void>(Study::from_text(study_text, "s", "."));
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "";
  };
  for (const std::string line : {"samples: 4\n", "seed: 3\n", "indices: true\n"}) {
    const std::string told =
        line.substr(0, line.find(':')) + ": a study with `find` and no variables is a single run; remove this key";
    EXPECT_NE(complaint(text + line).find("s:5:"), std::string::npos) << complaint(text + line);
    EXPECT_NE(complaint(text + line).find(told), std::string::npos) << complaint(text + line);
  }
  EXPECT_TRUE(study.design().is_single_run());
  EXPECT_NE(complaint(text + "variables: {x3: {list: [0, 1]}}\n").find("the key 'design' is missing"),
            std::string::npos);
  EXPECT_NE(complaint("name: s\nmodel: ishigami\nvariables: {x3: {list: [0]}}\noutputs: {y: value}\n")
                .find("the key 'design' is missing"),
            std::string::npos);
}

}  // namespace
}  // namespace keys_test

}  // namespace stickslip::sweep
