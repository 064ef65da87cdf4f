// Values put into a study from outside, before it is checked.
#pragma once

#include <vector>

#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/scene_description.hpp"

namespace stickslip::sweep::detail {

// As those of scenes; behind "variables." all is one key. `root` is a map. What cannot be set is a mistake; the place of override i is
// {0, i + 1}.
void override_study(scene::Node& root, const std::vector<scene::Override>& overrides, scene::Mistakes& mistakes);

}  // namespace stickslip::sweep::detail
