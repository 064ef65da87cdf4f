// `stickslip report`, and what `reproduce` and `solve` end with.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "stickslip/record/atomic_file.hpp"
#include "stickslip/record/result.hpp"

#include "progress_line.hpp"

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

// The folder that an argument names. Throws InvalidArgument if it cannot be made.
void make_folder(const std::filesystem::path& path, const std::string& argument = "--out");

// Before long work: throws InvalidArgument if the page could not be written, or pictures are asked for and cannot be drawn.
void require_showable(const std::filesystem::path& page, const std::string& plots);

// Writes the page and, where asked for, the pictures into the results' folders. `links`: at the page's place.
Shown show(const std::vector<record::Result>& results, const std::vector<std::filesystem::path>& folders,
           const std::filesystem::path& page, const std::string& plots, ProgressLine& line,
           record::Links links = record::Links::replaced);

// The lines that tell the user what show() wrote.
std::string to_text(const Shown& shown);

// Returns the exit code: 0, whatever the verdicts were; 2 if one of the results could not be read. The others are shown.
int report(const ReportOptions& options);

}  // namespace stickslip::cli
