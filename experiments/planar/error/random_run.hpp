// A planar run drawn at random: law, patch, body, loads, over ranges that robots meet and somewhat beyond.
#pragma once

#include <string>
#include <variant>

#include "stickslip/sim/simulate.hpp"

#include "experiments/random_vectors.hpp"

namespace stickslip::experiments::planar {

struct RandomRun {
  std::variant<patch::ReducedPatch, patch::DistributedPatch> patch;
  sim::PlanarBody body;
  Wrench2 load;
  Signal<double> normal_force;
  sim::Frame frame;
  int contacts;
  double dt;  // of a run with fixed steps [s]
  double r;   // of the patch [m]
};

inline constexpr double random_run_end = 0.2;  // [s]

RandomRun random_run(RandomVectors& random);

sim::Trajectory simulate(const RandomRun& run, sim::SimulationOptions options);

}  // namespace stickslip::experiments::planar
