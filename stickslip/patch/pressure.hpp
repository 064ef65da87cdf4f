// How the normal force is spread over a planar contact: a pressure p(x, y) ≥ 0 with ∫ p dA = 1.
//
//   (1)  CoP = ∫ (x, y) p dA      (2)  r = ∫ ‖ρ‖ p dA      (3)  u = ∫ ‖ρ‖² p dA,   ρ = (x, y) − CoP
//
// x, y  position in the patch's frame [m]
// CoP   centre of pressure [m]: twists and wrenches of all patches are taken there
// r     torque of a pure spin about the CoP with μ = 1, fn = 1 [m]
// u     viscous torque of a unit spin about the CoP [m²]
//
// Only the distribution matters: whatever total was given is divided out. All three numbers are exact for the shape (a
// grid counts as piecewise-constant cells), to rounding.
// [Waltersson 2024, Eqs. 13, 23, 27].
#pragma once

#include <functional>
#include <span>
#include <variant>
#include <vector>

#include "stickslip/core/vector.hpp"
#include "stickslip/geometry/polygon.hpp"

namespace stickslip::patch {

// Uniform over a disc about the origin.
struct Disc {
  double radius;  // [m]
};

// Uniform over a ring about the origin.
struct Annulus {
  double inner;  // [m], ≥ 0
  double outer;  // [m], > inner
};

// Along a straight line through the origin, which is its middle. p ∝ 1 + gradient · s, s from −length/2 to length/2.
struct Line {
  double length;    // [m]
  double gradient;  // [1/m], |gradient| ≤ 2/length
  double angle;     // of the direction of growing s against x [rad]
};

// Over the interior of polygons that do not overlap. p ∝ 1 + gradient · (x − centroid), never negative on them.
struct PolygonRegion {
  std::vector<geometry::Polygon> polygons;
  Vec<2> gradient;  // [1/m]
  Vec<2> centroid;  // of the whole area [m]
};

// Over polygons that do not overlap, each under a linear pressure of its own: p = value + gradient · x, never negative on it.
// Between neighbours p may jump.
struct LinearPiece {
  geometry::Polygon polygon;
  double value;     // at the origin [1/m²]
  Vec<2> gradient;  // [1/m³]
};
struct LinearPieces {
  std::vector<LinearPiece> pieces;
};

// Like an elastic ball pressed on a plane: p ∝ (1 − (ρ/radius)^exponent)^(1/exponent) about the origin. exponent 2 is
// Hertz's; towards infinity it becomes uniform.
struct Hertz {
  double radius;    // [m]
  double exponent;  // k [–], 0.5 ≤ k ≤ 200 (see HertzFamily)
};

// Any pressure that depends on the distance from the origin only.
struct Axisymmetric {
  std::function<double(double)> profile;  // p(ρ) up to a factor, 0 ≤ ρ ≤ radius
  double radius;                          // [m]
  double total;                           // ∫ profile dA
};

// Piecewise-constant over equal rectangular cells, centred at the origin. Row 0 is the top row: y falls with the row,
// x grows with the column, as in a printed matrix or an image.
struct Grid {
  int rows;
  int columns;
  Vec<2> size;                  // of the whole grid along x and y [m]
  std::vector<double> weights;  // share of the normal force of a cell, row-major, sum 1

  double x(int column) const noexcept { return (column + 0.5 - 0.5 * columns) * size(0) / columns; }
  double y(int row) const noexcept { return -(row + 0.5 - 0.5 * rows) * size(1) / rows; }
};

// Point loads.
struct Points {
  std::vector<Vec<2>> positions;  // [m]
  std::vector<double> weights;    // share of the normal force, sum 1, each > 0
};

class Pressure {
 public:
  using Shape = std::variant<Disc, Annulus, Line, PolygonRegion, LinearPieces, Hertz, Axisymmetric, Grid, Points>;

  // All throw InvalidArgument naming the argument, the value and the allowed range.
  static Pressure disc(double radius);
  static Pressure annulus(double inner, double outer);
  static Pressure rectangle(const Vec<2>& size);
  static Pressure line(double length, double gradient = 0.0, double angle = 0.0);
  static Pressure polygon(std::vector<Vec<2>> vertices, const Vec<2>& gradient = Vec<2>::Zero());
  // Several polygons, which must not overlap, under one uniform or linear pressure.
  static Pressure polygons(std::vector<std::vector<Vec<2>>> vertices, const Vec<2>& gradient = Vec<2>::Zero());
  // Several polygons, which must not overlap, each under its own linear pressure; the total is divided out.
  static Pressure piecewise_linear(std::vector<LinearPiece> pieces);
  static Pressure hertz(double radius, double exponent);
  // profile(ρ) ≥ 0, smooth on 0 < ρ < radius.
  static Pressure axisymmetric(std::function<double(double)> profile, double radius);
  // values[row · columns + column] ≥ 0; row 0 is the top.
  static Pressure grid(int rows, int columns, std::span<const double> values, const Vec<2>& size);
  static Pressure points(std::span<const Vec<2>> positions, std::span<const double> weights);
  // A function of (x, y) [m] over a rectangle of this size about the origin, as a grid of cells × cells of the
  // function's value at each middle.
  static Pressure function(const std::function<double(double, double)>& pressure, const Vec<2>& size, int cells = 101);

  const Shape& shape() const noexcept { return shape_; }
  const Vec<2>& cop() const noexcept { return cop_; }
  double r() const noexcept { return r_; }
  double u() const noexcept { return u_; }

  // The smallest rectangle with sides along x and y that holds all pressure.
  Vec<2> lower() const noexcept { return lower_; }
  Vec<2> upper() const noexcept { return upper_; }

 private:
  explicit Pressure(Shape shape);

  Shape shape_;
  Vec<2> cop_ = Vec<2>::Zero(), lower_ = Vec<2>::Zero(), upper_ = Vec<2>::Zero();
  double r_ = 0.0, u_ = 0.0;
};

}  // namespace stickslip::patch
