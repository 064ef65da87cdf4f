#include "stickslip/sweep/detail/rank_work.hpp"

#include <utility>

namespace stickslip::sweep::detail {

std::optional<std::uint64_t> RankWork::next() {
  std::unique_lock lock(mutex_);
  if (queued_ == 0 && !is_closed_) {
    ++waiting_;
    is_dry_ = true;
    dry_.notify_one();
    filled_.wait(lock, [&] { return queued_ > 0 || is_closed_; });
    --waiting_;
  }
  if (is_closed_) return {};
  RunRange& range = ranges_.front();
  const std::uint64_t index = range.begin++;
  if (range.size() == 0) ranges_.pop_front();
  --queued_;
  return index;
}

void RankWork::finish(JournalRecord record) {
  const std::lock_guard lock(mutex_);
  if (records_.empty()) oldest_ = Clock::now();
  append_bytes(records_, record);
}

void RankWork::add(const RunRange& range) {
  if (range.size() == 0) return;
  const std::lock_guard lock(mutex_);
  ranges_.push_back(range);
  queued_ += range.size();
  filled_.notify_all();
}

void RankWork::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  filled_.notify_all();
}

std::uint64_t RankWork::queued() const {
  const std::lock_guard lock(mutex_);
  return queued_;
}

std::uint32_t RankWork::idle() const {
  const std::lock_guard lock(mutex_);
  return waiting_ > queued_ ? waiting_ - static_cast<std::uint32_t>(queued_) : 0;
}

void RankWork::wait(std::chrono::microseconds longest) {
  std::unique_lock lock(mutex_);
  dry_.wait_for(lock, longest, [&] { return is_dry_; });
  is_dry_ = false;
}

std::string RankWork::take_records(bool all) {
  constexpr std::chrono::milliseconds oldest_allowed{25};
  constexpr std::size_t enough = std::size_t{1} << 18U;
  const std::lock_guard lock(mutex_);
  if (records_.empty()) return {};
  if (!all && records_.size() < enough && Clock::now() - oldest_ < oldest_allowed) return {};
  return std::exchange(records_, {});
}

}  // namespace stickslip::sweep::detail
