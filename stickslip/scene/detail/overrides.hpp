// Values put into a scene from outside, before it is checked.
#pragma once

#include <string>
#include <vector>

#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/scene_description.hpp"

namespace stickslip::scene::detail {

// As "path=value", for messages.
std::vector<std::string> shown(const std::vector<Override>& overrides);

// Keys that are not there are added. What cannot be set is a mistake that names its path. The place of override i is {0, i + 1}.
void apply(const std::vector<Override>& overrides, Node& root, Mistakes& mistakes);

}  // namespace stickslip::scene::detail
