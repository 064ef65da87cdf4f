// What the energy of a run may be open by: one set of bounds per kind of scene, as shares of put_in + lift (energy.hpp).
//
// Measured on the scenes that ship, on 150 random tosses, piles and falls of boxes and on 40 random chains of links, steps of 0.25 to 2 ms.
#pragma once

#include "stickslip/scene/energy.hpp"

namespace stickslip::scene::detail {

// Contacts at points. Their impulses times the mean velocities are the change of the energy of linear motion, and of turns about an axis
// that stays, to rounding (3e-12 found); what is left is the tolerance of the solver. Each step may give 1e-9 of kinetic energy + m g R for
// the compliance of contacts (stepper.hpp), which ten thousand steps add up. Corrections found: of 40 tossed cubes (e 0.3, mu 0.6, to 10 rad/s),
// which overlap after impacts by what they turn in a step, 7e-5, 3.3e-4, 1.5e-3 and 5e-3 with steps of 0.5, 1, 2 and 4 ms: of second order.
// So the bound holds to 2 ms, and longer steps of what tumbles fail, as does what overlaps at the start. Of joints that turn by 0.1 in a step 1.6e-3.
inline constexpr EnergyBounds bounds_of_rigid = {.unaccounted = 1e-6, .fall = 1e-5, .corrected = 2e-3};

// Bodies turn by more than this in a step [rad].
inline constexpr double turning = 1e-4;
// When within a step an impact or a joint changes a spin is not known, and the gyroscopic torque, of order h ω of the energy of the spin,
// is that before: 2e-4 found below `fast_turning`.
inline constexpr double unaccounted_while_turning = 1e-3;
// Where bodies turn by more in a step [rad], that is up to 8e-3: not judged.
inline constexpr double fast_turning = 5e-3;

// Springs and bristles of contact volumes give back what counts as dissipated: 2e-4 found. Contacts of bodies that joints turn are counted
// at the arms of the start of the step, which is of second order: 2e-4 found below a turn of 0.01 in a step.
inline constexpr double fall_with_volumes_or_joints = 1e-3;

// Bristles. Work and heat are integrals over the stages of steps, of second order: 2.1e-5 found.
inline constexpr EnergyBounds bounds_of_bristles = {.unaccounted = 1e-4, .fall = 1e-6, .corrected = 0.0};

}  // namespace stickslip::scene::detail
