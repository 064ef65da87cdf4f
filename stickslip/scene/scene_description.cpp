#include "stickslip/scene/scene_description.hpp"

#include <algorithm>
#include <utility>

#include "stickslip/record/input_file.hpp"
#include "stickslip/scene/detail/builder.hpp"
#include "stickslip/scene/detail/overrides.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/scene_schema.hpp"
#include "stickslip/scene/validate.hpp"
#include "stickslip/scene/yaml.hpp"

namespace stickslip::scene {

namespace {

// A name for the scene from that of its file.
std::string name_from(const std::string& file) {
  std::string name;
  for (const char c : std::filesystem::path(file).stem().string()) {
    const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    name += is_name(std::string(1, small)) ? small : '-';
  }
  name.resize(std::min<std::size_t>(name.size(), 64));
  return name.empty() ? "scene" : name;
}

SceneDescription::Model model_of(const Node& root, const SceneFiles& files, Mistakes& mistakes) {
  switch (kind_of(root)) {
    case SceneKind::planar:
      return detail::planar_scene(root, files, mistakes);
    case SceneKind::point:
      return detail::point_scene(root, files, mistakes);
    case SceneKind::rigid:
      break;
  }
  return detail::rigid_scene(root, files, mistakes);
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
    : node_(std::move(node)), text_(std::move(text)), overrides_(overrides) {
  Mistakes mistakes;
  detail::apply(overrides, node_, mistakes);
  mistakes.require_none(file);
  validate(node_, scene_schema(kind_of(node_)), mistakes);
  if (const Node* name = node_.find("name"); name != nullptr && !name->is(NodeKind::null) && !is_name(name->text())) {
    mistakes.add(name->place(),
                 "name = '" + name->text() + "' must be made of lower-case letters, digits, '_' and '-', at most 64");
  }
  mistakes.require_none(file);
  model_ = model_of(node_, files, mistakes);
  mistakes.require_none(file);
  const Node *name = detail::given(node_, "name"), *title = detail::given(node_, "title");
  name_ = name == nullptr ? name_from(file) : name->text();
  if (title != nullptr) title_ = title->text();
}

}  // namespace stickslip::scene
