// Threads that compute runs.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "stickslip/sweep/detail/work.hpp"
#include "stickslip/sweep/study.hpp"

namespace stickslip::sweep::detail {

class Workers {
 public:
  Workers(const Study& study, Work& work) : study_(study), work_(work) {}
  // Waits for the runs that are under way.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  Workers(Workers&&) = delete;
  Workers& operator=(Workers&&) = delete;

  // Throws std::system_error where not a single thread can be had.
  void start(std::size_t count);
  // Begins no more runs.
  void stop() noexcept { stop_ = true; }

  // Whether all are done after this time or sooner.
  bool wait(std::chrono::microseconds longest);
  // What a worker could not go on for; the others stop then, too.
  std::exception_ptr error();

 private:
  void compute();

  const Study& study_;
  Work& work_;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t working_ = 0;
  std::exception_ptr error_;
  std::vector<std::thread> threads_;
};

}  // namespace stickslip::sweep::detail
