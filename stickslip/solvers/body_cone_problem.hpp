// Coulomb friction at many contacts, exactly, in the velocities of what the contacts act on: a cone problem whose W is never formed.
//
//   (1)  M (v − v_free) = Jᵀ r,   M = diag(m, m, m, I) per body
//   (2)  y = J v + d + ε r_n n,   K_μ ∋ r ⟂ y + μ ‖y_t‖ n ∈ K*_μ            for each contact
//
// It is cone_problem.hpp with W = J M⁻¹ Jᵀ + ε n nᵀ, q = J v_free + d: sizes follow the bodies, six rows each, where contacts are many.
//
// v      velocities, six per body, three of which go with m and three with I;  v_free those without impulses
// m, I   mass and 3 × 3 inertia, positive definite, given with their inverses
// r      impulse of a contact in its axes (n, t1, t2) [N·s]
// J      velocity at a contact, in its axes, per velocity of its first and its second body; the latter's sign is in it. A body that
//        moves as told is none of these: what it adds to the velocity stands in d
// d      what the velocity at a contact is besides J v [m/s];  ε ≥ 0 compliance of normals [1/kg];  μ ≥ 0
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "stickslip/core/vector.hpp"

namespace stickslip::solvers {

struct BodyConeProblem {
  static constexpr int none = -1;

  struct Body {
    double mass, inverse_mass;
    Eigen::Matrix3d inertia, inverse_inertia;
    Vec<6> free;
  };
  struct Contact {
    int first, second;  // bodies, one of which may be `none`
    Eigen::Matrix<double, 3, 6> J_first, J_second;
    Vec<3> d;
    double epsilon;
    double mu;
  };

  std::vector<Body> bodies;
  std::vector<Contact> contacts;
};

// Root mean square over the contacts of ‖r − P_K(r − (y + μ ‖y_t‖ n)/w)‖ w, w = tr(J M⁻¹ Jᵀ)/3 of the contact: a velocity [m/s].
// 0 without contacts; infinite where a number is not finite. Allocates.
double residual(const BodyConeProblem& problem, std::span<const double> r);

}  // namespace stickslip::solvers
