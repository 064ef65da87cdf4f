// One step of each law, and whole arrays. Times are a sample's: look at items per second.
#include <type_traits>

#include <benchmark/benchmark.h>

#include "stickslip/friction/adhesion.hpp"
#include "stickslip/friction/coulomb.hpp"
#include "stickslip/friction/dahl.hpp"
#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/run.hpp"

#include "motion.hpp"

namespace stickslip::benchmarks {
namespace {

using namespace friction;

constexpr std::size_t count = 1024;
constexpr double dt = 1e-3;
// Speeds up to v_s/2 and up to 2 v_s: steps within and beyond one relaxation time.
constexpr double slow = 5e-4, fast = 2e-3;

const Coulomb coulomb({.mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3, .gamma = 2.0});
const LuGre lugre({.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3, .gamma = 2.0});
const ElastoPlastic elasto_plastic(
    {.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3, .gamma = 2.0, .s_ba = 0.9});
const Dahl dahl({.sigma0 = 1e6, .f_c = 1.0});
const Dahl dahl_exponent({.sigma0 = 1e6, .f_c = 1.0, .exponent = 1.5});

template <int Dim, class Law>
void step(benchmark::State& state, const Law& law, double amplitude) {
  const std::vector<double> v = motion(count, Dim, amplitude);
  typename Law::template State<Dim> memory;
  for (auto _ : state) {
    Vec<Dim> sum = Vec<Dim>::Zero();
    for (std::size_t k = 0; k < count; ++k) {
      sum += law.step(memory, Vec<Dim>(Eigen::Map<const Vec<Dim>>(&v[k * Dim])), 1.0, dt);
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

// Adhesion in 3-D. `z_max` relative to the motion decides the regime, and with it which branch is paid for.
template <int Dim>
void adhesion_step(benchmark::State& state, AdhesionMap map, double z_max) {
  const std::vector<double> x = motion(count, Dim, 1e-2);
  const Adhesion law({.z_max = z_max, .map = map});
  AdhesionState<Dim> memory;
  for (auto _ : state) {
    Vec<Dim> sum = Vec<Dim>::Zero();
    for (std::size_t k = 0; k < count; ++k) {
      sum += law.step(memory, Vec<Dim>(Eigen::Map<const Vec<Dim>>(&x[k * Dim])));
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}
// Whole arrays, as the Python package calls them.
void run_lugre(benchmark::State& state) {
  const auto samples = static_cast<std::size_t>(state.range(0));
  const std::vector<double> v = motion(samples, 1, 2e-3);
  std::vector<double> force(samples);
  for (auto _ : state) {
    Bristle<1> memory;
    run<1>(lugre, memory, v, 1.0, dt, force);
    benchmark::DoNotOptimize(force.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void run_adhesion(benchmark::State& state) {
  const auto samples = static_cast<std::size_t>(state.range(0));
  const std::vector<double> x = motion(samples, 3, 1e-2);
  std::vector<double> z(x.size()), w(x.size());
  std::vector<Regime> regime(samples);
  const Adhesion law({.z_max = 1e-4, .map = AdhesionMap::stick_slide});
  for (auto _ : state) {
    AdhesionState<3> memory;
    run<3>(law, memory, x, z, w, regime);
    benchmark::DoNotOptimize(z.data());
    benchmark::DoNotOptimize(w.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// Runs before main.
[[maybe_unused]] const bool are_registered = [] {
  const auto add_step = [](const char* name, auto dim, const auto& law, double amplitude = fast) {
    benchmark::RegisterBenchmark(
        name, [&law, amplitude](benchmark::State& state) { step<decltype(dim)::value>(state, law, amplitude); });
  };
  const std::integral_constant<int, 1> in_1d;
  const std::integral_constant<int, 2> in_2d;
  const std::integral_constant<int, 3> in_3d;
  add_step("step/Coulomb/1d", in_1d, coulomb);
  add_step("step/Coulomb/3d", in_3d, coulomb);
  add_step("step/Dahl/1d", in_1d, dahl);
  add_step("step/Dahl/3d", in_3d, dahl);
  add_step("step/Dahl_exponent_1.5/1d", in_1d, dahl_exponent);
  add_step("step/LuGre/1d/slow", in_1d, lugre, slow);
  add_step("step/LuGre/1d/fast", in_1d, lugre);
  add_step("step/LuGre/2d", in_2d, lugre);
  add_step("step/LuGre/3d", in_3d, lugre);
  add_step("step/ElastoPlastic/1d", in_1d, elasto_plastic);
  add_step("step/ElastoPlastic/3d", in_3d, elasto_plastic);

  // The samples are up to 5e-5 m apart: far beyond the first z_max, about the second, far within the last two.
  const auto add_adhesion = [](const char* name, AdhesionMap map, double z_max) {
    benchmark::RegisterBenchmark(name, [=](benchmark::State& state) { adhesion_step<3>(state, map, z_max); });
  };
  const auto slide = AdhesionMap::stick_slide, slip = AdhesionMap::stick_slip_slide;
  const auto creep = AdhesionMap::stick_creep_slip_slide;
  add_adhesion("step/Adhesion/stick_slide/3d/sliding", slide, 1e-6);
  add_adhesion("step/Adhesion/stick_slide/3d/stuck", slide, 1e-1);
  add_adhesion("step/Adhesion/stick_slip_slide/3d/sliding", slip, 1e-6);
  add_adhesion("step/Adhesion/stick_slip_slide/3d/slipping", slip, 5e-5);
  add_adhesion("step/Adhesion/stick_creep_slip_slide/3d/sliding", creep, 1e-6);
  add_adhesion("step/Adhesion/stick_creep_slip_slide/3d/slipping", creep, 5e-5);
  add_adhesion("step/Adhesion/stick_creep_slip_slide/3d/creeping", creep, 1e-3);

  benchmark::RegisterBenchmark("run/LuGre/1d", run_lugre)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("run/Adhesion/stick_slide/3d", run_adhesion)
      ->Arg(1'000'000)
      ->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
}  // namespace stickslip::benchmarks
