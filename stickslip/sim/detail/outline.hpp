// The surface of a body as polygons, for pictures.
#pragma once

#include <string>

#include <Eigen/Geometry>

#include "stickslip/record/series.hpp"
#include "stickslip/sim/rigid_body.hpp"

namespace stickslip::sim::detail {

// Corners in body axes, columns facet, x, y, z. A plane is a square that reaches across `room`.
record::Series outline_of(const RigidBody& body, const Eigen::AlignedBox3d& room, const std::string& name);

}  // namespace stickslip::sim::detail
