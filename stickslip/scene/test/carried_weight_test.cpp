// The hint about a slider that carries what was meant to rest.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/scene/run.hpp"

namespace stickslip::scene::carried_weight_test {
namespace {

// A box of 1 kg, 0.1 m high, at a height, on a slider along an axis, above the ground or a table that the slider may be fixed to.
struct Case {
  double height = 0.05;
  std::string axis = "[1, 0, 0]", more = "", box = "", world = "";
};

std::vector<std::string> hints_of(const Case& of) {
  const std::string text =
      "bodies:\n  ground: {shape: {plane: {}}, mu: 0.5}\n"
      "  box: {shape: {box: [0.1, 0.1, 0.1]}, mass: 1, mu: 0.5, position: [0, 0, " +
      std::to_string(of.height) + "]" + of.box + "}\njoints:\n  rail: {slider: {a: box, axis: " + of.axis + of.more +
      "}}\n" + of.world + "run: {until: 0.05}\n";
  const SceneRun ran = run(SceneDescription::from_text(text, "scene.yaml"));
  return std::get<RigidRun>(ran.records()).hints;
}

TEST(CarriedWeight, IsToldWhereABoxWasMeantToRest) {
  for (const double height : {0.05, 0.0502, 0.0508}) {
    const std::vector<std::string> hints = hints_of({.height = height});
    ASSERT_EQ(hints.size(), 1U) << height;
    EXPECT_TRUE(hints[0].starts_with("slider 'rail' carries the weight of 'box', 9.81 N, which lies on 'ground'"))
        << hints[0];
  }
  EXPECT_EQ(hints_of({.box = ", velocity: [0.5, 0, 0]"}).size(), 1U);
}

TEST(CarriedWeight, IsNotToldOfWhatRestsOrHangs) {
  EXPECT_TRUE(hints_of({.height = 0.055}).empty()) << "too far above";
  EXPECT_TRUE(hints_of({.axis = "[0, 0, 1]"}).empty()) << "it rests";
  EXPECT_TRUE(hints_of({.world = "loads: {down: {body: box, force: [0, 0, -1]}}\ngravity: [0, 0, 0]\n"}).empty());
}

// A box that slides on a cart by a joint, which the two do not collide beside: friction of the joint is what was meant.
TEST(CarriedWeight, OfTheTwoBodiesOfASliderIsMeantWhereItHasFriction) {
  const auto hints = [](const std::string& more) {
    const std::string text =
        "bodies:\n  ground: {shape: {plane: {}}, mu: 0.5}\n"
        "  cart: {shape: {box: [1, 1, 0.1]}, mass: 5, mu: 0.5, position: [0, 0, 0.05]}\n"
        "  box: {shape: {box: [0.1, 0.1, 0.1]}, mass: 1, mu: 0.5, position: [0, 0, 0.1502]}\n"
        "joints: {rail: {slider: {a: box, b: cart, axis: [1, 0, 0]" +
        more + "}}}\nrun: {until: 0.05}\n";
    const SceneRun ran = run(SceneDescription::from_text(text, "scene.yaml"));
    return std::get<RigidRun>(ran.records()).hints;
  };
  ASSERT_EQ(hints("").size(), 1U);
  EXPECT_NE(hints("")[0].find("'box', 9.81 N, which lies on 'cart'"), std::string::npos) << hints("")[0];
  EXPECT_TRUE(hints(", friction: {coulomb: {mu_c: 0.3, mu_s: 0.3}}").empty());
}

}  // namespace
}  // namespace stickslip::scene::carried_weight_test
