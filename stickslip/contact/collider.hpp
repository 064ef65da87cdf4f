// A shape of a body, where it is now, and how fast it may move: what contacts are found between.
//
//   (1)  x_world = rotation · x_shape + position
//
// body         index of the body; the ground may be −1
// shape_index  which of the body's shapes it is
// shape        not owned: it must outlive the collider
// rotation     from the shape's axes to the world's, orthonormal: not checked
// position     of the shape's origin, world axes [m]
// speed        bound on how fast any of its points moves in the step, ≥ 0 [m/s]
// moves        whether impulses can move the body. Two that do not move have no contacts with each other
// A collider with a rotation, position or speed that is not finite has no contacts.
#pragma once

#include <cstdint>

#include "stickslip/core/vector.hpp"
#include "stickslip/geometry/shape.hpp"

namespace stickslip::contact {

struct Collider {
  int body = 0;
  std::uint16_t shape_index = 0;
  const geometry::Shape* shape = nullptr;
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Vec<3> position = Vec<3>::Zero();
  double speed = 0.0;
  bool moves = true;
};

}  // namespace stickslip::contact
