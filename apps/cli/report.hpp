// `stickslip report`, and what `reproduce` ends with.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "stickslip/record/result.hpp"

namespace stickslip::cli {

struct ReportOptions {
  std::filesystem::path folder;
  std::filesystem::path out = {};  // of the page; empty: report.html in `folder`
  std::string plots = {};          // "png", "svg" or empty: none
  bool quiet = false;
};

// What was written for people to look at.
struct Shown {
  std::filesystem::path page = {};  // empty where reports are off
  std::size_t plots = 0;            // files of pictures
};

// Before long work: throws InvalidArgument if pictures are asked for and cannot be drawn.
void require_plots(const std::string& format);

// Writes the page and, where asked for, the pictures below `folder`.
Shown show(const std::vector<record::Result>& results, const std::filesystem::path& page,
           const std::filesystem::path& folder, const std::string& plots);

// The lines that tell the user what show() wrote.
std::string to_text(const Shown& shown);

// Returns the exit code, 0: what the verdicts were is not judged again.
int report(const ReportOptions& options);

}  // namespace stickslip::cli
