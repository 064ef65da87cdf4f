// `stickslip sweep`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stickslip::cli {

struct SweepOptions {
  std::string study;                      // its file
  std::vector<std::string> changes = {};  // PATH=VALUE
  std::filesystem::path out = {};         // empty: results/<name>
  std::string plots = {};                 // "png", "svg" or empty: none
  int threads = 0;                        // 0: as many as cores
  bool resume = false;
  bool quiet = false;
};

// 0: every run is ok; 1: all are finished, but some are not ok; 2: wrong study; 130 and the like: a signal ended it.
int sweep(const SweepOptions& options);

}  // namespace stickslip::cli
