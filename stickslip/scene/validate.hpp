// A scene against a schema: every mistake, not only the first.
#pragma once

#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/node.hpp"
#include "stickslip/scene/schema.hpp"

namespace stickslip::scene {

// Adds what is wrong with `root`, a scene or a part of one: values of another kind, out of range, keys that are unknown, missing or
// without value, names that are no names of what they should be.
void validate(const Node& root, const Schema& schema, Mistakes& mistakes);

// Of bodies, contacts and the like, which also name files: lower-case letters, digits, '_' and '-', at most 64 of them.
bool is_name(const std::string& text) noexcept;

}  // namespace stickslip::scene
