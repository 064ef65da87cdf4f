// A picture in space, still or moving: shapes drawn from the columns of series.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stickslip/record/figure.hpp"

namespace stickslip::record {

// What a shape draws, and the columns it asks for, in order. Where a column of time [s] stands before them, a curve is drawn
// up to the present instant, and of points and arrows only the last row not after it.
enum class ShapeKind {
  polygons,  // facet, x, y, z: rows with the same facet number, one after another, are the corners of a convex polygon
  curve,     // [t,] x, y, z
  points,    // [t,] x, y, z
  arrows,    // [t,] x, y, z, dx, dy, dz: from (x, y, z) along `length` · (dx, dy, dz)
};

// Where a shape is at each instant: eight columns t [s], x, y, z, qw, qx, qy, qz. A point p of the shape is at
// (x, y, z) + q p q*, with the unit quaternion q. In between, places are interpolated.
struct Motion {
  std::string series;
  std::vector<std::string> columns = {"t", "x", "y", "z", "qw", "qx", "qy", "qz"};
};

struct Shape {
  ShapeKind kind;
  std::string series;
  std::vector<std::string> columns;
  std::string label = {};             // in the legend; none where empty
  std::optional<Colour> colour = {};  // where absent, the next in turn
  double opacity = 1.0;               // 0 (cannot be seen) to 1
  double length = 1.0;                // of arrows: drawn length for a direction of length 1, in the columns' units
  std::optional<Rows> only = {};
  std::optional<Motion> motion = {};
};

struct Scene {
  std::string name;  // of its files: lower-case letters, digits, '_' and '-'
  std::string title;
  std::string caption;
  Axis x;
  Axis y;
  Axis z;
  std::vector<Shape> shapes;
  bool equal_axes = true;   // else the three axes fill a cube; needed where their units differ
  double azimuth = -50.0;   // [deg] where it is seen from at first: from the x axis towards y,
  double elevation = 25.0;  // [deg] and above the plane of x and y
};

}  // namespace stickslip::record
