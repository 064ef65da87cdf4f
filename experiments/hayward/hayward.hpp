// The experiments on [Hayward 2000]: friction without drift and without time.
#pragma once

#include "experiments/experiment.hpp"

namespace stickslip::experiments::hayward {

Experiment dahl_drift();  // Fig. 1 and Sec. 2.3.2: how Dahl's law drifts
Experiment ladders();     // Fig. 2: loops and ladders
Experiment regimes();     // Fig. 3: stuck, creeping, oscillating, sliding
Experiment planar();      // Figs 5 and 6: a pointer moved by hand in the plane
Experiment noise();       // Secs 1 and 3: noise and irregular sampling

}  // namespace stickslip::experiments::hayward
