// The folder of a result: one CSV file per series, the checks as CSV, and result.h5 with everything.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "stickslip/core/progress.hpp"
#include "stickslip/record/result.hpp"

namespace stickslip::record {

inline constexpr const char* result_file = "result.h5";

// Makes the folder if it is not there. Files replace links of their names. Calls `progress` between files; what it throws stops it there. Throws as
// the writers of the files do.
void write_result(const Result& result, const std::filesystem::path& folder, const Progress& progress = {});

struct SavedResults {
  std::vector<Result> results;
  std::vector<std::filesystem::path> folders;  // of each
  std::vector<std::string> problems;           // what kept others from being read, with their paths
};

// The results in a folder and in the folders just below it, which may be links, in the order of their paths. Throws InvalidArgument if `folder`
// is no folder or there is nothing in it, neither a result nor a problem. Calls `progress` between results; what it throws stops it there.
SavedResults read_results(const std::filesystem::path& folder, const Progress& progress = {});

}  // namespace stickslip::record
