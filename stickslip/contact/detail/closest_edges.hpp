// The points of two edges that are nearest to each other.
#pragma once

#include "stickslip/contact/detail/posed_shape.hpp"

namespace stickslip::contact::detail {

struct NearPoints {
  Vec<3> on_a, on_b;
  double share_a, share_b;  // from tail to head, 0 … 1
};

NearPoints closest_on_edges(const PosedPolyhedron& a, const PosedPolyhedron::Edge& edge_a, const PosedPolyhedron& b,
                            const PosedPolyhedron::Edge& edge_b) noexcept;

}  // namespace stickslip::contact::detail
