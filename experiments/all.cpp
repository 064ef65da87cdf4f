#include "experiments/experiment.hpp"
#include "experiments/hayward/hayward.hpp"

namespace stickslip::experiments {

const std::vector<Experiment>& all() {
  static const std::vector<Experiment> experiments = {
      hayward::dahl_drift(), hayward::ladders(), hayward::regimes(), hayward::planar(), hayward::noise(),
  };
  return experiments;
}

}  // namespace stickslip::experiments
