// A finished study as its figures need it: columns of some runs, without those that only serve indices, short names, axes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "stickslip/record/result.hpp"
#include "stickslip/sweep/analysis.hpp"
#include "stickslip/sweep/results.hpp"

namespace stickslip::sweep::detail {

// So that a page of a study with hundreds of columns can still be read; all are in the files.
inline constexpr std::size_t most_outputs_shown = 8, most_variables_shown = 12;
inline constexpr std::size_t most_runs_shown = 5000;  // one by one

// One variable or output.
struct ShownColumn {
  std::string key;         // as in the files
  std::string short_name;  // its last parts, as many as tell it from the others: "plate.mass"
  std::string unit;
  bool is_log = false;              // whether its numbers spread over decades
  std::vector<double> values = {};  // one per sample

  record::Axis axis() const { return {.label = short_name, .unit = unit, .log = is_log}; }
};

struct ShownStudy {
  explicit ShownStudy(const Results& all);

  const Results& results;
  const Study& study;
  Analysis analysis;
  std::vector<std::uint64_t> samples;  // at most most_ranked runs that stand for the distributions of the variables
  std::vector<ShownColumn> variables, outputs;
};

// The shortest ends of dotted keys, of two parts or more, that differ from each other.
std::vector<std::string> short_names(const std::vector<std::string>& keys);

// How a quantity follows a variable: values of y, by parts of the range of x.
struct Part {
  double x;  // the middle one in the part
  std::vector<double> y;
};
// One part per value of x where there are few, otherwise parts with equal counts; none where there are too few numbers for either.
std::vector<Part> parts_of(std::span<const double> x, std::span<const double> y);

// Each adds its figures, tables and series.
void show_outputs(const ShownStudy& shown, record::Result& result);
void show_responses(const ShownStudy& shown, record::Result& result);
void show_events(const ShownStudy& shown, record::Result& result);
void show_influence(const ShownStudy& shown, record::Result& result);
void show_runs(const ShownStudy& shown, record::Result& result);

}  // namespace stickslip::sweep::detail
