// The paper's box: what box.cpp and box_claims.cpp share.
#pragma once

#include "experiments/lcp/slide.hpp"

namespace stickslip::experiments::lcp::box_experiment {

// How contacts are relaxed: as World does it by default, or with the stiffness and damping of Table 1.
enum class Relaxed { by_default, by_table_1 };

sim::ModelOptions options_of(sim::ContactModel model, sim::TangentAxes axes = sim::TangentAxes::world,
                             Relaxed relaxed = Relaxed::by_default);

// The paper's claims on the box, one row each. `ends`: where Anitescu-Potra, Box, Hybrid and phantom end at 10 ms, world axes.
struct Ends {
  SlideEnd anitescu_potra, box, hybrid, phantom;
};
void claims(Result& result, const Ends& ends, const Progress& progress);

}  // namespace stickslip::experiments::lcp::box_experiment
