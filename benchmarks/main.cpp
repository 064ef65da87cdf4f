#include <benchmark/benchmark.h>

#include "register.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  stickslip::benchmarks::register_cone();
  stickslip::benchmarks::register_floor();
  stickslip::benchmarks::register_friction();
  stickslip::benchmarks::register_patch_distributed();
  stickslip::benchmarks::register_patch_reduced();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
