// The runs that a rank other than 0 has got, and what came of those that it finished.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include "stickslip/sweep/detail/dispenser.hpp"
#include "stickslip/sweep/detail/work.hpp"

namespace stickslip::sweep::detail {

class RankWork final : public Work {
 public:
  // For the threads that compute.
  std::optional<std::uint64_t> next() override;
  void finish(JournalRecord record) override;

  // For the thread that talks to rank 0.
  void add(const RunRange& range);
  // Runs that were not begun are dropped, and there will be no more.
  void close();
  std::uint64_t queued() const;  // that were not begun
  std::uint32_t idle() const;    // threads for which there is no run
  // Sleeps so long, or until a thread has become idle.
  void wait(std::chrono::microseconds longest);
  // Of the finished runs, as bytes; none where they are few and new, unless all are wanted.
  std::string take_records(bool all);

 private:
  using Clock = std::chrono::steady_clock;

  mutable std::mutex mutex_;
  std::condition_variable filled_, dry_;
  std::deque<RunRange> ranges_;
  std::uint64_t queued_ = 0;
  std::uint32_t waiting_ = 0;  // threads
  bool is_dry_ = false;        // since the last wait()
  bool is_closed_ = false;
  std::string records_;
  Clock::time_point oldest_;  // of the records
};

}  // namespace stickslip::sweep::detail
