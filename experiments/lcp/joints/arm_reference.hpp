// The equations of motion of a chain of hinges in its angles, integrated finely: what an arm should do.
//
//   (1)  M(q) q̈ + c(q, q̇) = τ,   M = Σ m Jᵥᵀ Jᵥ + J_ωᵀ I J_ω over the links, c by the recursion of Newton and Euler with q̈ = 0
//   (2)  τ = k (q* − q) + b (q̇* − q̇)
//
// Independent of the stepper: no constraints, no impulses; classical Runge–Kutta.
#pragma once

#include <array>
#include <functional>

#include "stickslip/core/vector.hpp"

#include "experiments/lcp/joints/arm_links.hpp"

namespace stickslip::experiments::lcp::joints_experiment {

using ArmVector = Vec<arm_hinges>;

// Angles and velocities that the drives pull to.
struct ArmTarget {
  ArmVector angle, rate;
};

class ArmReference {
 public:
  // A body that the hand holds, if any, is part of the last link.
  explicit ArmReference(const ArmBody* held);

  // From `time` on by n steps of dt, under Eq. 2 with targets that are functions of time.
  void advance(double time, double dt, int n, const std::function<ArmTarget(double)>& target);

  ArmVector q = ArmVector::Zero(), rate = ArmVector::Zero();

 private:
  ArmVector acceleration(const ArmVector& angles, const ArmVector& rates, const ArmTarget& target) const;

  std::array<ArmBody, arm_hinges> links_;
};

}  // namespace stickslip::experiments::lcp::joints_experiment
