// A patch over a whole array of twists.
//
// Arrays are row-major, N × 3: twists at the centre of pressure, wrenches on B about it. Everything is checked before
// the first step; InvalidArgument names the sample that is wrong and the state stays untouched. The state
// carries on from call to call: N samples in one call or in many give the same result, bit for bit.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "stickslip/friction/run.hpp"
#include "stickslip/patch/patch_friction.hpp"

namespace stickslip::patch {

// Throws InvalidArgument naming the sample that is not finite or beyond `fastest`.
inline void require_twists(std::span<const double> twists) {
  friction::require_samples("twists", "m/s, rad/s", twists, 3, fastest);
}

// wrench[k]: wrench on B [N, N·m] for twists[k] [m/s, rad/s] held over step k of length dt [s].
template <PatchFriction Patch>
void run(const Patch& patch, typename Patch::State& state, std::span<const double> twists,
         const friction::NormalForce& fn, double dt, std::span<double> wrenches,
         const friction::RunOptions& options = {}) {
  using friction::sample;
  using friction::store;
  require_twists(twists);
  friction::require_size("wrenches", wrenches.size(), twists.size());
  const std::size_t count = twists.size() / 3;
  fn.require_valid_for(count);
  friction::require_step(dt);
  friction::require_compatible(options);
  friction::require_size("state", state.values().size(), patch.state().values().size());
  typename Patch::State memory = state;  // a load may turn out to be no load of this contact on the way
  ShapeMemory<Patch> shape;
  const auto each = [&](auto step) {
    for (std::size_t k = 0; k < count; ++k) {
      store<3>(wrenches, k, step(patch.at(fn[k], shape), sample<3>(twists, k), fn[k]));
    }
  };
  if (options.scheme == friction::Scheme::euler) {
    each([&](const Patch& now, const Twist2& v, double fn_k) { return now.step_euler(memory, v, fn_k, dt); });
  } else if (options.force == friction::ForceOf::mean) {
    each([&](const Patch& now, const Twist2& v, double fn_k) { return now.step_mean(memory, v, fn_k, dt); });
  } else {
    each([&](const Patch& now, const Twist2& v, double fn_k) { return now.step(memory, v, fn_k, dt); });
  }
  state = std::move(memory);
}

}  // namespace stickslip::patch
