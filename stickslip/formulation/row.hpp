// What a row of a problem stands for, and the unknown of the same number with it.
#pragma once

#include <cstdint>

#include "stickslip/core/names.hpp"

namespace stickslip::formulation {

enum class RowRole : std::uint8_t { velocity, joint, normal, tangent, up, lo, ray, slack };

struct Row {
  RowRole role;
  int index;      // of the contact; of the body for `velocity`, of the joint's row for `joint`
  int component;  // velocity: 0 to 5;  tangent: 0, 1;  up, lo: the direction;  ray: 0 to 2k − 1;  else 0

  bool operator==(const Row&) const = default;
};

// A row of the table below.
struct RowRoleRow {
  RowRole value;
  std::string_view name;
  std::string_view unknown;
};

}  // namespace stickslip::formulation

template <>
struct stickslip::Names<stickslip::formulation::RowRole> {
  using R = stickslip::formulation::RowRole;
  static constexpr stickslip::formulation::RowRoleRow table[] = {
      {R::velocity, "velocity", "velocity of a body after the step"},
      {R::joint, "joint", "impulse of a joint's row"},
      {R::normal, "normal", "normal impulse"},
      {R::tangent, "tangent", "friction impulse along an axis"},
      {R::up, "up", "speed of slip along a direction"},
      {R::lo, "lo", "speed of slip against a direction"},
      {R::ray, "ray", "friction impulse along a ray"},
      {R::slack, "slack", "speed of slip"},
  };
};
