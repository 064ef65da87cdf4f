// The loops over blocks in which the cone solvers spend their time. Layout: cone_system.hpp. No allocation.
#pragma once

#include "stickslip/solvers/detail/cone_system.hpp"
#include "stickslip/solvers/detail/local_contact.hpp"

namespace stickslip::solvers::detail {

// y = W x
void multiply(const ConeSystem& system, const double* x, double* y) noexcept;

// One sweep of block Gauss–Seidel: each contact is solved with the others as they are, in order. Returns Σ ‖defect‖² of the contacts
// as they were met: not the residual of a point, but near it where little changes, and free.
double sweep(const ConeSystem& system, LocalContact* contacts, const double* q, double* r) noexcept;

// work[columns[k]] −= factor · blocks[k] for k = 0 … count − 1, all 3 × 3 in 12 doubles.
void subtract_products(const double* factor, const double* blocks, const int* columns, int count,
                       double* work) noexcept;

}  // namespace stickslip::solvers::detail
