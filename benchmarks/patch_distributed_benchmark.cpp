// The distributed patch, 21 × 21 cells over a square. Times are a cell's: compare with floor/sqrt_and_division_vector,
// below which no exact step can get. Compiled with the flags of the library's own loops (kernel_target.hpp).
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "stickslip/numerics/aligned_vector.hpp"
#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::benchmarks {
namespace {

using friction::ElastoPlastic;
using friction::LuGre;
using patch::DistributedPatch;

constexpr std::size_t count = 448;  // 441 cells in whole vectors

STICKSLIP_KERNEL void roots_and_quotients(const double* in, double* out) {
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) out[i] = std::sqrt(in[i]) + 1.0 / (in[i] + 2.0);
}

void floor_of_a_cell(benchmark::State& state) {
  numerics::AlignedVector in(count), out(count);
  for (std::size_t i = 0; i < count; ++i) in[i] = 1.0 + 0.01 * static_cast<double>(i);
  for (auto _ : state) {
    roots_and_quotients(in.data(), out.data());
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

LuGre lugre(double gamma) {
  return LuGre({.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3, .gamma = gamma});
}

ElastoPlastic elasto_plastic() {
  return ElastoPlastic({.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3});
}

DistributedPatch on_raster(const patch::BristleLaw& law) {
  return {law, patch::Pressure::rectangle({0.02, 0.02}), 21};
}

// The same cells as if they lay anywhere.
DistributedPatch off_raster(const patch::BristleLaw& law) {
  patch::Cells cells = on_raster(law).cells();
  cells.column_x.clear();
  cells.row_y.clear();
  return {law, std::move(cells)};
}

// What the patch does: slides at one twist, swings between stick and slide, or is held by its springs.
enum class Motion { sliding, swinging, stuck };

std::vector<Twist2> twists(Motion kind) {
  constexpr std::size_t samples = 1024;
  std::vector<Twist2> all(samples, Twist2(0.1, -0.05, 1.59));
  if (kind == Motion::sliding) return all;
  // Within a swing of 1024 steps of 0.1 ms the slowest cells go to and fro by some 30 and by 0.05 of the deflection at
  // which they break away.
  const double amplitude = kind == Motion::swinging ? 1e-3 : 1.5e-6;
  for (std::size_t k = 0; k < samples; ++k) {
    const double phase = 2.0 * std::numbers::pi * static_cast<double>(k) / samples;
    all[k] = amplitude * Twist2(std::sin(phase), std::sin(phase + 1.1), 100.0 * std::sin(phase + 2.2));
  }
  return all;
}

template <class Step>
void each(benchmark::State& state, const DistributedPatch& patch, Motion kind, Step step) {
  const std::vector<Twist2> v = twists(kind);
  DistributedPatch::State memory = patch.state(), other = memory;
  std::size_t k = 0;
  for (auto _ : state) benchmark::DoNotOptimize(step(memory, other, v[++k % v.size()]));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(patch.cells().x.size()));
}

// Runs before main.
[[maybe_unused]] const bool are_registered = [] {
  benchmark::RegisterBenchmark("floor/sqrt_and_division_vector", floor_of_a_cell);
  const std::pair<const char*, Motion> motions[] = {
      {"sliding", Motion::sliding}, {"swinging", Motion::swinging}, {"stuck", Motion::stuck}};
  const std::pair<const char*, DistributedPatch> patches[] = {{"LuGre/raster", on_raster(lugre(2.0))},
                                                              {"LuGre/anywhere", off_raster(lugre(2.0))},
                                                              {"ElastoPlastic/raster", on_raster(elasto_plastic())},
                                                              {"ElastoPlastic/anywhere", off_raster(elasto_plastic())}};
  using State = DistributedPatch::State;
  for (const auto& [patch_name, patch] : patches) {
    for (const auto& [motion_name, kind] : motions) {
      const auto add = [&, law = patch, moving = kind](const std::string& what, auto step) {
        const std::string name = "patch/distributed/" + what + "/" + patch_name + "/" + motion_name;
        benchmark::RegisterBenchmark(name.c_str(), [law, moving, step](benchmark::State& state) {
          each(state, law, moving,
               [&](State& memory, State& other, const Twist2& v) { return step(law, memory, other, v); });
        });
      };
      for (const double dt : {1e-4, 1e-3}) {
        add(dt < 5e-4 ? "step/0.1ms" : "step/1ms",
            [dt](const DistributedPatch& p, State& z, State&, const Twist2& v) { return p.step(z, v, 1.0, dt); });
      }
      add("step_mean/0.1ms",
          [](const DistributedPatch& p, State& z, State&, const Twist2& v) { return p.step_mean(z, v, 1.0, 1e-4); });
      add("step_euler/1us",
          [](const DistributedPatch& p, State& z, State&, const Twist2& v) { return p.step_euler(z, v, 1.0, 1e-6); });
      // In place, so that the bristles move on as they do in a run.
      add("implicit_step/0.2ms", [](const DistributedPatch& p, State& z, State&, const Twist2& v) {
        return p.implicit_step(z, v, 1.0, 2e-4, z).wrench;
      });
      add("rate", [](const DistributedPatch& p, State& z, State& rate, const Twist2& v) {
        p.rate(z, v, rate);
        return rate.values()[0];
      });
    }
  }
  return true;
}();

}  // namespace
}  // namespace stickslip::benchmarks
