// Coulomb friction at many contacts, exactly, in the velocities of what the contacts act on: a cone problem whose W is never formed.
//
//   (1)  M (v − v_free) = Jᵀ r,   M = diag(m, m, m, I) per body
//   (2)  y = J v + d + ε r_n n,   K_μ ∋ r ⟂ y + μ ‖y_t‖ n ∈ K*_μ            for each contact
//
//   (3)  y = J v + d + ε r,   low ≤ r ≤ high:   y = 0 between the bounds, ≥ 0 at the lower, ≤ 0 at the upper one      for each row
//
// Without rows it is cone_problem.hpp with W = J M⁻¹ Jᵀ + ε n nᵀ, q = J v_free + d: sizes follow the bodies, six rows each, where
// contacts are many. A row is one number that couples two bodies: an equation where its bounds are infinite.
//
// v      velocities, six per body, three of which go with m and three with I;  v_free those without impulses
// m, I   mass and 3 × 3 inertia, positive definite, given with their inverses
// r      impulse of a contact in its axes (n, t1, t2), or of a row [N·s]
// J      velocity at a contact, in its axes, per velocity of its first and its second body; the latter's sign is in it. A body that
//        has a prescribed motion is none of these: what it adds to the velocity stands in d
// d      what the velocity at a contact is besides J v [m/s];  ε compliance [1/kg], ≥ 0 of normals, > 0 of rows;  μ ≥ 0
#pragma once

#include <cstddef>
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

  struct Row {
    int first, second;  // as above
    Vec<6> J_first, J_second;
    double d;
    double epsilon;
    double low, high;  // may be infinite
  };

  std::vector<Body> bodies;
  std::vector<Contact> contacts;
  std::vector<Row> rows = {};

  std::size_t items() const noexcept { return contacts.size() + rows.size(); }
  // Numbers in r: three per contact, then one per row.
  std::size_t impulses() const noexcept { return 3 * contacts.size() + rows.size(); }
};

// Root mean square over the contacts and rows of ‖r − P_K(r − (y + μ ‖y_t‖ n)/w)‖ w, w = tr(J M⁻¹ Jᵀ)/3 of the contact, and of
// |r − P(r − y/(w + ε))| w, w = J M⁻¹ Jᵀ of the row, P onto its bounds: a velocity [m/s]. 0 without either; infinite where a number
// is not finite. Allocates.
double residual(const BodyConeProblem& problem, std::span<const double> r);

}  // namespace stickslip::solvers
