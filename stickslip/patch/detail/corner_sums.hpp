// Sums over all loads on a raster of equal cells, about every corner of the cells at once.
//
//   (1)  along(c) = Σ weight_i d/‖d‖,   distance(c) = Σ weight_i ‖d‖,   d = ρ_i − c
//
// ρ_i     middle of cell i, c a corner of the cells
// weight  one per cell, row by row from the lowest, each from the left
//
// d depends on the number of rows and columns between a cell and a corner only, so that each sum is a convolution of the
// weights with what one load contributes. Found by Fourier transforms over twice the raster [Cooley 1965]. For N × N cells
// and weights that add up to 1 they are off by at most 1e-14 N, the distance by as much of the raster's extent: that much
// for a single load, less where the load is spread. Cost O(N² log N), see docs/patch.md for times.
#pragma once

#include <vector>

#include "stickslip/core/progress.hpp"

namespace stickslip::patch::detail {

struct EvenRaster {
  int rows, columns;
  double width, height;  // of a cell [m]
};

// (rows + 1) × (columns + 1) corners, row by row from the lowest, each from the left.
struct CornerSums {
  std::vector<double> along_x, along_y;
  std::vector<double> distance;  // [m]
};

CornerSums corner_sums(const EvenRaster& raster, const std::vector<double>& weight, const Progress& progress = {});

}  // namespace stickslip::patch::detail
