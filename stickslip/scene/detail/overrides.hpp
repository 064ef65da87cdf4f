// Values put into a scene from outside, before it is checked.
#pragma once

#include <vector>

#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/scene_description.hpp"

namespace stickslip::scene::detail {

// Keys that are not there are added. What cannot be set is a mistake that names its path.
void apply(const std::vector<Override>& overrides, Node& root, Mistakes& mistakes);

}  // namespace stickslip::scene::detail
