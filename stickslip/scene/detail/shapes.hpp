// Shapes of rigid bodies in scenes: shape: {box: [1, 1, 1]}.
#pragma once

#include <vector>

#include "stickslip/geometry/shape.hpp"
#include "stickslip/scene/detail/kind.hpp"

namespace stickslip::scene::detail {

const std::vector<Kind<geometry::Shape>>& shape_kinds();

}  // namespace stickslip::scene::detail
