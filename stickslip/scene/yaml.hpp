// Scene files as text: YAML 1.2, of which anchors and aliases are kept and tags are not. The merge key << of YAML 1.1 works: `<<: *base` takes
// the entries of `base` whose keys the map does not have itself.
//
// Read within bounds, whatever the bytes: UTF-8 of at most 64 MiB, a million values after expanding aliases, a hundred levels. Keys are
// texts, none twice in a map.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "stickslip/scene/node.hpp"

namespace stickslip::scene {

inline constexpr std::size_t largest_file = std::size_t{64} << 20U;  // [byte]
inline constexpr std::size_t most_values = 1'000'000;
inline constexpr std::size_t most_levels = 100;

// Throws SceneError, with `file` in the message, for what is not valid YAML or out of bounds. An empty text is a null.
Node read_yaml(std::string_view text, const std::string& file);

// Text that reads back as the same values: numbers with the fewest digits that do, short lists and maps on one line.
std::string write_yaml(const Node& node);
// The same on one line, without its end.
std::string write_yaml_line(const Node& node);

}  // namespace stickslip::scene
