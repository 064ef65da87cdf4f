// A cone with flat facets in d dimensions, by its rays, by its facets, or both.
//
//   (1)  V:  C = { Vᵀ y : y ≥ 0 }            rays are the rows of V (n × d)
//   (2)  H:  C = { w : A w ≤ 0 }             outward facet normals are the rows of A (m × d), of unit length
//   (3)  project(w) = Vᵀ y, y = argmin ‖Vᵀ y − w‖ over y ≥ 0; the rest r = w − project(w) has V r ≤ 0, r·project(w) = 0
//   (4)  polar: { y : y·w ≤ 0 for all w in C } has the rays A and the rows V; dual = −polar
//
// (3) decides containment and certifies it: y if w is inside, else r, a plane that separates w from every ray (Farkas).
// By (4) rays follow from facets as facets follow from rays; the other form is computed when first asked for, once,
// safely from several threads. Cones may be flat (an equation stands as two opposite rows) or contain lines (a line
// stands as two opposite rays); the whole space has no rows, the origin alone no rays.
//
// Computed facets are irredundant and complete: the hull of a cross-section [Barber 1996], in coordinates where the
// rays are spread evenly; each facet's plane is fitted to the rays on it. Rays that leave their common hyperplane by
// less than `flat` of their length count as in it.
// Where rays nearly cancel (contacts that squeeze each other, a hair apart) the cone holds vectors that only huge weights
// reach, and the sum of those is rounding. What needs weights beyond 4e6 ‖w‖, for rays of unit length, is not certified to be
// inside, although it is contained: distances and projections are those of the exact cone.
// A vector that is not finite is in no cone; its margin, projection and certificate are not numbers.
// Dimensions 1 … 8. Containment and projection cost O(n d) a round, few rounds; contains() does not allocate.
#pragma once

#include <memory>
#include <span>

#include <Eigen/Core>

#include "stickslip/cone/friction_cone.hpp"
#include "stickslip/core/progress.hpp"
#include "stickslip/core/solve_report.hpp"

namespace stickslip::cone {

struct Certificate {
  bool inside;
  // Inside: one weight per ray, ≥ 0, Vᵀ y = w to (tolerance + 1e-9) ‖w‖. Outside: a direction with V y ≤ 0 < y·w, of unit
  // length; where only weights beyond 4e6 ‖w‖ would reach w, V y ≤ 2.5e-7 for rays of unit length, and the report tells.
  Eigen::VectorXd y;
  SolveReport report;  // of the fit of w by the rays, see numerics/non_negative_fit.hpp
};

class PolyhedralCone {
 public:
  static constexpr int max_dimension = 8;
  static constexpr double flat = 1e-9;
  static constexpr double default_tolerance = 1e-9;

  // Rows of the matrix; zero rows and non-finite entries are refused. An empty matrix of d columns is the origin (rays)
  // or the whole space (rows).
  static PolyhedralCone from_generators(Eigen::MatrixXd rays);
  static PolyhedralCone from_facets(Eigen::MatrixXd rows);
  // The other form is computed in the coordinates frame · w, d × d and invertible: those in which `flat` is meant where
  // the units of the components are of different size.
  static PolyhedralCone from_generators(Eigen::MatrixXd rays, const Eigen::MatrixXd& frame);
  static PolyhedralCone from_facets(Eigen::MatrixXd rows, const Eigen::MatrixXd& frame);
  // With the rays in these coordinates, where they are known better than frame · ray would tell.
  static PolyhedralCone from_generators(Eigen::MatrixXd rays, const Eigen::MatrixXd& frame,
                                        Eigen::MatrixXd rays_in_frame);
  // Both forms known, as in closed forms: nothing is computed. Refused where a ray leaves a half-space by more than 1e-6
  // of its length, or where one form is empty and the other says otherwise; that no row is missing is not checked.
  static PolyhedralCone from_both(Eigen::MatrixXd rays, Eigen::MatrixXd rows);
  // A friction cone with k flat sides.
  static PolyhedralCone linearised(const FrictionCone& cone, int k, Approximation kind);

  int dimension() const noexcept;
  // As given, or the irredundant ones computed from the facets.
  const Eigen::MatrixXd& generators() const;
  // As given (scaled to unit length), or the irredundant ones computed from the rays.
  const Eigen::MatrixXd& facets() const;

  // Distance to the cone ≤ tolerance ‖w‖.
  bool contains(const Eigen::Ref<const Eigen::VectorXd>& w, double tolerance = default_tolerance) const;
  // Computes what is not given, now; what `progress` throws stops it.
  void complete(const Progress& progress = {}) const;

  // Euclidean distance to the cone; 0 inside.
  double distance(const Eigen::Ref<const Eigen::VectorXd>& w) const;
  // Largest d·w over the cone: 0 if d is in the polar cone, to the tolerance of contains, else infinite.
  double support(const Eigen::Ref<const Eigen::VectorXd>& d) const;
  // Signed Euclidean distance to the cone's surface, positive inside; zero in a flat cone, infinite in the whole space.
  double margin(const Eigen::Ref<const Eigen::VectorXd>& w) const;
  Eigen::VectorXd project(const Eigen::Ref<const Eigen::VectorXd>& w) const;
  Certificate certificate(const Eigen::Ref<const Eigen::VectorXd>& w, double tolerance = default_tolerance) const;
  PolyhedralCone dual() const;
  PolyhedralCone polar() const;

 private:
  struct Forms;
  explicit PolyhedralCone(std::shared_ptr<const Forms> forms);
  static std::shared_ptr<Forms> both(Eigen::MatrixXd rays, Eigen::MatrixXd rows);
  std::shared_ptr<const Forms> forms_;
};

}  // namespace stickslip::cone
