// What the figures of the adhesion laws share.
#pragma once

#include <string>
#include <vector>

#include "stickslip/record/figure.hpp"

namespace stickslip::experiments::hayward {

inline record::Axis millimetres(std::string label) {
  return {std::move(label), "mm", 1e3};
}

inline record::Axis micrometres(std::string label) {
  return {std::move(label), "µm", 1e6};
}

inline record::Axis time_axis() {
  return {"t", "s"};
}

// A curve of a series with a column `regime`: the samples coloured by their regime, joined by a grey line.
std::vector<record::Mark> by_regime(const std::string& series, const std::string& x, const std::string& y);

}  // namespace stickslip::experiments::hayward
