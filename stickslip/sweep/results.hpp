// What came of all runs of a study, in the order of their indices, and its files.
//
//   sweep.csv   one row per run: index, the variables by key, the outputs by name, status, reason, seconds. Numbers have the fewest digits
//               that read back as the same double; NaN and infinities are nan, inf, -inf; texts are quoted as RFC 4180 asks
//   sweep.h5    the same as a result (record/hdf5.hpp): series `runs`, with the status as a number, and `failures`, of runs that are not ok,
//               with a table whose row labels are the reasons; the study's text as a parameter
//
// All but the seconds depends on the study alone: not on the threads, nor on how often it was interrupted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "stickslip/record/atomic_file.hpp"
#include "stickslip/record/result.hpp"
#include "stickslip/sweep/journal.hpp"
#include "stickslip/sweep/study.hpp"

namespace stickslip::sweep {

inline constexpr const char* csv_file = "sweep.csv";
inline constexpr const char* hdf5_file = "sweep.h5";
inline constexpr const char* report_file = "report.html";  // of who writes page() beside them

class Results {
 public:
  // Of a study of which nothing was run yet.
  explicit Results(Study study);

  const Study& study() const noexcept { return study_; }
  std::uint64_t runs() const noexcept { return study_.runs(); }
  std::uint64_t finished() const noexcept { return finished_; }
  std::uint64_t count(RunStatus status) const noexcept;

  // Of run `index` < runs().
  bool has(std::uint64_t index) const noexcept { return status_[index] != unfinished; }
  RunStatus status(std::uint64_t index) const noexcept { return static_cast<RunStatus>(status_[index]); }
  const std::string& reason(std::uint64_t index) const noexcept;
  double seconds(std::uint64_t index) const noexcept { return seconds_[index]; }
  std::span<const double> outputs(std::uint64_t index) const noexcept;

  // Of all runs, one column: variable or output number `column`.
  std::vector<double> variable(std::size_t column) const;
  std::vector<double> output(std::size_t column) const;

  // A run that is there already stays as it is. Throws InvalidArgument for a run that the study does not have.
  void add(JournalRecord record);

  // Throws InvalidArgument where runs are missing.
  void require_finished() const;

  // Of all runs, with what they show: histograms, responses, probabilities of events, what variables matter, the worst runs. Throws
  // InvalidArgument where runs are missing.
  record::Result result() const;
  // The same for a page, which leaves series of more than 10⁴ runs to the files.
  record::Result page() const;
  // Writes both files into the folder, each whole or not at all, at the same time where two threads are allowed. Throws as result() and the
  // writers do.
  void write(const std::filesystem::path& folder, std::size_t threads = 1) const;

 private:
  static constexpr std::uint8_t unfinished = 0xff;
  static constexpr std::uint64_t most_rows_on_a_page = 10'000;

  record::Result result_of(std::uint64_t most_rows) const;

  void write_csv(const std::filesystem::path& path, record::Links links = record::Links::followed) const;

  Study study_;
  std::uint64_t finished_ = 0;
  std::vector<std::uint8_t> status_;
  std::vector<double> seconds_;
  std::vector<double> outputs_;                             // run after run
  std::unordered_map<std::uint64_t, std::string> reasons_;  // of those that have one
};

}  // namespace stickslip::sweep
