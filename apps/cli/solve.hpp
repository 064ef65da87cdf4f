// `stickslip solve`: problems from files, by one method or by all, and how these converge.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stickslip::cli {

struct SolveOptions {
  std::vector<std::filesystem::path> files;
  std::string method = "auto";  // or "all"
  double tolerance = 1e-8;
  std::filesystem::path out = "results/solve";
  std::string plots = {};  // "png", "svg" or empty: none
  bool quiet = false;
  bool json = false;
};

// Returns the exit code: 0 if every problem is solved to the tolerance, by the method chosen or by one of all; else 1. Prints to
// stdout, progress to stderr; writes one result per file, and the report, below `out`.
int solve(const SolveOptions& options);

}  // namespace stickslip::cli
