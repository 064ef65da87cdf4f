// Keys of the scene that one variable of a study stands for, each with a factor: {grip: {keys: {a: 1, b: -1}, uniform: [5, 20]}}.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/node.hpp"
#include "stickslip/sweep/variables.hpp"

namespace stickslip::sweep::detail {

class GroupedKeys {
 public:
  // Those of a variable, or of `find`, if its map has any. What is wrong beyond the schema is added to the mistakes.
  void add(const std::string& name, const scene::Node& map, const std::string& path, scene::Mistakes& mistakes);

  // A variable by its name: with the keys that it stands for, if there are several, and their unit, if it is one.
  using UnitOf = std::function<std::string(const std::string& key)>;
  VariableName variable(const std::string& name, const UnitOf& unit_of) const;

 private:
  std::map<std::string, std::vector<KeyFactor>> keys_;  // by variable
};

}  // namespace stickslip::sweep::detail
