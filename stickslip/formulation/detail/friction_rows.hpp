// The problems of pyramids and of boxes: formulations.hpp, Eqs. 4 and 5.
#pragma once

#include "stickslip/formulation/detail/dense_step.hpp"
#include "stickslip/formulation/detail/formulated_state.hpp"
#include "stickslip/formulation/detail/loads.hpp"

namespace stickslip::formulation::detail {

// The unit vector at the angle πi/k from t1, 0 ≤ i < 2k; opposite ones are exactly so.
Vec<2> line(int i, int k) noexcept;

void set_pyramid(FormulatedState& state, const DenseStep& step, int k);

// Hybrid where loads are given: axes of contacts that slide are along and across the motion. Overwrites the step's matrix.
void set_boxed(FormulatedState& state, DenseStep& step, const Loads* loads);

}  // namespace stickslip::formulation::detail
