// What a step may give bodies in contact: nothing beyond what is put in, but for a share so small that what lies in each other can part.
//
// Contacts take energy. A step of finite length may give some all the same: overlap that turning bodies got into is removed, and lifts them;
// volumes have velocities that are half a step older than positions where bodies roll; fits by least squares see an overlap too late.
//
//   (1)  gain(s) = ½ (w + s u)ᵀM(w + s u) − ½ v₀ᵀM v₀ − f·x(s) ≤ Σ max(ε (kinetic energy + m g R), m g λ g h²)
//   (2)  v⁺ = w + s u,   s ≤ 1 the largest for which (1) holds; displacements that remove overlap are multiplied by s as well
//
// v₀   velocities before the step, impacts included; f loads, gravity among them; x(s) what the bodies are displaced by in the step
// w    the motion of the island as one rigid body, which has its momentum and angular momentum; zero where it touches what does not move
// u    v⁺ − w: uᵀM w = 0
// ε    5e-7 per step; λ = 1e-3: by λ g h² a body that rests may have sunk in, and more than that long steps leave to be removed
//
// Not limited are islands with joints, or with bodies that have a prescribed motion, which give energy; formulations other than the cone, which
// are there to be compared as they are; those that store energy in contacts because their stiffness was chosen.
//
// Where (1) would need s < 0.99 and bodies come apart that were found in each other (placed so, deeper in each other than by a twentieth of
// their radius, or pushed so by such), or that least squares let sink in, these may have what they lack of the energy of leaving at twice the
// speed at which they are pushed out; of least squares in a step no more than 5e-4 Σ (kinetic energy + m g R). The others of the island may
// not. At points, which are pushed out slowly, all bodies may that are pressed, where these are several. Whatever else overlaps leaves by
// what (1) allows: ε R per step.
#pragma once

#include <span>

#include "stickslip/sim/detail/step_data.hpp"
#include "stickslip/sim/model.hpp"

namespace stickslip::sim::detail {

// Changes `next` and `push` of the island's bodies. `updates`: of all bodies.
void limit_gain(const Model& model, StepData& data, const Island& island, std::span<const Update> updates);

}  // namespace stickslip::sim::detail
