// What a patch takes from the motion and does not store: −w·v − ∂U/∂z·ż [W], U the energy in its bristles.
//
// Of a passive law it is never negative. The wrench and ż are those of the state, so that a run may compare the integral with what its
// bodies lost.
#pragma once

#include <cmath>
#include <span>
#include <utility>

#include "stickslip/patch/patch_friction.hpp"

namespace stickslip::patch {

// v: twist at the centre of pressure. `rate` receives ż; `probe` is room for a state. Nothing allocates.
template <PatchFriction Patch>
double dissipated_power(const Patch& patch, const typename Patch::State& z, const Twist2& v, double fn,
                        typename Patch::State& rate, typename Patch::State& probe) noexcept {
  patch.rate(z, v, rate);
  const double taken = -patch.wrench(z, rate, v, fn).dot(v);
  const std::span<const double> at = z.values(), by = std::as_const(rate).values();
  double z_square = 0.0, rate_square = 0.0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    z_square += at[i] * at[i];
    rate_square += by[i] * by[i];
  }
  // U is a square of z, so that U(z + x) − U(z − x) = 2 ∂U/∂z·x for every x; one as long as z loses no digits.
  const double part = std::sqrt(z_square / rate_square);
  if (!(part > 0.0) || !std::isfinite(part)) return taken;
  const auto stored_beside = [&](double share) {
    const std::span<double> beside = probe.values();
    for (std::size_t i = 0; i < at.size(); ++i) beside[i] = at[i] + share * by[i];
    return patch.stored_energy(probe, fn);
  };
  return taken - (stored_beside(part) - stored_beside(-part)) / (2.0 * part);
}

}  // namespace stickslip::patch
