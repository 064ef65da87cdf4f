// Where an output crosses a value while one variable changes, such as the smallest grip force that holds.
//
// Found by bisection: halving needs nothing of the output but its side of the value, and outputs of contact jump. The bracket's end at which
// the output does not exceed the value is the threshold; the crossing is at most `tol` from it. Of several crossings one is found.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "stickslip/sweep/outcome.hpp"
#include "stickslip/sweep/variables.hpp"

namespace stickslip::sweep {

struct Threshold {
  VariableName variable;
  std::size_t output;  // its place among the columns of outputs
  std::string output_name;
  double crosses;
  double low, high;  // of the variable
  double tol;        // in its unit

  static constexpr const char* column = "threshold";  // of results

  // The outcome at the threshold, with the threshold as a further output. `at` computes the outcome at a value of the variable. A run that
  // fails on the way is the outcome; not_found where the output is on the same side of the value at both ends.
  Outcome find(const std::function<Outcome(double)>& at) const;
};

}  // namespace stickslip::sweep
