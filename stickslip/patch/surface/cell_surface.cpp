#include "stickslip/patch/surface/cell_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "stickslip/core/error.hpp"
#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/patch/detail/corner_sums.hpp"

namespace stickslip::patch {

namespace {

void check(const Cells& cells) {
  const std::size_t count = cells.x.size();
  if (count == 0) throw InvalidArgument("CellSurface: cells must hold at least one cell");
  if (cells.y.size() != count || cells.weight.size() != count) {
    throw InvalidArgument("CellSurface: x, y and weight must be of one size, are " + std::to_string(count) + ", " +
                          std::to_string(cells.y.size()) + ", " + std::to_string(cells.weight.size()));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::string cell = "CellSurface: cell " + std::to_string(i);
    require(cell.c_str(), check_not_negative("weight", cells.weight[i], "must be finite and >= 0"));
    if (!std::isfinite(cells.x[i])) throw InvalidArgument(cell, {"x", cells.x[i], "must be finite [m]"});
    if (!std::isfinite(cells.y[i])) throw InvalidArgument(cell, {"y", cells.y[i], "must be finite [m]"});
  }
}

// Eq. 1 without its sign, for speeds of the order of one.
STICKSLIP_KERNEL Wrench2 sum_of_loads(const double* x, const double* y, const double* weight, std::size_t count,
                                      double vx, double vy, double omega) noexcept {
  // What rounding leaves of a velocity that is zero: a load slower than this is at the centre of rotation.
  constexpr double rest = 4.0 * std::numeric_limits<double>::epsilon();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  double fx = 0.0, fy = 0.0, torque = 0.0;
#pragma omp simd reduction(+ : fx, fy, torque)
  for (std::size_t i = 0; i < count; ++i) {
    const double ux = vx - omega * y[i], uy = vy + omega * x[i];
    const double squared = ux * ux + uy * uy;
    const double share = weight[i] / std::sqrt(squared > rest * rest ? squared : infinite);
    const double lx = share * ux, ly = share * uy;
    fx += lx;
    fy += ly;
    torque += x[i] * ly - y[i] * lx;
  }
  return {fx, fy, torque};
}

}  // namespace

CellSurface::Axis CellSurface::Axis::through(const std::vector<double>& middles) {
  if (middles.size() < 2) return {};
  const auto [least, greatest] = std::minmax(middles.front(), middles.back());
  const auto count = static_cast<int>(middles.size());
  const double width = (greatest - least) / (count - 1);
  const double first = middles.front(), step = (middles.back() - first) / (count - 1);
  for (int k = 0; k < count; ++k) {
    if (!(std::abs(middles[static_cast<std::size_t>(k)] - (first + k * step)) < 1e-9 * width)) return {};
  }
  return {least - 0.5 * width, width, count};
}

int CellSurface::Axis::interval(double position) const noexcept {
  const double along = (position - low) / width - 0.5, nearest = std::round(along);
  return std::abs(along - nearest) < 1e-9 && nearest >= 0.0 && nearest < count ? static_cast<int>(nearest) : -1;
}

CellSurface::CellSurface(const Cells& cells, const Progress& progress) {
  check(cells);
  x_ = cells.x;
  y_ = cells.y;
  weight_ = cells.weight;
  for (std::size_t i = 0; i < x_.size(); ++i) reach_ = std::max(reach_, std::hypot(x_[i], y_[i]));
  const Axis columns = Axis::through(cells.column_x), rows = Axis::through(cells.row_y);
  if (columns.count == 0 || rows.count == 0) return;
  columns_ = columns;
  rows_ = rows;
  const std::size_t count = static_cast<std::size_t>(rows.count + 1) * static_cast<std::size_t>(columns.count + 1);
  corners_.reserve(count);
  constexpr double many = 2e7;  // so many square roots take a few hundredths of a second
  if (static_cast<double>(count) * static_cast<double>(x_.size()) > many) {
    if (const std::vector<double> weights = weights_on_raster(); !weights.empty()) {
      add_corners(weights, progress);
      return;
    }
  }
  for (int row = 0; row <= rows.count; ++row) {
    for (int column = 0; column <= columns.count; ++column) {
      corners_.push_back(summed({rows.low + row * rows.width, -(columns.low + column * columns.width), 1.0}));
      progress(static_cast<double>(corners_.size()) / static_cast<double>(count));
    }
  }
}

std::vector<double> CellSurface::weights_on_raster() const {
  std::vector<double> weights(static_cast<std::size_t>(rows_.count) * static_cast<std::size_t>(columns_.count));
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const int column = columns_.interval(x_[i]), row = rows_.interval(y_[i]);
    if (column < 0 || row < 0) return {};
    weights[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_.count) +
            static_cast<std::size_t>(column)] += weight_[i];
  }
  return weights;
}

void CellSurface::add_corners(const std::vector<double>& weights, const Progress& progress) {
  const detail::CornerSums sums =
      detail::corner_sums({rows_.count, columns_.count, columns_.width, rows_.width}, weights, progress);
  std::size_t i = 0;
  for (int row = 0; row <= rows_.count; ++row) {
    for (int column = 0; column <= columns_.count; ++column, ++i) {
      // With d = ρ − c the velocity of a load is (−dy, dx), and ρ × u = ρ·d/‖d‖ = ‖d‖ + c·d/‖d‖.
      const double cx = columns_.low + column * columns_.width, cy = rows_.low + row * rows_.width;
      const double x = sums.along_x[i], y = sums.along_y[i];
      corners_.emplace_back(y, -x, -(sums.distance[i] + cx * x + cy * y));
    }
  }
}

Wrench2 CellSurface::wrench(const Twist2& v) const noexcept {
  if (!v.allFinite()) return not_a_number<3>();
  // Without a raster, and for a pure slide (an infinite or undefined quotient), the first comparison fails.
  const double across = (-v(1) / v(2) - columns_.low) / columns_.width;
  const double up = (v(0) / v(2) - rows_.low) / rows_.width;
  if (!(across >= 0.0 && across < columns_.count && up >= 0.0 && up < rows_.count)) return summed(v);
  const int column = static_cast<int>(across), row = static_cast<int>(up);
  const double dx = across - column, dy = up - row, sign = std::copysign(1.0, v(2));
  return sign * ((1.0 - dy) * ((1.0 - dx) * corner(column, row) + dx * corner(column + 1, row)) +
                 dy * ((1.0 - dx) * corner(column, row + 1) + dx * corner(column + 1, row + 1)));
}

Wrench2 CellSurface::summed(const Twist2& v) const noexcept {
  if (!v.allFinite()) return not_a_number<3>();
  // Scaled so that no square overflows, nor vanishes but at the centre of rotation.
  const double fastest = std::max({std::abs(v(0)), std::abs(v(1)), reach_ * std::abs(v(2))});
  if (fastest < std::numeric_limits<double>::min()) return Wrench2::Zero();
  return -sum_of_loads(x_.data(), y_.data(), weight_.data(), x_.size(), v(0) / fastest, v(1) / fastest, v(2) / fastest);
}

}  // namespace stickslip::patch
