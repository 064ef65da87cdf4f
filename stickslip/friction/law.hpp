// What every law of friction provides, so that arrays, renderers and tests need not know which it is.
//
// A law is parameters only. Its memory is a State<Dim> that the caller owns, in 1, 2 or 3 dimensions. The velocity v
// of B relative to A is held over a step of dt; the force acts on B and is proportional to the normal force fn.
//
//   step(state, v, fn, dt)        force at the end of the step
//   step_mean(state, v, fn, dt)   mean force over the step: impulse/dt, what a time-stepping engine wants
//   step_euler(state, v, fn, dt)  explicit Euler, force at the beginning: for comparison with published runs
//
// Numbers are doubles. Each law is a class template over its Scalar, so that parameters, states, velocities and forces may
// carry derivatives; fn and dt stay plain. Parameters are checked where they are doubles: over another scalar use the
// constructor that takes `unchecked`.
//
// All three advance the state, throw nothing and allocate nothing. Where v, fn or dt is not finite, or fn or dt is
// negative, they return NaN and leave the state untouched.
//
// A law may instead be driven by positions, whatever the time between them; its memory is an AdhesionState.
//
//   step(state, x)    takes the next position and returns the tension z = x − w of the contact; NaN, and the state
//                     untouched, where x is not finite
//   force(z, fn)      force of a tension
#pragma once

#include <concepts>
#include <limits>
#include <optional>

#include "stickslip/core/error.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/friction/adhesion_state.hpp"

namespace stickslip::friction {

// clang-format off
template <class Law, int Dim>
concept VelocityLawIn = requires(const Law& law, typename Law::template State<Dim>& state, const Vec<Dim>& v, double fn,
                                 double dt) {
  { law.step(state, v, fn, dt) } noexcept -> std::same_as<Vec<Dim>>;
  { law.step_mean(state, v, fn, dt) } noexcept -> std::same_as<Vec<Dim>>;
  { law.step_euler(state, v, fn, dt) } noexcept -> std::same_as<Vec<Dim>>;
  // Force of steady sliding at v; at v = 0 the centre of the set of possible forces, which is zero [N].
  { law.steady_force(v, fn) } noexcept -> std::same_as<Vec<Dim>>;
  // Elastic energy in the bristles [J].
  { law.stored_energy(state, fn) } noexcept -> std::same_as<double>;
  // Largest force held without slipping [N], and dforce/dposition around a relaxed contact [N/m].
  { law.break_away_force(fn) } noexcept -> std::same_as<double>;
  { law.presliding_stiffness(fn) } noexcept -> std::same_as<double>;
  // Largest deflection that any motion from z = 0 can reach [m].
  { law.deflection_bound() } noexcept -> std::same_as<double>;
  // Whether no motion can draw energy out of the contact at a point. Reported, never enforced. It holds for a distributed
  // patch, too, but not for every reduced one: see patch/reduced_patch.hpp.
  { law.is_passive() } noexcept -> std::same_as<bool>;
};
// clang-format on

// What every law says of itself: its name, a description, and the table of its parameters (core/field.hpp).
template <class Law>
concept DescribedLaw = requires(const Law& law, const typename Law::Parameters& parameters) {
  { Law::name } -> std::convertible_to<const char*>;
  { Law::description } -> std::convertible_to<const char*>;
  Law::Parameters::fields();
  { Law::check(parameters) }
  noexcept->std::same_as<std::optional<Violation>>;
  { law.parameters() }
  noexcept->std::same_as<const typename Law::Parameters&>;
};

template <class Law>
concept VelocityLaw = DescribedLaw<Law> && VelocityLawIn<Law, 1> && VelocityLawIn<Law, 2> && VelocityLawIn<Law, 3>;

// clang-format off
template <class Law, int Dim>
concept PositionLawIn = std::same_as<typename Law::template State<Dim>, AdhesionState<Dim>> &&
    requires(const Law& law, AdhesionState<Dim>& state, const Vec<Dim>& x, const Vec<Dim>& z, double fn) {
  { law.step(state, x) } noexcept -> std::same_as<Vec<Dim>>;
  { law.force(z, fn) } noexcept -> std::same_as<Vec<Dim>>;
  // Elastic energy of a tension [J].
  { law.stored_energy(z, fn) } noexcept -> std::same_as<double>;
  // As for laws that velocities drive.
  { law.break_away_force(fn) } noexcept -> std::same_as<double>;
  { law.presliding_stiffness(fn) } noexcept -> std::same_as<double>;
  { law.is_passive() } noexcept -> std::same_as<bool>;
};
// clang-format on

template <class Law>
concept PositionLaw = DescribedLaw<Law> && PositionLawIn<Law, 1> && PositionLawIn<Law, 2> && PositionLawIn<Law, 3>;

// Whether a step may be taken with these inputs.
template <class Scalar>
inline bool steppable(const Scalar& speed, double fn, double dt) noexcept {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return speed < infinity && fn >= 0.0 && fn < infinity && dt >= 0.0 && dt < infinity;
}

}  // namespace stickslip::friction
