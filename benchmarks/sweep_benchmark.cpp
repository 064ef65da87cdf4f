// Studies: what a run costs beside its own work, promised at most 10 µs; what a second thread gains; and how many runs per
// second rank 0 hands out to others and takes back, promised 10⁵.
#include <chrono>
#include <deque>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include "stickslip/sweep/assist.hpp"
#include "stickslip/sweep/ranks.hpp"
#include "stickslip/sweep/run.hpp"

namespace stickslip::benchmarks {
namespace {

// A study of four variables whose runs keep a core busy for some time.
sweep::Study busy_study(std::uint64_t runs, std::chrono::microseconds work) {
  sweep::Variables variables;
  for (const char* key : {"a", "b", "c", "d"})
    variables.add({key}, sweep::Distribution::normal({.mean = 0.0, .sd = 1.0}));
  const auto compute = [work](std::span<const double> x, const Progress& /*progress*/) {
    const auto end = std::chrono::steady_clock::now() + work;
    while (std::chrono::steady_clock::now() < end) benchmark::ClobberMemory();
    return sweep::Outcome{.outputs = {x[0]}};
  };
  return sweep::Study({.name = "busy",
                       .variables = variables,
                       .design = {sweep::DesignKind::sobol, 4, runs, 1},
                       .outputs = {{"y"}},
                       .compute = compute});
}

std::filesystem::path scratch_folder() {
  return std::filesystem::temp_directory_path() / ("stickslip_sweep_benchmark_" + std::to_string(::getpid()));
}

// Arguments: runs, threads, microseconds of work per run. Files included, as a user waits for them, too.
void run_study(benchmark::State& state) {
  const auto runs = static_cast<std::uint64_t>(state.range(0));
  const sweep::Study study = busy_study(runs, std::chrono::microseconds(state.range(2)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        sweep::run(study, {.folder = scratch_folder(), .threads = static_cast<int>(state.range(1))}));
  }
  std::filesystem::remove_all(scratch_folder());
  state.counters["per_run"] = benchmark::Counter(
      static_cast<double>(runs), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK(run_study)
    ->Name("sweep/runs/threads/us")
    ->Args({100'000, 1, 0})
    ->Args({100'000, 1, 20})
    ->Args({100'000, 2, 20})
    ->Args({1'000'000, 1, 20})
    ->Args({1'000'000, 2, 20})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// Ranks that are threads of this process.
class QueueRanks final : public sweep::Ranks {
 public:
  struct Queue {
    std::mutex mutex;
    std::deque<sweep::RankMessage> messages;
  };

  QueueRanks(std::vector<Queue>& queues, int rank) : queues_(queues), rank_(rank) {}

  int rank() const noexcept override { return rank_; }
  int size() const noexcept override { return static_cast<int>(queues_.size()); }
  void send(int to, std::string bytes) override {
    Queue& queue = queues_[static_cast<std::size_t>(to)];
    const std::lock_guard lock(queue.mutex);
    queue.messages.push_back({rank_, std::move(bytes)});
  }
  std::optional<sweep::RankMessage> receive() override {
    Queue& queue = queues_[static_cast<std::size_t>(rank_)];
    const std::lock_guard lock(queue.mutex);
    if (queue.messages.empty()) return {};
    sweep::RankMessage message = std::move(queue.messages.front());
    queue.messages.pop_front();
    return message;
  }

 private:
  std::vector<Queue>& queues_;
  const int rank_;
};

// Argument: ranks. Runs without work, until all are finished; files are not counted.
void hand_out(benchmark::State& state) {
  constexpr std::uint64_t runs = 1'000'000;
  const sweep::Study study = busy_study(runs, {});
  for (auto _ : state) {
    std::vector<QueueRanks::Queue> queues(static_cast<std::size_t>(state.range(0)));
    std::vector<std::thread> others;
    for (int rank = 1; rank < static_cast<int>(state.range(0)); ++rank) {
      others.emplace_back([&, rank] {
        QueueRanks ranks(queues, rank);
        sweep::assist(study, {}, ranks);
      });
    }
    double seconds = 0.0;
    const auto note = [&](const sweep::SweepProgress& now) { seconds = now.seconds; };
    QueueRanks ranks(queues, 0);
    benchmark::DoNotOptimize(sweep::run(study, {.folder = scratch_folder(), .progress = note}, ranks));
    for (std::thread& thread : others) thread.join();
    state.SetIterationTime(seconds);
  }
  std::filesystem::remove_all(scratch_folder());
  state.counters["runs_per_second"] =
      benchmark::Counter(static_cast<double>(runs), benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK(hand_out)->Name("sweep/hand_out/ranks")->Arg(2)->Arg(8)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace stickslip::benchmarks
