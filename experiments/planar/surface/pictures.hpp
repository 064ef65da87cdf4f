// Figs 14 and 15: slices of limit surfaces, and limit surfaces in space.
#pragma once

#include <string>

#include "experiments/experiment.hpp"

namespace stickslip::experiments::planar {

// The series of a slice of Fig. 14: "fig14_square".
std::string slice_series_name(const std::string& slice);
// Of the slices in a result.
void show_slices(Result& result);
// Adds the facets as well.
void show_surfaces(Result& result);

}  // namespace stickslip::experiments::planar
