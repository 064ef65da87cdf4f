// The limit surface of point loads on a raster, with the centre of rotation blurred over its cell.
//
//   (1)  w(v) = −Σ weight_i (u_i, ρ_i × u_i),   u_i = v_i/‖v_i‖,   v_i = (vx − ω y_i, vy + ω x_i)
//   (2)  CoR = (−vy/ω, vx/ω);  where it lies in the raster, w is the bilinear mean of the wrenches, by Eq. 1, of the
//        pure rotations with ω's sign about the four corners of the raster cell that holds it; else w is Eq. 1
//
// ρ_i = (x_i, y_i)  position of load i from the CoP [m]
// weight_i          its share of the normal force
// CoR               centre of rotation, from the CoP [m]
//
// Why blur: a point load flips its force as the CoR crosses it, an area does not. The blur takes away those jumps and
// brings one of its own, of the order of the square of the cell's size, where the CoR crosses the rim of the raster.
// Within a raster cell w is not exactly a gradient. The cell's index is rounded down; rounding towards zero, as the
// published results have it, extrapolates up to one cell beyond the low edges.
// Loads that lie on no raster of equal cells, at least two by two, are summed by Eq. 1 everywhere; a load at the CoR
// counts nothing.
// [Waltersson 2024, Sec. IV]. Cost: four look-ups in the raster, one square root and division a load outside it. All
// corners are summed once, by the constructor: load by load up to about 65 × 65 cells, beyond that all at once and to
// 1e-11 of the reach (detail/corner_sums.hpp). No allocation after it.
#pragma once

#include <cstddef>
#include <vector>

#include "stickslip/core/planar.hpp"
#include "stickslip/core/progress.hpp"
#include "stickslip/patch/cells.hpp"

namespace stickslip::patch {

class CellSurface {
 public:
  // Throws InvalidArgument if there are no cells, if the arrays differ in size or if an entry is not finite. Calls
  // `progress` now and then.
  explicit CellSurface(const Cells& cells, const Progress& progress = {});

  Wrench2 wrench(const Twist2& v) const noexcept;

  // Eq. 1 alone.
  Wrench2 summed(const Twist2& v) const noexcept;

 private:
  // Equal intervals along one axis, counted upwards.
  struct Axis {
    double low = 0.0;    // the lower rim [m]
    double width = 0.0;  // of an interval [m]
    int count = 0;       // 0: no raster

    static Axis through(const std::vector<double>& middles);
    // Whose middle this is; −1 if it is none's.
    int interval(double position) const noexcept;
  };

  // Of all cells of the raster, row by row from the lowest; none where a load is not in the middle of one.
  std::vector<double> weights_on_raster() const;
  void add_corners(const std::vector<double>& weights, const Progress& progress);

  const Wrench2& corner(int column, int row) const noexcept {
    return corners_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_.count + 1) +
                    static_cast<std::size_t>(column)];
  }

  std::vector<double> x_, y_, weight_;
  double reach_ = 0.0;  // of the farthest load [m]
  Axis columns_, rows_;
  std::vector<Wrench2> corners_;  // of ω = 1, row by row from the lowest
};

}  // namespace stickslip::patch
