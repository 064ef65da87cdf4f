// What is left open of joints at the end of a step, closed by displacement: the smallest, as masses weigh it.
//
//   (1)  minimise ½ Δqᵀ M Δq + Σ (J Δq + g)²/2ε,   g what is open at the poses after the step, J there: Newton's method, again until closed
//   (2)  the same for velocities, J (v⁺ + Δv) = 0: (1) of joint_rows.hpp holds for the mean of the velocities, so what does not fit at the
//        end of one step would come back with the other sign at the end of the next, and reactions with it. Of fourth order in h where
//        nothing strikes. Limits that push keep the velocity that the step gave them. Where (2) was not solved to the tolerance, Δv is
//        shortened to what leaves the least kinetic energy: a step that is not solved gives none
//   (3)  gain = K⁺ − K − (what loads, springs and drives can have given on the way moved) ≤ 0, where joints stay open or (2) was not solved;
//        ≤ 1e-4 of kinetic energy, m g R and what was given, in every step. Velocities pay: those relative to the centre of mass of an
//        island that touches nothing else; where their energy is not enough, the way is shortened, in the end to none. Not of islands with
//        bodies that have a prescribed motion, which give energy, nor of solved steps with contact volumes, which store it
//
// A displacement of (1) that turns bodies by more than half a radian, or opens joints further and by more than a tenth of their levers, is
// shortened, or not made: where bodies are far from where the joints want them, J says little of where they end.
#pragma once

#include <vector>

#include "stickslip/sim/detail/step_data.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"
#include "stickslip/solvers/body_cone_solver.hpp"

namespace stickslip::sim::detail {

class JointProjection {
 public:
  // Moves `bodies`, those after the step, and changes their velocities so that the island's joints are closed and stay so. Adds the
  // impulses of the latter to those of the joints' rows, and says what their constraints took, in the step and now. The largest distance by which a joint is open in the end, angles times
  // levers [m].
  // Where `memory` has the factor of the island's own solve, without contacts, (1) is solved with that and J of the middle: what is
  // left is a hundredth or less, and the next displacement's.
  double close(const Model& model, StepData& data, const Island& island, solvers::BodyConeMemory& memory,
               std::vector<BodyState>& bodies);

 private:
  // Work, and the sum of the sizes of its parts [J].
  struct Given {
    double work = 0.0, size = 0.0;
  };

  void set_bodies(const Model& model, const Island& island, const std::vector<BodyState>& bodies, bool with_velocities);
  double displace(const Model& model, StepData& data, const Island& island, double largest,
                  std::vector<BodyState>& bodies);
  double displace_quickly(const Model& model, StepData& data, const Island& island, double largest,
                          solvers::BodyConeMemory& memory, std::vector<BodyState>& bodies);
  double measure(const Model& model, StepData& data, const Island& island, const std::vector<BodyState>& bodies);
  void set_rows(const Model& model, const StepData& data, const Island& island, const std::vector<BodyState>& bodies,
                bool of_velocities);
  void add_equation(const Joint& joint, const StepData& data, const Constraint& row, double d, double epsilon);
  void hold_limits(const Model& model, const StepData& data, const Island& island,
                   const std::vector<BodyState>& bodies);
  bool solve(double tolerance);
  void change_velocities(StepData& data, const Island& island, double share, std::vector<BodyState>& bodies);
  double harmless_share() const;
  void keep_poses(const Island& island, const std::vector<BodyState>& bodies);
  double move_by(const Model& model, StepData& data, const Island& island, double largest, bool is_quick,
                 std::vector<BodyState>& bodies);
  Given given(const Model& model, const StepData& data, const Island& island, bool is_solved,
              const std::vector<BodyState>& bodies) const;
  bool limit_gain(const Model& model, StepData& data, const Island& island, bool is_solved,
                  std::vector<BodyState>& bodies);

  solvers::BodyConeProblem problem_;
  solvers::BodyConeSolver solver_;
  solvers::BodyConeMemory memory_;
  std::vector<double> violations_;  // of the island's joints, row by row, at the poses at hand
  std::vector<double> r_, v_;
  double near_ = 0.0;           // [m]: displacements that leave joints open by less are made as they are
  std::vector<BodyPose> kept_;  // of the island's bodies, before they are displaced
};

}  // namespace stickslip::sim::detail
