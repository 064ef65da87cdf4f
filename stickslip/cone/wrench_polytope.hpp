// Every wrench that contacts can exert while their normal forces sum to at most a budget: how firm a grasp is.
//
//   P = { Σ y_i v_i : y ≥ 0, Σ y_i ≤ F }      v_i = (f, p × f) of the contacts' rays, scaled to normal force 1
//
// F       largest sum of normal forces [N]
// margin  signed distance to the surface [N], positive inside, in √(‖Δf‖² + ‖Δτ‖²/ℓ²). margin(0) is the largest
//         disturbance that can be resisted in any direction, the quality of a grasp of [Ferrari 1992] times F
//
// Dimension 6. A polytope without volume (one point, collinear points) has equations, as two opposite rows, and
// margin ≤ 0. Contacts that cannot slip (μ = ∞) are refused: their forces are not bounded by F. Facets are found with
// torques about the middle of the contacts, in units of their distance, so that small grasps far from the origin keep
// theirs.
// Inside: cost of the rows. Outside: the nearest point of the corners' hull [Lawson 1974]. Allocates.
#pragma once

#include <span>

#include "stickslip/cone/wrench_cone.hpp"
#include "stickslip/geometry/half_spaces.hpp"

namespace stickslip::cone {

class WrenchPolytope {
 public:
  // Throws InvalidArgument naming the contact.
  WrenchPolytope(std::span<const FrictionPoint> points, double total_normal_force, int k = 8,
                 Approximation kind = Approximation::inner, const Progress& progress = {});

  // Corners as rows, the origin first.
  const Eigen::MatrixXd& vertices() const noexcept { return vertices_; }
  // A w ≤ b, rows of unit length.
  const geometry::HalfSpaces& facets() const noexcept { return facets_; }
  // Distance to the polytope ≤ tolerance · max(‖wrench‖, F), with ℓ = 1 m.
  bool contains(const Eigen::Ref<const Eigen::VectorXd>& wrench,
                double tolerance = PolyhedralCone::default_tolerance) const;
  double margin(const Eigen::Ref<const Eigen::VectorXd>& wrench, double length = 1.0) const;
  // The nearest wrench of the polytope, in the same distance.
  Vec<6> project(const Eigen::Ref<const Eigen::VectorXd>& wrench, double length = 1.0) const;
  // Largest d·w over the polytope.
  double support(const Eigen::Ref<const Eigen::VectorXd>& d) const;

 private:
  double total_normal_force_;
  Eigen::MatrixXd vertices_;
  geometry::HalfSpaces facets_;
};

}  // namespace stickslip::cone
