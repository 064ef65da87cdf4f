// Scenes: reading and checking a thousand bodies is promised in 50 ms, the flagship with both models and its report in 2 s.
#include <string>

#include <benchmark/benchmark.h>

#include "stickslip/record/html.hpp"
#include "stickslip/scene/build.hpp"
#include "stickslip/scene/run.hpp"
#include "stickslip/scene/shipped.hpp"

namespace stickslip::benchmarks {
namespace {

void read_thousand(benchmark::State& state) {
  std::string text = "bodies:\n  ground: {shape: {plane: {}}}\n";
  for (int i = 0; i < 1000; ++i) {
    text += "  box_" + std::to_string(i) + ": {shape: {box: [1, 1, 1]}, mass: 1, mu: 0.5, position: [" +
            std::to_string(2 * i) + ", 0, 0.5], velocity: [0, 0, 1]}\n";
  }
  text += "run: {until: 1}\n";
  for (auto _ : state) benchmark::DoNotOptimize(scene::SceneDescription::from_text(text, "many.yaml"));
}

void flagship(benchmark::State& state) {
  const scene::SceneDescription pivot = scene::read_shipped("in_hand_pivot");
  for (auto _ : state) {
    const record::Result result = scene::run(pivot).result();
    if (record::can_write_html()) record::write_html({result}, "/dev/null");
  }
}

// Beside one another: steps alone, and steps with the work and the wrenches that a scene records.
void towers_stepped(benchmark::State& state) {
  const scene::SceneDescription towers = scene::read_shipped("towers", {{"run.until", "0.5"}});
  const auto& rigid = std::get<scene::RigidScene>(towers.model());
  for (auto _ : state) {
    sim::World world = scene::world_of(rigid);
    benchmark::DoNotOptimize(world.run(rigid.run));
  }
}
void towers_recorded(benchmark::State& state) {
  const scene::SceneDescription towers =
      scene::read_shipped("towers", {{"run.until", "0.5"}, {"record.contacts", "true"}});
  for (auto _ : state) benchmark::DoNotOptimize(scene::run(towers));
}

BENCHMARK(read_thousand)->Name("scene/read/1000_bodies")->Unit(benchmark::kMillisecond);
BENCHMARK(flagship)->Name("scene/flagship")->Unit(benchmark::kMillisecond);
BENCHMARK(towers_stepped)->Name("scene/towers/stepped")->Unit(benchmark::kMillisecond);
BENCHMARK(towers_recorded)->Name("scene/towers/recorded")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace stickslip::benchmarks
