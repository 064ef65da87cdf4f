// A picture in the plane: panels with axes, and in them marks drawn from the columns of series.
//
// It says what is shown, not how: whoever draws it (the report, Python's plot) chooses sizes, fonts and shades. Series and
// columns are named, so one series may appear in many figures and is stored once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stickslip::record {

struct Axis {
  std::string label;
  std::string unit = "1";  // as shown; "1" for a pure number
  double factor = 1.0;     // shown value = factor · value of the column, e.g. 1e3 for metres shown as mm; not 0
  bool is_log = false;
  std::optional<double> min = {};  // ends as shown; where absent, those of the data
  std::optional<double> max = {};
  std::vector<std::string> categories = {};  // names of the places 0, 1, 2, … instead of numbers
};

// Colours that can be told apart, also by colour-blind readers. `ink` is the colour of text: black on white, white on black.
enum class Colour { blue, red, green, yellow, cyan, purple, grey, ink };
enum class Dash { solid, dashed, dotted };

// What a mark draws, and the columns it asks for, in order.
enum class MarkKind {
  line,        // x, y: through the rows in their order; need not be a function of x
  points,      // x, y
  segments,    // x, y, x of the end, y of the end: one stroke a row
  error_bars,  // x, y, low, high: a point with the interval [low, high]
  boxes,       // x, min, q1, median, q3, max; the boxes of several marks at one place stand side by side
  heat_map,    // x, y, value: one row a cell, centres on a regular grid; the value column names the colour bar
};

// Only the rows where this column holds this value.
struct Rows {
  std::string column;
  double value;
};

struct Mark {
  MarkKind kind;
  std::string series;
  std::vector<std::string> columns;
  std::string label = {};             // in the legend, where marks of one label share an entry; none where empty
  std::optional<Colour> colour = {};  // where absent, the next in turn
  Dash dash = Dash::solid;
  std::optional<Rows> only = {};
};

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
