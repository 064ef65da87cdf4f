// Ten towers of ten boxes, and one whose top has a hundred times the mass: nothing may move.
#include <utility>
#include <vector>

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/stacks.hpp"

namespace stickslip::experiments::lcp {

namespace towers_experiment {
namespace {

using record::Colour;

Result run(const Progress& progress) {
  Result result;
  const std::vector<StackSetting> settings = {
      {"towers_1ms", "ten towers, 1 ms", ten_towers(), 1e-3, 5e-6, Colour::blue},
      {"towers_5ms", "ten towers, 5 ms", ten_towers(), 5e-3, 50e-6, Colour::blue},
      {"heavy_top_1ms", "heavy top, 1 ms", heavy_top_tower(), 1e-3, 50e-6, Colour::red},
      {"heavy_top_5ms", "heavy top, 5 ms", heavy_top_tower(), 5e-3, 0.5e-3, Colour::red}};
  Stages stages(progress, 13.2);
  std::vector<StackRow> rows;
  rows.reserve(settings.size());
  for (const StackSetting& setting : settings) {
    rows.push_back(
        let_stand(result, setting, stages.next(0.01 * static_cast<double>(setting.boxes.size()) * 0.01 / setting.h)));
  }
  show_stacks(result, settings, rows, "Towers that stand: how far they move in 5 s",
              "The largest over all boxes. They sink by the compliance of the contacts in the first steps, and rest. "
              "No sleeping: every "
              "step is solved.");
  show_engines(result,
               "Other engines, ten towers, measured elsewhere, as stated: time per step at 1 ms. At 5 ms Bullet drifts "
               "85 mm and MuJoCo sinks 3 to 12 mm",
               {{"PhysX", 150.0},
                {"Bullet", 320.0},
                {"Jolt", 457.0},
                {"ODE quick", 676.0},
                {"MuJoCo", 900.0},
                {"DART, more than", 7000.0}});
  result.scenes = {
      settling_scene(result, settings[2], 10000.0, 100.0, "A tower whose top has a hundred times the mass",
                     "Its first 40 ms at a hundredth of the speed, displacement drawn ten thousand times larger.")};
  result.parameters = {{"side", stack_side, "m"},
                       {"mass", stack_mass, "kg"},
                       {"mass of the heavy top", 100.0 * stack_mass, "kg"},
                       {"mu", stack_mu},
                       {"time", stack_until, "s"}};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace towers_experiment

Experiment towers() {
  return {.name = "lcp-towers",
          .paper = "Peiret2017",
          .figure = "redundant contacts at rest",
          .summary = "ten towers of ten boxes, and one with a heavy top, stand for 5 s",
          .run = &towers_experiment::run,
          .is_long = true};
}

}  // namespace stickslip::experiments::lcp
