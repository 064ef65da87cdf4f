#include "stickslip/sweep/detail/grouped_keys.hpp"

#include <set>
#include <utility>

#include "stickslip/scene/utf8.hpp"
#include "stickslip/scene/validate.hpp"
#include "stickslip/sweep/detail/tried_keys.hpp"

namespace stickslip::sweep::detail {

using scene::Node;
using scene::NodeEntry;

void GroupedKeys::add(const std::string& name, const Node& map, const std::string& path, scene::Mistakes& mistakes) {
  const Node* const given = map.find("keys");
  if (given == nullptr || given->is(scene::NodeKind::null)) return;
  if (!scene::is_scene_name(name)) {
    mistakes.add(given->place(), path + ".keys: the name of several keys, '" + scene::excerpt(name) +
                                     "', must be made of " + scene::scene_name_rule);
  }
  if (given->entries().empty()) {
    mistakes.add(given->place(), path + ".keys has none, must have at least one key");
  }
  std::vector<KeyFactor> keys;
  for (const NodeEntry& entry : given->entries()) keys.push_back({entry.key, entry.value.number()});
  keys_[name] = std::move(keys);
}

VariableName GroupedKeys::variable(const std::string& name, const UnitOf& unit_of) const {
  VariableName variable{.key = name};
  if (const auto found = keys_.find(name); found != keys_.end()) variable.keys = found->second;
  std::set<std::string> units;
  for (const auto& [key, factor] : variable.assigned(1.0)) units.insert(unit_of(key));
  if (units.size() == 1) variable.unit = *units.begin();
  return variable;
}

}  // namespace stickslip::sweep::detail
