// The friction of a contact area that is hardly more than a line: the long axis, with a density along it and a spread across.
//
//   (1)  ψ(s) = ∫ q √(v_y² + (v_z + ω y)² + ω² ε²) dy,   q = chord × p,   ε² = (area/length)²/12
//   (2)  near the centre of rotation = |ω| ∫ q √(h² + η²) dη,   η = y − y_c,   y_c = −v_z/ω,   h² = (v_y/ω)² + ε²,
//        and its derivatives, from ∫ ηᵐ/√(h² + η²) and ∫ ηᵐ/√(h² + η²)³, m ≤ 3
//
// y, z         along and across the axis, from the middle of the area [m]
// v_y, v_z, ω  slip there, along those axes
// chord, p     width of the area at y, and pressure in the middle of it: q is quadratic between the corners' y
//
// Why: on a sliver the exact sums of pressed_polygons.hpp turn by their full amount while the centre of rotation moves across its width,
// and Newton's method needs thousands of steps. Gauss points take over where the centre is farther than three lengths, and on intervals
// so short that the differences of (2) cancel: below 0.03 of the length. Ours. Memory is kept.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "stickslip/core/vector.hpp"
#include "stickslip/patch/patch_friction.hpp"

namespace stickslip::patch {

// ψ and its derivatives at a slip: of pressed_polygons.hpp and of this.
struct Support {
  double value;
  Vec<3> gradient;
  Matrix3 hessian;
  Matrix3 gradient_by_a;  // column j: ∂∇ψ/∂a_j
};

class PressedLine {
 public:
  // centre: of the area. axis: of its long extent, of unit length. Then one polygon after the other, as in pressed_polygons.hpp.
  void begin(const Vec<2>& centre, const Vec<2>& axis, double area);
  void add(std::span<const Vec<2>> corners, const Vec<3>& a);
  void finish() noexcept;

  Support support(const Vec<3>& s) const noexcept;

 private:
  // q of the pressures 1, y, z, and of p itself: coefficients of 1, t, t², t = y − middle, so that short intervals keep their digits.
  struct Interval {
    double middle, half;
    std::array<Vec<3>, 3> of;
    Vec<3> q;
  };
  struct Sums;
  void add_interval(const Interval& interval, const Vec<3>& v, Sums& sums) const noexcept;

  Vec<2> centre_ = Vec<2>::Zero(), axis_ = Vec<2>::UnitX();
  double area_ = 0.0, low_ = 0.0, high_ = 0.0, spread2_ = 0.0;
  std::vector<Interval> intervals_;
  std::vector<Vec<2>> turned_;
};

}  // namespace stickslip::patch
