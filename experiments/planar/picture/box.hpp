// Minimum, quartiles and maximum of a sample, and how they are drawn side by side.
#pragma once

#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace stickslip::experiments::planar {

struct Box {
  double min, q1, median, q3, max;
  double low, high;  // whiskers: the farthest values within 1.5 (q3 − q1) of the quartiles
};

// Quartiles between two values are interpolated. At least one value.
Box box_of(std::vector<double> values);

// Boxes of several samples at several places: columns place, sample, low, q1, median, q3, high.
record::Series drawn_boxes(const std::string& name, const std::string& title, const std::string& unit);
void append_box(record::Series& boxes, std::size_t place, std::size_t sample, const Box& box);
// The samples are named in the legend, the places on the x axis.
record::Panel box_panel(const std::string& series, const std::vector<std::string>& samples, const record::Axis& places,
                        const record::Axis& y);

}  // namespace stickslip::experiments::planar
