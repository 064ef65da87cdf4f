// The experiments on friction cones [Savin 2023] and cones of wrenches [Caron 2015], [Ferrari 1992].
#pragma once

#include "experiments/experiment.hpp"

namespace stickslip::experiments::cones {

Experiment representations();  // a million forces, every representation, inner and outer polytopes
Experiment wrench_foot();      // a foot: hull against closed form, corner forces against known pressure
Experiment grasp();            // three fingers: which wrenches, with what margin

}  // namespace stickslip::experiments::cones
