// The flat parts of a limit surface of point loads.
//
// A rotation about load i leaves that load's friction undetermined: any force up to its weight. So all wrenches
//   (1)  w = W_i + (f, ρ_i × f),  ‖f‖ ≤ weight_i,   W_i: wrench of the other loads under the rotation
// have that rotation as their twist. They are a facet of the surface, of which there are two a load.
// Frame and signs are those of limit_surface.hpp. Cost: the loads squared. No allocation.
#pragma once

#include <optional>

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/detail/normal_map.hpp"
#include "stickslip/patch/surface/points_surface.hpp"

namespace stickslip::patch::detail {

// Twist and gauge of w, not zero, if its ray meets a facet; nothing if it does not. r > 0.
std::optional<Normal> facet_normal(const PointsSurface& points, const Wrench2& w, double r) noexcept;

}  // namespace stickslip::patch::detail
