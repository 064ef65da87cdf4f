// A picture in the plane: panels with axes, and in them marks drawn from the columns of series.
//
// It says what is shown, not how: whoever draws it (the report, Python's plot) chooses sizes, fonts and shades. Series and
// columns are named, so one series may appear in many figures and is stored once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "stickslip/record/axis.hpp"
#include "stickslip/record/mark.hpp"

namespace stickslip::record {

// Text at a place of the plot, in shown units.
struct Label {
  double x;
  double y;
  std::string text;
};

struct Panel {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Mark> marks;
  bool equal_axes = false;  // one unit of x is as long as one of y
  std::vector<Label> labels = {};
};

struct Figure {
  std::string name;  // of its files: lower-case letters, digits, '_' and '-'
  std::string title;
  std::string caption;
  std::vector<Panel> panels;
  std::size_t columns = 0;  // panels side by side; 0: as many as fit
};

}  // namespace stickslip::record
