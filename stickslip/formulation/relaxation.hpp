// The compliance that decides how redundant contacts share a load.
//
//   (1)  ε = 1/(k h² + b h) [1/kg]                                                [Peiret 2017, Eq. 40]
//   (2)  normal      u_n + ε_n Λ_n + β φ/h ≥ 0 where φ ≤ 0,   u_n + ε_n Λ_n + φ/h ≥ 0 where φ > 0,   β = k h² ε_n
//   (3)  tangential  u_t + ε_t (Λ_t − Λ_t⁻ − h b u_t⁻) = E w while a contact sticks: bristle friction, with the impulse Λ_t⁻ and
//                    the velocity u_t⁻ of the step before (0 at first); u_t + ε_t Λ_t = E w while it slides   [Peiret 2017, Eq. 42]
//   (4)  lateral     ε_l = ‖u_t‖/(μ_k Λ_n⁻), in place of ε_t across the motion where it is larger, with Λ_n⁻ at least 4 % of its mean
//                    over the manifold [Peiret 2017, Eq. 43]
//
// Given is ε, or stiffness k [N/m] and damping b [N·s/m]. With ε alone, β = 1/3 and b = 0; ε = 0: rigid, β = 0.
// Not given: ε_n = 1e-4 × the mean of W_nn and ε_t = 1e-3 × the mean of W_tt over the manifold, W = J M⁻¹ Jᵀ.
// β = 1/3 follows a load that moves between contacts with a lag of 3 h; above 0.343 the gap overshoots with a trapezoidal update
// of positions. Normal impulses are unique for ε_n > 0, and well determined where the problem's residual is far below ε_n Λ_n.
#pragma once

#include <optional>
#include <tuple>

#include "stickslip/core/field.hpp"

namespace stickslip::formulation {

struct Relaxation {
  std::optional<double> epsilon = {};
  std::optional<double> stiffness = {};
  std::optional<double> damping = {};

  static constexpr auto fields() {
    using R = Relaxation;
    return std::tuple{
        Field{"epsilon", &R::epsilon, "1/kg", not_negative, "relaxation, Eq. 1", "None: from stiffness and damping"},
        Field{"stiffness", &R::stiffness, "N/m", not_negative, "of the contact's spring", "None: 0"},
        Field{"damping", &R::damping, "N s/m", not_negative, "of the contact's damper", "None: 0"}};
  }

  // The numbers of Eqs. 1 to 3 for a step of length h.
  struct Terms {
    double epsilon;  // [1/kg]
    double beta;     // share of an overlap that is removed within a step
    double damping;  // [N·s/m]
  };
  Terms terms(double h) const noexcept;
};

inline constexpr double default_normal_share = 1e-4;      // of the mean of W_nn
inline constexpr double default_tangential_share = 1e-3;  // of the mean of W_tt
inline constexpr double default_beta = 1.0 / 3.0;
inline constexpr double smallest_load_share = 0.04;  // of the mean of Λ_n⁻, in Eq. 4

// Throws InvalidArgument, in which `name` stands for the relaxation, for values out of range, ε together with a spring, and where
// all are absent or zero but for ε.
void check(const Relaxation& relaxation, const char* name);

}  // namespace stickslip::formulation
