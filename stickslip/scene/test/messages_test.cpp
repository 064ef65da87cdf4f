#include "stickslip/scene/detail/messages.hpp"

#include <gtest/gtest.h>

#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/scene_description.hpp"

namespace stickslip::scene {

namespace messages_test {
namespace {

using detail::with_names;

TEST(Messages, BodiesAndJointsHaveTheNamesOfTheScene) {
  const std::vector<std::string> bodies = {"ground", "box"}, joints = {"door"};
  EXPECT_EQ(with_names("World: bodies 1 and 0 overlap by 0.5 m", bodies),
            "World: bodies 'box' and 'ground' overlap by 0.5 m");
  EXPECT_EQ(with_names("body 1: velocity[0] = inf", bodies), "body 'box': velocity[0] = inf");
  EXPECT_EQ(with_names("there is no body 7", bodies), "there is no body 7");
  EXPECT_EQ(with_names("World.step: joint 0 (hinge of bodies 0 and 1) is open by 1 m", bodies, joints),
            "World.step: joint 'door' is open by 1 m");
  EXPECT_EQ(with_names("neither side of joint 3 (fixed of body 0 and the world) moves", bodies),
            "neither side of the joint moves");
}

TEST(Messages, NumbersAreNoNames) {
  const std::vector<std::string> bodies = {"ground", "box"};
  for (const char* text :
       {"are 1 and 0, the first", "are 0.5 and 0.25", "0 and 1e-3", "body 0.5", "body 1e3", "body 1x",
        "bodies 0 and 1.5", "a nobody 1", "at most 1 and 0 m", "body 12345678901234567890"}) {
    EXPECT_EQ(with_names(text, bodies), text);
  }
}

TEST(Messages, LimitsInTheWrongOrderAreShownAsNumbers) {
  for (const auto& [limits, shown] : {std::pair{"[0.5, 0.25]", "0.5 and 0.25"}, {"[1, 0]", "1 and 0"}}) {
    const std::string text =
        "bodies:\n  ground: {shape: {plane: {}}}\n  box: {shape: {box: [1, 1, 1]}, mass: 1, position: [0, 0, 2]}\n"
        "joints: {j: {hinge: {a: box, point: [0, 0, 2], axis: [0, 0, 1], limits: " +
        std::string(limits) + "}}}\nrun: {until: 1}\n";
    try {
      static_cast<void>(SceneDescription::from_text(text, "s.yaml"));
      ADD_FAILURE() << limits;
    } catch (const SceneError& error) {
      EXPECT_EQ(error.what(), "s.yaml:4:73: joints.j: limits of the joint are " + std::string(shown) +
                                  ", the first must be at most the second [rad]");
    }
  }
}

// Two rods in a loop with the ground, and a door: what cannot start as it is written is told of the joint that cannot, at its key.
TEST(Messages, JointsThatCannotStartSoAreNamed) {
  const auto complaint = [](const std::string& elbow, const std::string& hinge, const std::string& door) {
    const std::string text =
        "bodies:\n"
        "  one: {shape: {box: [0.1, 0.1, 0.1]}, mass: 1, angular_velocity: [0, 0, 1]}\n"
        "  two: {shape: {box: [0.1, 0.1, 0.1]}, mass: 1, position: [1, 0, 0], angular_velocity: [0, 0, 1]}\n"
        "  leaf: {shape: {box: [0.1, 0.1, 0.1]}, mass: 1, position: [0, 5, 0]}\n"
        "joints:\n"
        "  door: {hinge: {a: leaf, point: [1, 5, 0], axis: [0, 0, 1], limits: [-0.1, 0.1]" +
        door +
        "}}\n"
        "  left: {hinge: {a: one, point: [0, 0, 0], axis: [0, 0, 1]}}\n"
        "  elbow: {hinge: {a: one, b: two, point: [0.5, 0, 0], axis: [0, 0, 1]" +
        elbow +
        "}}\n"
        "  right: {hinge: {a: two, point: [1, 0, 0], axis: [0, 0, 1]" +
        hinge + "}}\nrun: {until: 1}\n";
    try {
      static_cast<void>(SceneDescription::from_text(text, "s.yaml"));
    } catch (const SceneError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(complaint(", position: 0.5", "", ""),
            "s.yaml:8:82: joints.elbow: the joint is part of a loop, or both of its bodies are held: place the bodies "
            "instead");
  EXPECT_EQ(complaint("", ", velocity: 1", ", position: 0.5"),
            "s.yaml:6:93: joints.door: position = 0.5 of the joint must be within its limits, -0.1 to 0.1\n"
            "s.yaml:9:72: joints.right: the joint is part of a loop, or both of its bodies are held: place the bodies "
            "instead");
  // Velocities that fit no joints name that which they contradict.
  const std::string text = complaint("", "", "");
  EXPECT_TRUE(text.starts_with("s.yaml:")) << text;
  EXPECT_NE(text.find(": joints: velocities of bodies contradict joint '"), std::string::npos) << text;
  EXPECT_EQ(text.find("s.yaml:6:"), std::string::npos) << "nothing is wrong with the door: " << text;
}

}  // namespace
}  // namespace messages_test

}  // namespace stickslip::scene
