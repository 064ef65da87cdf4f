#include "stickslip/patch/cells.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>
#include <variant>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/geometry/clip.hpp"

namespace stickslip::patch {

namespace {

// What only rounding has put across a line between two cells is far below this.
constexpr double sliver = 1e-12;

// Weights over a raster of equal cells, row-major from the top, in the patch's frame.
struct Raster {
  Raster(const Vec<2>& lower_corner, const Vec<2>& upper_corner, int row_count, int column_count)
      : lower(lower_corner),
        upper(upper_corner),
        rows(row_count),
        columns(column_count),
        weights(static_cast<std::size_t>(row_count) * static_cast<std::size_t>(column_count)) {}

  // Lines between the cells: x grows with the column, y falls with the row. Lines at equal distances from the
  // middle are exactly so.
  double line_x(double column) const { return middle(0) + (column - 0.5 * columns) * (extent(0) / columns); }
  double line_y(double row) const { return middle(1) - (row - 0.5 * rows) * (extent(1) / rows); }
  double& at(int row, int column) {
    return weights[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                   static_cast<std::size_t>(column)];
  }

  Vec<2> lower, upper;
  Vec<2> middle = 0.5 * (lower + upper), extent = upper - lower;
  int rows, columns;
  std::vector<double> weights;
};

// Scales the weights to one and counts positions from the CoP.
Cells centred(Cells cells) {
  double size = 0.0;
  long double sum = 0.0L;  // up to four million addends
  for (const double weight : cells.weight) sum += static_cast<long double>(weight);
  const auto total = static_cast<double>(sum);
  Vec<2> cop = Vec<2>::Zero();
  for (std::size_t i = 0; i < cells.weight.size(); ++i) {
    cells.weight[i] /= total;
    cop += cells.weight[i] * Vec<2>(cells.x[i], cells.y[i]);
    size = std::max({size, std::abs(cells.x[i]), std::abs(cells.y[i])});
  }
  // What rounding leaves of a zero would spoil the symmetry of all positions.
  for (int axis = 0; axis < 2; ++axis) {
    if (std::abs(cop(axis)) < 1e-14 * size) cop(axis) = 0.0;
  }
  for (double& x : cells.x) x -= cop(0);
  for (double& y : cells.y) y -= cop(1);
  for (double& x : cells.column_x) x -= cop(0);
  for (double& y : cells.row_y) y -= cop(1);
  cells.cop = cop;
  return cells;
}

// Only cells with more than the share `least` of the heaviest cell's force.
Cells cells_of_raster(const Raster& raster, double least) {
  Cells cells;
  for (int column = 0; column < raster.columns; ++column) cells.column_x.push_back(raster.line_x(column + 0.5));
  for (int row = 0; row < raster.rows; ++row) cells.row_y.push_back(raster.line_y(row + 0.5));
  least *= *std::max_element(raster.weights.begin(), raster.weights.end());
  std::size_t i = 0;
  for (int row = 0; row < raster.rows; ++row) {
    for (int column = 0; column < raster.columns; ++column, ++i) {
      if (raster.weights[i] <= least) continue;
      cells.x.push_back(cells.column_x[static_cast<std::size_t>(column)]);
      cells.y.push_back(cells.row_y[static_cast<std::size_t>(row)]);
      cells.weight.push_back(raster.weights[i]);
      cells.column.push_back(column);
      cells.row.push_back(row);
    }
  }
  return centred(std::move(cells));
}

// Area that the disc of this radius about the origin and the rectangle from the origin to (x, y) share; with the sign
// of x y, so that differences give any rectangle.
double disc_quadrant(double radius, double x, double y) {
  const double sign = std::copysign(1.0, x) * std::copysign(1.0, y);
  double across = std::min(std::abs(x), radius), along = std::min(std::abs(y), radius);
  if (across > along) std::swap(across, along);
  const double squared = radius * radius;
  if (across * across + along * along <= squared) return sign * across * along;
  const auto below = [&](double end) {  // ∫₀^end √(radius² − s²) ds
    return 0.5 * (end * std::sqrt(squared - end * end) + squared * std::asin(end / radius));
  };
  const double bend = std::sqrt(squared - along * along);  // where the circle leaves the far side
  return sign * (bend * along + below(across) - below(bend));
}

// Cuts the square around a round pressure by n × n cells. mean(ρ1, ρ2) is the mean pressure of a thin ring.
template <class Mean>
Raster round_raster(double inner, double radius, int n, int rings, const Mean& mean) {
  Raster raster(Vec<2>::Constant(-radius), Vec<2>::Constant(radius), n, n);
  // One eighth of the cells, from which symmetry gives all others exactly alike.
  for (int row = 0; 2 * row < n; ++row) {
    for (int column = row; 2 * column < n; ++column) {
      const double x1 = raster.line_x(column), x2 = raster.line_x(column + 1);
      const double y1 = raster.line_y(row + 1), y2 = raster.line_y(row);
      const auto area = [&](double rho) {
        return disc_quadrant(rho, x2, y2) - disc_quadrant(rho, x1, y2) - disc_quadrant(rho, x2, y1) +
               disc_quadrant(rho, x1, y1);
      };
      // The left upper quarter: only a cell on an axis reaches over it.
      const double nearest = std::hypot(std::min(x2, 0.0), std::max(y1, 0.0));
      const double from = std::max(inner, nearest), to = std::min(radius, std::hypot(x1, y2));
      if (from >= to) continue;
      double force = 0.0, enclosed = area(from);
      for (int ring = 0; ring < rings; ++ring) {
        const double rho1 = from + (to - from) * ring / rings, rho2 = from + (to - from) * (ring + 1) / rings;
        const double next = area(rho2);
        force += mean(rho1, rho2) * (next - enclosed);
        enclosed = next;
      }
      for (const auto& [i, j] : {std::pair(row, column), std::pair(column, row)}) {
        for (const int mirrored_i : {i, n - 1 - i}) {
          for (const int mirrored_j : {j, n - 1 - j}) raster.at(mirrored_i, mirrored_j) = std::max(force, 0.0);
        }
      }
    }
  }
  return raster;
}

// A ring's pressure from its two Gauss points; they stay off the rim, where a profile may be infinite.
template <class Profile>
Raster profile_raster(double radius, int n, const Profile& profile) {
  return round_raster(0.0, radius, n, 32, [&profile](double rho1, double rho2) {
    const double middle = 0.5 * (rho1 + rho2), offset = (rho2 - rho1) / (2.0 * std::numbers::sqrt3);
    return 0.5 * (profile(middle - offset) + profile(middle + offset));
  });
}

double uniform(double /*rho1*/, double /*rho2*/) {
  return 1.0;
}

// A pressure value + g·(x − origin).
struct Linear {
  double value;
  Vec<2> gradient, origin;
};

// ∫ p dA over an outline.
double force_on(const geometry::Outline& outline, const Linear& p) {
  double force = 0.0;
  for (std::size_t i = 2; i < outline.size(); ++i) {
    const Vec<2>&a = outline[0], &b = outline[i - 1], &c = outline[i];
    force += 0.5 * geometry::cross(b - a, c - a) * (p.value + p.gradient.dot((a + b + c) / 3.0 - p.origin));
  }
  return force;
}

// How much of each of `parts` equal parts of a length falls on each of n others.
std::vector<double> overlaps(int parts, int n) {
  std::vector<double> shares(static_cast<std::size_t>(parts) * static_cast<std::size_t>(n));
  // In units of 1/(parts · n) all ends are whole numbers, and so are the overlaps.
  std::size_t i = 0;
  for (long part = 0; part < parts; ++part) {
    for (long target = 0; target < n; ++target, ++i) {
      const long from = std::max(part * n, target * parts), to = std::min((part + 1) * n, (target + 1) * parts);
      shares[i] = static_cast<double>(std::max(to - from, 0L)) / n;
    }
  }
  return shares;
}

Cells cut(const Pressure& /*pressure*/, const Disc& disc, int n) {
  return cells_of_raster(round_raster(0.0, disc.radius, n, 1, uniform), sliver);
}

Cells cut(const Pressure& /*pressure*/, const Annulus& annulus, int n) {
  return cells_of_raster(round_raster(annulus.inner, annulus.outer, n, 1, uniform), sliver);
}

Cells cut(const Pressure& /*pressure*/, const Hertz& hertz, int n) {
  return cells_of_raster(profile_raster(hertz.radius, n,
                                        [&hertz](double rho) {
                                          return std::pow(
                                              std::max(1.0 - std::pow(rho / hertz.radius, hertz.exponent), 0.0),
                                              1.0 / hertz.exponent);
                                        }),
                         sliver);
}

Cells cut(const Pressure& /*pressure*/, const Axisymmetric& axisymmetric, int n) {
  return cells_of_raster(profile_raster(axisymmetric.radius, n, axisymmetric.profile), sliver);
}

Cells cut(const Pressure& /*pressure*/, const Line& line, int n) {
  Cells cells;
  // From the top; from the left where the line is level.
  const Vec<2> direction(std::cos(line.angle), std::sin(line.angle));
  const double sense = direction(1) > 0.0 || (direction(1) == 0.0 && direction(0) < 0.0) ? -1.0 : 1.0;
  for (int i = 0; i < n; ++i) {
    const double s = sense * (i + 0.5 - 0.5 * n) * (line.length / n), weight = 1.0 + line.gradient * s;
    cells.x.push_back(s * direction(0));
    cells.y.push_back(s * direction(1));
    cells.weight.push_back(weight);
  }
  return centred(std::move(cells));
}

// Adds the force on a polygon to the cells that it covers.
void add(const geometry::Polygon& polygon, const Linear& p, int n, Raster& raster) {
  const Vec<2> right = Vec<2>::UnitX(), up = Vec<2>::UnitY();
  geometry::Outline below, rest = polygon.vertices(), strip, part;
  for (int row = 0; row < n && !rest.empty(); ++row) {  // rest: what lies below the rows so far
    const double bottom = raster.line_y(row + 1);
    if (row + 1 < n) {
      geometry::clip(rest, -up, -bottom, strip);
      geometry::clip(rest, up, bottom, below);
      rest.swap(below);
    } else {
      strip = rest;
    }
    for (int column = 0; column < n && !strip.empty(); ++column) {  // strip: what lies right of the columns so far
      const double end = raster.line_x(column + 1);
      if (column + 1 < n) {
        geometry::clip(strip, right, end, part);
        geometry::clip(strip, -right, -end, below);
        strip.swap(below);
      } else {
        part = strip;
      }
      raster.at(row, column) += force_on(part, p);
    }
  }
}

Cells cut(const Pressure& pressure, const PolygonRegion& region, int n) {
  Raster raster(pressure.lower(), pressure.upper(), n, n);
  for (const geometry::Polygon& polygon : region.polygons) {
    add(polygon, {1.0, region.gradient, region.centroid}, n, raster);
  }
  return cells_of_raster(raster, sliver);
}

Cells cut(const Pressure& pressure, const LinearPieces& shape, int n) {
  Raster raster(pressure.lower(), pressure.upper(), n, n);
  for (const LinearPiece& piece : shape.pieces) {
    const Vec<2>& centroid = piece.polygon.centroid();
    add(piece.polygon, {piece.value + piece.gradient.dot(centroid), piece.gradient, centroid}, n, raster);
  }
  return cells_of_raster(raster, sliver);
}

Cells cut(const Pressure& /*pressure*/, const Grid& grid, int n) {
  Raster raster(-0.5 * grid.size, 0.5 * grid.size, n, n);
  const std::vector<double> along_x = overlaps(grid.columns, n), along_y = overlaps(grid.rows, n);
  const auto count = static_cast<std::size_t>(n);
  std::vector<double> line(count);  // one row of the grid, shared out over the columns
  std::size_t i = 0;
  for (int row = 0; row < grid.rows; ++row) {
    std::fill(line.begin(), line.end(), 0.0);
    for (int column = 0; column < grid.columns; ++column, ++i) {
      if (grid.weights[i] == 0.0) continue;
      const double* const share = &along_x[static_cast<std::size_t>(column) * count];
      for (std::size_t k = 0; k < count; ++k) line[k] += grid.weights[i] * share[k];
    }
    for (int target = 0; target < n; ++target) {
      const double share = along_y[static_cast<std::size_t>(row) * count + static_cast<std::size_t>(target)];
      if (share == 0.0) continue;
      for (int column = 0; column < n; ++column) {
        raster.at(target, column) += share * line[static_cast<std::size_t>(column)];
      }
    }
  }
  return cells_of_raster(raster, 0.0);
}

Cells cut(const Pressure& /*pressure*/, const Points& points, int /*n*/) {
  Cells cells;
  for (const Vec<2>& position : points.positions) {
    cells.x.push_back(position(0));
    cells.y.push_back(position(1));
  }
  cells.weight = points.weights;
  return centred(std::move(cells));
}

}  // namespace

Cells cells_of(const Pressure& pressure, int cells) {
  if (cells != 0) require_count("cells_of", "cells", cells, most_cells);
  const Grid* const grid = std::get_if<Grid>(&pressure.shape());
  if (grid != nullptr && (cells == 0 || (grid->rows == cells && grid->columns == cells))) {
    Raster raster(-0.5 * grid->size, 0.5 * grid->size, grid->rows, grid->columns);
    raster.weights = grid->weights;
    return cells_of_raster(raster, 0.0);
  }
  const int number = cells == 0 ? default_cells : cells;
  return std::visit([&](const auto& shape) { return cut(pressure, shape, number); }, pressure.shape());
}

}  // namespace stickslip::patch
