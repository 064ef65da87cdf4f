// A steady pull and torque, far from slip, under an oscillating normal force: it makes LuGre bristles creep as well.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/planar/drift/drift.hpp"
#include "experiments/planar/planar.hpp"

namespace stickslip::experiments::planar {

namespace drift_normal_experiment {
namespace {

Wrench2 pull(double t) {
  const double grown = std::min(t / 0.2, 1.0);
  return {grown, 0.0, 0.03 * grown};
}

double normal_force(double t) {
  return t <= 1.0 ? 9.81 : 9.81 + std::sin(6.0 * std::numbers::pi * t);
}

Result run(const Progress& progress) {
  Result result;
  const DriftLoad load = held_load(pull, normal_force);
  const DriftRuns runs = drift_runs(result, load, progress);
  check_pose(result, "distributed LuGre", runs.distributed_lugre, "drift_normal_dist_lugre_rk4", accurate_reference);
  check_pose(result, "reduced LuGre", runs.reduced_lugre, "drift_normal_red_lugre", published_reference);
  check_creep(result, "distributed LuGre", runs.distributed_lugre, "drift_normal_dist_lugre_rk4");
  check_creep(result, "reduced LuGre", runs.reduced_lugre, "drift_normal_red_lugre");
  const Deviation nothing{1e-12, 1e-10};
  check_net_drift(result, "distributed Elasto-Plastic", runs.distributed_ep, nothing);
  check_net_drift(result, "drift-free reduced Elasto-Plastic", runs.free_ep, nothing);
  // What the published reduced form follows in stick is not the rate of a position, so a little drift is its own.
  check_net_drift(result, "reduced Elasto-Plastic as published", runs.reduced_ep, {1e-10, 5e-9});
  const Deviation drift = net_drift(runs.reduced_ep);
  result.checks.push_back(at_least("reduced Elasto-Plastic as published: it does drift", "m", 1e-12, drift.position));
  show_drift(result, runs, load, {"Fig. 24", "Fig. 25", "an oscillating normal force", {"fn", "fx"}});
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace drift_normal_experiment

Experiment drift_normal() {
  return {"planar-drift-normal",
          "Waltersson2024",
          "Figs 24, 25",
          "under an oscillating normal force LuGre bristles creep, Elasto-Plastic ones hold",
          drift_normal_experiment::run,
          true};
}

}  // namespace stickslip::experiments::planar
