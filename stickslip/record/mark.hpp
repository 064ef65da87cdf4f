// What is drawn in a panel, from the columns of a series.
//
// The table of kinds below is the only place that says which there are, which columns they ask for and what they mean:
// validation, files and Python take it from here. The report (apps/report/src/figure/marks) and Python's plot (_plot_marks.py)
// have one drawing per kind, and a test compares their lists with this one.
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

enum class MarkKind { line, points, segments, error_bars, boxes, heat_map };

struct MarkDescription {
  MarkKind value;
  std::string_view name;
  ColumnRoles columns;
  std::string_view meaning;
};

enum class Dash { solid, dashed, dotted };

struct Mark {
  MarkKind kind;
  std::string series;
  std::vector<std::string> columns;
  std::string label = {};             // in the legend, where marks of one label share an entry; none where empty
  std::optional<Colour> colour = {};  // where absent, the next in turn
  Dash dash = Dash::solid;
  std::optional<RowFilter> only = {};  // where absent, all rows
};

}  // namespace stickslip::record

template <>
struct stickslip::Names<stickslip::record::MarkKind> {
  using Kind = record::MarkKind;
  static constexpr record::MarkDescription table[] = {
      {Kind::line, "line", {"x", "y"}, "a line through the rows in their order; need not be a function of x"},
      {Kind::points, "points", {"x", "y"}, "one dot per row"},
      {Kind::segments, "segments", {"x", "y", "x of the end", "y of the end"}, "one stroke per row"},
      {Kind::error_bars, "error_bars", {"x", "y", "low", "high"}, "a point with the interval [low, high]"},
      {Kind::boxes,
       "boxes",
       {"x", "min", "q1", "median", "q3", "max"},
       "a box from q1 to q3 with whiskers; boxes of several marks at one place stand side by side"},
      {Kind::heat_map,
       "heat_map",
       {"x", "y", "value"},
       "one coloured cell per row, centres on a regular grid; the value column names the colour bar"},
  };
};

template <>
struct stickslip::Names<stickslip::record::Dash> {
  static constexpr Named<record::Dash> table[] = {
      {record::Dash::solid, "solid"}, {record::Dash::dashed, "dashed"}, {record::Dash::dotted, "dotted"}};
};
