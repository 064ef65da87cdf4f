// The convex outline of points in the plane, counter-clockwise.
//
// Corners whose neighbours' line they leave by less than 1e-13 of the extent are left out: points that lie over one another but for
// rounding are one. Andrew's monotone chain. Fewer than three corners are left where the points lie on one line.
#pragma once

#include <vector>

#include "stickslip/core/vector.hpp"

namespace stickslip::contact::detail {

// Sorts `points`; allocates nothing where `outline` has room for twice as many.
void convex_outline(std::vector<Vec<2>>& points, std::vector<Vec<2>>& outline);

}  // namespace stickslip::contact::detail
