#include "stickslip/sweep/detail/workers.hpp"

#include <system_error>
#include <utility>

namespace stickslip::sweep::detail {

Workers::~Workers() {
  stop();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::start(std::size_t count) {
  const std::lock_guard lock(mutex_);
  threads_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    try {
      threads_.emplace_back([this] { compute(); });
      ++working_;
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;
      return;  // fewer will do
    }
  }
}

bool Workers::wait(std::chrono::microseconds longest) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, longest, [&] { return working_ == 0; });
}

std::exception_ptr Workers::error() {
  const std::lock_guard lock(mutex_);
  return error_;
}

void Workers::compute() {
  using Clock = std::chrono::steady_clock;
  try {
    while (!stop_) {
      const std::optional<std::uint64_t> index = work_.next();
      if (!index || stop_) break;
      const auto begin = Clock::now();
      Outcome outcome = study_.run(*index);
      const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      work_.finish({*index, seconds, std::move(outcome)});
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::current_exception();
    stop_ = true;
  }
  const std::lock_guard lock(mutex_);
  --working_;
  changed_.notify_all();
}

}  // namespace stickslip::sweep::detail
