// What a friction model of a planar patch must provide, however many bristles it has.
//
// Twists v are those of B relative to A at the centre of pressure, wrenches act on B about it, and are proportional to
// the normal force fn [N] ≥ 0. A patch is constant; its memory is a State that the caller owns (bristle deflections,
// seen as one flat array by values()).
//
//   at                            the patch in the shape that it has under fn
//   step, step_mean, step_euler   as for a point law (friction/law.hpp): v held over dt, state advanced
//   implicit_step                 end = base + h ż(end, v): the wrench there, and its derivative by v
//   rate, wrench                  ż of a state, and the wrench that goes with it
//
// Shape and load: a patch whose contact does not depend on the load is itself its shape under any load, and at() costs
// nothing. A patch that follows the load has no shape of its own: at() gives the patch to step with, kept in a
// ShapeMemory of the caller's, and the steps of the patch itself give NaN. Bristles know nothing of the shape: a State
// may go on from one patch to another with the same bristles, also where a new patch is made for every step.
//
// at() throws InvalidArgument for a load that the contact has no shape for. Nothing else throws, and nothing allocates
// but a ShapeMemory's first shape. A twist beyond `fastest`, fn or dt < 0, and whatever is not finite give NaN and
// leave the state untouched. States handed in must belong to as many bristles.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>
#include <span>

#include <Eigen/Core>

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/shape_memory.hpp"

namespace stickslip::patch {

using Matrix3 = Eigen::Matrix3d;

// The largest part of a twist that a patch follows [m/s, rad/s]: squares of what comes of it stay finite.
inline constexpr double fastest = 1e50;

// Whether a step can be taken with these.
inline bool steppable(const Twist2& v, double fn, double dt) noexcept {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return std::abs(v(0)) <= fastest && std::abs(v(1)) <= fastest && std::abs(v(2)) <= fastest && fn >= 0.0 &&
         fn < infinity && dt >= 0.0 && dt < infinity;
}

struct Response {
  Wrench2 wrench;
  Matrix3 jacobian;  // ∂wrench/∂v
};

// clang-format off
template <class Patch>
concept PatchFriction = requires(const Patch& patch, typename Patch::State& state, const typename Patch::State& other,
                                 const Twist2& v, double fn, double dt, ShapeMemory<Patch>& shape) {
  { patch.state() } -> std::same_as<typename Patch::State>;
  { state.values() } noexcept -> std::same_as<std::span<double>>;
  { other.values() } noexcept -> std::same_as<std::span<const double>>;
  { patch.at(fn, shape) } -> std::same_as<const Patch&>;
  { patch.step(state, v, fn, dt) } noexcept -> std::same_as<Wrench2>;
  { patch.step_mean(state, v, fn, dt) } noexcept -> std::same_as<Wrench2>;
  { patch.step_euler(state, v, fn, dt) } noexcept -> std::same_as<Wrench2>;
  { patch.implicit_step(other, v, fn, dt, state) } noexcept -> std::same_as<Response>;
  { patch.rate(other, v, state) } noexcept;
  { patch.wrench(other, other, v, fn) } noexcept -> std::same_as<Wrench2>;
  { patch.stored_energy(other, fn) } noexcept -> std::same_as<double>;
  { patch.cop() } noexcept -> std::same_as<Vec<2>>;
};
// clang-format on

}  // namespace stickslip::patch
