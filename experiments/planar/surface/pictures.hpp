// Figs 14 and 15: slices of limit surfaces, and limit surfaces in space.
#pragma once

#include "experiments/experiment.hpp"

namespace stickslip::experiments::planar {

// Of the slices in a result, series "fig14_…".
void show_slices(Result& result);
// Adds the facets as well.
void show_surfaces(Result& result);

}  // namespace stickslip::experiments::planar
