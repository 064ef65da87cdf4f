// A few threads that share a list of jobs. Which thread does a job is left to chance, so jobs must not depend on it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace stickslip::sim::detail {

class Workers {
 public:
  Workers() = default;
  ~Workers() { resize(1); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Threads at work, the caller's among them.
  void resize(int threads);
  // Calls job(index, worker) for index = 0 … count − 1, worker = 0 … threads − 1. What a job throws is thrown here, after all are done.
  template <class Job>
  void run(int count, Job&& job) {
    if (threads_.empty() || count < 2) {
      for (int i = 0; i < count; ++i) job(i, 0);
      return;
    }
    run_shared(count, std::ref(job));
  }

 private:
  using Function = std::function<void(int, int)>;
  void run_shared(int count, const Function& job);
  void work(int worker);
  void take_jobs(int worker) noexcept;

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable start_, done_;
  const Function* job_ = nullptr;
  std::atomic<int> next_ = 0;
  int count_ = 0, busy_ = 0;
  long round_ = 0;
  bool must_end_ = false;
  std::exception_ptr error_;
};

}  // namespace stickslip::sim::detail
