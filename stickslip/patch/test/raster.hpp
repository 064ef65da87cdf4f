// Cells on a raster, made by hand.
#pragma once

#include <cstddef>

#include "stickslip/patch/cells.hpp"

namespace stickslip::patch::test {

// Cells of an n × n raster over a square, row by row from the top, with weights q(column, row) and only where q > 0.
template <class Function>
Cells raster(int n, Function q, double side = 0.02) {
  Cells cells;
  cells.cop = Vec<2>::Zero();
  double total = 0.0;
  for (int k = 0; k < n; ++k) cells.column_x.push_back((k + 0.5 - 0.5 * n) * side / n);
  for (int k = 0; k < n; ++k) cells.row_y.push_back(-(k + 0.5 - 0.5 * n) * side / n);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      const double weight = q(column, row);
      if (weight <= 0.0) continue;
      cells.x.push_back(cells.column_x[static_cast<std::size_t>(column)]);
      cells.y.push_back(cells.row_y[static_cast<std::size_t>(row)]);
      cells.weight.push_back(weight);
      cells.column.push_back(column);
      cells.row.push_back(row);
      total += weight;
    }
  }
  for (std::size_t i = 0; i < cells.weight.size(); ++i) {
    cells.weight[i] /= total;
    cells.cop += cells.weight[i] * Vec<2>(cells.x[i], cells.y[i]);
  }
  for (double& x : cells.x) x -= cells.cop(0);
  for (double& y : cells.y) y -= cells.cop(1);
  for (double& x : cells.column_x) x -= cells.cop(0);
  for (double& y : cells.row_y) y -= cells.cop(1);
  return cells;
}

inline Cells square(int n = 21) {
  return raster(n, [](int, int) { return 1.0; });
}

}  // namespace stickslip::patch::test
