// An axis of a panel, a scene or an explorer: what it shows, in which unit, and from where to where.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace stickslip::record {

struct Axis {
  std::string label;
  std::string unit = "1";  // as shown; "1" for a pure number
  double factor = 1.0;     // shown value = factor · value of the column, e.g. 1e3 for metres shown as mm; not 0
  bool log = false;        // whether it is logarithmic; not in scenes
  std::optional<double> min = {};  // ends as shown; where absent, those of the data
  std::optional<double> max = {};
  std::vector<std::string> categories = {};  // names of the places 0, 1, 2, … instead of numbers
};

}  // namespace stickslip::record
