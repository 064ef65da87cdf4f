// Rows of a series that a reader explores: parallel coordinates, and a scatter of any two columns.
//
// Each row is a line that crosses one vertical axis per column. On the page a reader marks intervals on the axes (brushes) and
// sees which rows lie within all of them, e.g. which runs of a study slip, and what they have in common.
#pragma once

#include <string>
#include <vector>

#include "stickslip/record/axis.hpp"

namespace stickslip::record {

struct Explorer {
  std::string name;  // of its files: lower-case letters, digits, '_' and '-'
  std::string title;
  std::string caption;
  std::string series;
  std::vector<std::string> columns;  // two or more, from left to right
  std::vector<Axis> axes = {};       // none, where names and units of the columns will do, or one per column
  std::string colour_by = {};        // which of the columns colours the rows at first; empty: all alike
  std::string rows = "rows";         // what they are, in the plural, as in "37 of 512 runs"
};

}  // namespace stickslip::record
