// The folder of a result: one CSV file a series, the checks as CSV, and result.h5 with everything.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "stickslip/record/result.hpp"

namespace stickslip::record {

inline constexpr const char* result_file = "result.h5";

// Makes the folder if it is not there. Between files it calls `may_stop`, which may throw to stop there. Throws as the
// writers of the files do.
void write_result(
    const Result& result, const std::filesystem::path& folder, const std::function<void()>& may_stop = [] {});

// The results in a folder and in the folders just below it, in the order of their paths. Throws InvalidArgument if there is
// none or `folder` is no folder, ParseError if one cannot be read.
std::vector<Result> read_results(
    const std::filesystem::path& folder, const std::function<void()>& may_stop = [] {});

}  // namespace stickslip::record
