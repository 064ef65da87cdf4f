// What is left open of joints at the end of a step, closed by displacement: the smallest, as masses weigh it.
//
//   (1)  minimise ½ Δqᵀ M Δq + Σ (J Δq + g)²/2ε,   g what is open at the poses after the step, J there: Newton's method, again until closed
//   (2)  the same for velocities, J (v⁺ + Δv) = 0, after an impact: (1) of joint_rows.hpp holds for the mean of the velocities, so what
//        does not fit at the end of one step would come back with the other sign at the end of the next
#pragma once

#include <vector>

#include "stickslip/sim/detail/step_data.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"
#include "stickslip/solvers/body_cone_solver.hpp"

namespace stickslip::sim::detail {

class JointProjection {
 public:
  // Moves `bodies`, those after the step, so that the island's joints are closed, and changes their velocities where `is_struck` or
  // where they miss (2) by more than a step's worth. Adds the impulses of the latter to those of the joints' rows. The largest distance
  // by which a joint is open in the end, angles times levers [m].
  double close(const Model& model, StepData& data, const Island& island, bool is_struck,
               std::vector<BodyState>& bodies);

 private:
  void set_bodies(const Model& model, const Island& island, const std::vector<BodyState>& bodies);
  double set_rows(const Model& model, const StepData& data, const Island& island, const std::vector<BodyState>& bodies);
  void solve(double largest);

  solvers::BodyConeProblem problem_;
  solvers::BodyConeSolver solver_;
  solvers::BodyConeMemory memory_;
  std::vector<double> r_, v_;
};

}  // namespace stickslip::sim::detail
