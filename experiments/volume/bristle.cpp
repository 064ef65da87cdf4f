// Bristles under the limit surface of a contact volume's pressure: what the model must do, scene by scene, against theory.
#include <array>

#include "experiments/stages.hpp"
#include "experiments/volume/bench.hpp"
#include "experiments/volume/parts.hpp"
#include "experiments/volume/volume.hpp"

namespace stickslip::experiments::volume {

namespace bristle_experiment {
namespace {

// With their shares of the time.
struct Part {
  void (*run)(Result&, const Progress&, Extent);
  double weight;
};
constexpr std::array parts = {Part{&slides, 3.0},   Part{&pushes, 1.0},  Part{&stick_slip, 2.0}, Part{&holds, 3.0},
                              Part{&grips, 3.0},    Part{&plates, 3.0},  Part{&falls, 3.0},      Part{&coins, 4.0},
                              Part{&dominoes, 1.0}, Part{&corners, 1.0}, Part{&pieces, 0.5}};

Result run(const Progress& progress, Extent extent) {
  Result result;
  double total = 0.0;
  for (const Part& part : parts) total += part.weight;
  Stages stages(progress, total);
  for (const Part& part : parts) part.run(result, stages.next(part.weight), extent);
  result.parameters = {{"h, unless stated", 1e3 * millisecond, "ms"},
                       {"sigma0", sim::Volume{}.sigma0, "1/m"},
                       {"v_s, unless stated", sim::Volume{}.v_s, "m/s"},
                       {"push_out", sim::Volume{}.push_out, "m/s"},
                       {"cube, side", cube_side, "m"},
                       {"cube, mass, unless stated", cube_mass, "kg"}};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace bristle_experiment

Experiment bristle() {
  return {.name = "volume-bristle",
          .paper = "Wakisaka2017",
          .figure = "contact volumes with bristles, ours",
          .summary = "area contact that slides, sticks, grips, rolls and falls, against quadrature and theory",
          .run = &run_to<&bristle_experiment::run, Extent::reduced>,
          .is_long = true,
          .run_full = &run_to<&bristle_experiment::run, Extent::full>};
}

}  // namespace stickslip::experiments::volume
