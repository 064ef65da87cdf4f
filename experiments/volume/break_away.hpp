// The load at the base of the cube under which it breaks away.
#pragma once

#include "experiments/volume/bench.hpp"

namespace stickslip::experiments::volume {

// Per unit of what grows: force along x in the middle of the base, torque about the vertical.
struct BaseLoad {
  double force, torque;
};

void load_base(sim::World& world, const BaseLoad& load, double size);
bool slips(const sim::World& world);

struct BreakAway {
  double size;   // at which it slipped, or twice what was expected
  int unsolved;  // steps before that
};
// Grows from nothing, by `share` of what is expected per step.
BreakAway break_away(const BaseLoad& load, const sim::Surface& surface, const sim::Volume& volume, double expected,
                     double share);

}  // namespace stickslip::experiments::volume
