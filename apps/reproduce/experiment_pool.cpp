#include "experiment_pool.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <system_error>
#include <utility>

#include "apps/cli/interrupt.hpp"

namespace stickslip::cli {

ExperimentPool::ExperimentPool(std::vector<const experiments::Experiment*> experiments, unsigned threads, Run run)
    : run_(std::move(run)), jobs_(experiments.size()), order_(experiments.size()) {
  for (std::size_t i = 0; i < jobs_.size(); ++i) jobs_[i].experiment = experiments[i];
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::stable_partition(order_.begin(), order_.end(), [&](std::size_t i) { return !jobs_[i].experiment->is_timed; });
  const std::size_t count = std::min<std::size_t>(threads, jobs_.size());
  threads_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // no more of them to be had: fewer do it too
      if (threads_.empty()) throw;
      break;
    }
  }
}

ExperimentPool::~ExperimentPool() {
  {
    const std::scoped_lock lock(mutex_);
    is_stopped_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

record::Result ExperimentPool::take(std::size_t i, const std::function<void(const std::string&, double)>& watch) {
  Job& job = jobs_[i];
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, std::chrono::milliseconds(100), [&] { return job.is_done; })) {
    std::string running;
    double share = 0.0;
    describe(running, share);
    lock.unlock();
    watch(running, share);
    lock.lock();
  }
  if (job.error) std::rethrow_exception(job.error);
  return std::move(job.result);
}

void ExperimentPool::work() {
  while (Job* job = next()) {
    run(*job);
    const std::scoped_lock lock(mutex_);
    job->is_running = false;
    job->is_done = true;
    job->share = 1.0;
    --busy_;
    changed_.notify_all();
  }
}

void ExperimentPool::run(Job& job) {
  try {
    job.result = run_(*job.experiment, [&](double share) {
      throw_if_interrupted();
      const std::scoped_lock lock(mutex_);
      if (is_stopped_) throw Interrupted();
      job.share = share;
    });
  } catch (...) {
    job.error = std::current_exception();
  }
}

ExperimentPool::Job* ExperimentPool::next() {
  std::unique_lock lock(mutex_);
  const auto ended = [&] { return is_stopped_ || taken_ == jobs_.size(); };
  // What measures time waits until it is alone; being last, it keeps nothing else waiting.
  changed_.wait(lock, [&] { return ended() || !jobs_[order_[taken_]].experiment->is_timed || busy_ == 0; });
  if (ended()) return nullptr;
  Job& job = jobs_[order_[taken_++]];
  job.is_running = true;
  ++busy_;
  return &job;
}

void ExperimentPool::describe(std::string& running, double& share) const {
  for (const Job& job : jobs_) {
    share += job.share / static_cast<double>(jobs_.size());
    if (job.is_running) running += (running.empty() ? "" : ", ") + job.experiment->name;
  }
}

}  // namespace stickslip::cli
