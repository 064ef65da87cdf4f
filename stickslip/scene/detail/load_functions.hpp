// Numbers that depend on the normal force: a number, or a tagged map such as {power: {c: 6e-3, gamma: 0.333}}.
//
// They are monotone between two neighbours of loads_between(), so that what holds at all of these holds for every load.
#pragma once

#include <functional>
#include <vector>

#include "stickslip/scene/detail/kind.hpp"

namespace stickslip::scene::detail {

using LoadFunction = std::function<double(double)>;  // of fn > 0 [N]

const std::vector<Kind<LoadFunction>>& load_kinds();

// A plain number, as its schema has it, or a function of the load.
Schema load_schema(Schema number);

LoadFunction load_function_of(const Node& node, const SceneFiles& files);

// The loads strictly between two at which a table has a row.
std::vector<double> loads_between(const Node& node, double low, double high);

}  // namespace stickslip::scene::detail
