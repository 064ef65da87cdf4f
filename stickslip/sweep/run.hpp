// A study, run on the threads of this machine, and on other ranks.
//
//   const Results results = sweep::run(Study::read("study.yaml"), {.folder = "results/pivot_study", .resume = true});
//
// Threads take the next run as they become free. Each finished run goes to the journal in the folder at once (journal.hpp); when all are done
// the files of results.hpp are written. Results are the same bits for any number of threads and ranks, and for a study that was interrupted and
// resumed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "stickslip/sweep/ranks.hpp"
#include "stickslip/sweep/results.hpp"
#include "stickslip/sweep/study.hpp"

namespace stickslip::sweep {

inline constexpr const char* journal_file = "journal-0.bin";

struct SweepProgress {
  std::uint64_t finished = 0, runs = 0;
  std::uint64_t not_ok = 0;  // of those that are finished
  double seconds = 0.0;      // since the start of this call
  double remaining =
      Range::infinity;  // estimated [s], by what this call has done; infinite until the first run is done
};

struct SweepOptions {
  std::filesystem::path folder = {};  // made if it is not there; empty: nothing is written
  int threads = 0;                    // of this process; 0: as many as cores, and 1 where there are several ranks
  bool resume = false;                // goes on with what the folder's journal has, if anything
  bool strict = false;                // begins no more runs once one is not ok
  // Called by the calling thread, ten times per second and when all runs are finished. What it throws ends the study: runs that are under way
  // are finished and kept first, those of other ranks too.
  std::function<void(const SweepProgress&)> progress = {};
};

// With SweepOptions::strict: a run was not ok. Finished runs are kept, in the journal where there is a folder and here; where none is missing,
// results are written as usual.
class RunNotOk : public std::runtime_error {
 public:
  RunNotOk(std::uint64_t index, RunStatus status, const std::string& reason, std::shared_ptr<const Results> finished)
      : std::runtime_error("run " + std::to_string(index) + " is " + std::string(name_of(status)) + ": " + reason),
        index_(index),
        status_(status),
        finished_(std::move(finished)),
        results_(finished_->finished() == finished_->runs() ? finished_ : nullptr) {}

  std::uint64_t index() const noexcept { return index_; }
  RunStatus status() const noexcept { return status_; }
  // Of all runs; null where some are missing.
  const std::shared_ptr<const Results>& results() const noexcept { return results_; }
  // Of the runs that were finished, all or some: Results::has says which. Never null.
  const std::shared_ptr<const Results>& finished() const noexcept { return finished_; }

 private:
  std::uint64_t index_;
  RunStatus status_;
  std::shared_ptr<const Results> finished_, results_;
};

// Throws RunNotOk as it says; InvalidArgument where the journal is of another study or scene, of an unfinished study without `resume`, or in use by another
// process; std::filesystem::filesystem_error where files cannot be written: finished runs are kept, and may be resumed.
Results run(const Study& study, const SweepOptions& options);

// Another rank cannot go on, or was asked to end by a signal.
class RankStopped : public std::runtime_error {
 public:
  RankStopped(int rank, int signal, const std::string& reason)
      : std::runtime_error("rank " + std::to_string(rank) + ": " + reason), signal_(signal) {}

  int signal() const noexcept { return signal_; }  // 0: it was none

 private:
  int signal_;
};

// As rank 0, while the others assist (assist.hpp). Hands runs out, computes some itself, and keeps what the others send; folder and journal are
// this rank's alone. Nothing is begun before all ranks have read the same study: else InvalidArgument. Throws RankStopped where another rank
// does not go on; finished runs are kept.
Results run(const Study& study, const SweepOptions& options, Ranks& ranks);

}  // namespace stickslip::sweep
