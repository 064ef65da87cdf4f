#include "stickslip/patch/surface/grid_surface.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "stickslip/patch/detail/edge_integrals.hpp"
#include "stickslip/patch/detail/multipoles.hpp"
#include "stickslip/patch/detail/scaled_twist.hpp"

namespace stickslip::patch {

namespace {

// From here on the series converges fast enough.
constexpr double far_from_grid = 4.0;

using detail::Multipoles;
using Powers = Eigen::Matrix<double, Multipoles::degrees, 1>;

double weight_of(const Grid& grid, int row, int column) {
  if (row < 0 || column < 0 || row >= grid.rows || column >= grid.columns) return 0.0;
  return grid.weights[static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns) +
                      static_cast<std::size_t>(column)];
}

// Lower left corner of the cell at (row, column) from the CoP; the cell may lie beyond the grid.
Vec<2> corner_of(const Grid& grid, const Vec<2>& cop, int row, int column) {
  return Vec<2>((column - 0.5 * grid.columns) * grid.size(0) / grid.columns,
                (0.5 * grid.rows - row - 1) * grid.size(1) / grid.rows) -
         cop;
}

// The distance of the farthest loaded corner.
double reach_of(const Grid& grid, const Vec<2>& cop) {
  double reach = 0.0;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      if (weight_of(grid, row, column) == 0.0) continue;
      const Vec<2> low = corner_of(grid, cop, row, column), high = corner_of(grid, cop, row - 1, column + 1);
      reach = std::max(reach, norm(Vec<2>(low.cwiseAbs().cwiseMax(high.cwiseAbs()))));
    }
  }
  return reach;
}

// Means of s^k over from ≤ s ≤ to: (to^{k+1} − from^{k+1})/((k + 1) (to − from)), without the differences.
Powers mean_powers(double from, double to) {
  Powers means;
  double sum = 1.0, power = 1.0;
  for (int k = 0; k < Multipoles::degrees; ++k) {
    means(k) = sum / (k + 1);
    power *= from;
    sum = to * sum + power;
  }
  return means;
}

Multipoles multipoles_of(const Grid& grid, const Vec<2>& cop, double length) {
  Eigen::Matrix<double, Multipoles::degrees, Eigen::Dynamic> along_x(Multipoles::degrees, grid.columns);
  for (int column = 0; column < grid.columns; ++column) {
    const double from = corner_of(grid, cop, 0, column)(0) / length,
                 to = corner_of(grid, cop, 0, column + 1)(0) / length;
    along_x.col(column) = mean_powers(from, to);
  }
  Multipoles::Moments moments = Multipoles::Moments::Zero();
  for (int row = 0; row < grid.rows; ++row) {
    Powers of_row = Powers::Zero();
    for (int column = 0; column < grid.columns; ++column) {
      const double weight = weight_of(grid, row, column);
      if (weight > 0.0) of_row += weight * along_x.col(column);
    }
    const double from = corner_of(grid, cop, row, 0)(1) / length, to = corner_of(grid, cop, row - 1, 0)(1) / length;
    moments += of_row * mean_powers(from, to).transpose();
  }
  return Multipoles(moments);
}

}  // namespace

GridSurface::GridSurface(const Grid& grid, const Vec<2>& cop)
    : length_(reach_of(grid, cop)), far_(std::make_shared<const Multipoles>(multipoles_of(grid, cop, length_))) {
  const double density = (length_ * grid.columns / grid.size(0)) * (length_ * grid.rows / grid.size(1));
  for (int row = -1; row < grid.rows; ++row) {
    for (int column = 0; column <= grid.columns; ++column) {
      const double above = weight_of(grid, row, column - 1) - weight_of(grid, row, column);
      const double below = weight_of(grid, row + 1, column - 1) - weight_of(grid, row + 1, column);
      if (below == above) continue;
      const Vec<2> corner = corner_of(grid, cop, row, column) / length_;
      corners_.push_back({corner(0), corner(1), density * (below - above)});
    }
  }
}

Wrench2 GridSurface::wrench(const Twist2& v) const noexcept {
  const detail::ScaledTwist scaled = detail::scaled_twist(v, length_);
  if (scaled.size == 0.0) return Wrench2::Zero();
  if (std::isnan(scaled.size)) return not_a_number<3>();
  if (scaled.x * scaled.x + scaled.y * scaled.y < far_from_grid * far_from_grid * scaled.spin * scaled.spin)
    return near_wrench(scaled);
  const Wrench2 w = far_->wrench(scaled);
  return {w(0), w(1), length_ * w(2)};
}

Wrench2 GridSurface::near_wrench(const detail::ScaledTwist& v) const noexcept {
  const double cx = -v.y / v.spin, cy = v.x / v.spin;
  double fx = 0.0, fy = 0.0, spread = 0.0;
  for (const Corner& corner : corners_) {
    const detail::CornerIntegrals integrals = detail::corner_integrals(corner.x - cx, corner.y - cy);
    fx += corner.jump * integrals.u;
    fy += corner.jump * integrals.v;
    spread += corner.jump * integrals.w;
  }
  const double sign = std::copysign(1.0, v.spin);
  return {sign * fy, -sign * fx, -sign * length_ * (spread + cx * fx + cy * fy)};
}

}  // namespace stickslip::patch
