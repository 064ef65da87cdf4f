// The contact of two bodies that overlap in a volume V: one normal, one plane, and one wrench of six numbers for all of it.
//
//   (1)  n = Σ_B S_f n_f/‖Σ_B S_f n_f‖              faces f of V that come from B; it is the direction in which moving A shrinks V fastest.
//                                                  Σ_A S_f n_f is the opposite, so that n does not depend on which sum is taken
//   (2)  K(p) = [1, −[p]×],   Q = ∫ KᵀK dA,   c = ∫ h Kᵀn dA      over upper and lower faces of V, projected to the plane through
//                                                  the barycentre p0 across n; p from p0, in that plane; h the signed height over it
//   (3)  upper and lower faces cover the polygon once each, hence Q is twice that of the polygon, and by Gauss' theorem c = V (n, 0)
//   (4)  w = Σ_l K(p_l)ᵀ f_l,   ‖f_l − (n·f_l) n‖ ≤ μ n·f_l      what the polygon's vertices p_l can bear: static friction
//   (5)  p sides: f_l = Σ_k ε_lk (n + μ (cos(2πk/p) t1 + sin(2πk/p) t2)),  ε ≥ 0      cones with p rays instead, t1 along w's tangential
//                                                  force (e1 where there is none), so that they bear as much force in that direction
//   (6)  kinetic: f_l = ε_l (n − μ v_l/‖v_l‖), v_l the tangential velocity at p_l; ε ≥ 0 keep the normal force and the torques about
//        e1 and e2 of w and bring the tangential force and the torque τ about n as near to those of w as they can, in
//        √(‖Δf‖² + (Δτ/ℓ)²), ℓ the distance of the farthest vertex
//
// n            from B to A, of unit length
// e1, e2       the contact plane's axes: e1 is the x axis of the world projected to it (the y axis where |n_x| > 0.9), e2 = n × e1
// polygon      outline of V seen along n: corners (x, y) along e1 and e2, from p0, counter-clockwise seen against n [m]
// w, f         on A, in world axes; torques about p0 [N, N·m]
// twist        of A against B at p0, world axes [m/s, rad/s]
// Q [m², m³, m⁴] and c [m³, m⁴] in world axes, linear part first
//
// Vertex forces allow any pressure on the polygon, even all of it in the corners: friction about the normal is then largest. The friction
// of the pressure that grows with the depth is that of pressure().
// [Wakisaka 2017] Eqs. 1, 2, 5; with its depth signed, a distance instead of a ratio in Eq. 6, and exact cones.
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "stickslip/core/spatial.hpp"
#include "stickslip/geometry/overlap.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::contact {

// Whether a wrench is borne without slipping, and the proof.
struct StaticFriction {
  bool holds = false;
  // Where it holds: the force at each vertex, world axes [N], and with rays their weights, a row per vertex, ε of Eq. 5.
  Eigen::Matrix3Xd forces;
  Eigen::MatrixXd weights;
  // Where it does not: a twist d of A with d·w > 0 ≥ d·w' for all wrenches w' that could be borne.
  Vec<6> direction = Vec<6>::Zero();
};

class VolumeContact {
 public:
  // Of nothing: assign() first.
  VolumeContact() = default;
  // Throws InvalidArgument where the overlap is empty, or has no normal: one body inside the other, or right through it.
  explicit VolumeContact(const geometry::Overlap& overlap);
  // The same in the memory that is there, without allocation once it is large enough. False, and nothing has changed, where there
  // is no normal.
  [[nodiscard]] bool assign(const geometry::Overlap& overlap);
  // The same with another normal, of unit length. False where the outline has no area.
  [[nodiscard]] bool assign(const geometry::Overlap& overlap, const Vec<3>& normal);

  const Vec<3>& normal() const noexcept { return normal_; }
  const Vec<3>& e1() const noexcept { return e1_; }
  const Vec<3>& e2() const noexcept { return e2_; }
  const Vec<3>& point() const noexcept { return overlap_.barycentre(); }  // p0
  double volume() const noexcept { return overlap_.volume(); }
  double area() const noexcept { return area_; }  // of the polygon [m²]
  const std::vector<Vec<2>>& polygon() const noexcept { return polygon_; }
  const Eigen::Matrix<double, 6, 6>& Q() const noexcept { return Q_; }
  Vec<6> c() const noexcept;
  const geometry::Overlap& overlap() const noexcept { return overlap_; }

  // Proportional to the thickness of V along n, in the coordinates of the polygon: linear on each of the polygons in which an upper
  // face lies over a lower one. Faces with |n_f·n| < 0.04 that cover less than 1e-3 of it are neither. Throws InvalidArgument where
  // that leaves no area.
  patch::Pressure pressure() const;

  // Eq. 4, or Eq. 5 with `sides` rays per vertex, at least 3. Held are wrenches within 1e-9 of their size of those that can be borne,
  // torques taken over ℓ, and tangential forces and τ over μ where it is larger than 1.
  // Throws InvalidArgument where mu is negative, or a number is not finite.
  StaticFriction static_friction(const Wrench3& wrench, double mu, std::optional<int> sides = {}) const;
  // 1 − μ'/μ, μ' the least coefficient of friction with which the wrench is held: the share of the friction that is not needed. 0 where
  // it is about to slip, negative where it does; −∞ where no friction would hold it: f_n < 0, or its line of action misses the polygon.
  double margin(const Wrench3& wrench, double mu, std::optional<int> sides = {}) const;
  // Eq. 6. A normal force and torques that no pressure on the polygon gives are replaced by the nearest that one does. A vertex that
  // does not slide bears no friction.
  Wrench3 kinetic_wrench(const Wrench3& wrench, const Twist3& twist, double mu) const;

 private:
  Vec<6> in_plane(const Vec<6>& v) const noexcept;
  Vec<6> in_world(const Vec<6>& v) const noexcept;

  geometry::Overlap overlap_;
  Vec<3> normal_ = Vec<3>::Zero(), e1_ = Vec<3>::Zero(), e2_ = Vec<3>::Zero();
  double area_ = 0.0;
  std::vector<Vec<2>> polygon_, projected_;
  Eigen::Matrix<double, 6, 6> Q_ = Eigen::Matrix<double, 6, 6>::Zero();
};

}  // namespace stickslip::contact
