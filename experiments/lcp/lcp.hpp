// The experiments on contact as a complementarity problem [Peiret 2017], one step at a time, and on rigid bodies that move by it.
#pragma once

#include "experiments/experiment.hpp"

namespace stickslip::experiments::lcp {

Experiment phantom();    // the shape of friction, stick and slip, and what phantom inertia does not change
Experiment rank();       // rank and condition of the lead matrix against the phantom inertia
Experiment solvers();    // which solver solves which formulation
Experiment redundant();  // stacks and walls whose normal forces are not determined
Experiment fc3d();       // cone problems of other simulators
Experiment box();        // a box that slides and spins to rest, by five formulations
Experiment slides();     // fifty random boxes that do so
Experiment incline();    // a cube on a slope, which must not creep
Experiment towers();     // ten towers of ten boxes, and one with a heavy top
Experiment box_wall();   // a hundred boxes in courses
Experiment tosses();     // measured tosses of a cube
Experiment bounce();     // impacts, overlap at the start, fast bodies
Experiment joints();     // pendulum, four-bar linkage, arm, limits, wheel, slider-crank
Experiment painleve();   // a rod whose accelerations have no solution
Experiment engines();    // the scenes on which engines were measured

}  // namespace stickslip::experiments::lcp
