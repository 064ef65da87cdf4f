// Studies: what a run costs beside its own work, promised at most 10 µs, and what a second thread gains.
#include <chrono>
#include <filesystem>
#include <string>

#include <benchmark/benchmark.h>
#include <unistd.h>

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

// Arguments: threads, microseconds of work per run. Files included, as a user waits for them, too.
void run_study(benchmark::State& state) {
  constexpr std::uint64_t runs = 100'000;
  const sweep::Study study = busy_study(runs, std::chrono::microseconds(state.range(1)));
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("stickslip_sweep_benchmark_" + std::to_string(::getpid()));
  for (auto _ : state) {
    benchmark::DoNotOptimize(sweep::run(study, {.folder = folder, .threads = static_cast<int>(state.range(0))}));
  }
  std::filesystem::remove_all(folder);
  state.counters["per_run"] =
      benchmark::Counter(runs, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK(run_study)
    ->Name("sweep/100000_runs/threads/us")
    ->Args({1, 0})
    ->Args({1, 20})
    ->Args({2, 20})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace stickslip::benchmarks
