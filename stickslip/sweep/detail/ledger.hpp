// A study on its way: which runs are to be computed still, the journal, and the results so far. One process has it.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "stickslip/sweep/detail/dispenser.hpp"
#include "stickslip/sweep/detail/work.hpp"
#include "stickslip/sweep/journal.hpp"
#include "stickslip/sweep/results.hpp"
#include "stickslip/sweep/run.hpp"

namespace stickslip::sweep::detail {

class Ledger final : public Work {
 public:
  // Takes up what the folder's journal has, or begins it; without a folder there is none. Throws as run() does.
  // `strict`: hands out nothing once a run is not ok.
  Ledger(const Study& study, const std::filesystem::path& folder, bool resume, bool strict);

  // One run after the other, for a thread of this process.
  std::optional<std::uint64_t> next() override;
  // Neighbours, at most so many, for another process.
  RunRange take(std::uint64_t most) { return is_stopped_ ? RunRange{} : dispenser_.take(most); }
  std::uint64_t left() const { return dispenser_.left(); }  // that were not handed out

  // Journal first: what counts as finished is kept. While one thread writes, others leave theirs with it and need not wait. Throws
  // std::filesystem::filesystem_error where the disk is full.
  void finish(JournalRecord record) override { finish(std::span(&record, 1)); }
  void finish(std::span<JournalRecord> records);

  SweepProgress progress() const;
  bool is_done() const;
  // Whether it is strict and a run is not ok.
  bool is_stopped() const noexcept { return is_stopped_; }
  // That a run took so far, in this call; 0 where none is finished.
  double mean_seconds() const;

  // When no other thread is at it any more. Throws RunNotOk where it is stopped, for the first of them by index, with the results so far.
  void require_ok();
  Results& results() noexcept { return results_; }

 private:
  void write_pending(std::unique_lock<std::mutex>& lock);

  std::unique_ptr<Journal> journal_;  // of the thread that writes; none of a study that leaves nothing behind
  Results results_;
  Dispenser dispenser_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  mutable std::mutex mutex_;  // of the results and those below
  std::vector<JournalRecord> pending_, being_written_;
  bool is_writing_ = false;  // one of the threads
  std::uint64_t resumed_ = 0, not_ok_ = 0;
  double seconds_ = 0.0;  // of all runs of this call
  const bool is_strict_;
  std::atomic<bool> is_stopped_ = false;
};

}  // namespace stickslip::sweep::detail
