#include "stickslip/sweep/detail/base_scene.hpp"

#include <cstdlib>
#include <span>
#include <utility>

#include "stickslip/scene/scene_schema.hpp"
#include "stickslip/scene/shipped.hpp"
#include "stickslip/scene/yaml.hpp"

namespace stickslip::sweep::detail {

namespace {

using scene::Schema;
using scene::SchemaKind;

std::optional<SceneNumber> number_in(const Schema& schema, std::span<const std::string> path);

// Of a profile such as {sine: {mean: 3}} or a plain number: pure numbers within are in the unit of the plain one.
std::optional<SceneNumber> number_in_either(const Schema& schema, std::span<const std::string> path) {
  std::optional<std::string> plain;
  for (const Schema& alternative : schema.alternatives()) {
    if (alternative.kind() == SchemaKind::number) plain = alternative.unit();
    std::optional<SceneNumber> number = number_in(alternative, path);
    if (!number) continue;
    if (number->unit == "1" && plain) number->unit = *plain;
    return number;
  }
  return {};
}

// "m" of the first of [x, y, θ], whose unit is "m, m, rad".
std::string unit_of_item(const std::string& units, const std::string& index) {
  std::size_t begin = 0;
  for (std::size_t skipped = std::strtoul(index.c_str(), nullptr, 10); skipped > 0; --skipped) {
    const auto comma = units.find(", ", begin);
    if (comma == std::string::npos) return units;  // one unit for all
    begin = comma + 2;
  }
  return units.substr(begin, units.find(", ", begin) - begin);
}

std::optional<SceneNumber> number_in(const Schema& schema, std::span<const std::string> path) {
  if (schema.kind() == SchemaKind::either) return number_in_either(schema, path);
  if (path.empty()) {
    const bool is_whole = schema.kind() == SchemaKind::integer;
    if (schema.kind() != SchemaKind::number && !is_whole) return {};
    return SceneNumber{schema.unit(), is_whole};
  }
  switch (schema.kind()) {
    case SchemaKind::object:
    case SchemaKind::tagged: {
      const scene::SchemaKey* const key = schema.find(path.front());
      return key == nullptr ? std::nullopt : number_in(key->schema, path.subspan(1));
    }
    case SchemaKind::named:
      return number_in(schema.item(), path.subspan(1));
    case SchemaKind::list: {
      std::optional<SceneNumber> number = number_in(schema.item(), path.subspan(1));
      if (number) number->unit = unit_of_item(number->unit, path.front());
      return number;
    }
    default:
      return {};
  }
}

}  // namespace

BaseScene::BaseScene(const std::filesystem::path& folder, const std::string& name) : name_(name) {
  const bool is_shipped = scene::is_shipped_name(name) && !std::filesystem::exists(folder / name);
  const std::filesystem::path file = is_shipped ? std::filesystem::path(name + ".yaml") : folder / name;
  text_ = is_shipped ? std::string(scene::shipped_scene(name).text)
                     : scene::SceneFiles::below(folder).read(name, scene::largest_file);
  const scene::SceneFiles sources = is_shipped ? scene::shipped_files() : scene::SceneFiles::below(file.parent_path());
  files_ = scene::SceneFiles([cache = cache_, sources](const std::string& asked) {
    const std::lock_guard lock(cache->mutex);
    const auto found = cache->bytes.find(asked);
    if (found != cache->bytes.end()) return found->second;
    return cache->bytes.emplace(asked, sources.read(asked, std::string::npos)).first->second;
  });
  description_ = scene::SceneDescription::from_text(text_, file.string(), files_);
}

std::vector<std::string> BaseScene::texts() const {
  std::vector<std::string> all = {text_};
  const std::lock_guard lock(cache_->mutex);
  for (const auto& [name, bytes] : cache_->bytes) {
    all.push_back(name);
    all.push_back(bytes);
  }
  return all;
}

scene::SceneDescription BaseScene::with(const std::vector<scene::Override>& changes) const {
  return scene::SceneDescription::from_node(description_->node(), name_, files_, changes);
}

std::optional<SceneNumber> BaseScene::number_at(const std::string& path) const {
  return number_in(scene::scene_schema(scene::kind_of(description_->node())), scene::parts_of(path));
}

}  // namespace stickslip::sweep::detail
