// The parts of the experiment `volume-bristle`: each adds its checks, and what it shows, to the result.
#pragma once

#include "experiments/experiment.hpp"

namespace stickslip::experiments::volume {

enum class Extent { reduced, full };

// A run of one extent, as an Experiment takes it.
template <auto run, Extent extent>
Result run_to(const Progress& progress) {
  return run(progress, extent);
}

void slides(Result& result, const Progress& progress, Extent extent);  // a spinning disc and boxes, to rest
void pushes(Result& result, const Progress& progress,
            Extent extent);  // when a cube breaks away, and how it then slides
void stick_slip(Result& result, const Progress& progress, Extent extent);  // a cube drawn by a spring
void holds(Result& result, const Progress& progress, Extent extent);       // on a slope, and under a load that rocks
void grips(Result& result, const Progress& progress, Extent extent);       // a box lifted and carried between two pads
void plates(Result& result, const Progress& progress, Extent extent);      // a plate that turns between two round pads
void falls(Result& result, const Progress& progress, Extent extent);       // tipping over an edge, and drops
void coins(Result& result, const Progress& progress, Extent extent);       // thrown coins
void dominoes(Result& result, const Progress& progress, Extent extent);    // five that fall
void corners(Result& result, const Progress& progress, Extent extent);     // sliding on an edge and on a vertex
void pieces(Result& result, const Progress& progress, Extent extent);      // bodies of several pieces, and their order

}  // namespace stickslip::experiments::volume
