// Impacts of an island at the start of a step: velocities jump, positions stay, and the step goes on from there.
//
// A contact strikes where its surface has restitution, its gap φ closes within the step, and it comes faster than 20 h m/s². Contacts that
// strike are solved for together; what their impulses let strike next follows in another round, until nothing strikes.
//
//   (1)  M (v' − v) = Jᵀ P,   0 ≤ u_n' − w ⟂ P_n ≥ 0,   P within Coulomb's cone and against the slip u_t'
//   (2)  w² = e² (u_n² + 2 a φ) − 2 a φ
//
// u, u'    velocity at the contact before and after, of two bodies with all that is prescribed. Where a prescribed velocity jumps, by more
//          than 20 h m/s², what the body reaches is struck with the new one, and what it touches already is pushed without an impact
// e        the pair's restitution, of which a share is taken where the island would gain energy otherwise, as it may with friction
// a        acceleration with which the surfaces approach without contacts [m/s²]
// w        the speed with which the gap φ is passed on the way back by what struck the surface, (u_n² + 2 a φ)^½, and left it with e times
//          that: the impact is taken before the gap has closed, but energies and heights are those of an impact at the surface
//
// Where what leaves the surface would not come back up to φ, w² < 0, the bodies are first displaced until the gap is closed, by the least
// displacement as masses weigh it; loads do the work for it, or take it. They leave with e (u_n² + 2 a φ)^½ then. What else strikes is passed on
// the way back at the gap that the displacement leaves it. Nothing is displaced farther than about twice what closes one of the gaps: what
// strikes does not rebound then.
//
// What does not strike takes part by the model's `impacts`. One after the other: it does not, unless it touches without restitution, which
// then holds. A row of balls passes the impulse on. All at once: every contact that touches takes part, u_n' ≥ −φ/h. What touches acts as
// one body then. Joints hold in both. Impulses are those of the exact cone, whatever the model's formulation.
//
// After 40 + 4 × contacts rounds, what still strikes is left to the step, in which it does not rebound: energy is lost, never gained,
// and the report says so. The same holds where no share of the restitution, not even none, keeps the energy.
#pragma once

#include <span>
#include <vector>

#include "stickslip/sim/detail/step_data.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/solvers/body_cone_solver.hpp"

namespace stickslip::sim::detail {

class Impacts {
 public:
  // Whether anything strikes. Then velocities `v` of bodies and `u` of contacts are those after the impacts, `shock` of contacts and
  // `shocks` of joints have their impulses, `advanced` of bodies and gaps of contacts what bodies were displaced.
  bool apply(const Model& model, StepData& data, const Island& island);
  // Of the last call: false where something was left to the step.
  bool is_solved() const noexcept { return is_solved_; }

 private:
  // A contact of a round.
  struct Strike {
    int contact;
    double speed;      // w, or what u_n' must be at least
    bool is_advanced;  // whether the gap is closed first
    bool has_restitution;
    double u;           // normal velocity before
    Vec<3> prescribed;  // what bodies with a prescribed motion add to u
  };

  bool choose(const Model& model, const StepData& data, const Island& island);
  bool advance(StepData& data, const Island& island, double& given);
  bool is_far(const StepData& data) const;
  void set_bodies(const StepData& data, const Island& island);
  void add_joints(const StepData& data, const Island& island, bool with_limits);
  int place(const StepData& data, int body) const noexcept;
  double gain(const StepData& data, double share, double given);
  void solve(double tolerance);
  void take(StepData& data, const Island& island);

  std::vector<double>
      approach_;  // of each contact: how much faster it comes by the end of the step without contacts [m/s]
  std::vector<Vec<3>> jumps_;  // of each contact: what prescribed velocities that jump add to u [m/s]
  std::vector<double> gaps_;   // of each contact, as the round begins; 0 of overlap [m]
  std::vector<Strike> strikes_;
  std::vector<int> bodies_, places_;  // those that take part; places of the island's bodies among them, or −1
  solvers::BodyConeProblem problem_;
  solvers::BodyConeSolver solver_;
  solvers::BodyConeMemory memory_;
  std::vector<double> told_;  // of the joints' rows: what bodies with a prescribed motion add to J v [m/s]
  std::vector<double> r_, v_, best_r_, best_v_;
  double scale_ = 0.0;
  bool is_solved_ = true;
};

}  // namespace stickslip::sim::detail
