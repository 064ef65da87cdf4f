#include "stickslip/sim/detail/workers.hpp"

namespace stickslip::sim::detail {

void Workers::resize(int threads) {
  const auto wanted = static_cast<std::size_t>(threads - 1);
  if (wanted == threads_.size()) return;
  {
    const std::lock_guard lock(mutex_);
    must_end_ = true;
  }
  start_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  must_end_ = false;
  round_ = 0;
  for (std::size_t i = 0; i < wanted; ++i) threads_.emplace_back([this, i] { work(static_cast<int>(i) + 1); });
}

void Workers::run_shared(int count, const Function& job) {
  {
    const std::lock_guard lock(mutex_);
    job_ = &job;
    count_ = count;
    next_ = 0;
    busy_ = static_cast<int>(threads_.size());
    error_ = nullptr;
    ++round_;
  }
  start_.notify_all();
  take_jobs(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
  if (error_) std::rethrow_exception(error_);
}

void Workers::work(int worker) {
  long seen = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      start_.wait(lock, [&] { return must_end_ || round_ != seen; });
      if (must_end_) return;
      seen = round_;
    }
    take_jobs(worker);
    const std::lock_guard lock(mutex_);
    if (--busy_ == 0) done_.notify_one();
  }
}

void Workers::take_jobs(int worker) noexcept {
  for (int i = next_++; i < count_; i = next_++) {
    try {
      (*job_)(i, worker);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
  }
}

}  // namespace stickslip::sim::detail
