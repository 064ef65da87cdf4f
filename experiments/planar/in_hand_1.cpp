// A plate held far from its centre of mass turns about the grip, case 1 of the in-hand runs.
#include "experiments/planar/in_hand.hpp"
#include "experiments/planar/planar.hpp"

namespace stickslip::experiments::planar {

namespace {

Result run(const Progress& progress) {
  Stages stages(progress, 2.0 * compare_in_hand_weight);
  Result result;
  compare_in_hand(result, "Circle", {.number = 1, .profile = 1}, "hand_1_circle_1", stages);
  compare_in_hand(result, "Circle", {.number = 1, .profile = 2}, "", stages);
  stages.finish();
  return result;
}

}  // namespace

Experiment in_hand_1() {
  return {"planar-in-hand-1",
          "Waltersson2024",
          "Figs 27, 28",
          "a plate held 25 mm from its centre of mass turns about the grip in stick and slip",
          run,
          true};
}

}  // namespace stickslip::experiments::planar
