// Studies of many runs, held against closed forms: sensitivities of a function, a threshold, and how often a grip slips.
#pragma once

#include "experiments/experiment.hpp"

namespace stickslip::experiments::sweep {

Experiment
ishigami();  // Sobol's indices of a function that has them in closed form, and how often their intervals hold
Experiment threshold();  // the smallest grip force that holds a plate, found by bracketing
Experiment grip();       // how often a grip slips when mass, friction, pad and centre of mass vary

}  // namespace stickslip::experiments::sweep
