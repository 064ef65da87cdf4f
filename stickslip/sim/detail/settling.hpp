// Overlap that a step would leave is removed within the step, where an impact pays for it.
//
// Contacts are compliant and their rows linear in the step, so that what strikes ends a little inside what it strikes: by h ε_n Λ_n, which
// is much for a light body between heavy ones, and by ½ θ² r for a face that turns by θ. Left to be pushed out in steps to come, this
// overlap would lift weights: energy from nowhere. An impact takes far more than that, so the island is displaced before it moves on, by
//
//   (1)  J x ≥ overlap of each contact at the end of the step, beyond the smaller of that at its start and 10 h²/β;   xᵀ M x least
//   (2)  scaled down where x would cost more energy than the island loses in the step
//   (3)  the same for contact volumes with bristles: n·x of the two bodies ≥ how deep they are at the end of the step beyond max p/k
//
// velocities untouched. (1) is linear, too: it is repeated up to three times with the distance at the end, and taken back where that did
// not help. Islands without an impact are left alone, and so are those where lifting
// the heaviest body by a bound on the overlap would cost less than 2e-6 of kinetic energy + m g R, and scenes whose compliance is given.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stickslip/contact/contact_set.hpp"
#include "stickslip/core/pose3.hpp"
#include "stickslip/sim/detail/island_solver.hpp"
#include "stickslip/sim/detail/step_data.hpp"
#include "stickslip/sim/state.hpp"

namespace stickslip::sim::detail {

// Of a body: kinetic energy before the step + m g R.
double energy_scale(const Model& model, const StepBody& body, int index);

struct Settling {
  const Model& model;
  const State& state;
  StepData& data;
  const contact::ContactSet& found;
  std::span<const Update> updates;  // of all bodies
  std::span<double> overlap;        // room for one number per contact

  // Adds to `push` of the island's bodies. For islands at the same time, each with its own solver and memory.
  void settle(const Island& island, IslandSolver& solver, std::vector<Apart>& apart) const;

 private:
  bool may_be_deep(const StepVolume& volume) const noexcept;
  double set_apart(const Island& island, double negligible, std::vector<Apart>& apart) const;
  double negligible_overlap(const Island& island) const;
  double may_overlap(const StepContact& contact) const noexcept;
  double set_overlap(const Island& island, double negligible) const;
  Pose3 pose_after(int body, std::uint16_t shape) const;
};

}  // namespace stickslip::sim::detail
