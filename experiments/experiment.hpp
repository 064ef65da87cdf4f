// An experiment: a published result, computed again and held against what was published.
//
// It declares the paper and the figure it stands for, and produces named series and a table of checks. It
// neither prints nor writes files; the command does.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "stickslip/record/series.hpp"

namespace stickslip::experiments {

enum class Relation {
  equal,     // |measured − published| ≤ tolerance
  at_most,   // measured ≤ published
  at_least,  // measured ≥ published
};

// One line of the table: quantity, published, measured, tolerance, verdict.
struct Check {
  std::string quantity;
  std::string unit;  // "1" for a pure number
  Relation relation;
  double published;
  double measured;
  double tolerance;  // absolute, in `unit`; 0 for bounds

  // False for a measured NaN, whatever the relation.
  bool passed() const noexcept;
};

Check equal(std::string quantity, std::string unit, double published, double measured, double tolerance);
Check at_most(std::string quantity, std::string unit, double bound, double measured);
Check at_least(std::string quantity, std::string unit, double bound, double measured);

struct Result {
  std::vector<record::Series> series;
  std::vector<Check> checks;
  std::string skipped = {};  // why there are neither, e.g. which file is missing; empty where it was run

  bool passed() const noexcept;
};

// Called now and then with the share of the work done, 0 to 1. May throw to stop the experiment.
using Progress = std::function<void(double)>;

struct Experiment {
  std::string name;     // as typed on the command line
  std::string paper;    // key in docs/references.bib
  std::string figure;   // what of the paper it stands for
  std::string summary;  // one line
  Result (*run)(const Progress&);
  bool is_long = false;  // takes more than a few seconds in an unoptimised build
};

// All experiments, in the order of the papers.
const std::vector<Experiment>& all();

}  // namespace stickslip::experiments
