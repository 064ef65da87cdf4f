// The steady friction wrench of point loads.
//
//   (1)  v_i = v_t + ω ẑ×x_i      (2)  f = −Σ p_i v_i/‖v_i‖,   τ = −Σ p_i x_i × v_i/‖v_i‖
//
// x_i, p_i  position of load i from the CoP [m] and its share of the normal force
//
// Twists and wrenches at the CoP, μ = 1, fn = 1. A load at the centre of rotation can bear any force up to p_i: it
// counts with the middle of that set, zero. wrench(0) = 0; a twist that is not finite gives NaN.
// Cost: a square root and a division a load. No allocation.
#pragma once

#include <vector>

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::patch {

class PointsSurface {
 public:
  PointsSurface(const Points& points, const Vec<2>& cop);

  Wrench2 wrench(const Twist2& v) const noexcept;

  const std::vector<Vec<2>>& positions() const noexcept { return positions_; }  // from the CoP [m]
  const std::vector<double>& weights() const noexcept { return weights_; }

 private:
  std::vector<Vec<2>> positions_;
  std::vector<double> weights_;
  double length_ = 1.0;  // of the farthest load from the CoP; 1 if there is but one load [m]
};

}  // namespace stickslip::patch
