// A pressure as a finite number of point loads: what the distributed model puts its bristles on.
//
// Arrays, one entry per cell, only cells with pressure, row by row from the top; x, y relative to the CoP of the cells.
// Σ weight = 1, Σ weight x = Σ weight y = 0.
#pragma once

#include <vector>

#include "stickslip/patch/pressure.hpp"

namespace stickslip::patch {

struct Cells {
  std::vector<double> x, y;     // [m]
  std::vector<double> weight;   // share of the normal force
  Vec<2> cop = Vec<2>::Zero();  // in the patch's frame [m]

  // Where the cells lie on a grid: columns of equal x, rows of equal y. Empty where they do not.
  std::vector<double> column_x, row_y;  // [m], relative to the CoP
  std::vector<int> column, row;         // of each cell
};

// Cells along each side where no number is given, and at most.
inline constexpr int default_cells = 21, most_cells = 2000;

// With n cells along each side: a grid keeps its own cells if it has n × n, or if none are asked for; otherwise its
// force is shared out over the n × n cells that its area overlaps. Points stay points and a line gives n points. Every
// other shape is cut by n × n cells over its bounding rectangle: a cell carries the force on it, at its middle.
// cells: n, 1 to most_cells, or 0 for default_cells. Throws InvalidArgument for any other.
Cells cells_of(const Pressure& pressure, int cells = 0);

}  // namespace stickslip::patch
