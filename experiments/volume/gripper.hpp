// A box lifted and carried between two pads that are driven along a path: a gripper without its arm.
//
// 1 kg, 80 × 30 × 70 mm, pads of 30 × 30 mm 20 mm above its centre of mass; lifted by 0.15 m in 0.5 s, carried by 0.446 m in 0.8 s.
// The speed is ∝ u² (1 − u)², u the share of the time, or half a sine, which begins with a jump of the acceleration.
#pragma once

#include "experiments/volume/bench.hpp"

namespace stickslip::experiments::volume {

enum class GripMotion { smooth, half_sine };

// The grip below which the square pads cannot bear what they must, at the worst moment, by the exact limit surface [N].
double least_grip(GripMotion motion);

struct Gripped {
  double moved;  // farthest from where the hand had it [m]
  double creep;  // afterwards [m/s]
  int unsolved;
  sim::Recording recording;
};

// Each pad presses with a force [N]; `hold`: held still afterwards [s].
Gripped grip(const Contact& contact, GripMotion motion, double force, double h, double hold);

}  // namespace stickslip::experiments::volume
