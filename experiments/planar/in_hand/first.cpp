// A plate held far from its centre of mass turns about the grip, case 1 of the in-hand runs.
#include "experiments/planar/in_hand/in_hand.hpp"
#include "experiments/planar/paper/setup.hpp"
#include "experiments/planar/planar.hpp"

namespace stickslip::experiments::planar {

namespace in_hand_1_experiment {
namespace {

Result run(const Progress& progress) {
  Stages stages(progress, 2.0 * compare_in_hand_weight);
  Result result;
  compare_in_hand(result, "Circle", {.number = 1, .profile = 1}, "hand_1_circle_1", stages);
  compare_in_hand(result, "Circle", {.number = 1, .profile = 2}, "", stages);
  add_in_hand_parameters(result, 1);
  result.figures = {
      pose_figure(
          "fig27", "Fig. 27: case 1, pose of the centre of mass",
          "d distributed, r reduced (dashed); 1 and 2 the profile of the normal force. The "
          "loosened grip lets the plate turn, the firm one stops it; then it hangs closer below the grip, and holds.",
          both_loads("Circle"), loads_alone("Circle")),
      finger_figure("fig28", "Fig. 28: case 1, friction of a finger",
                    "About the middle of the contact. While it sticks, two fingers carry the weight; while "
                    "it slips, friction follows the limit surface.",
                    both_loads("Circle"), loads_alone("Circle"))};
  add_plate_scene(result, hand_series("Circle", 1, HandModel::distributed),
                  "Fig. 26, left: case 1 under the sinusoidal normal force",
                  "Gravity acts along −y. The plate turns about the grip, which is as good as a pivot.",
                  surface("Circle"));
  add_plate_scene(result, hand_series("Circle", 2, HandModel::distributed), "Case 1 under the stepped normal force",
                  "It begins to slip when the grip is loosened, and comes to rest after it is firm again.",
                  surface("Circle"));
  stages.finish();
  return result;
}

}  // namespace
}  // namespace in_hand_1_experiment

Experiment in_hand_1() {
  return {"planar-in-hand-1",
          "Waltersson2024",
          "Figs 27, 28",
          "a plate held 25 mm from its centre of mass turns about the grip in stick and slip",
          in_hand_1_experiment::run,
          true};
}

}  // namespace stickslip::experiments::planar
