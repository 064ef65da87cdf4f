// What is drawn in a scene, from the columns of a series. The table of kinds below is to shapes what that of mark.hpp is to marks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/core/names.hpp"
#include "stickslip/record/colour.hpp"
#include "stickslip/record/column_roles.hpp"
#include "stickslip/record/row_filter.hpp"

namespace stickslip::record {

enum class ShapeKind { polygons, curve, points, arrows };

struct ShapeDescription {
  ShapeKind value;
  std::string_view name;
  ColumnRoles columns;   // without that of time
  bool may_have_a_time;  // whether a column of time [s] may stand before the others: the shape then changes
  std::string_view meaning;

  // "[t,] x, y, z"
  std::string columns_text() const { return (may_have_a_time ? "[t,] " : "") + columns.text(); }
};

// Where a shape is at each instant t [s]: a point p of the shape is at (x, y, z) + q p q*, with the unit quaternion q. In
// between, places are interpolated.
inline constexpr ColumnRoles motion_columns{"t", "x", "y", "z", "qw", "qx", "qy", "qz"};
struct Motion {
  std::string series;
  std::vector<std::string> columns = {motion_columns.begin(), motion_columns.end()};
};

struct Shape {
  ShapeKind kind;
  std::string series;
  std::vector<std::string> columns;
  std::string label = {};              // in the legend; none where empty
  std::optional<Colour> colour = {};   // where absent, the next in turn
  double opacity = 1.0;                // 0 (cannot be seen) to 1
  double length = 1.0;                 // of arrows: drawn length for a direction of length 1, in the columns' units
  std::optional<RowFilter> only = {};  // where absent, all rows
  std::optional<Motion> motion = {};   // where absent, it rests
};

}  // namespace stickslip::record

template <>
struct stickslip::Names<stickslip::record::ShapeKind> {
  using Kind = record::ShapeKind;
  static constexpr record::ShapeDescription table[] = {
      {Kind::polygons,
       "polygons",
       {"facet", "x", "y", "z"},
       false,
       "rows with the same facet number, one after another, are the corners of a convex polygon"},
      {Kind::curve, "curve", {"x", "y", "z"}, true, "a curve; with a time, a trail up to the present instant"},
      {Kind::points, "points", {"x", "y", "z"}, true, "points; with a time, only the last row not after the instant"},
      {Kind::arrows,
       "arrows",
       {"x", "y", "z", "dx", "dy", "dz"},
       true,
       "from (x, y, z) along length · (dx, dy, dz); with a time, as points"},
  };
};
