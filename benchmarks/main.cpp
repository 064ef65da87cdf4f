#include <benchmark/benchmark.h>

#include "register.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  stickslip::benchmarks::register_floor();
  stickslip::benchmarks::register_friction();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
