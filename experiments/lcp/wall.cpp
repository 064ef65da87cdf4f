// A wall of a hundred boxes, one island: nothing may move.
#include <utility>
#include <vector>

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/stacks.hpp"

namespace stickslip::experiments::lcp {

namespace wall_experiment {
namespace {

using record::Colour;

Result run(const Progress& progress) {
  Result result;
  const std::vector<StackSetting> settings = {{"wall_1ms", "wall, 1 ms", wall_of_boxes(), 1e-3, 5e-6, Colour::blue},
                                              {"wall_5ms", "wall, 5 ms", wall_of_boxes(), 5e-3, 50e-6, Colour::red}};
  Stages stages(progress, 6.0);
  std::vector<StackRow> rows;
  rows.reserve(settings.size());
  for (const StackSetting& setting : settings)
    rows.push_back(let_stand(result, setting, stages.next(0.005 / setting.h)));
  show_stacks(result, settings, rows, "A wall that stands: how far it moves in 5 s",
              "The largest over all boxes. It sinks by the compliance of the contacts in the first steps, and rests. "
              "No sleeping: every step is "
              "solved.");
  show_engines(result,
               "Other engines, this wall, measured elsewhere, as stated: time per step at 1 ms. At 5 ms Bullet drifts "
               "85 mm and MuJoCo sinks 3 to 12 mm",
               {{"PhysX", 430.0},
                {"Bullet", 550.0},
                {"Jolt", 1149.0},
                {"ODE quick", 1333.0},
                {"MuJoCo, more than", 5000.0},
                {"DART, more than", 300000.0}});
  result.scenes = {settling_scene(
      result, settings[0], 200000.0, 100.0, "The wall as it settles",
      "Its first 40 ms at a hundredth of the speed, displacement drawn two hundred thousand times larger.")};
  result.parameters = {
      {"side", stack_side, "m"}, {"mass", stack_mass, "kg"}, {"mu", stack_mu}, {"time", stack_until, "s"}};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace wall_experiment

Experiment box_wall() {
  return {.name = "lcp-wall",
          .paper = "Peiret2017",
          .figure = "redundant contacts at rest",
          .summary = "a wall of a hundred boxes, one island, stands for 5 s",
          .run = &wall_experiment::run,
          .is_long = true};
}

}  // namespace stickslip::experiments::lcp
