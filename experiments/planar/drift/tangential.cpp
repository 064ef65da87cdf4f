// An oscillating pull and torque, far from slip: bristles without a break-away level let the disc creep.
#include <cmath>
#include <numbers>

#include "experiments/planar/drift/drift.hpp"
#include "experiments/planar/planar.hpp"

namespace stickslip::experiments::planar {

namespace drift_tangential_experiment {
namespace {

// The pull grows for 0.2 s and oscillates from 1 s on; the torque grows from 2.8 s and oscillates from 3 s on.
Wrench2 pull(double t) {
  const double wave = std::sin(6.0 * std::numbers::pi * t);
  const double fx = t < 0.2 ? t / 0.2 : t < 1.0 ? 1.0 : 1.0 + 0.4 * wave;
  const double tau = t < 2.8 ? 0.0 : t < 3.0 ? 0.03 * (t - 2.8) / 0.2 : 0.03 + 0.01 * wave;
  return {fx, 0.0, tau};
}

Result run(const Progress& progress) {
  Result result;
  const DriftLoad load = held_load(pull, [](double) { return 9.81; });
  const DriftRuns runs = drift_runs(result, load, progress);
  check_pose(result, "distributed LuGre", runs.distributed_lugre, "drift_tang_dist_lugre_rk4", accurate_reference);
  check_pose(result, "reduced LuGre", runs.reduced_lugre, "drift_tang_red_lugre", published_reference);
  check_creep(result, "distributed LuGre", runs.distributed_lugre, "drift_tang_dist_lugre_rk4");
  check_creep(result, "reduced LuGre", runs.reduced_lugre, "drift_tang_red_lugre");
  check_pose(result, "distributed Elasto-Plastic", runs.distributed_ep, "drift_tang_dist_ep_rk4", accurate_reference);
  check_pose(result, "reduced Elasto-Plastic as published", runs.reduced_ep, "drift_tang_red_ep", published_reference);
  const Deviation nothing{1e-12, 1e-10};
  check_net_drift(result, "distributed Elasto-Plastic", runs.distributed_ep, nothing);
  check_net_drift(result, "drift-free reduced Elasto-Plastic", runs.free_ep, nothing);
  show_drift(result, runs, load, {"Fig. 6", "Fig. 23", "an oscillating pull and torque", {"fx", "tau"}});
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace drift_tangential_experiment

Experiment drift_tangential() {
  return {"planar-drift-tangential",
          "Waltersson2024",
          "Figs 6, 23",
          "under an oscillating pull and torque LuGre bristles creep, Elasto-Plastic ones hold",
          drift_tangential_experiment::run,
          true};
}

}  // namespace stickslip::experiments::planar
