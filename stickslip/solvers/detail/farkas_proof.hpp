// Proofs that a complementarity problem has no solution, by Farkas' lemma [Cottle 2009].
//
//   (1)  y ≥ 0, of any sign in free rows;   Mᵀy ≤ 0, = 0 for free variables;   qᵀy < −t (Σ|y| + Σ|Mᵀy|)
//
// Then yᵀ(M z + q) ≤ qᵀy for every z ≥ 0, and no z has M z + q ≥ 0; nor does any z with z ≥ −t, w ≥ −t exist, that is one whose
// residual is within the tolerance t. A solution may be as large as it likes: Mᵀy ≤ δ proves nothing however small δ > 0 is. So
// the sums of (1) are added up with their rounding errors, and what is not certain is no proof.
#pragma once

#include "stickslip/solvers/detail/dense_problem.hpp"

namespace stickslip::solvers::detail {

// Eq. 1, beyond doubt.
bool proves_infeasible(const DenseProblem& problem, const double* y) noexcept;
// The same for a single row, y = e_i.
bool has_infeasible_row(const DenseProblem& problem) noexcept;
// The same for y known up to rounding: as it is, then as small multiples of its least entry, which are exact where the data are
// simple numbers. Overwrites y.
bool nearly_proves_infeasible(const DenseProblem& problem, double* y) noexcept;
// Looks for a y that has room to spare, Mᵀy < 0, by non-negative least squares; false where there is none, or too many rows (100),
// or some are free. Allocates.
bool has_infeasible_rows(const DenseProblem& problem);

}  // namespace stickslip::solvers::detail
