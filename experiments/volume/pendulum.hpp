// A box that tips over an edge as a pendulum: about the edge, without slip, from rest.
//
//   (1)  (I/m + r²) θ̈ = g r sin θ,   r the distance of the centre of mass from the edge, θ its angle from the vertical
#pragma once

#include <cmath>

#include "experiments/volume/bench.hpp"

namespace stickslip::experiments::volume {

class Pendulum {
 public:
  // past: of the centre of mass, beyond the edge; height: above it [m]; spread: I/m about an axis along the edge [m²]
  Pendulum(double past, double height, double spread)
      : start_(std::atan2(past, height)), angle_(start_), arm_(std::hypot(past, height)), spread_(spread) {}

  // Of a cube of `cube_side`.
  explicit Pendulum(double past) : Pendulum(past, 0.5 * cube_side, cube_side * cube_side / 6.0) {}

  void step(double h) {
    const auto rate = [&](double angle) { return gravity * arm_ / (spread_ + arm_ * arm_) * std::sin(angle); };
    constexpr int parts = 10;
    for (int i = 0; i < parts; ++i) {
      const double dt = h / parts, middle = angle_ + 0.5 * dt * speed_;
      const double faster = speed_ + dt * rate(middle);
      angle_ = middle + 0.5 * dt * faster;
      speed_ = faster;
    }
  }
  double turned() const { return angle_ - start_; }
  double speed() const { return speed_; }

 private:
  double start_, angle_, arm_, spread_, speed_ = 0.0;
};

}  // namespace stickslip::experiments::volume
