// The experiments on [Waltersson 2024]: friction of a planar patch, distributed and reduced to three bristles.
#pragma once

#include "experiments/experiment.hpp"

namespace stickslip::experiments::planar {

Experiment known_shapes();      // closed forms and exact polygons against quadrature
Experiment fixed_velocity();    // Figs 5, 13, 17, 19–21: forces of a given motion, five surfaces
Experiment model_error();       // Fig. 22: reduced against distributed, limit surface against ellipsoid
Experiment grid_resolution();   // Figs 9, 36: error against the number of cells
Experiment table_resolution();  // Fig. 37: error against the number of table nodes
Experiment bilinear_rule();     // Fig. 10: why the bilinear rule
Experiment limit_surfaces();    // Figs 14, 15: slices of limit surfaces
Experiment drift_tangential();  // Figs 6, 23: drift under an oscillating tangential load and torque
Experiment drift_normal();      // Figs 24, 25: drift under an oscillating normal load
Experiment in_hand_1();         // Figs 27, 28: in-hand sliding, case 1
Experiment in_hand_2();         // Figs 29–32: in-hand sliding, case 2
Experiment in_hand_load();      // Figs 33–35, Table IV: pressure that depends on the load
Experiment cost();              // Tables II, V, VI: what a step and a table cost
Experiment pushes();            // 250 measured pushes [Zhou 2016]
Experiment spinning_disc();     // a disc that slides and spins stops both at once
Experiment planar_error();      // runs drawn at random know how far off they are

}  // namespace stickslip::experiments::planar
