// Where the patch is on a planar body, and what the body's motion means there.
//
//   (1)  v_P = A(q) v,   w = A(q)ᵀ w_P
//
// q, v, w   pose, twist and wrench of the body at its CoM, world axes
// v_P, w_P  twist and wrench at the patch's centre of pressure, in the patch's axes
// Frame::world: A = [1 0 −oy; 0 1 ox; 0 0 1], o = cop − (x, y).  Frame::body: A = [… cop …] diag(R(θ)ᵀ, 1).
#pragma once

#include <cmath>

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/patch_friction.hpp"
#include "stickslip/sim/frame.hpp"

namespace stickslip::sim::detail {

using patch::Matrix3;

class Placement {
 public:
  // Made for every evaluation of a Newton iteration, where a call would cost 2 % of a run.
  [[gnu::always_inline]] Placement(Frame frame, const Vec<2>& cop, const Vec<3>& q) noexcept : frame_(frame) {
    const Vec<2> o = frame == Frame::world ? Vec<2>(cop - q.head<2>()) : cop;
    a_ << 1.0, 0.0, -o(1), 0.0, 1.0, o(0), 0.0, 0.0, 1.0;
    if (frame == Frame::body) {
      const double c = std::cos(q(2)), s = std::sin(q(2));
      Matrix3 turn;
      turn << c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0;
      a_ = a_ * turn;
    }
  }

  const Matrix3& matrix() const noexcept { return a_; }

  // ∂(A v)/∂q.
  Matrix3 twist_by_pose(const Twist2& v) const noexcept {
    Matrix3 d = Matrix3::Zero();
    if (frame_ == Frame::world) {
      d(0, 1) = v(2);
      d(1, 0) = -v(2);
    } else {
      d.col(2) = a_ * Vec<3>(v(1), -v(0), 0.0);  // dRᵀ/dθ v = Rᵀ (vy, −vx)
    }
    return d;
  }

  // ∂(Aᵀ w)/∂q.
  Matrix3 wrench_by_pose(const Wrench2& w) const noexcept {
    Matrix3 d = Matrix3::Zero();
    if (frame_ == Frame::world) {
      d(2, 0) = -w(1);
      d(2, 1) = w(0);
    } else {
      const Vec<3> at_com = a_.transpose() * w;
      d.col(2) = Vec<3>(-at_com(1), at_com(0), 0.0);
    }
    return d;
  }

 private:
  Frame frame_;
  Matrix3 a_;
};

}  // namespace stickslip::sim::detail
