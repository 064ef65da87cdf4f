// The reduced problem of phantom inertia: formulations.hpp, Eq. 6, with v, Λ_b and Λ_t eliminated.
//
//   (1)  T = A_tt + ε_t = L Lᵀ;   F = L⁻¹ E,   B = L⁻¹ A_tn,   c = L⁻¹ (a_t + d_t);   Λ_t = L⁻ᵀ (F (w_up − w_lo) − B Λ_n − c)
//   (2)  M = [ A_nn + ε_n − BᵀB    BᵀF       −BᵀF  ]     q = [ a_n + d_n − Bᵀc ]
//            [ μ − FᵀB             FᵀF        ρ − FᵀF ]        [ −Fᵀc            ]
//            [ μ + FᵀB             ρ − FᵀF    FᵀF   ]        [  Fᵀc            ]
//
// Friction that is explicit adds −μ_k A_nt e_t, −μ_k A_tt e_t to the column of its normal; the left factor Bᵀ of the first row is without it.
#pragma once

#include "stickslip/formulation/detail/dense_step.hpp"
#include "stickslip/formulation/detail/formulated_state.hpp"
#include "stickslip/formulation/detail/loads.hpp"
#include "stickslip/formulation/options.hpp"

namespace stickslip::formulation::detail {

class PhantomRows {
 public:
  // Throws InvalidArgument where T is singular.
  void set(FormulatedState& state, const DenseStep& step, const Loads& loads, const PhantomInertiaOptions& options);

 private:
  void set_directions(FormulatedState& state, const Loads& loads, const PhantomInertiaOptions& options);
  void factor_tangents(FormulatedState& state, const DenseStep& step);
  void set_rho(FormulatedState& state, const PhantomInertiaOptions& options);
  void set_problem(FormulatedState& state, const DenseStep& step);

  Eigen::MatrixXd scaled_;  // T over the squared lengths of E's rows
  Eigen::MatrixXd left_;    // L⁻¹ A_ntᵀ
  Eigen::VectorXd scratch_;
};

}  // namespace stickslip::formulation::detail
