// Motion and force of a body in space: a twist (v, ω) and a wrench (f, τ), the linear part first, both at a reference
// point and in the axes of one frame.
//
// v [m/s] velocity of the body's point at the reference point, ω [rad/s]; f [N], τ [N·m] about the reference point.
// V.head<3>() and F.head<3>() are the linear parts. Power is twist·wrench. Moving the reference point from P to Q:
//   (1)  v_Q = v_P + ω × p_PQ          (2)  τ_Q = τ_P − p_PQ × f
// The plane's (vx, vy, ω) and (fx, fy, τ) of planar.hpp are (vx, vy, 0, 0, 0, ω) and (fx, fy, 0, 0, 0, τ).
#pragma once

#include <Eigen/Geometry>

#include "stickslip/core/vector.hpp"

namespace stickslip {

using Twist3 = Vec<6>;
using Wrench3 = Vec<6>;

// The same twist, expressed at Q instead of P; p_PQ from P to Q: Eq. 1.
inline Twist3 twist_at(const Twist3& V_P, const Vec<3>& p_PQ) noexcept {
  Twist3 V_Q = V_P;
  V_Q.head<3>() += V_P.tail<3>().cross(p_PQ);
  return V_Q;
}

// The same wrench, expressed at Q instead of P; p_PQ from P to Q: Eq. 2.
inline Wrench3 wrench_at(const Wrench3& F_P, const Vec<3>& p_PQ) noexcept {
  Wrench3 F_Q = F_P;
  F_Q.tail<3>() -= p_PQ.cross(F_P.head<3>());
  return F_Q;
}

}  // namespace stickslip
