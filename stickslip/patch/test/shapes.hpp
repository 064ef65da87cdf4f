// The two shapes without convexity of [Waltersson 2024, Fig. 8], as polygons within a square of this side [m].
#pragma once

#include <vector>

#include "stickslip/patch/pressure.hpp"

namespace stickslip::patch::test {

inline std::vector<Vec<2>> box(double left, double bottom, double right, double top) {
  return {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
}

// Two square pads, left and right.
inline Pressure two_pads(double side) {
  const double half = 0.5 * side, pad = 0.15 * side;
  return Pressure::polygons(
      {box(-half, -0.5 * pad, -half + pad, 0.5 * pad), box(half - pad, -0.5 * pad, half, 0.5 * pad)});
}

// A bar from the left and an upright one at the right.
inline Pressure bar_and_post(double side) {
  const double half = 0.5 * side, thick = 0.15 * side, extent = 0.7 * side;
  return Pressure::polygons(
      {box(-half, -0.5 * thick, -half + extent, 0.5 * thick), box(half - thick, -0.5 * extent, half, 0.5 * extent)});
}

}  // namespace stickslip::patch::test
