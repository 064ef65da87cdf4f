// Experiments on several threads, their results taken one by one. Those that measure time run when the others are done, one at a time.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "experiments/experiment.hpp"

namespace stickslip::cli {

class ExperimentPool {
 public:
  using Run = std::function<record::Result(const experiments::Experiment&, const Progress&)>;

  // Starts at once. `run` is called from up to `threads` threads, one experiment each, in the order given.
  ExperimentPool(std::vector<const experiments::Experiment*> experiments, unsigned threads, Run run);
  // What still runs is stopped at its next report of progress.
  ~ExperimentPool();
  ExperimentPool(const ExperimentPool&) = delete;
  ExperimentPool& operator=(const ExperimentPool&) = delete;
  ExperimentPool(ExperimentPool&&) = delete;
  ExperimentPool& operator=(ExperimentPool&&) = delete;

  // The i-th result, once; or throws what its run threw. While it waits, `watch` is called ten times a second with the names of what
  // runs and how much of the whole is done, 0 … 1; it may throw.
  record::Result take(std::size_t i, const std::function<void(const std::string& running, double share)>& watch);

 private:
  struct Job {
    const experiments::Experiment* experiment = nullptr;
    record::Result result = {};
    std::exception_ptr error = {};
    double share = 0.0;
    bool is_running = false, is_done = false;
  };

  void work();
  void run(Job& job);
  Job* next();  // nullptr where all are taken
  void describe(std::string& running, double& share) const;

  Run run_;
  std::vector<Job> jobs_;
  std::vector<std::size_t> order_;  // those that measure time at the end
  std::size_t taken_ = 0, busy_ = 0;
  bool is_stopped_ = false;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::thread> threads_;
};

}  // namespace stickslip::cli
