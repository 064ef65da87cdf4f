#include "stickslip/scene/scene_description.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "stickslip/record/input_file.hpp"
#include "stickslip/scene/detail/builder.hpp"
#include "stickslip/scene/detail/overrides.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/scene_schema.hpp"
#include "stickslip/scene/utf8.hpp"
#include "stickslip/scene/validate.hpp"
#include "stickslip/scene/yaml.hpp"

namespace stickslip::scene {

namespace {

// A name for the scene from that of its file.
std::string name_from(const std::string& file) {
  std::string name;
  for (const char c : std::filesystem::path(file).stem().string()) {
    const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    name += is_scene_name(std::string(1, small)) ? small : '-';
  }
  name.resize(std::min<std::size_t>(name.size(), 64));
  return name.empty() ? "scene" : name;
}

// Results hold UTF-8 without zero characters, which escapes such as "\0" and texts built in code may have.
void check_texts(const Node& node, Mistakes& mistakes) {
  const auto check = [&](const std::string& text, const Place& place) {
    if (first_bad_byte(text) == text.size()) return;
    mistakes.add(place, "the text '" + excerpt(text) + "' must be UTF-8 without zero characters");
  };
  if (node.is(NodeKind::text)) check(node.text(), node.place());
  for (const Node& item : node.items()) check_texts(item, mistakes);
  for (const NodeEntry& entry : node.entries()) {
    check(entry.key, entry.place);
    check_texts(entry.value, mistakes);
  }
}

// The last of several that have one path is what counts.
std::vector<Override> without_replaced(const std::vector<Override>& overrides) {
  std::map<std::vector<std::string>, std::size_t> last;  // by the parts of a path
  std::vector<std::map<std::vector<std::string>, std::size_t>::iterator> whose;
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    whose.push_back(last.insert_or_assign(parts_of(overrides[i].path), i).first);
  }
  std::vector<Override> kept;
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    if (whose[i]->second == i) kept.push_back(overrides[i]);
  }
  return kept;
}

SceneDescription::Model model_of(const Node& root, const SceneFiles& files, const BrokenNodes& broken,
                                 Mistakes& mistakes) {
  const detail::Source source{root, files, broken};
  switch (kind_of(root)) {
    case SceneKind::planar:
      return detail::planar_scene(source, mistakes);
    case SceneKind::point:
      return detail::point_scene(source, mistakes);
    case SceneKind::rigid:
      break;
  }
  return detail::rigid_scene(source, mistakes);
}

}  // namespace

SceneDescription SceneDescription::read(const std::filesystem::path& file, const std::vector<Override>& overrides) {
  const std::string text = record::InputFile(file).read(largest_file + 1);
  return from_text(text, file.string(), SceneFiles::below(file.parent_path()), overrides);
}

SceneDescription SceneDescription::from_text(const std::string& text, const std::string& file, const SceneFiles& files,
                                             const std::vector<Override>& overrides) {
  return {read_yaml(text, file), text, file, files, overrides};
}

SceneDescription SceneDescription::from_node(Node node, const std::string& file, const SceneFiles& files,
                                             const std::vector<Override>& overrides) {
  std::string text = write_yaml(node);
  return {std::move(node), std::move(text), file, files, overrides};
}

SceneDescription::SceneDescription(Node node, std::string text, const std::string& file, const SceneFiles& files,
                                   const std::vector<Override>& overrides)
    : node_(std::move(node)), text_(std::move(text)), overrides_(without_replaced(overrides)) {
  const std::vector<std::string> changes = detail::shown(overrides);
  Mistakes mistakes;
  detail::apply(overrides, node_, mistakes);
  mistakes.require_none(file, changes);
  check_texts(node_, mistakes);
  mistakes.require_none(file, changes);
  if (is_true(node_, "planar") && is_true(node_, "point")) {
    mistakes.add(node_.find("point")->place(), "a scene is planar or a point, not both");
    mistakes.require_none(file, changes);
  }
  const BrokenNodes broken = validate(node_, scene_schema(kind_of(node_)), mistakes);
  if (!node_.is(NodeKind::map)) mistakes.require_none(file, changes);
  const Node* const given_name = detail::given(node_, "name");
  if (given_name != nullptr && !broken.contains(given_name) && !is_scene_name(given_name->text())) {
    mistakes.add(given_name->place(),
                 "name = '" + excerpt(given_name->text()) + "' must be made of " + scene_name_rule);
  }
  // What does not depend on a broken part is checked all the same.
  model_ = model_of(node_, files, broken, mistakes);
  mistakes.require_none(file, changes);
  name_ = given_name == nullptr ? name_from(file) : given_name->text();
  if (const Node* title = detail::given(node_, "title"); title != nullptr) title_ = title->text();
  make_texts(node_, scene_schema(kind_of(node_)));
}

}  // namespace stickslip::scene
