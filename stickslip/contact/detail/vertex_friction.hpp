// Forces at the vertices of a polygon, each in a friction cone, that add up to a given wrench.
//
//   (1)  w = Σ_l K(p_l)ᵀ f_l,   f_l = (t_l, n_l),   ‖t_l‖ ≤ μ n_l
//
// Everything is in the axes e1, e2, n of the contact plane: f = (f_1, f_2, f_n), w = (f, τ_1, τ_2, τ_n), p = (x, y). Torques are divided by
// the distance ℓ of the farthest vertex before wrenches are compared, and f_1, f_2, τ_n by μ where it is larger than 1: rays that are all but
// tangential would leave the normal force to rounding.
// Cones with rays: non-negative least squares over the rays (numerics/non_negative_fit.hpp). Exact cones: rays are added where
// the rest of the fit says that one would help most, until the wrench is fitted or the rest separates it from all cones.
#pragma once

#include <optional>
#include <span>

#include <Eigen/Core>

#include "stickslip/core/vector.hpp"

namespace stickslip::contact::detail {

struct VertexForces {
  bool holds = false;
  Eigen::Matrix3Xd forces;            // at the vertices, where it holds
  Eigen::MatrixXd weights;            // of the rays, a row per vertex, with sides
  Vec<6> direction = Vec<6>::Zero();  // where it does not: d·w > 0 ≥ d·w' for all w' of Eq. 1
};

class VertexFriction {
 public:
  // At least one vertex, not all at the origin.
  VertexFriction(std::span<const Vec<2>> vertices, double mu);

  VertexForces solve(const Vec<6>& w, std::optional<int> sides) const;
  // The largest λ with which (0, 0, f_n, τ_1, τ_2, 0) + λ (f_1, f_2, 0, 0, 0, τ_n) is borne: ∞ where the second is zero, negative where
  // there is none.
  double largest_factor(const Vec<6>& w, std::optional<int> sides) const;
  // Vertex forces ε_l (n − μ v_l/‖v_l‖) with the normal force and the torques about e1, e2 of w, nearest to w otherwise.
  Vec<6> sliding(const Vec<6>& w, const Vec<6>& twist) const;

 private:
  class Rays;

  template <class Use>
  std::optional<Vec<6>> separate(Rays& rays, const Vec<6>& target, bool is_exact, const Use& use) const;
  Vec<6> ray(std::size_t vertex, const Vec<2>& tangential) const noexcept;
  Vec<6> scaled(Vec<6> w) const noexcept;
  Vec<6> separating(const Vec<6>& rest) const noexcept;

  std::span<const Vec<2>> vertices_;
  double across_;                               // max(1, μ), by which tangential entries are divided
  double mu_;                                   // μ of scaled wrenches, at most 1
  double length_ = 0.0, inverse_length_ = 0.0;  // ℓ
};

}  // namespace stickslip::contact::detail
