// An arm of seven hinges with the lengths and masses of a PA10, and a gripper of two fingers: that of [Wakisaka 2017, Figs. 7 and 8].
//
// Straight up its hinges turn about z, x, z, x, z, x, z. Between base and shoulder are 315 mm, shoulder and elbow 450 mm, elbow and wrist
// 500 mm, wrist and flange 80 mm; links are solid bars. The gripper points down, and its fingers close along y, whatever the arm does.
//
// Hinges follow their angles by springs and dampers that are implicit in the step, gravity and what velocities cause compensated:
//
//   (1)  τ = k (q* − q) + b (q̇* − q̇) + τ_0,   τ_0 = Σ Jᵀ (m (a + g), I α + ω × I ω) over the links, with q̈ = 0
//
// Fingers press by ±F, and follow their common middle by a spring and a damper, for opposed forces alone would leave it free.
#pragma once

#include <array>
#include <functional>

#include "experiments/volume/bench.hpp"

namespace stickslip::experiments::volume {

inline constexpr int arm_hinges = 7;
using ArmVector = Vec<arm_hinges>;

// Of the wrist at a time [m, s].
using WristPath = std::function<Vec<3>(double)>;

// Share of a way per share u of its time, with speed and acceleration from 0 to 0: u³ (10 − 15 u + 6 u²).
double smooth_share(double u);

class Arm {
 public:
  static constexpr double finger_height = 0.07, finger_width = 0.03, finger_depth = 0.01;  // z, x, y [m]
  static constexpr double finger_below = 0.125;  // its centre, below the wrist [m]

  // Adds the arm, its base at the origin and its wrist at a place, and fingers whose faces are that far apart, to a world. Nothing of
  // it touches anything that is there by then: allow it by set_collision.
  Arm(sim::World& world, const Vec<3>& wrist, double apart, const sim::Surface& surface);

  // For the step from t to t + h.
  void follow(sim::World& world, const WristPath& path, double t, double h) const;
  // Fingers press with a force [N].
  void squeeze(sim::World& world, double force) const;
  // Fingers are driven to a distance between their faces that changes at a rate [m, m/s].
  void open(sim::World& world, double apart, double rate) const;

  double apart(const sim::World& world) const;
  Vec<3> wrist(const sim::World& world) const;
  std::array<int, 2> fingers() const { return finger_; }

 private:
  std::vector<int> body_;
  std::array<int, arm_hinges> hinge_;
  std::array<int, 2> finger_, slider_;  // at +y and at −y
  ArmVector start_;                     // angles when joints were added, where their positions are 0
  double apart_;                        // and fingers
};

}  // namespace stickslip::experiments::volume
