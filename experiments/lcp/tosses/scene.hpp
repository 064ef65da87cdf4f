// A measured and a simulated toss side by side in space.
#pragma once

#include <string>
#include <vector>

#include "stickslip/record/result.hpp"

#include "experiments/lcp/tosses/toss.hpp"

namespace stickslip::experiments::lcp::tosses_experiment {

// Adds a scene of that name, without title and caption, and its series. Both cubes on one board, turned about the vertical so that
// they travel along x.
void add_scene(record::Result& result, const Toss& toss, const std::vector<Pose>& simulated, const std::string& name);

}  // namespace stickslip::experiments::lcp::tosses_experiment
