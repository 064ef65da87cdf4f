// A step of bodies on hinges: an arm whose seven drives follow a trajectory, and chains of 10, 50 and 100 links that swing. No contacts.
#include <cmath>
#include <string>

#include <benchmark/benchmark.h>

#include "stickslip/sim/world.hpp"

namespace stickslip::benchmarks {
namespace {

constexpr double h = 1e-3;

// A bar on a hinge at its first end, in the plane of x and z.
int add_link(sim::World& world, int before, const Vec<3>& from, const Vec<3>& to, const Vec<3>& axis, double mass) {
  const Vec<3> along = to - from;
  const int body = world.add_body(
      {.shapes = {{geometry::Polyhedron::box({0.05, 0.05, along.norm()})}},
       .mass = mass,
       .position = 0.5 * (from + to),
       .orientation = Eigen::Quaterniond(Eigen::AngleAxisd(std::atan2(along.x(), along.z()), Vec<3>::UnitY()))});
  world.add_hinge(body, before, from, axis);
  return body;
}

void arm(benchmark::State& state) {
  sim::World world;
  int before = sim::the_world;
  for (int i = 0; i < 7; ++i) {
    const Vec<3> from = 0.16 * i * Vec<3>::UnitZ(), to = from + 0.16 * Vec<3>::UnitZ();
    before = add_link(world, before, from, to, i % 2 == 0 ? Vec<3>::UnitZ() : Vec<3>::UnitY(), 3.0 - 0.35 * i);
  }
  for (auto _ : state) {
    for (int i = 0; i < 7; ++i) {
      const double rate = 2.0 + 0.3 * i, phase = rate * world.time();
      world.drive(i, {.target = 0.5 * (1.0 - std::cos(phase)),
                      .stiffness = 500.0,
                      .damping = 20.0,
                      .target_velocity = 0.5 * rate * std::sin(phase)});
    }
    benchmark::DoNotOptimize(world.step(h));
  }
  state.SetItemsProcessed(state.iterations());
}

// Released at rest, bent like an arc.
void chain(benchmark::State& state) {
  sim::World world;
  int before = sim::the_world;
  Vec<3> from = Vec<3>::Zero();
  for (int i = 0; i < state.range(0); ++i) {
    const double angle = 0.5 + 0.5 * i / static_cast<double>(state.range(0));
    const Vec<3> to = from + 0.1 * Vec<3>(std::sin(angle), 0.0, -std::cos(angle));
    before = add_link(world, before, from, to, Vec<3>::UnitY(), 0.1);
    from = to;
  }
  int unsolved = 0;
  for (auto _ : state) {
    if (!world.step(h).converged()) ++unsolved;
  }
  state.counters["unsolved"] = unsolved;
  state.SetItemsProcessed(state.iterations());
}

// Runs before main.
[[maybe_unused]] const bool are_registered = [] {
  benchmark::RegisterBenchmark("joints/arm", arm);
  benchmark::RegisterBenchmark("joints/chain", chain)->Arg(10)->Arg(50)->Arg(100);
  return true;
}();

}  // namespace
}  // namespace stickslip::benchmarks
