#include "experiments/cones/cones.hpp"
#include "experiments/experiment.hpp"
#include "experiments/hayward/hayward.hpp"
#include "experiments/lcp/lcp.hpp"
#include "experiments/planar/planar.hpp"
#include "experiments/sweep/sweep.hpp"
#include "experiments/volume/volume.hpp"

namespace stickslip::experiments {

const std::vector<Experiment>& all() {
  static const std::vector<Experiment> experiments = {
      hayward::dahl_drift(),
      hayward::ladders(),
      hayward::regimes(),
      hayward::planar(),
      hayward::noise(),
      planar::known_shapes(),
      planar::fixed_velocity(),
      planar::model_error(),
      planar::grid_resolution(),
      planar::table_resolution(),
      planar::bilinear_rule(),
      planar::limit_surfaces(),
      planar::drift_tangential(),
      planar::drift_normal(),
      planar::in_hand_1(),
      planar::in_hand_2(),
      planar::in_hand_load(),
      planar::cost(),
      planar::pushes(),
      planar::spinning_disc(),
      planar::planar_error(),
      cones::representations(),
      cones::wrench_foot(),
      cones::grasp(),
      lcp::phantom(),
      lcp::rank(),
      lcp::solvers(),
      lcp::redundant(),
      lcp::fc3d(),
      lcp::box(),
      lcp::slides(),
      lcp::incline(),
      lcp::towers(),
      lcp::box_wall(),
      lcp::bounce(),
      lcp::joints(),
      lcp::painleve(),
      lcp::tosses(),
      lcp::engines(),
      volume::cube_push(),
      volume::oblique_normal(),
      volume::arm_pick_place(),
      volume::flat(),
      volume::bristle(),
      sweep::ishigami(),
      sweep::threshold(),
      sweep::grip(),
  };
  return experiments;
}

}  // namespace stickslip::experiments
