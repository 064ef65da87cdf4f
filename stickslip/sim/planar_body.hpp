// A rigid body that moves in the plane.
//
// mass     [kg], > 0
// inertia  about the centre of mass (CoM) [kg·m²], > 0
// pose     of the CoM in the world [m, rad]
// twist    of the CoM in the world's axes [m/s, rad/s]
#pragma once

#include "stickslip/core/planar.hpp"
#include "stickslip/core/pose2.hpp"

namespace stickslip::sim {

struct PlanarBody {
  double mass;
  double inertia;
  Pose2 pose = {};
  Twist2 twist = Twist2::Zero();
};

}  // namespace stickslip::sim
