// The experiments on contact by the volume in which bodies overlap [Wakisaka 2017], and on bristles under the limit surface of its pressure.
#pragma once

#include "experiments/experiment.hpp"

namespace stickslip::experiments::volume {

Experiment
cube_push();  // which forces and torques static friction bears at the base of a cube, by rays, exact cones and known pressure
Experiment oblique_normal();  // a box over an edge: from where on it falls, by model and start
Experiment arm_pick_place();  // an arm that carries a box and lets it go over an edge
Experiment flat();            // flat faces on each other: continuous under tilts, towers that rest
Experiment bristle();         // sliding, sticking, holding, rolling and falling bodies against theory

}  // namespace stickslip::experiments::volume
