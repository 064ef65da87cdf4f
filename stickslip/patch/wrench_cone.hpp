// The cone of wrenches that a patch under a known pressure can bear, whatever its normal force.
//
//   (1)  { (fx, fy, τ, fn) : (fx, fy, τ) ∈ μ fn B },   B the body that the limit surface bounds, about the CoP
//   (2)  inner: rays (μ w_i, 1), w_i = wrench(v_i)         (3)  outer: rows −v_i·(fx, fy, τ) ≤ μ fn ψ(v_i)
//
// v_i     directions of twist: k around, on 2⌊k/4⌋ + 1 rings from spin to spin, and the two spins; angular velocity in
//         units of 1/r
// μ       coefficient of friction [–], finite, ≥ 0
//
// Rows and rays are those of cone/wrench_cone.hpp in dimension 4: exact bounds of sliding and twisting together, where
// forces at the corners of the same sole (WrenchCone::rectangle) bound only what some pressure could bear.
#pragma once

#include "stickslip/cone/wrench_cone.hpp"
#include "stickslip/patch/limit_surface.hpp"

namespace stickslip::patch {

cone::WrenchCone wrench_cone(const LimitSurface& surface, double mu, int k = 16,
                             cone::Approximation kind = cone::Approximation::inner);

}  // namespace stickslip::patch
