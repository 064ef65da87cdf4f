// A scene against a schema: every mistake, not only the first.
#pragma once

#include <set>
#include <string>

#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/node.hpp"
#include "stickslip/scene/schema.hpp"

namespace stickslip::scene {

// The values that hold a mistake, and all that they are within.
using BrokenNodes = std::set<const Node*>;

// Adds what is wrong with `root`, a scene or a part of one: values of another kind, out of range, keys that are unknown, missing or
// without value, names that are no names of what they should be.
BrokenNodes validate(const Node& root, const Schema& schema, Mistakes& mistakes);

// Scalars of a good scene that its schema takes as texts become texts: what is called 1e3 is not written again as 1000.
void make_texts(Node& node, const Schema& schema);

// Of bodies, contacts and the like, of which the names of files are made: contact_box__ground.csv. Names without "__" keep these apart.
inline constexpr const char* name_rule =
    "lower-case letters, digits, '_' and '-', at most 40, without '_' at the ends and without '__'";
bool is_name(const std::string& text) noexcept;

// Of a scene.
inline constexpr const char* scene_name_rule = "lower-case letters, digits, '_' and '-', at most 64";
bool is_scene_name(const std::string& text) noexcept;

}  // namespace stickslip::scene
