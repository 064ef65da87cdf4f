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

double friction_slope(const friction::AnyLaw& law, const JointFrictionState& state, double position, double u,
                      double h) noexcept {
  const double give = std::visit([](const auto& of) { return of.presliding_stiffness(load); }, law);
  // Bristles change over the velocity that bends them within the step.
  const double apart = 1e-6 * std::max(std::abs(u), friction_scale(law) / (give * h));
  JointFrictionState here = state, there = state;
  const double force = step_friction(law, here, position, u, h);
  return std::max(0.0, (force - step_friction(law, there, position, u + apart, h)) / apart);
}

double FrictionLine::root(const friction::AnyLaw& law, const JointState& state, double u, double impulse, double w,
                          double h) noexcept {
  const double steepest = 0.5 * w;  // u is the mean of the velocities before and after
  // Points that are close together tell nothing of the line.
  const bool is_apart = points_ > 0 && std::abs(impulse - impulse_) > 1e-4 * h * friction_scale(law);
  double slope = is_apart ? (u - u_) / (impulse - impulse_) : (points_ > 0 ? slope_ : steepest);
  if (!(slope > 0.0 && slope <= steepest)) slope = steepest;
  ++points_;
  u_ = u;
  impulse_ = impulse;
  slope_ = slope;
  const auto beyond = [&](double at) {
    JointFrictionState memory = state.friction;
    return at - h * step_friction(law, memory, state.position, velocity(at), h);
  };
  // Between these ends `beyond` changes its sign, as the law's force falls with the velocity. Halves and chords by turns.
  double low = impulse, high = impulse - beyond(impulse);
  double at_low = beyond(low), at_high = beyond(high);
  for (int k = 0; k < 100 && std::abs(high - low) > 1e-13 * h * friction_scale(law); ++k) {
    const double chord = (low * at_high - high * at_low) / (at_high - at_low);
    const bool is_between = (chord - low) * (chord - high) < 0.0;
    const double at = k % 2 == 0 && is_between ? chord : 0.5 * (low + high), value = beyond(at);
    if (value == 0.0) return at;
    if ((value < 0.0) == (at_low < 0.0)) {
      low = at;
      at_low = value;
    } else {
      high = at;
      at_high = value;
    }
  }
  return 0.5 * (low + high);
}

}  // namespace stickslip::sim::detail
