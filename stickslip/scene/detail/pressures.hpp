// Pressures of planar contacts in scenes: pressure: {disc: {radius: 0.01}}.
#pragma once

#include <vector>

#include "stickslip/patch/pressure.hpp"
#include "stickslip/scene/detail/kind.hpp"

namespace stickslip::scene::detail {

const std::vector<Kind<patch::Pressure>>& pressure_kinds();

}  // namespace stickslip::scene::detail
