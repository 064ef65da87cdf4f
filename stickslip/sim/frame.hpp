// What the friction patch of a planar body is fixed to.
#pragma once

#include <cstdint>

#include "stickslip/core/names.hpp"

namespace stickslip::sim {

enum class Frame : std::uint8_t {
  world,  // the patch stands still, its frame at the world's origin, and the body moves through it: a gripper
  body,   // the patch's frame is that of the body, origin at its centre of mass: a slider on a table
};

}  // namespace stickslip::sim

template <>
struct stickslip::Names<stickslip::sim::Frame> {
  static constexpr Named<sim::Frame> table[] = {{sim::Frame::world, "world"}, {sim::Frame::body, "body"}};
};
