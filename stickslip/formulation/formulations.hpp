// Contacts and dynamics → complementarity problem, in six ways. One step, in impulses Λ = h λ:
//
//   (1)  M v⁺ = M v_free + J_nᵀ Λ_n + J_tᵀ Λ_t + J_bᵀ Λ_b,   M v_free = M v + h (f − c)
//   (2)  0 ≤ J_n v⁺ + ε_n Λ_n + d_n ⟂ Λ_n ≥ 0          d_n: gap and compliance, relaxation.hpp
//   (3)  J_b v⁺ + ε_b Λ_b + d_b = 0                    joints.hpp; eliminated before all else
//
// and for friction, with D the 2k rays and E = [e_1 … e_k] the k lines at angles π(i − 1)/k from t1, per contact:
//
//   stewart_trinkle, anitescu_potra: the cone inscribed by a pyramid
//   (4)  Λ_t = D Λ_d;   0 ≤ Λ_d ⟂ γ + Dᵀ u_t⁺ ≥ 0,   0 ≤ γ ⟂ μ Λ_n − 1ᵀ Λ_d ≥ 0                        z = (Λ_n, Λ_d, γ)
//   box: bounds from the step before
//   (5)  |Λ_t1|, |Λ_t2| ≤ μ Λ_n⁻, u_t⁺ + ε_t Λ_t + d_t complementary to the bounds                    x = (Λ_n, Λ_t)
//   hybrid: (5), where a contact slides with axes along and across the motion, across it relaxed by ε_l
//   phantom_inertia: the cone circumscribed by a pyramid, slip parametrised instead of force
//   (6)  J_t v⁺ + ε_t Λ_t + d_t = E (w_up − w_lo)
//        0 ≤ μ Λ_n + Eᵀ Λ_t + ρ w_lo ⟂ w_up ≥ 0,   0 ≤ μ Λ_n − Eᵀ Λ_t + ρ w_up ⟂ w_lo ≥ 0              z = (Λ_n, w_up, w_lo)
//   exact_cone: Coulomb's cone itself
//   (7)  K_μ ∋ Λ ⟂ y + μ ‖y_t‖ n ∈ K*_μ,   y = u⁺ + (ε_n Λ_n + d_n) n                                   r = Λ
//
// h     length of the step [s];  u⁺ = J v⁺
// μ     mu_s where ‖u_t‖ ≤ v_th at the start of the step, mu_k where a contact slides
// gap   stewart_trinkle: φ/h in every normal row, whatever its sign; anitescu_potra: contacts with φ > 0 are left out, their impulse
//       is zero; all: relaxation.hpp, Eq. 2
// previous   impulses of the step before, one row per contact in this step's axes, as Formulated::impulses gives them; NaN in the rows
//       of new contacts; no rows: none is known. Λ_n⁻ that is not known is that of the same problem without friction
// ρ     [kg] > 0. Every ρ has the same solutions. With A_tt the tangential part of J M⁻¹ Jᵀ and K = Eᵀ (A_tt + ε_t)⁻¹ E the friction block
//       of the reduced matrix has the eigenvalues ρ and those of 2K − ρ: rho_bound = 2 λ_min(K), and the default is 0.1 λ_min(K).
//       λ_min is that of the eigenvalues that are not zero: with k ≥ 3 lines K is singular. For ρ > 0, ε_n > 0 and k = 2 the
//       reduced matrix is strictly copositive, so that Lemke's method ends with a solution; with k ≥ 3 it is copositive
// sliding    contacts that slide have E = [e_t e_l]: sliding.hpp. `relaxed`: bounds μ_k along and across, ε_l across. `no_lateral`: bounds μ_k, 0.
//       `explicit`: Λ_t = −μ_k Λ_n e_t in (1), and no rows (6); such problems need not have a solution
//
// Pyramids and boxes are not isotropic: friction is up to 1/cos(π/2k) too large or cos(π/2k) too small between their directions.
// Impact is inelastic. Sources: [Stewart 1996], [Anitescu 1997], [Lacoursiere 2007] (box), [Peiret 2016] (hybrid),
// [Peiret 2017] (phantom inertia, relaxation), [DeSaxce 1998] (exact cone).
// Cost: O(n²) blocks and, for phantom_inertia, O(n³); exact_cone is sparse, linear in the pairs of contacts that share a body, unless
// there are joints. These functions allocate; a Formulator, formulator.hpp, keeps its memory. They throw InvalidArgument for bad input.
#pragma once

#include "stickslip/formulation/bodies.hpp"
#include "stickslip/formulation/contacts.hpp"
#include "stickslip/formulation/formulated.hpp"
#include "stickslip/formulation/joints.hpp"
#include "stickslip/formulation/options.hpp"

namespace stickslip::formulation {

Formulated stewart_trinkle(const Bodies& bodies, const Contacts& contacts, const PyramidOptions& options,
                           const Joints& joints = {});
Formulated anitescu_potra(const Bodies& bodies, const Contacts& contacts, const PyramidOptions& options,
                          const Joints& joints = {});
Formulated box(const Bodies& bodies, const Contacts& contacts, const BoxOptions& options, const Joints& joints = {},
               const Rows<3>& previous = {});
Formulated hybrid(const Bodies& bodies, const Contacts& contacts, const HybridOptions& options,
                  const Joints& joints = {}, const Rows<3>& previous = {});
Formulated phantom_inertia(const Bodies& bodies, const Contacts& contacts, const PhantomInertiaOptions& options,
                           const Joints& joints = {}, const Rows<3>& previous = {});
Formulated exact_cone(const Bodies& bodies, const Contacts& contacts, const ExactConeOptions& options,
                      const Joints& joints = {});

}  // namespace stickslip::formulation
