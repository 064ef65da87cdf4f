#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/scene_description.hpp"
#include "stickslip/scene/yaml.hpp"

#include "fuzz/reader.hpp"

// Any text is a scene, whose YAML reads back as the same scene, or a SceneError with at least one mistake.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stickslip::scene;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const SceneDescription scene = SceneDescription::from_text(text, "input.yaml");
    const Node again = read_yaml(write_yaml(scene.node()), "again.yaml");
    stickslip::fuzz::require(again == scene.node(), "that what is written reads back the same");
  } catch (const SceneError& error) {
    stickslip::fuzz::require(!error.mistakes().empty(), "that a refusal names a mistake");
  }
  return 0;
}
