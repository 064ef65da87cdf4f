// Bodies that touch each other and nothing else keep their angular momentum.
//
// Impulses act where bodies touch as the step begins, while bodies turn during the step: of the angular momentum of bodies in contact that
// would leave out or add a share of the order of their turn within the step. So at its end all bodies of such an island are turned together:
//
//   (1)  L⁺ = L + h Σ (r × f + τ),   L = Σ m r × v + I ω   about the common centre of mass, r in the middle of the step
//   (2)  ω ← ω + δ,   v ← v + δ × r,   J δ = what L⁺ lacks,   J the inertia of the island as one body
//   (3)  velocities beside those of the island as one body are scaled down by what (2) would give of energy
//
// A turn of all bodies together moves no contact. Islands with joints, and bodies that nothing pushes or strikes, are left as they are.
#pragma once

#include <span>

#include "stickslip/sim/detail/step_data.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"

namespace stickslip::sim::detail {

// Whether all that pushes the island's bodies moves by forces.
bool touches_itself_alone(const StepData& data, const Island& island);

// now, next: all bodies before and after the step. Changes the velocities of `next`. No allocation.
void keep_angular_momentum(const Model& model, const StepData& data, const Island& island,
                           std::span<const BodyState> now, std::span<BodyState> next);

}  // namespace stickslip::sim::detail
