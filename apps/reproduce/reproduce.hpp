// `stickslip list` and `stickslip reproduce`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace stickslip::cli {

struct ListOptions {
  bool json = false;
};

struct ReproduceOptions {
  std::vector<std::string> names;
  bool all = false;
  bool full = false;  // whole experiments, where a part is the rule
  std::filesystem::path out = "results";
  std::string plots = {};  // "png", "svg" or empty: none
  bool quiet = false;
  bool json = false;
  int jobs = 0;  // how many experiments run at a time; 0: one per core
};

// Both return the exit code: 0 well, 1 a verdict failed. They print to stdout, progress to stderr.
int list(const ListOptions& options, const std::vector<experiments::Experiment>& available);
int reproduce(const ReproduceOptions& options, const std::vector<experiments::Experiment>& available);

}  // namespace stickslip::cli
