// How long, how finely and by what scheme a simulation runs, and what it keeps.
#pragma once

#include "stickslip/core/progress.hpp"
#include "stickslip/sim/frame.hpp"
#include "stickslip/sim/integrator.hpp"

namespace stickslip::sim {

struct SimulationOptions {
  double dt = 1e-3;         // longest step [s], > 0, at least t_end/1e12
  double t_end = 1.0;       // [s], > 0
  double record_dt = 0.01;  // time between records [s], > 0, at least t_end/1e8; start and end are always recorded
  int contacts = 1;         // number of equal contacts (two fingers: 2), ≥ 1
  Frame frame = Frame::world;
  Integrator integrator = Integrator::sdirk2;
  bool record_bristles = true;
  Progress progress = {};  // called at every record, and every 256 steps or sooner, with the share of t_end
};

}  // namespace stickslip::sim
