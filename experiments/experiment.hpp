// An experiment: a published result, computed again and held against what was published.
//
// It declares the paper and the figure it stands for, and produces series, checks, and figures and scenes that are laid out
// like the paper's. It neither prints nor writes files; the command does, and fills in the result's name, source and time.
#pragma once

#include <string>
#include <vector>

#include "stickslip/core/progress.hpp"
#include "stickslip/record/result.hpp"

namespace stickslip::experiments {

using record::at_least;
using record::at_most;
using record::Check;
using record::equal;
using record::Result;

using stickslip::Progress;

struct Experiment {
  std::string name;     // as typed on the command line
  std::string paper;    // key in docs/references.bib
  std::string figure;   // what of the paper it stands for
  std::string summary;  // one line
  Result (*run)(const Progress&);
  bool is_long = false;                           // takes more than a few seconds in an unoptimised build
  bool is_timed = false;                          // its result has times in it: nothing else may run beside it
  Result (*run_full)(const Progress&) = nullptr;  // with --full: more of the same, minutes; null: no more than run
};

// All experiments, in the order of the papers.
const std::vector<Experiment>& all();

}  // namespace stickslip::experiments
