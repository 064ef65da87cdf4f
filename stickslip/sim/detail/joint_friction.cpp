#include "stickslip/sim/detail/joint_friction.hpp"

#include <algorithm>
#include <cmath>

namespace stickslip::sim::detail {

namespace {

constexpr double load = 1.0;
using Vec1 = Vec<1>;

}  // namespace

bool is_dry(const friction::AnyLaw& law) noexcept {
  return std::holds_alternative<friction::Coulomb>(law);
}

double dry_force(const friction::AnyLaw& law, double u) noexcept {
  const auto& coulomb = std::get<friction::Coulomb>(law);
  return u == 0.0 ? coulomb.break_away_force(load) : std::abs(coulomb.steady_force(Vec1(u), load)[0]);
}

JointFrictionState friction_at_rest(const friction::AnyLaw& law, double position) noexcept {
  return std::visit(
      [position]<class Law>(const Law& of) -> JointFrictionState {
        if constexpr (friction::PositionLaw<Law>) {
          friction::AdhesionState<1> state;
          of.step(state, Vec1(position));
          return state;
        } else if constexpr (friction::BristledLaw<Law>) {
          return friction::Bristle<1>{};
        } else {
          return std::monostate{};
        }
      },
      law);
}

double step_friction(const friction::AnyLaw& law, JointFrictionState& state, double position, double u,
                     double h) noexcept {
  return std::visit(
      [&]<class Law>(const Law& of) -> double {
        if constexpr (friction::PositionLaw<Law>) {
          return of.force(of.step(*std::get_if<friction::AdhesionState<1>>(&state), Vec1(position + h * u)), load)[0];
        } else if constexpr (friction::BristledLaw<Law>) {
          return of.step_mean(*std::get_if<friction::Bristle<1>>(&state), Vec1(u), load, h)[0];
        } else {
          return of.steady_force(Vec1(u), load)[0];
        }
      },
      law);
}

double friction_scale(const friction::AnyLaw& law) noexcept {
  return std::visit([](const auto& of) { return of.break_away_force(load); }, law);
}

FrictionTangent friction_tangent(const friction::AnyLaw& law, const JointFrictionState& state, double position,
                                 double u, double h) noexcept {
  const double give = std::visit([](const auto& of) { return of.presliding_stiffness(load); }, law);
  // A difference: bristles change over the velocity that bends them within the step.
  const double apart = 1e-6 * std::max(std::abs(u), friction_scale(law) / (give * h));
  JointFrictionState here = state, there = state;
  const double force = step_friction(law, here, position, u, h);
  const double slope = (force - step_friction(law, there, position, u + apart, h)) / apart;
  return {force, std::max(0.0, slope)};
}

}  // namespace stickslip::sim::detail
