#include "stickslip/scene/shipped.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <system_error>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/yaml.hpp"

// Made by stickslip_embed.
const std::map<std::string, std::string_view, std::less<>>& stickslip_scene_files();

namespace stickslip::scene {

namespace {

constexpr const char* flagship = "in_hand_pivot";

// All values of keys `file` in a scene.
void collect_files(const Node& node, std::vector<std::string>& files) {
  for (const Node& item : node.items()) collect_files(item, files);
  for (const NodeEntry& entry : node.entries()) {
    const bool is_new = std::find(files.begin(), files.end(), entry.value.text()) == files.end();
    if (entry.key == "file" && entry.value.is(NodeKind::text) && is_new) files.push_back(entry.value.text());
    collect_files(entry.value, files);
  }
}

}  // namespace

const std::vector<ShippedScene>& shipped_scenes() {
  static const std::vector<ShippedScene> all = [] {
    std::vector<ShippedScene> scenes;
    for (const auto& [file, text] : stickslip_scene_files()) {
      if (!file.ends_with(".yaml")) continue;
      const Node root = read_yaml(text, file);
      const Node* const title = root.find("title");
      ShippedScene scene{file.substr(0, file.size() - 5), title == nullptr ? "" : title->text(), text, {}};
      collect_files(root, scene.files);
      scenes.push_back(std::move(scene));
    }
    const auto first =
        std::find_if(scenes.begin(), scenes.end(), [](const auto& scene) { return scene.name == flagship; });
    std::rotate(scenes.begin(), first, first == scenes.end() ? first : first + 1);
    return scenes;
  }();
  return all;
}

const ShippedScene& shipped_scene(const std::string& name) {
  std::vector<std::string> names;
  for (const ShippedScene& scene : shipped_scenes()) {
    if (scene.name == name) return scene;
    names.push_back(scene.name);
  }
  throw InvalidArgument("there is no scene '" + name + "'" + suggestion(name, names) +
                        "; 'stickslip scenes' lists them");
}

std::string_view shipped_file(const std::string& name) {
  const auto found = stickslip_scene_files().find(name);
  if (found == stickslip_scene_files().end())
    throw InvalidArgument("the file '" + name + "' does not come with stickslip");
  return found->second;
}

SceneFiles shipped_files() {
  return SceneFiles([](const std::string& file) { return std::string(shipped_file(file)); });
}

bool is_shipped_name(const std::string& name) {
  std::error_code unreadable;
  return name.find_first_of("/.") == std::string::npos && !std::filesystem::is_regular_file(name, unreadable);
}

SceneDescription read_shipped(const std::string& name, const std::vector<Override>& overrides) {
  const ShippedScene& scene = shipped_scene(name);
  return SceneDescription::from_text(std::string(scene.text), name + ".yaml", shipped_files(), overrides);
}

}  // namespace stickslip::scene
