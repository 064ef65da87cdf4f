#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/run.hpp"
#include "stickslip/scene/scene_description.hpp"
#include "stickslip/scene/yaml.hpp"

#include "fuzz/reader.hpp"

namespace {

using namespace stickslip::scene;

// What the first line has after "#", where that is a value for a path: "#bodies.box.mass=2". To YAML it is a comment.
std::vector<Override> overrides_in(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  if (!line.starts_with('#') || line.find('=') == std::string::npos) return {};
  try {
    return {override_from(line.substr(1))};
  } catch (const stickslip::InvalidArgument&) {
    return {};
  }
}

// Whether running it takes a moment.
bool is_small(const RigidScene& scene) {
  return scene.bodies.size() <= 6 && scene.run.until <= 10.0 * scene.run.dt;
}
bool is_small(const PlanarScene& scene) {
  if (scene.run.tol || scene.run.t_end > 10.0 * std::min(scene.run.dt.value_or(1e-3), scene.run.record_dt))
    return false;
  return std::all_of(scene.bodies.begin(), scene.bodies.end(),
                     [](const PlanarSceneBody& body) { return body.contact.options.cells <= 30; });
}
bool is_small(const PointScene& scene) {
  return scene.run.until <= 100.0 * scene.run.dt;
}

}  // namespace

// Any text is a scene, whose YAML reads back as the same scene, or a SceneError with at least one mistake. A small scene runs, with a record
// at the start at least and one energy per record, or is refused for what shows only then.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::optional<SceneDescription> scene;
  try {
    scene = SceneDescription::from_text(text, "input.yaml", {}, overrides_in(text));
    const Node again = read_yaml(write_yaml(scene->node()), "again.yaml");
    stickslip::fuzz::require(again == scene->node(), "that what is written reads back the same");
  } catch (const SceneError& error) {
    stickslip::fuzz::require(!error.mistakes().empty(), "that a refusal names a mistake");
    return 0;
  }
  if (!std::visit([](const auto& model) { return is_small(model); }, scene->model())) return 0;
  std::optional<SceneRun> ran;
  try {
    ran = run(*scene);
  } catch (const stickslip::InvalidArgument&) {
    return 0;
  }
  stickslip::fuzz::require(!ran->t().empty() && ran->energy().kinetic.size() == ran->t().size(), "energies of records");
  validate(ran->result());
  return 0;
}
