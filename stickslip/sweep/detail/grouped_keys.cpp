#include "stickslip/sweep/detail/grouped_keys.hpp"

#include <set>

#include "stickslip/scene/utf8.hpp"
#include "stickslip/scene/validate.hpp"

namespace stickslip::sweep::detail {

using scene::Node;
using scene::NodeEntry;

namespace {

// Null where there are none.
const Node* keys_of(const Node& map) {
  const Node* const keys = map.find("keys");
  return keys == nullptr || keys->is(scene::NodeKind::null) ? nullptr : keys;
}

}  // namespace

void check_grouped_keys(const std::string& name, const scene::Place& place, const Node& map, const std::string& path,
                        scene::Mistakes& mistakes) {
  const Node* const keys = keys_of(map);
  if (keys == nullptr) return;
  if (!scene::is_scene_name(name)) {
    mistakes.add(place, path + ".keys: the name of several keys, '" + scene::excerpt(name) + "', must be made of " +
                            scene::scene_name_rule);
  }
  if (keys->entries().empty()) mistakes.add(keys->place(), path + ".keys has none, must have at least one key");
}

VariableName variable_of(const std::string& name, const Node& map, const UnitOf& unit_of) {
  VariableName variable{.key = name};
  if (const Node* const keys = keys_of(map)) {
    for (const NodeEntry& entry : keys->entries()) variable.keys.push_back({entry.key, entry.value.number()});
  }
  std::set<std::string> units;
  for (const auto& [key, factor] : variable.assigned(1.0)) units.insert(unit_of(key));
  if (units.size() == 1) variable.unit = *units.begin();
  return variable;
}

}  // namespace stickslip::sweep::detail
