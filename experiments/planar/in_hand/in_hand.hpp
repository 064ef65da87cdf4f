// A plate held between two fingers that slips under its own weight whenever the grip is loosened.
//
// The plate (0.2 kg, 0.15 m × 0.08 m) starts at rest with its centre of mass beside the grip axis: 25 mm in case 1, 2 mm
// in case 2. Each finger is a patch of side 0.02 m that stands still in the world; Elasto-Plastic bristles, parameter
// set 1. The normal force of a finger follows one of two profiles over 2 s, held for 10 ms.
#pragma once

#include <string>
#include <vector>

#include "stickslip/core/names.hpp"
#include "stickslip/sim/simulate.hpp"

#include "experiments/experiment.hpp"
#include "experiments/planar/picture/pictures.hpp"
#include "experiments/planar/picture/trajectory.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::planar {

struct Grip {
  int number;   // case 1 or 2
  int profile;  // of the normal force: 1 a sine, 2 a step down for a while

  static constexpr double duration = 2.0;  // [s]
  static constexpr int pieces = 200;       // of 10 ms
  static constexpr int fingers = 2;
  static constexpr double mass = 0.2, length = 0.15, width = 0.08;  // of the plate [kg], [m]

  sim::PlanarBody plate() const;
  Wrench2 weight() const;
  double normal_force(int piece) const;  // of one finger [N]
  Signal<double> normal_force() const;
};

// Two fingers, records every 10 ms.
sim::SimulationOptions in_hand_options(double dt, const Progress& progress);

// The whole run by SDIRK2 with steps of dt.
template <class Patch>
sim::Trajectory implicit_run(const Patch& patch, const Grip& grip, double dt, const Progress& progress) {
  return sim::simulate(patch, grip.plate(), grip.weight(), grip.normal_force(), in_hand_options(dt, progress));
}

// The whole run by RK4 with steps of 2 µs: the error is that of rounding.
template <class Patch>
sim::Trajectory accurate_run(const Patch& patch, const Grip& grip, const Progress& progress) {
  sim::SimulationOptions options = in_hand_options(2e-6, progress);
  options.integrator = sim::Integrator::rk4;
  return sim::simulate(patch, grip.plate(), grip.weight(), grip.normal_force(), options);
}

// How far the end of a run of this grip is from another's, in shares of the way that the other has gone: the larger of
// that of (x, y) and that of θ.
double end_error(const sim::Trajectory& run, const Pose2& other_end, const Grip& grip);

// Targets on the end pose of an implicit run, as shares of the way gone.
struct StepTarget {
  double dt;     // [s]
  double error;  // against the accurate run of the same model
};
constexpr StepTarget reduced_targets[] = {{1e-3, 0.01}, {0.2e-3, 0.001}};
constexpr StepTarget distributed_targets[] = {{0.5e-3, 0.01}, {0.2e-3, 0.002}};

void add_in_hand_parameters(Result& result, int grip_number);
// fN, x, y and θ, as in Figs 27, 29–31 and 34; fN, fx, fy and τ of one finger, as in Figs 28, 32 and 35. `loads` are runs
// whose normal force is shown.
record::Figure pose_figure(const std::string& name, const std::string& title, const std::string& caption,
                           const std::vector<Curve>& curves, const std::vector<Curve>& loads);
record::Figure finger_figure(const std::string& name, const std::string& title, const std::string& caption,
                             const std::vector<Curve>& curves, const std::vector<Curve>& loads);
// The series of one run of compare_in_hand: "circle_1_distributed".
enum class HandModel { distributed, reduced, drift_free };  // the reduced one as published, and free of drift
std::string hand_series(const std::string& surface_name, int profile, HandModel model);
// Distributed and reduced under both loads; and the two loads alone.
std::vector<Curve> both_loads(const std::string& surface_name);
std::vector<Curve> loads_alone(const std::string& surface_name);
// Fig. 26: the plate of one run between the fingers, whose contact is that of the pressure.
void add_plate_scene(Result& result, const std::string& run, const std::string& title, const std::string& caption,
                     const patch::Pressure& contact);

// What compare_in_hand takes of the stages' total.
constexpr double compare_in_hand_weight = 10.0;

// One of the paper's surfaces under one grip: distributed, reduced the paper's way and reduced free of drift; implicit
// and accurate; against each other and the reference runs. Adds the series of all three models. `stem` is that of the latter, "hand_<case>_<surface>_<profile>",
// and empty where there are none.
void compare_in_hand(Result& result, const std::string& surface_name, const Grip& grip, const std::string& stem,
                     Stages& stages);

}  // namespace stickslip::experiments::planar

template <>
struct stickslip::Names<stickslip::experiments::planar::HandModel> {
  using Model = experiments::planar::HandModel;
  static constexpr Named<Model> table[] = {
      {Model::distributed, "distributed"}, {Model::reduced, "reduced"}, {Model::drift_free, "drift_free"}};
};
