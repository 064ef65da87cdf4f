// What the hardware and the C library take for the operations that no step can do without: the units of the report.
#include <cmath>

#include <benchmark/benchmark.h>

#include "motion.hpp"

namespace stickslip::benchmarks {
namespace {

constexpr std::size_t count = 1024;

// std::exp over an array, samples independent of each other: the most favourable case.
void exponential(benchmark::State& state) {
  const std::vector<double> v = motion(count, 1, 2e-3);
  for (auto _ : state) {
    double sum = 0.0;
    for (const double value : v) sum += std::exp(-1e6 * value * value);
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

// A division, likewise.
void division(benchmark::State& state) {
  const std::vector<double> v = motion(count, 1, 1.0);
  for (auto _ : state) {
    double sum = 0.0;
    for (const double value : v) sum += 1.0 / (value + 2.0);
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

// A square root and a division that wait for each other and for the sample before, as in a step with memory.
void sqrt_then_division(benchmark::State& state) {
  const std::vector<double> v = motion(count, 1, 1.0);
  for (auto _ : state) {
    double last = 1.0;
    for (const double value : v) last = 1.0 / std::sqrt(value + 3.0 + last);
    benchmark::DoNotOptimize(last);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

// Runs before main.
[[maybe_unused]] const bool are_registered = [] {
  benchmark::RegisterBenchmark("floor/exp", exponential);
  benchmark::RegisterBenchmark("floor/division", division);
  benchmark::RegisterBenchmark("floor/sqrt_then_division", sqrt_then_division);
  return true;
}();

}  // namespace
}  // namespace stickslip::benchmarks
