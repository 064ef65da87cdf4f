// A study whose runs differ in what comes of them, and what its files hold that must be the same however it was run.
#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/record/hdf5.hpp"
#include "stickslip/sweep/results.hpp"

namespace stickslip::sweep {

inline std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

// The rows of sweep.csv without their last cell, the seconds.
inline std::string csv_without_seconds(const std::filesystem::path& folder) {
  std::istringstream rows(text_of(folder / csv_file));
  std::string text, row;
  while (std::getline(rows, row)) text += row.substr(0, row.rfind(',')) + "\n";
  return text;
}

inline std::vector<std::vector<double>> hdf5_without_seconds(const std::filesystem::path& folder) {
  std::vector<std::vector<double>> columns;
  const record::Result result = record::read_hdf5(folder / hdf5_file);
  for (const record::Column& column : result["runs"].columns()) {
    if (column.name != "seconds") columns.push_back(column.values);
  }
  return columns;
}

// Bit patterns: NaN equals itself.
inline bool are_same(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].size() != b[i].size() || std::memcmp(a[i].data(), b[i].data(), a[i].size() * sizeof(double)) != 0)
      return false;
  }
  return true;
}

// A few hundred short runs; some fail, some take longer than others. Counts those that were computed.
inline Study mixed(std::uint64_t runs = 300, double seconds = 0.0, std::atomic<std::uint64_t>* computed = nullptr) {
  Variables variables;
  variables.add({"x", "m"}, Distribution::normal({.mean = 0.0, .sd = 1.0}));
  variables.add({"k"}, Distribution::list({1.0, 2.0, 3.0}));
  const auto compute = [seconds, computed](std::span<const double> x, const Progress&) -> Outcome {
    if (computed != nullptr) ++*computed;
    if (seconds > 0.0) std::this_thread::sleep_for(std::chrono::duration<double>(seconds * x[1]));
    if (x[0] > 1.5) throw InvalidArgument("x = " + to_text(x[0]) + ", \"too\" large");
    if (x[0] < -2.0) return {.status = RunStatus::ended_early, .reason = "it fell"};
    return {.outputs = {x[0] * x[1], std::sin(x[0])}};
  };
  return Study({.name = "mixed",
                .variables = variables,
                .design = {DesignKind::latin_hypercube, 2, runs, 3},
                .outputs = {{"product", "m"}, {"sine"}},
                .compute = compute});
}

}  // namespace stickslip::sweep
