// Bodies between which forces act that depend on how they move, implicitly: the velocities after a step.
//
//   (1)  M (v − v_free) = Σ Jᵀ r(J v + d),   M = diag(m, m, m, I) per body
//   (2)  y = J v + d + ε r,   low ≤ r ≤ high:   y = 0 between the bounds, ≥ 0 at the lower, ≤ 0 at the upper one      for each row
//
// r(u)   impulse of a force, six numbers, as a function of the velocity u where it acts: a BodyForceLaw, with its derivative
// J      velocity where a force acts per velocity of its first and its second body; the latter's sign is in it
// d      what the velocity is besides J v: of bodies with a prescribed motion
// Bodies and rows as in body_cone_problem.hpp.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "stickslip/core/vector.hpp"
#include "stickslip/solvers/body_cone_problem.hpp"

namespace stickslip::solvers {

struct BodyForceProblem {
  static constexpr int none = BodyConeProblem::none;
  using Matrix = Eigen::Matrix<double, 6, 6>;

  struct Force {
    int first, second;  // bodies, one of which may be `none`
    Matrix J_first, J_second;
    Vec<6> d;
  };

  std::vector<BodyConeProblem::Body> bodies;
  std::vector<Force> forces;
  std::vector<BodyConeProblem::Row> rows;
};

class BodyForceLaw {
 public:
  virtual ~BodyForceLaw() = default;
  // slope = −∂r/∂u. Called again and again for any u; the last call for a force is not necessarily at the solution.
  virtual void respond(int force, const Vec<6>& u, Vec<6>& r, BodyForceProblem::Matrix& slope) = 0;
  // What share of the last impulse of this force rounding may have changed.
  virtual double rounding(int /*force*/) const { return 0.0; }
};

}  // namespace stickslip::solvers
