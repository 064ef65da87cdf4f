// The reduced patch, alone and many at once; limit surfaces; and whole runs of a body between two fingers.
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "stickslip/patch/reduced_batch.hpp"
#include "stickslip/sim/simulate.hpp"

#include "motion.hpp"

namespace stickslip::benchmarks {
namespace {

using patch::BristleLaw;
using patch::LimitSurface;
using patch::Pressure;
using patch::ReducedPatch;

constexpr std::size_t samples = 1024;

BristleLaw lugre() {
  return friction::LuGre({.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3});
}

BristleLaw elasto_plastic() {
  return friction::ElastoPlastic({.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3});
}

Pressure square() {
  return Pressure::rectangle({0.02, 0.02});
}

// Twists that swing through stick and slide, up to 2 mm/s and 0.3 rad/s.
std::vector<double> twists(std::size_t count) {
  std::vector<double> v = motion(count, 3, 2e-3);
  for (std::size_t k = 2; k < v.size(); k += 3) v[k] *= 150.0;
  return v;
}

Twist2 twist(const std::vector<double>& v, std::size_t k) {
  return Eigen::Map<const Twist2>(v.data() + 3 * k);
}

void step(benchmark::State& state, const BristleLaw& law) {
  const ReducedPatch reduced(law, square());
  const std::vector<double> v = twists(samples);
  ReducedPatch::State memory;
  for (auto _ : state) {
    for (std::size_t k = 0; k < samples; ++k) benchmark::DoNotOptimize(reduced.step(memory, twist(v, k), 1.0, 1e-3));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(samples));
}

void batch(benchmark::State& state, const BristleLaw& law) {
  constexpr std::size_t count = 10'000;
  patch::ReducedBatch many(ReducedPatch(law, square()), count);
  const std::vector<double> v = twists(count);
  std::vector<double> wrenches(3 * count);
  for (auto _ : state) {
    many.step(v, 1.0, 1e-3, wrenches);
    benchmark::DoNotOptimize(wrenches.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

void quadrilateral(benchmark::State& state) {
  const LimitSurface surface(Pressure::polygon({{0.0, 0.0}, {0.02, 0.002}, {0.017, 0.015}, {-0.003, 0.011}}));
  const std::vector<double> v = twists(samples);
  for (auto _ : state) {
    for (std::size_t k = 0; k < samples; ++k) benchmark::DoNotOptimize(surface.wrench(twist(v, k)));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(samples));
}

// The paper's table: 21 × 21 cells with the bilinear rule, 81 × 21 nodes. From nothing.
void table(benchmark::State& state) {
  const std::vector<double> ones(21 * 21, 1.0);
  for (auto _ : state) {
    const Pressure pressure = Pressure::grid(21, 21, ones, {0.02, 0.02});
    benchmark::DoNotOptimize(LimitSurface::cells(pressure).as_table(20));
  }
  state.SetItemsProcessed(state.iterations());
}

// 2 s between two fingers whose grip comes and goes, as in [Waltersson 2024, Figs 29–35]. With 0.5 ms the end pose is
// within 0.2 % of the accurate one (experiment planar-in-hand-2).
template <class Patch>
void in_hand(benchmark::State& state, const Patch& finger, sim::SimulationOptions options = {.dt = 5e-4}) {
  std::vector<double> times, grip;
  for (int i = 0; i < 200; ++i) {
    times.push_back(0.01 * i);
    grip.push_back(1.73 + 0.91 * std::sin(4.0 * std::numbers::pi * 0.01 * i));
  }
  const Signal<double> fn(times, grip);
  const sim::PlanarBody body{.mass = 0.2, .inertia = 4.81667e-4, .pose = {0.002, 0.0, 0.0}};
  options.t_end = 2.0;
  options.contacts = 2;
  options.record_bristles = false;
  for (auto _ : state) {
    benchmark::DoNotOptimize(sim::simulate(finger, body, Wrench2(0.0, -0.2 * 9.81, 0.0), fn, options).pose.back());
  }
  state.SetItemsProcessed(state.iterations());
}

// Radius and exponent of a soft finger: a = 6 fn^(1/3) cells of 0.952 mm.
ReducedPatch soft_finger(double (*exponent)(double)) {
  const auto radius = [](double fn) { return 0.02 / 21.0 * std::max(0.5, std::min(6.0 * std::cbrt(fn), 10.5)); };
  return {elasto_plastic(), patch::HertzContact{radius, exponent, 0.02}};
}

template <class Function>
void add(const std::string& name, Function function) {
  benchmark::RegisterBenchmark(name.c_str(), function);
}

// Runs before main.
[[maybe_unused]] const bool are_registered = [] {
  for (const auto& [name, law] : {std::pair("LuGre", lugre()), std::pair("ElastoPlastic", elasto_plastic())}) {
    add(std::string("patch/reduced/step/") + name, [law = law](benchmark::State& state) { step(state, law); });
    add(std::string("patch/reduced/batch/") + name, [law = law](benchmark::State& state) { batch(state, law); });
  }
  add("patch/surface/quadrilateral", quadrilateral);
  add("patch/surface/table", table);
  add("patch/in_hand/reduced", [](benchmark::State& s) { in_hand(s, ReducedPatch(elasto_plastic(), square())); });
  // A tolerance with which the end pose is as far off as with 0.5 ms: 0.045 % of the way.
  add("patch/in_hand/tolerance",
      [](benchmark::State& s) { in_hand(s, ReducedPatch(elasto_plastic(), square()), {.tol = 2e-3}); });
  add("patch/in_hand/distributed",
      [](benchmark::State& s) { in_hand(s, patch::DistributedPatch(elasto_plastic(), square(), 21)); });
  add("patch/in_hand/k_2", [](benchmark::State& s) { in_hand(s, soft_finger([](double) { return 2.0; })); });
  add("patch/in_hand/k_2fn",
      [](benchmark::State& s) { in_hand(s, soft_finger([](double fn) { return std::max(0.5, 2.0 * fn); })); });
  return true;
}();

}  // namespace
}  // namespace stickslip::benchmarks
