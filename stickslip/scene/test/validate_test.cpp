#include "stickslip/scene/validate.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "stickslip/friction/any_law.hpp"
#include "stickslip/scene/field_schema.hpp"
#include "stickslip/scene/yaml.hpp"
#include "stickslip/sim/planar_body.hpp"
#include "stickslip/sim/world.hpp"

namespace stickslip::scene {

namespace validate_test {
namespace {

Schema example() {
  const Schema body =
      Schema::object({{"mass", field_schema(std::get<0>(fields_of<sim::PlanarBody>)), "of the body", true},
                      {"position", Schema::vector(3, "m"), "where it is"},
                      {"solid", Schema::boolean(), "whether it is"}});
  return Schema::object(
      {{"bodies", Schema::named(body), "the bodies", true},
       {"world", Schema::object(field_keys<sim::ModelOptions>()), "options"},
       {"law", Schema::tagged({{"lugre", Schema::object(field_keys<friction::LuGre::Parameters>()), "LuGre"}}), "law"},
       {"push", Schema::either({Schema::number("N"), Schema::list(Schema::number("N"), 2, 3)}), "push"},
       {"on", Schema::name("bodies"), "which body"}});
}

// The lines of the message.
std::vector<std::string> complaints_about(const std::string& text) {
  Mistakes mistakes;
  validate(read_yaml(text, "s.yaml"), example(), mistakes);
  std::vector<std::string> lines;
  try {
    mistakes.require_none("s.yaml");
  } catch (const SceneError& error) {
    std::istringstream all(error.what());
    for (std::string line; std::getline(all, line);) lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Validate, AGoodSceneHasNoMistakes) {
  EXPECT_EQ(complaints_about("bodies: {box: {mass: 1, position: [0, 0, 1]}}\nworld: {tol: 1e-8, formulation: box}\n"
                             "law: {lugre: {sigma0: 1e5, mu_c: 1, mu_s: 1.2}}\npush: [1, 2]\non: box\n"),
            Lines{});
}

TEST(Validate, EveryMistakeIsReportedWithItsPlace) {
  EXPECT_EQ(
      complaints_about("bodies:\n"
                       "  box: {mass: -1, position: [0, 0], solid: yes}\n"
                       "  Ball: {}\n"
                       "wrold: {}\n"
                       "world: {formulation: cones, threads: 1.5, directions: 99}\n"
                       "law: {lugre: {sigma0: x, mu_c: .nan, mu_s: 1}}\n"
                       "push: true\n"
                       "on: boxx\n"),
      (Lines{
          "s.yaml:2:15: bodies.box.mass = -1 must be finite and > 0 [kg]",
          "s.yaml:2:29: bodies.box.position has 2 entries, must have 3 [m]",
          "s.yaml:2:44: bodies.box.solid is 'yes', must be true or false",
          "s.yaml:3:3: bodies: 'Ball' is not a valid name; it must be made of lower-case letters, digits, '_' and '-', "
          "at "
          "most 40, without '_' at the ends and without '__'",
          "s.yaml:3:9: bodies.Ball: the key 'mass' is missing: of the body, a number [kg]",
          "s.yaml:4:1: unknown key 'wrold' (did you mean 'world'?)",
          "s.yaml:5:22: world.formulation is 'cones', must be one of cone, phantom, anitescu_potra, stewart_trinkle, "
          "box or hybrid (did you mean 'cone'?)",
          "s.yaml:5:38: world.threads = 1.5 must be a whole number",
          "s.yaml:5:55: world.directions = 99 must be >= 2 and <= 32",
          "s.yaml:6:23: law.lugre.sigma0 is 'x', must be a number [1/m]",
          "s.yaml:6:32: law.lugre.mu_c = .nan must be finite and > 0",
          "s.yaml:7:7: push is true, must be a number [N] or a list of numbers [N]",
          "s.yaml:8:5: on: there is no 'boxx' in 'bodies' (did you mean 'box'?)",
      }));
}

TEST(Validate, KeysWithoutValueAreAbsent) {
  EXPECT_EQ(complaints_about("bodies: {box: {mass: 1, position: }}\n"), Lines{});
  EXPECT_EQ(complaints_about("bodies: {box: {mass: }}\n"), Lines{"s.yaml:1:16: bodies.box.mass has no value"});
}

TEST(Validate, ATaggedMapHasOneKey) {
  EXPECT_EQ(complaints_about("bodies: {}\nlaw: {}\n"),
            Lines{"s.yaml:2:6: law has 0 keys, must be a map with one of the keys lugre"});
  EXPECT_EQ(complaints_about("bodies: {}\nlaw: {dahl: {}}\n"),
            Lines{"s.yaml:2:7: law: unknown key 'dahl'; there are: lugre"});
}

TEST(Validate, WholeNumbersThatNoIntHoldsAreOutOfRange) {
  EXPECT_EQ(complaints_about("bodies: {}\nworld: {threads: 1e30}\n"),
            Lines{"s.yaml:2:18: world.threads = 1e30 must be >= 1 and <= 256"});
}

TEST(Validate, ManyMistakesAreCounted) {
  std::string text = "bodies:\n";
  for (int i = 0; i < 1000; ++i) text += "  b" + std::to_string(i) + ": {mass: 0}\n";
  const Lines lines = complaints_about(text);
  EXPECT_EQ(lines.size(), Mistakes::most + 1);
  EXPECT_NE(lines.back().find("and 900 more mistakes"), std::string::npos);
}

TEST(Validate, SuggestionsAreNear) {
  EXPECT_EQ(suggestion("velocty", {"velocity", "angular_velocity"}), " (did you mean 'velocity'?)");
  EXPECT_EQ(suggestion("frcition", {"friction"}), " (did you mean 'friction'?)");
  EXPECT_EQ(suggestion("colour", {"mass"}), "");
  // What others call it, before what looks like it.
  EXPECT_EQ(suggestion("joint", {"point", "joints"}), " (did you mean 'joints'?)");
  EXPECT_EQ(suggestion("e", {"a", "b", "mu", "restitution"}), " (did you mean 'restitution'?)");
  EXPECT_EQ(suggestion("parent", {"a", "b", "point"}), " (did you mean 'b'?)");
  EXPECT_EQ(suggestion("anchor", {"a", "b", "point"}), " (did you mean 'point'?)");
  EXPECT_EQ(suggestion("motor", {"limits", "drive"}), " (did you mean 'drive'?)");
  EXPECT_EQ(suggestion("static_friction", {"mass", "mu"}), " (did you mean 'mu'?)");
  EXPECT_EQ(suggestion("duration", {"dt", "until"}), " (did you mean 'until'?)");
  EXPECT_EQ(suggestion("duration", {"world", "run"}), " (did you mean 'run'?)");
}

}  // namespace
}  // namespace validate_test

}  // namespace stickslip::scene
