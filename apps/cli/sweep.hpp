// `stickslip sweep`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "stickslip/sweep/ranks.hpp"

namespace stickslip::cli {

struct SweepOptions {
  std::string study;                      // its file
  std::vector<std::string> changes = {};  // PATH=VALUE
  std::filesystem::path out = {};         // empty: results/<name>
  std::string plots = {};                 // "png", "svg" or empty: none
  int threads = 0;                        // 0: as many as cores; 1 in each process that mpirun or srun started
  bool resume = false;
  bool strict = false;  // stop at the first run that is not ok
  bool quiet = false;
};

// 0: every run is ok; 1: some are not ok, whether all are finished or a strict study stopped; 2: wrong study; 130 and the like: a signal ended it.
int sweep(const SweepOptions& options);
// As one of several ranks, each of which calls it. Rank 0 prints and has the exit code; the others have 0.
int sweep(const SweepOptions& options, stickslip::sweep::Ranks& ranks);

}  // namespace stickslip::cli
