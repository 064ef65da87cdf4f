// The impulses of one island, by the model's formulation and solver, and the displacement that frees its overlap.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/formulation/formulator.hpp"
#include "stickslip/sim/detail/step_data.hpp"
#include "stickslip/sim/detail/volume_fit.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/solvers/body_cone_solver.hpp"
#include "stickslip/solvers/body_force_solver.hpp"

namespace stickslip::sim::detail {

// Of an island with joints: gyroscopic torques and friction are those of the velocities found, which takes two to four.
inline constexpr int most_joint_solves = 25;
inline constexpr int most_settlings = 30;  // of rows that are at a bound or not, in formulations

// Two bodies that overlap by so much along a normal, from the second to the first, at a place in the world.
struct Apart {
  std::array<int, 2> body;
  Vec<3> normal, point;
  double overlap;  // [m]
};

class IslandSolver {
 public:
  // Sets impulses and velocities after the step, `impulse`, `u_next` and `next`.
  // What did not converge is shortened, where there are joints, to what gains no energy: only prescribed motions give any then.
  // The residual is over the tolerance's scale: stepper.hpp.
  SolveReport solve(const Model& model, StepData& data, const Island& island, solvers::BodyConeMemory& memory);
  // Sets `push` of the island's bodies.
  void push_out(StepData& data, const Island& island);
  // Adds to `push` what makes contact c give way by overlap[c] (negative: that much is free), as far as the island lost energy.
  void settle(StepData& data, const Island& island, std::span<const double> overlap);
  // The same for overlaps that are given with their places.
  void settle(StepData& data, const Island& island, std::span<const Apart> overlaps);

 private:
  void shorten(StepData& data, const Island& island);
  void set_contact_velocities(StepData& data, const Island& island) const noexcept;
  SolveReport solve_rows(const Model& model, StepData& data, const Island& island, solvers::BodyConeMemory& memory);
  SolveReport solve_bodies(const Model& model, StepData& data, const Island& island, solvers::BodyConeMemory& memory,
                           bool is_again);
  SolveReport solve_volumes(StepData& data, const Island& island);
  template <class Law>
  SolveReport follow_friction(Law& law, SolveReport report);
  template <class Law>
  SolveReport fit_volumes(StepData& data, Law& law);
  SolveReport solve_formulated(const Model& model, StepData& data, const Island& island);
  void give_bodies(const StepData& data, const Island& island);
  void give_contacts(const StepData& data, const Island& island);
  void formulate(const Model& model, double h);
  void set_problem(const StepData& data, const Island& island);
  void follow_problem(const StepData& data, const Island& island);
  double cone_tolerance(double tolerance, double scale) const;
  void set_bodies(const StepData& data, const Island& island, bool with_free);
  void add_joints(const StepData& data, const Island& island, bool with_velocities);
  bool follow_joints(const Model& model, StepData& data, const Island& island) const;
  int place(const StepData& data, int body) const noexcept;
  void begin_joints(const StepData& data, const Island& island);
  void hold_bounds(const StepData& data, const Island& island);
  void give_joints(const StepData& data, const Island& island);
  bool settle_joints(StepData& data, const Island& island);
  void displace(const Island& island, double tolerance);
  void push_by_losses(StepData& data, const Island& island) const;
  void add_contact(const StepData& data, const StepContact& contact, double d_n, double mu);

  solvers::BodyConeProblem problem_;
  solvers::BodyConeSolver bodies_;
  solvers::BodyConeMemory scratch_memory_;
  solvers::BodyForceProblem forces_;
  solvers::BodyForceSolver force_solver_;
  VolumeFit fit_;
  std::vector<int> volumes_;         // of the island, those that are fitted first
  std::vector<StepVolume*> fitted_;  // those
  Eigen::MatrixXd responses_;
  Eigen::VectorXd twists_, impulses_;
  std::vector<double> r_, v_, reached_v_, kept_rows_;

  // The formulation's arrays: masses and impulses in units of about the island's mean mass, a power of two, because LCP solvers tell
  // zero from small by absolute size.
  double unit_ = 1.0;
  formulation::Formulator formulator_;
  formulation::Formulated formulated_;
  formulation::Bodies given_bodies_;
  formulation::Contacts given_contacts_;
  formulation::Joints given_joints_;
  // Of the joints' rows, one after the other: which are equations, and which are at a bound; and what the latter do to velocities.
  enum class RowState : std::uint8_t { inside, low, high };
  std::vector<RowState> row_states_;
  std::vector<Vec<6>> held_;
  int settlings_ = 0;
  formulation::Rows<3> previous_;
  formulation::Motion motion_;
  solvers::Workspace workspace_;
  std::vector<double> z_;
  std::vector<Vec<3>> kept_;
};

}  // namespace stickslip::sim::detail
