// A rigid body that moves in the plane.
//
// pose     of the centre of mass (CoM) in the world [m, rad]
// twist    of the CoM in the world's axes [m/s, rad/s]
#pragma once

#include <tuple>

#include "stickslip/core/field.hpp"
#include "stickslip/core/planar.hpp"
#include "stickslip/core/pose2.hpp"

namespace stickslip::sim {

struct PlanarBody {
  double mass = required;
  double inertia = required;
  Pose2 pose = {};
  Twist2 twist = Twist2::Zero();

  static constexpr auto fields() {
    using B = PlanarBody;
    return std::tuple{
        Field{"mass", &B::mass, "kg", positive, "of the body"},
        Field{"inertia", &B::inertia, "kg m2", positive, "moment of inertia about the centre of mass (CoM)"}};
  }
};

}  // namespace stickslip::sim
