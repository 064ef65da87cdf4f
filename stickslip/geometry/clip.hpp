// The part of an outline on one side of a straight line, and what two polygons have in common.
//
// An outline is a closed chain of points; its area, and every integral over it, counts with the sign of its sense. The
// part of an outline without convexity may fall apart: its pieces are then joined by edges that run to and fro, which
// add nothing to any integral.
#pragma once

#include <vector>

#include "stickslip/core/vector.hpp"
#include "stickslip/geometry/polygon.hpp"

namespace stickslip::geometry {

using Outline = std::vector<Vec<2>>;

// The part of `outline` with normal·x ≤ offset, into `part` (another vector, whose memory is used again).
void clip(const Outline& outline, const Vec<2>& normal, double offset, Outline& part);

// Area that two polygons share [m²], ≥ 0 up to rounding.
double common_area(const Polygon& first, const Polygon& second);

}  // namespace stickslip::geometry
