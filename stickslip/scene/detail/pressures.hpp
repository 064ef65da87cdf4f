// Pressures of planar contacts in scenes: pressure: {disc: {radius: 0.01}}, or one that follows the load.
#pragma once

#include <vector>

#include "stickslip/scene/detail/kind.hpp"
#include "stickslip/scene/scene_description.hpp"

namespace stickslip::scene::detail {

const std::vector<Kind<ScenePressure>>& pressure_kinds();

// Throws WrongAt, below the pressure's key, where a contact that follows the load has no shape for one that occurs until the end of the run.
void require_shapes(const ScenePressure& pressure, const Profile& normal_force, double until, const Node& node);

}  // namespace stickslip::scene::detail
