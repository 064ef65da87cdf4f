// The implicit step of Elasto-Plastic bristles, which has an equation to solve per cell.
#pragma once

#include "stickslip/patch/detail/distributed_kernels.hpp"

namespace stickslip::patch::detail::cellwise {

void elasto_plastic_implicit(LawNumbers law, Chunk cells, const Drives& drives, const double* stribeck_slope,
                             PlainTwist v, double h, ConstBristles base, Bristles end, TractionAndSlope& sum) noexcept;

}  // namespace stickslip::patch::detail::cellwise
