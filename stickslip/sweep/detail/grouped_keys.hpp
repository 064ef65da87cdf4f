// Keys of the scene that one variable of a study stands for, each with a factor: {grip: {keys: {a: 1, b: -1}, uniform: [5, 20]}}.
#pragma once

#include <functional>
#include <string>

#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/node.hpp"
#include "stickslip/sweep/variables.hpp"

namespace stickslip::sweep::detail {

// Of a variable, or of `find`: `map` may have them. What is wrong beyond the schema is added to the mistakes, what concerns the name at its
// place.
void check_grouped_keys(const std::string& name, const scene::Place& place, const scene::Node& map,
                        const std::string& path, scene::Mistakes& mistakes);

// A variable by its name: with the keys that it stands for, if there are several, and their unit, if it is one.
using UnitOf = std::function<std::string(const std::string& key)>;
VariableName variable_of(const std::string& name, const scene::Node& map, const UnitOf& unit_of);

}  // namespace stickslip::sweep::detail
